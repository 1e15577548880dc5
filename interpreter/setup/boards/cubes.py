"""Boards of three dimensions: a box of unit cubes that stand in columns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.setup.boards.board import (
    MOST_KEPT,
    SIDES,
    Board,
    Cells,
    count_from_one,
    index_coordinates,
    join_steps,
    require_positive,
)
from custumal.interpreter.setup.boards.grid import Step, compass_steps, flat_places, flat_relations

Box = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The columns of a box, numbered row by row from the north-west like the cells of a grid.

    `coordinates` are the user's (x, y); `cells` go from bottom to top; `neighbours` are the up to four columns that
    share a face.
    """

    size: int
    coordinates: tuple[tuple[int, int], ...]
    at: Mapping[tuple[int, int], int]
    cells: tuple[Cells, ...]
    neighbours: tuple[Cells, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cubes(Board):
    """A box of `box` = (x, y, levels) cells, numbered level by level from the bottom, within a level row by row.

    x counts from west to east, y from north to south. `column_of` gives the index of each cell's column, `walls` for
    each side the outer layer of cells, ascending.
    """

    box: Box
    columns: Columns
    column_of: tuple[int, ...]
    walls: Mapping[str, Cells]


@lru_cache(maxsize=MOST_KEPT)
def cubes(x: int, y: int, levels: int, *, wraps: str = "") -> Cubes:
    """A box with members `x`, `y`, `level`, `under`, `above` and `neighbours` (the up to six cells that share a face).

    `wraps` is "columns", "rows", "both" or empty, as for a grid of its columns.

    Raises:
        ShapeError: if there is no cell.
    """
    require_positive(width=x, depth=y, height=levels)
    layer = x * y
    size = layer * levels
    places = tuple((column, row, level) for level in range(1, levels + 1) for column, row in flat_places(x, y))
    under = tuple(cell - layer if cell >= layer else None for cell in range(size))
    above = tuple(cell + layer if cell + layer < size else None for cell in range(size))
    return Cubes(
        size=size,
        coordinates=places,
        at=index_coordinates(places),
        relations={"neighbours": join_steps((under, above, *_sideways(compass_steps(x, y, wraps=wraps), levels)))},
        partial={"under": under, "above": above},
        numbers={name: tuple(place[i] for place in places) for i, name in enumerate(("x", "y", "level"))} | {"index": count_from_one(size)},
        box=(x, y, levels),
        columns=_columns(x, y, levels, wraps),
        column_of=tuple(range(layer)) * levels,
        walls=_walls(places, x, y),
    )


def _sideways(steps: Mapping[str, Step], levels: int) -> list[Step]:
    layer = len(steps["north"])
    return [
        tuple(None if reached is None else reached + base for base in range(0, layer * levels, layer) for reached in steps[side])
        for side in SIDES
    ]


def _columns(x: int, y: int, levels: int, wraps: str) -> Columns:
    layer = x * y
    places = flat_places(x, y)
    return Columns(
        size=layer,
        coordinates=places,
        at={place: column for column, place in enumerate(places)},
        cells=tuple(tuple(range(column, layer * levels, layer)) for column in range(layer)),
        neighbours=flat_relations(compass_steps(x, y, wraps=wraps))["neighbours"],
    )


def _walls(places: tuple[tuple[int, int, int], ...], x: int, y: int) -> dict[str, Cells]:
    return {
        "north": tuple(cell for cell, (_, row, _) in enumerate(places) if row == 1),
        "east": tuple(cell for cell, (column, _, _) in enumerate(places) if column == x),
        "south": tuple(cell for cell, (_, row, _) in enumerate(places) if row == y),
        "west": tuple(cell for cell, (column, _, _) in enumerate(places) if column == 1),
    }
