"""A field that grows: a large grid of which only the part around the filled cells matters."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import LARGEST_OPEN_GRID
from custumal.interpreter.setup.boards.board import MOST_KEPT, Cells, ShapeError, index_coordinates, require_positive
from custumal.interpreter.setup.boards.grid import Grid, compass_steps, flat_numbers, flat_places, flat_relations, flat_sides

LARGEST = LARGEST_OPEN_GRID
"""The most columns or rows an open grid may have."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenGrid(Grid):
    """A grid that stands for an endless table. `middle` is the single cell from which the game grows.

    `outermost` are the cells at the border of the field: once one of them is filled the table is no longer endless.
    """

    outermost: frozenset[int]

    def rim(self, filled: AbstractSet[int]) -> Cells:
        """The empty cells beside filled ones, ascending."""
        near = self.relations["neighbours"]
        return tuple(sorted({cell for full in filled for cell in near[full]} - filled))

    def rim_of_mask(self, filled: int) -> Cells:
        """The same for the bit mask of the filled cells. Cached, since positions are asked about again and again."""
        return _rim_of_mask(self, filled)


@lru_cache(maxsize=1 << 12)
def _rim_of_mask(board: OpenGrid, filled: int) -> Cells:
    cells = set()
    while filled:
        cells.add(filled.bit_length() - 1)
        filled ^= 1 << filled.bit_length() - 1
    return board.rim(cells)


@lru_cache(maxsize=MOST_KEPT)
def open_grid(width: int = LARGEST, height: int = LARGEST) -> OpenGrid:
    """A field of `width` columns and `height` rows around its middle.

    Raises:
        ShapeError: if a side is below 1 or above `LARGEST`.
    """
    require_positive(width=width, height=height)
    if max(width, height) > LARGEST:
        raise ShapeError(f"An open grid has at most {LARGEST} columns and rows, not {width} and {height}.")
    steps = compass_steps(width, height)
    places = flat_places(width, height)
    sides = flat_sides(steps)
    return OpenGrid(
        size=width * height,
        coordinates=places,
        at=index_coordinates(places),
        relations=flat_relations(steps),
        partial={},
        numbers=flat_numbers(width, height),
        width=width,
        height=height,
        steps=steps,
        sides=sides,
        middle=((height - 1) // 2 * width + (width - 1) // 2,),
        outermost=frozenset(cell for cell in range(width * height) if None in sides[cell]),
    )
