"""The ways to read a table that is printed on something one may turn and flip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from custumal.interpreter.setup.boards.board import require_positive

T = TypeVar("T")
Permutation = tuple[int, ...]


def symmetries(width: int, height: int) -> tuple[Permutation, ...]:
    """The symmetries of a table of `width` x `height` entries that map it onto itself.

    For a square the four quarter turns (clockwise, identity first), then the same of its mirror image; for any other
    rectangle the identity and the half turn, then both mirrored. Entry i of a reading is entry `permutation[i]` of the
    table, entries numbered row by row. Tables of one row or column name some of these twice.

    Raises:
        ShapeError: if a size is below 1.
    """
    require_positive(width=width, height=height)
    printed = [tuple(range(row * width, (row + 1) * width)) for row in range(height)]
    flipped = [row[::-1] for row in printed]
    turns = 4 if width == height else 2
    return tuple(_flat(_turned(table, turn * 4 // turns)) for table in (printed, flipped) for turn in range(turns))


def readings(table: Sequence[T], width: int, height: int) -> tuple[tuple[T, ...], ...]:
    """The distinct readings of a table under its symmetries, as printed first: up to eight if square, else up to four.

    Raises:
        ShapeError: if a size is below 1.
        ValueError: if the table has not `width` x `height` entries.
    """
    if len(table) != width * height:
        raise ValueError(f"a table of {width} x {height} has {width * height} entries, not {len(table)}")
    return tuple(dict.fromkeys(tuple(table[i] for i in permutation) for permutation in symmetries(width, height)))


def _turned(rows: list[tuple[int, ...]], quarters: int) -> list[tuple[int, ...]]:
    for _ in range(quarters):
        rows = list(zip(*reversed(rows), strict=True))
    return rows


def _flat(rows: list[tuple[int, ...]]) -> Permutation:
    return tuple(entry for row in rows for entry in row)
