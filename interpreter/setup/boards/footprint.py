"""Rectangular things on a grid: the cells they cover in each quarter turn, and what their edges touch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from custumal.interpreter.setup.boards.board import Cells
from custumal.interpreter.setup.boards.grid import Grid

T = TypeVar("T")
Size = tuple[int, int]
"""Columns and rows that a thing covers before it is turned."""

ALL_TURNS = (0, 1, 2, 3)
ONE_CELL: Size = (1, 1)


class Placement(NamedTuple):
    """Where a thing lies: how many quarter turns clockwise it has made, and the north-western cell that it covers."""

    turn: int
    anchor: int


class Border(NamedTuple):
    """One unit of the outline of a placed thing with a cell of the board behind it.

    `side` is the side of the board (not of the thing) that it faces, 0 north to 3 west; `edge` its position among
    the edges of that side, clockwise from 0, so that `turned(edges, turn)[side][edge]` is the thing's own edge.
    `cell` is the covered cell inside, `beyond` the cell outside.
    """

    side: int
    edge: int
    cell: int
    beyond: int


def opposite(side: int) -> int:
    """The side that faces this one across a border."""
    return (side + 2) % 4


def turned_size(size: Size, turn: int) -> Size:
    """The columns and rows covered after some quarter turns."""
    width, height = size
    return (height, width) if turn % 2 else (width, height)


def clockwise(north: Sequence[T], east: Sequence[T], south: Sequence[T], west: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """Edges as this module lists them, from lists in reading order (left to right, downwards on every side)."""
    return tuple(north), tuple(east), tuple(reversed(south)), tuple(reversed(west))


def turned(edges: Sequence[T], turn: int) -> tuple[T, ...]:
    """What stands on each side of the board, clockwise from the north, after some quarter turns clockwise."""
    return tuple(edges[(side - turn) % 4] for side in range(4))


def distinct_turns(size: Size, edges: Sequence[T]) -> tuple[int, ...]:
    """The turns that look different: those that change the covered cells or an edge, each look once, ascending."""
    seen: dict[tuple[Size, tuple[T, ...]], int] = {}
    for turn in ALL_TURNS:
        seen.setdefault((turned_size(size, turn), turned(edges, turn)), turn)
    return tuple(seen.values())


def fits(grid: Grid, size: Size, place: Placement) -> bool:
    """Whether all covered cells are on the board."""
    width, height = turned_size(size, place.turn)
    row, column = divmod(place.anchor, grid.width)
    return row >= 0 and row + height <= grid.height and column + width <= grid.width


def covered(grid: Grid, size: Size, place: Placement) -> Cells:
    """The cells under a placement that fits, ascending."""
    if size == ONE_CELL:
        return (place.anchor,)
    width, height = turned_size(size, place.turn)
    return tuple(place.anchor + row * grid.width + column for row in range(height) for column in range(width))


def borders(grid: Grid, size: Size, place: Placement) -> tuple[Border, ...]:
    """The outline of a placement that fits, clockwise from its north-western corner, without what ends at the board's edge."""
    if size == ONE_CELL:
        anchor = place.anchor
        return tuple(Border(side, 0, anchor, beyond) for side, beyond in enumerate(grid.sides[anchor]) if beyond is not None)
    return tuple(
        Border(side, index, cell, beyond)
        for side in range(4)
        for index, cell in enumerate(edge_cells(grid, size, place, side))
        if (beyond := grid.sides[cell][side]) is not None
    )


def edge_index(grid: Grid, size: Size, place: Placement, cell: int, side: int) -> int:
    """Which of its edges on a side of the board a placed thing shows at one of its outer cells, clockwise from 0.

    It is the other side of a border: for the thing over `beyond` ask with `cell=beyond, side=opposite(side)`.
    """
    if size == ONE_CELL:
        return 0
    width, height = turned_size(size, place.turn)
    row, column = cell // grid.width - place.anchor // grid.width, cell % grid.width - place.anchor % grid.width
    return (column, row, width - 1 - column, height - 1 - row)[side]


def placements(grid: Grid, size: Size, where: Iterable[int], turns: Sequence[int] = ALL_TURNS) -> tuple[Placement, ...]:
    """All placements on the board that cover at least one cell of `where`, by anchor, then turn, each once.

    Args:
        grid: the board.
        size: columns and rows before turning.
        where: cells of the board.
        turns: the quarter turns that are allowed, ascending.
    """
    if size == ONE_CELL:
        return tuple(Placement(turn, cell) for cell in sorted(where) for turn in turns)
    cells = frozenset(where)
    if len(cells) == grid.size:
        # Whatever is on the board covers some of it: cell by cell, each placement of a large thing would be met hundreds of times.
        return tuple(place for anchor in range(grid.size) for turn in turns if fits(grid, size, place := Placement(turn, anchor)))
    found = {place for turn in turns for place in _touching(grid, size, turn, cells)}
    return tuple(sorted(found, key=lambda place: (place.anchor, place.turn)))


def _touching(grid: Grid, size: Size, turn: int, cells: Iterable[int]) -> Iterable[Placement]:
    width, height = turned_size(size, turn)
    for cell in cells:
        row, column = divmod(cell, grid.width)
        for top in range(max(0, row - height + 1), min(row, grid.height - height) + 1):
            for left in range(max(0, column - width + 1), min(column, grid.width - width) + 1):
                yield Placement(turn, top * grid.width + left)


def edge_cells(grid: Grid, size: Size, place: Placement, side: int) -> range:
    """The covered cells along a side of the board, clockwise."""
    width, height = turned_size(size, place.turn)
    east, south = width - 1, (height - 1) * grid.width
    corner = place.anchor
    clockwise = (
        range(corner, corner + east + 1),
        range(corner + east, corner + east + south + 1, grid.width),
        range(corner + south + east, corner + south - 1, -1),
        range(corner + south, corner - 1, -grid.width),
    )
    return clockwise[side]
