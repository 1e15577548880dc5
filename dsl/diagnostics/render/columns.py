"""How text from a file is laid out on a terminal: widths, tabs, and characters that must not reach it."""

from __future__ import annotations

import unicodedata

from custumal.dsl.base.characters import printable

_TAB = "    "
_JOINER, _PICTURE = "\u200d", "\ufe0f"


def width(character: str) -> int:
    """The columns that one character takes: 0 for marks that join the one before, 2 for wide ones, else 1."""
    if character == "\t":
        return len(_TAB)
    if character in (_JOINER, _PICTURE) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """The columns that the text takes."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(width, text))


def safe(text: str) -> str:
    """The text with everything replaced that could move the cursor or turn around what is shown; tabs become spaces."""
    return printable(text.replace("\t", _TAB).replace("\n", " "))
