"""Styled text: lines of pieces, laid side by side, wrapped and painted, so that everything also works without colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.render.columns import safe, text_width

_ANSI = {
    "bold": "1", "dim": "2", "underline": "4", "black": "30", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35",
    "cyan": "36", "white": "37",
}  # fmt: skip
# Filled cells are painted as tiles, dark on light or light on dark, so that they can be read on any background.
_TILES = {
    "black": "97;40", "red": "97;41", "green": "30;42", "yellow": "30;43", "blue": "97;44", "magenta": "97;45", "cyan": "30;46",
    "white": "30;107", "grey": "97;100", "orange": "30;103", "purple": "30;105", "pink": "30;105", "brown": "97;41", "turquoise": "30;106",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text in one style: words of `bold dim underline` and a colour, or `on COLOUR` for a tile."""

    text: str
    style: str = ""


Line = tuple[Piece, ...]
Part = str | Piece


def line(*parts: Part) -> Line:
    """A line of pieces; texts without style may be given as they are."""
    return tuple(part if isinstance(part, Piece) else Piece(part) for part in parts)


def width(of: Line) -> int:
    """The columns that a line takes."""
    return sum(text_width(piece.text) for piece in of)


def pad(of: Line, columns: int) -> Line:
    """The line, filled with blanks up to a width."""
    missing = columns - width(of)
    return (*of, Piece(" " * missing)) if missing > 0 else of


def pad_left(of: Line, columns: int) -> Line:
    """The line behind so many blanks that it ends at a width."""
    missing = columns - width(of)
    return (Piece(" " * missing), *of) if missing > 0 else of


def centred(text: str, columns: int) -> str:
    """The text with blanks on both sides."""
    missing = max(columns - text_width(text), 0)
    return " " * (missing // 2) + text + " " * (missing - missing // 2)


def joined(lines: Iterable[Line], gap: str) -> Line:
    """Several lines as one."""
    found: list[Piece] = []
    for one in lines:
        found += [Piece(gap)] if found else []
        found += one
    return tuple(found)


def beside(blocks: Sequence[Sequence[Line]], gap: int = 3) -> list[Line]:
    """Blocks side by side, their tops in one row."""
    widths = [max((width(one) for one in block), default=0) for block in blocks]
    rows = zip_longest(*blocks, fillvalue=())
    return [joined((pad(one, columns) for one, columns in zip(row, widths, strict=True)), " " * gap) for row in rows]


def flow(blocks: Sequence[Sequence[Line]], columns: int, gap: int = 3) -> list[Line]:
    """Blocks side by side as far as they fit, the others below."""
    found: list[Line] = []
    row: list[Sequence[Line]] = []
    used = 0
    for block in blocks:
        wide = max((width(one) for one in block), default=0)
        if row and used + gap + wide > columns:
            found += [*beside(row, gap), ()]
            row, used = [], 0
        used += wide + (gap if row else 0)
        row.append(block)
    return [*found, *beside(row, gap)] if row else found


def listed(label: str, items: Sequence[Line], columns: int, gap: str = "  ") -> list[Line]:
    """`label item  item  item`, broken between items, with the rest of the lines below the first item."""
    head = line(Piece(f"{label} ", "bold")) if label else ()
    indent = min(width(head), columns // 3)
    found: list[Line] = []
    current, fresh = head, True
    for item in (row for one in items for row in broken(one, max(columns - indent, 1), "  ")):
        if not fresh and width(current) + text_width(gap) + width(item) > columns:
            found.append(current)
            current, fresh = line(" " * indent), True
        current = (*current, *(() if fresh else (Piece(gap),)), *item)
        fresh = False
    return [*found, current]


def broken(of: Line, columns: int, indent: str = "") -> list[Line]:
    """A line that is too long, broken at the blanks in it; `indent` stands before all rows but the first."""
    if width(of) <= columns:
        return [of]
    found: list[Line] = []
    row: Line = ()
    for blank, word in _words(of):
        if any(piece.text.strip() for piece in row) and width((*row, blank, *word)) > columns:
            found.append(row)
            row = line(indent, *word)
        else:
            row = (*row, blank, *word)
    return [*found, row]


def clipped(of: Line, columns: int) -> Line:
    """The beginning of a line that is too long."""
    found, left = [], columns
    for piece in of:
        text = piece.text
        while text and text_width(text) > left:
            text = text[:-1]
        found.append(Piece(text, piece.style))
        left -= text_width(text)
        if text != piece.text:
            break
    return tuple(found)


def _words(of: Line) -> Iterator[tuple[Piece, Line]]:
    """The words of a line, each behind the blanks before it."""
    blank, word = Piece(""), line()
    for piece in of:
        for number, text in enumerate(re.split("( +)", piece.text)):
            if number % 2:
                yield blank, word
                blank, word = Piece(text, piece.style), line()
            elif text:
                word = (*word, Piece(text, piece.style))
    yield blank, word


def folded(text: str, columns: int, indent: str = "") -> list[str]:
    """A text broken at blanks; `indent` stands before all lines but the first, which keeps its own."""
    found: list[str] = []
    lead = text[: len(text) - len(text.lstrip())]
    current = ""
    for word in text.split():
        if current and text_width(current) + 1 + text_width(word) > columns:
            found.append(current)
            current = indent + word
        else:
            current = f"{current} {word}" if current else lead + word
    return [*found, current] if current else found


def paint(of: Line, color: bool) -> str:
    """The line as it is printed. What could move the cursor is replaced."""
    pieces = []
    for piece in of:
        text = safe(piece.text)
        codes = _codes(piece.style) if color else ""
        pieces.append(f"\x1b[{codes}m{text}\x1b[0m" if codes and text else text)
    return "".join(pieces) if color else "".join(pieces).rstrip()


def _codes(style: str) -> str:
    if style.startswith("on "):
        return _TILES.get(style[3:], "7")
    return ";".join(_ANSI[word] for word in style.split() if word in _ANSI)
