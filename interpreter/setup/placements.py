"""Every placement that a thing could have, numbered: polycubes in a box, tiles on a grid.

The number of a placement is what a value of the type `pose` is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.setup.boards import Cells
from custumal.interpreter.setup.boards.footprint import ONE_CELL, Placement, Size, covered, fits, placements
from custumal.interpreter.setup.boards.grid import Grid
from custumal.interpreter.setup.boards.polycube import Shape, placements_in_box

TURNS = 4
BORDERS = 1 << 10
"""More than there is of borders, corners or halves of edges around a placement: one of them is pose * BORDERS + its number."""


class Placements(Protocol):
    """The placements in one instance of a zone, 0 … count - 1; a pose is instance * count + the number of the placement."""

    @property
    def count(self) -> int: ...

    def cells(self, pose: int) -> Cells:
        """The cells that a thing covers there, ascending."""
        ...

    def of_thing(self, thing: int) -> Sequence[int]:
        """All placements of a thing on an empty board."""
        ...

    def touching(self, thing: int, cells: Iterable[int]) -> Sequence[int]:
        """The placements of a thing that cover at least one of the cells."""
        ...

    def has(self, thing: int, pose: int) -> bool:
        """Whether this is a placement of a thing."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CubePlacements:
    """All placements of all polycubes in a box, grouped by shape.

    `placement_cells` gives the covered cells, `placement_masks` the same as bit masks, `placement_shape` the number of the shape,
    `placements_of_shape` the range of each shape, `shape_of_thing` the number of the shape of each thing (by thing - first).
    """

    placement_cells: tuple[Cells, ...]
    placement_masks: tuple[int, ...]
    placement_shape: tuple[int, ...]
    placements_of_shape: tuple[range, ...]
    first: int
    shape_of_thing: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.placement_cells)

    def cells(self, pose: int) -> Cells:
        return self.placement_cells[pose]

    def of_thing(self, thing: int) -> range:
        return self.placements_of_shape[self.shape_of_thing[thing - self.first]]

    def touching(self, thing: int, cells: Iterable[int]) -> list[int]:
        wanted = mask_of(cells)
        return [pose for pose in self.of_thing(thing) if self.placement_masks[pose] & wanted]

    def has(self, thing: int, pose: int) -> bool:
        return pose in self.of_thing(thing)


@dataclass(frozen=True, slots=True, eq=False)
class TilePlacements:
    """All placements of rectangular things on a grid: (index of the thing * cells of the grid + anchor) * 4 + turn.

    `sizes` are columns and rows of each thing before turning, `turns` the quarter turns in which it looks different.
    """

    grid: Grid
    first: int
    sizes: tuple[Size, ...]
    turns: tuple[tuple[int, ...], ...]

    @property
    def count(self) -> int:
        return len(self.sizes) * self.grid.size * TURNS

    def thing(self, pose: int) -> int:
        """The thing that is placed."""
        return self.first + pose // (self.grid.size * TURNS)

    def placement(self, pose: int) -> Placement:
        """Turn and anchor of a placement."""
        return Placement(pose % TURNS, pose // TURNS % self.grid.size)

    def pose(self, thing: int, place: Placement) -> int:
        """The number of a placement of a thing."""
        return ((thing - self.first) * self.grid.size + place.anchor) * TURNS + place.turn

    def size(self, thing: int) -> Size:
        return self.sizes[thing - self.first]

    def cells(self, pose: int) -> Cells:
        return covered(self.grid, self.size(self.thing(pose)), self.placement(pose))

    def of_thing(self, thing: int) -> list[int]:
        return self.touching(thing, range(self.grid.size))

    def touching(self, thing: int, cells: Iterable[int]) -> list[int]:
        index = thing - self.first
        if self.sizes[index] == ONE_CELL:
            start = index * self.grid.size
            return [(start + cell) * TURNS + turn for cell in sorted(cells) for turn in self.turns[index]]
        found = placements(self.grid, self.sizes[index], cells, self.turns[index])
        return [self.pose(thing, place) for place in found]

    def has(self, thing: int, pose: int) -> bool:
        if self.thing(pose) != thing or pose % TURNS not in self.turns[thing - self.first]:
            return False
        return fits(self.grid, self.size(thing), self.placement(pose))


def cube_placements(shapes: Sequence[Shape], box: tuple[int, int, int], first: int, shape_of_thing: Sequence[int]) -> CubePlacements:
    """The table of placements of all shapes in a box."""
    cells: list[Cells] = []
    shape_of: list[int] = []
    ranges: list[range] = []
    for number, shape in enumerate(shapes):
        found = placements_in_box(shape, box)
        ranges.append(range(len(cells), len(cells) + len(found)))
        cells.extend(found)
        shape_of.extend([number] * len(found))
    masks = tuple(mask_of(covered_cells) for covered_cells in cells)
    return CubePlacements(tuple(cells), masks, tuple(shape_of), tuple(ranges), first, tuple(shape_of_thing))


def mask_of(cells: Iterable[int]) -> int:
    """The bit mask of some cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


@lru_cache(maxsize=1 << 12)
def cells_of_mask(mask: int) -> Cells:
    """The cells of a bit mask, ascending. Cached, since positions are asked about again and again."""
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cells)


def size_of(printed: object) -> Size:
    """The size of a tile from what is printed for it: a row of two numbers, or one cell if nothing is."""
    if isinstance(printed, tuple) and len(printed) == len(ONE_CELL):
        return printed[0], printed[1]
    return ONE_CELL
