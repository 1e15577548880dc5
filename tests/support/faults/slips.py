"""Slips of the pen: one word becomes another that is none."""

from __future__ import annotations

import random
import re
from collections.abc import Container

from custumal.dsl.documents.ids import NAME

_NAME = re.compile(NAME)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TRIES = 20


def slip(word: str, known: Container[str], dice: random.Random) -> str | None:
    """The word with two neighbours swapped, or a letter left out, doubled or replaced; None if that always makes a known word."""
    for _ in range(_TRIES):
        made = dice.choice((_swapped, _dropped, _doubled, _replaced))(word, dice)
        if made != word and made not in known and _NAME.fullmatch(made):
            return made
    return None


def _letters(word: str) -> list[int]:
    return [i for i, letter in enumerate(word) if letter.isalpha()]


def _swapped(word: str, dice: random.Random) -> str:
    pairs = [i for i in _letters(word)[:-1] if word[i + 1].isalpha() and word[i] != word[i + 1]]
    if not pairs:
        return word
    i = dice.choice(pairs)
    return word[:i] + word[i + 1] + word[i] + word[i + 2 :]


def _dropped(word: str, dice: random.Random) -> str:
    i = dice.choice(_letters(word))
    return word[:i] + word[i + 1 :]


def _doubled(word: str, dice: random.Random) -> str:
    i = dice.choice(_letters(word))
    return word[:i] + word[i] + word[i:]


def _replaced(word: str, dice: random.Random) -> str:
    i = dice.choice(_letters(word))
    letter = dice.choice(_LETTERS)
    return word[:i] + (letter if word[i].islower() else letter.upper()) + word[i + 1 :]
