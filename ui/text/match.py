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


def by_value(labels: Sequence[str]) -> bool:
    """Whether a typed number means the label of this name: they are numbers, but for at most one that has no number in it."""
    others = [label for label in labels if not is_number(label)]
    return len(others) < len(labels) and len(others) <= 1 and not any(c.isdigit() for label in others for c in label)


def numbered(text: str, labels: Sequence[str]) -> int | None:
    """Which label a typed number means (its position, from 0): that of this name if they are numbers, else the one in this place."""
    if not is_number(text):
        return None
    if by_value(labels):
        return next((number for number, label in enumerate(labels) if is_number(label) and int(label) == int(text)), None)
    position = int(text) - 1
    return position if 0 <= position < len(labels) else None
