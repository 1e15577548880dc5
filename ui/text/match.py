"""Matching of what is typed, mostly a part of a name, against names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_LONGEST = 20
_WHOLE = (r"(?<!\d)(?<![ (,]-)", r"(?!\d)")
"""Before and behind a number that is no part of another."""


def comparable(text: str) -> str:
    """The text without case, accents, and blanks behind commas, as it is compared."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(bare.casefold().replace(", ", ",").split())


def is_number(text: str) -> bool:
    """Whether the text is a whole number, of no more digits than numbers of games have."""
    return text.removeprefix("-").isdecimal() and len(text) <= _LONGEST


def matching(text: str, labels: Sequence[str]) -> list[int]:
    """Which labels a text means: those that are equal to it, else those that have each of its words in them; a number is no part of
    another."""
    wanted = comparable(text)
    found = [number for number, label in enumerate(labels) if comparable(label) == wanted]
    if found:
        return found
    parts = [re.compile(f"{_WHOLE[0] * word[:1].isdigit()}{re.escape(word)}{_WHOLE[1] * word[-1:].isdigit()}") for word in wanted.split()]
    return [number for number, label in enumerate(labels) if all(part.search(f" {comparable(label)}") for part in parts)]


def numerals(name: str) -> frozenset[int]:
    """The numbers by which something may be called: what its name is, begins or ends with, as in `die 5` or `7 Inn`."""
    words = re.split(r"[ =]", name.partition(" (")[0])
    return frozenset(int(word) for word in (words[0], words[-1]) if is_number(word))


def place_in_list(text: str) -> int | None:
    """The place that is meant by `3)`, from 0; None for anything else."""
    number = text.removesuffix(")")
    return int(number) - 1 if number != text and number.isdecimal() and len(number) <= _LONGEST else None
