"""Tables as text: rows whose columns begin below one another, with a head above each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.diagnostics.render.columns import text_width
from custumal.ui.text.style import Line, Piece, joined, line, pad, pad_left, width


def tabulated(heads: Sequence[Piece], rows: Sequence[Sequence[Line]], columns: int, *, to_the_right: bool = False) -> list[Line]:
    """The heads and the rows in at most so many columns of the screen, as far as the rows are no wider.

    Where there is no room for the heads, their words stand below one another; where that is not enough, the longest are cut. The
    first head is the name of the table and stays whole. `to_the_right`: all columns but the first end below one another instead.
    """
    least = [max((width(row[n]) for row in rows), default=0) for n in range(len(heads))]
    words = [[head.text] for head in heads]
    if _needed(_widths(words, least), 1) > columns:
        words = [[heads[0].text], *(head.text.split() for head in heads[1:])]
    wide = _cut(_widths(words, least), least, columns)
    gap = "  " if _needed(wide, 2) <= columns else " "
    fill = [pad, *([pad_left if to_the_right else pad] * (len(wide) - 1))]
    every = (*_above(heads, words, wide), *rows)
    return [joined((fill[n](part, wide[n]) for n, part in enumerate(row)), gap) for row in every]


def _widths(words: Sequence[Sequence[str]], least: Sequence[int]) -> list[int]:
    """How wide each column is if none of its words is cut."""
    return [max(most, *map(text_width, found)) for most, found in zip(least, words, strict=True)]


def _needed(wide: Sequence[int], gap: int) -> int:
    return sum(wide) + gap * (len(wide) - 1)


def _cut(wide: list[int], least: Sequence[int], columns: int) -> list[int]:
    """The widths of the columns if the widest heads give way until all have room."""
    wide = wide[:]
    while _needed(wide, 1) > columns:
        longest = max(range(1, len(wide)), key=lambda n: wide[n] if wide[n] > max(least[n], 1) else 0)
        if wide[longest] <= max(least[longest], 1):
            break
        wide[longest] -= 1
    return wide


def _above(heads: Sequence[Piece], words: Sequence[Sequence[str]], wide: Sequence[int]) -> Iterator[list[Line]]:
    """The rows of the heads; the last words of all are in the lowest."""
    high = max(map(len, words))
    for row in range(high):
        at = [row - high + len(found) for found in words]
        yield [line(Piece(words[n][i][: wide[n]], head.style) if (i := at[n]) >= 0 else "") for n, head in enumerate(heads)]
