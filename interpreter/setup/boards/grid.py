"""Flat boards of columns and rows, with square or hexagonal neighbourhood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

Step = tuple[int | None, ...]
"""For each cell the cell one step further in some direction, None at the edge of the board."""

COMPASS: Mapping[str, tuple[int, int]] = {
    "north": (0, -1),
    "north-east": (1, -1),
    "east": (1, 0),
    "south-east": (1, 1),
    "south": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (-1, -1),
}
"""The eight directions, clockwise, as steps of (columns, rows)."""

DIRECTIONS = (*SIDES, *(name for name in COMPASS if name not in SIDES))
"""The words of the directions as the language lists them: first the four sides, which are a part of them."""

HEXAGONAL = ("north", "north-east", "east", "south", "south-west", "west")
"""The six directions of a hexagonal board whose rows are shifted against each other into a rhombus."""

FORWARD = frozenset({"east", "south-east", "south", "south-west"})
"""The directions in which cell numbers rise; one of each opposite pair."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid(Board):
    """`width` columns from west to east and `height` rows from north to south; cells are numbered row by row.

    Where it wraps, the last column or row has the first one beside it. `steps` holds one table for each direction that exists
    on the board. `sides` gives for each cell the cells to its north, east, south and west. `middle` are the one, two or four
    cells in the middle.
    """

    width: int
    height: int
    steps: Mapping[str, Step]
    sides: tuple[tuple[int | None, int | None, int | None, int | None], ...]
    middle: Cells

    def toward(self, cell: int, direction: str) -> Cells:
        """The cells walked over from `cell` (which is not among them) to the edge of the board, or once around.

        Raises:
            KeyError: if the board has no such direction.
        """
        return _ray(self.steps[direction], cell)

    def lines(self, length: int) -> tuple[Cells, ...]:
        """All straight runs of `length` different cells, each once with its cells ascending, ordered by direction, then start.

        Raises:
            ShapeError: if the length is below 1.
        """
        require_positive(length=length)
        if length == 1:
            return tuple((cell,) for cell in range(self.size))
        return tuple(dict.fromkeys(line for name, step in self.steps.items() if name in FORWARD for line in _runs(step, length)))


@dataclass(frozen=True, slots=True, eq=False)
class ClosedGrid(Grid):
    """A grid that is small enough for it: `rays` holds, for each direction, what `toward` gives for each cell."""

    rays: Mapping[str, tuple[Cells, ...]]

    def toward(self, cell: int, direction: str) -> Cells:
        """The cells walked over from `cell` (which is not among them) to the edge of the board, or once around.

        Raises:
            KeyError: if the board has no such direction.
        """
        return self.rays[direction][cell]


_MOST_RAYS = 250_000
"""Cells in all rays of one direction that are kept, at most; on larger boards they are walked each time."""


@lru_cache(maxsize=MOST_KEPT)
def grid(width: int, height: int, *, hexagonal: bool = False, wraps: str = "") -> Grid:
    """A board with members `column`, `row`, `neighbours` (4, or 6 if hexagonal) and `around` (8, or 6 if hexagonal).

    `wraps` is "columns" or "rows" (a cylinder), "both" (a torus), or empty.

    Raises:
        ShapeError: if there is no cell.
    """
    require_positive(width=width, height=height)
    steps = compass_steps(width, height, hexagonal=hexagonal, wraps=wraps)
    places = flat_places(width, height)
    longest = width * height if wraps else max(width, height)
    found = Grid(
        size=width * height,
        coordinates=places,
        at=index_coordinates(places),
        relations=flat_relations(steps, hexagonal=hexagonal),
        partial={},
        numbers=flat_numbers(width, height),
        width=width,
        height=height,
        steps=steps,
        sides=flat_sides(steps),
        middle=tuple(row * width + column for row in _middle(height) for column in _middle(width)),
    )
    return found if found.size * longest > _MOST_RAYS else _with_rays(found)


def _with_rays(board: Grid) -> ClosedGrid:
    known = {name: getattr(board, name) for name in Grid.__dataclass_fields__}
    rays = {name: tuple(_ray(step, cell) for cell in range(board.size)) for name, step in board.steps.items()}
    return ClosedGrid(**known, rays=rays)


def flat_places(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """The user's (column, row) of each cell."""
    return tuple((column, row) for row in range(1, height + 1) for column in range(1, width + 1))


def flat_numbers(width: int, height: int) -> dict[str, tuple[int, ...]]:
    """The members `column`, `row` and `index` of each cell, counted from 1."""
    places = flat_places(width, height)
    return {
        "column": tuple(column for column, _ in places),
        "row": tuple(row for _, row in places),
        "index": count_from_one(width * height),
    }


def compass_steps(width: int, height: int, *, hexagonal: bool = False, wraps: str = "") -> dict[str, Step]:
    """The table of steps for each direction."""
    names = HEXAGONAL if hexagonal else COMPASS
    return {name: flat_step(width, height, *COMPASS[name], wraps=wraps) for name in names}


def flat_step(width: int, height: int, columns: int, rows: int, *, wraps: str = "") -> Step:
    """For each cell the cell that many columns to the east and rows to the south, if there is another one."""
    across = _moved(width, columns, is_ring=wraps in ("columns", "both"))
    down = _moved(height, rows, is_ring=wraps in ("rows", "both"))
    return tuple(cell for row, y in enumerate(down) for cell in _moved_row(across, row, y))


def _moved_row(across: Sequence[int | None], row: int, to: int | None) -> list[int | None]:
    """The cells that are reached from a row, where its columns go `across` and it goes to another one; None for a cell itself."""
    width = len(across)
    if to is None:
        return [None] * width
    shift = to * width
    return [None if x is None or shift + x == cell else shift + x for cell, x in enumerate(across, row * width)]


def _moved(length: int, by: int, *, is_ring: bool) -> list[int | None]:
    """Where each of so many places is moved to, if it exists."""
    places = range(length)
    return [(place + by) % length if is_ring else place + by if place + by in places else None for place in places]


def flat_relations(steps: Mapping[str, Step], *, hexagonal: bool = False) -> dict[str, tuple[Cells, ...]]:
    """The members `neighbours` and `around`, which are the same on a hexagonal board."""
    around = join_steps(steps.values())
    return {"neighbours": around if hexagonal else join_steps(steps[side] for side in SIDES), "around": around}


def flat_sides(steps: Mapping[str, Step]) -> tuple[tuple[int | None, int | None, int | None, int | None], ...]:
    """For each cell the cells at its four sides, clockwise from the north."""
    return tuple(zip(*(steps[side] for side in SIDES), strict=True))


def _middle(length: int) -> Cells:
    return (length // 2,) if length % 2 else (length // 2 - 1, length // 2)


def _ray(step: Step, cell: int) -> Cells:
    walked = []
    ahead = step[cell]
    while ahead is not None and ahead != cell:
        walked.append(ahead)
        ahead = step[ahead]
    return tuple(walked)


def _runs(step: Step, length: int) -> list[Cells]:
    runs = ((start, *_ray(step, start)[: length - 1]) for start in range(len(step)))
    return [tuple(sorted(run)) for run in runs if len(run) == length]
