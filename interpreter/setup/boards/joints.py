"""Corners of rectangular things on a grid and halves of their edges: where they are, and what meets them.

A corner is 0 to 3, clockwise from the north-east of the board; a half is twice the number of its edge, clockwise from the
north-western corner, and one more if it lies to the right of somebody on the thing who looks there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from custumal.interpreter.setup.boards import footprint as fp
from custumal.interpreter.setup.boards.grid import Grid

T = TypeVar("T")
CORNERS = 4
Point = tuple[int, int]
"""Where lines of the grid cross: how many rows lie above, how many columns to the left."""


class Half(NamedTuple):
    """One half of an edge: the side of the board that it faces, the number of the edge on that side, clockwise, and whether it is the right
    one."""

    side: int
    edge: int
    is_right: bool


def corner_points(grid: Grid, size: fp.Size, place: fp.Placement) -> tuple[Point, ...]:
    """Where the four corners of a placed thing are."""
    row, column = divmod(place.anchor, grid.width)
    width, height = fp.turned_size(size, place.turn)
    return (row, column + width), (row + height, column + width), (row + height, column), (row, column)


def cells_around(grid: Grid, point: Point) -> tuple[int, ...]:
    """The cells of the board that meet at a point, clockwise from the north-east."""
    row, column = point
    places = ((row - 1, column), (row, column), (row, column - 1), (row - 1, column - 1))
    return tuple(y * grid.width + x for y, x in places if 0 <= y < grid.height and 0 <= x < grid.width)


def halves(size: fp.Size, turn: int) -> Iterator[Half]:
    """The halves of the edges of a thing after some quarter turns, by their numbers."""
    width, height = fp.turned_size(size, turn)
    for side, length in enumerate((width, height, width, height)):
        for edge in range(length):
            yield Half(side, edge, is_right=False)
            yield Half(side, edge, is_right=True)


def half_at(size: fp.Size, turn: int, number: int) -> Half:
    """The half with this number."""
    width, height = fp.turned_size(size, turn)
    edge, right = divmod(number, 2)
    for side, length in enumerate((width, height, width, height)):
        if edge < length:
            return Half(side, edge, is_right=bool(right))
        edge -= length
    raise IndexError(number)


def number_of(size: fp.Size, turn: int, half: Half) -> int:
    """The number of a half."""
    width, height = fp.turned_size(size, turn)
    before = sum((width, height, width)[: half.side])
    return 2 * (before + half.edge) + half.is_right


def inner_cell(grid: Grid, size: fp.Size, place: fp.Placement, half: Half) -> int:
    """The covered cell at a half of an edge."""
    return fp.edge_cells(grid, size, place, half.side)[half.edge]


def printed_corner(printed: Sequence[T], turn: int, corner: int) -> T:
    """What is printed at the corner of the board after some quarter turns."""
    return fp.turned(printed, turn)[corner]


def printed_half(printed: Sequence[T], turn: int, half: Half) -> T:
    """What is printed at a half of an edge after some quarter turns; `printed` is for each side the left and the right of its edges."""
    found = printed[(half.side - turn) % 4 * 2 + half.is_right]
    return found[half.edge] if isinstance(found, tuple) else found


def faces(edges: Sequence[T] | None, corners: Sequence[T] | None, halves_: Sequence[T] | None) -> tuple[tuple[object, ...], ...]:
    """All that is printed around a thing, by sides, so that it turns as one."""
    return tuple(
        (
            None if edges is None else edges[side],
            None if corners is None else corners[side],
            None if halves_ is None else tuple(halves_[2 * side : 2 * side + 2]),
        )
        for side in range(4)
    )
