"""The memory layout of a position: in which column and which entry of it everything stands, for evaluators and generated code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Zone
from custumal.interpreter.setup.boards import Board, Cells, Cubes, Graph, Grid
from custumal.interpreter.setup.placements import Placements

PLACES = 0
"""Column of the location of each thing; -1 is the box."""
SCALARS = 1
"""Column of the kept values without parameters."""
MASKS = 2
"""Column of bit masks: filled cells of each instance of each shaped zone that holds one thing a cell."""
COUNTERS = 3
"""Column of the program's counters."""
PLACEMENTS = 4
"""Column of the placement of each thing (its number, a value of the type `pose`), None where it has none. It is empty in games
without placements."""
KEPT = 5
"""Column of all kept values with parameters, one after the other: one list is copied quicker than many."""
FIRST_FREE = 6
BOX = -1
NOT_FIXED = -1
"""Of a location: who sees it depends on the position."""
Watch = Callable[[Any, int], int]
"""The seats that see a location in a state, as a bit mask."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The values offset … offset + size - 1, as which every finite type is stored."""

    offset: int
    size: int

    def values(self) -> range:
        return range(self.offset, self.offset + self.size)


@dataclass(frozen=True, slots=True)
class KeptLayout:
    """A kept value: entry `base + index` of column `column`, index in mixed radix of `domains`, last fastest.

    `low` and `high` are the bounds of a number, None where it has none. `supply` limits a resource over all seats.
    """

    name: str
    column: int
    base: int
    domains: tuple[Domain, ...]
    size: int
    low: int | None
    high: int | None
    supply: int | None

    def index(self, arguments: Sequence[int]) -> int:
        """The entry of the column for these arguments."""
        return self.base + radix(self.domains, arguments)

    def arguments(self, index: int) -> tuple[int, ...]:
        """The arguments whose entry this is."""
        return unradix(self.domains, index - self.base)

    def where(self, position: int, argument: int) -> range | tuple[int, ...]:
        """The entries in which one of the arguments is this."""
        domain = self.domains[position]
        digit, after = argument - domain.offset, prod(later.size for later in self.domains[position + 1 :])
        if not 0 <= digit < domain.size:
            return ()
        blocks = range(self.base + digit * after, self.base + self.size, domain.size * after)
        return blocks if after == 1 else tuple(at for block in blocks for at in range(block, block + after))

    @property
    def entries(self) -> slice:
        """All its entries of the column."""
        return slice(self.base, self.base + self.size)


@dataclass(frozen=True, slots=True, eq=False)
class ZoneLayout:
    """One zone. Instances are numbered in mixed radix of `domains`, last fastest.

    `cells` is the number of cells per instance, 1 if the zone has none; location = `base` + instance * cells + cell.
    `present` counts the cells that an instance really has where that differs between instances. `content` is the column
    of the thing at each local location (zones that hold one), `piles` the first of its lists in the state's piles (zones
    that hold several), `masks` its first entry in the column of masks; -1 where there is none. `room` is by instance.
    `columns` is the number of columns per instance of a box of cubes or of cells of any other board. `keys` are the words
    or entries of named slots, by instance.
    """

    name: str
    number: int
    zone: Zone
    domains: tuple[Domain, ...]
    instances: int
    cells: int
    base: int
    board: Board | None
    present: tuple[int, ...] | None
    content: int
    piles: int
    masks: int
    room: tuple[int | None, ...]
    ordered: bool
    keys: tuple[tuple[object, ...], ...] | None
    placements: Placements | None

    @property
    def one(self) -> bool:
        return self.content >= 0

    @property
    def size(self) -> int:
        """The number of locations of all instances."""
        return self.instances * self.cells

    def instance(self, arguments: Sequence[int]) -> int:
        """The instance for these arguments."""
        return radix(self.domains, arguments)

    def arguments(self, instance: int) -> tuple[int, ...]:
        """The arguments of an instance."""
        return unradix(self.domains, instance)

    def cell_range(self, instance: int) -> range:
        """The cells of an instance, as cell values."""
        count = self.cells if self.present is None else self.present[instance]
        return range(instance * self.cells, instance * self.cells + count)


@dataclass(frozen=True, slots=True, eq=False)
class PositionLayout:
    """All columns and zones of a position.

    `columns` names each column, `zone_at` gives the zone of each location, `things`, `piles`, `masks`, `scalars` and `entries`
    (of kept values with parameters) count what the state has of each, `reveals` tells whether the state keeps who knows what,
    `carried` are for each thing the locations that lie on it. `sight` has for each location the seats that see what lies there as a bit
    mask, or `NOT_FIXED`; `everybody` is the mask of all seats. `looks` gives things on which the same is printed the same number.
    `watched` are the locations of which a rule says who sees them, and `watch` asks it, of a state and such a location: whoever plays puts
    it there.
    """

    columns: tuple[str, ...]
    kept: dict[str, KeptLayout]
    zones: dict[str, ZoneLayout]
    zone_at: tuple[ZoneLayout, ...]
    things: int
    piles: int
    masks: int
    scalars: int
    entries: int
    reveals: bool
    carried: tuple[tuple[int, ...], ...]
    sight: tuple[int, ...]
    everybody: int
    looks: tuple[int, ...]
    watched: tuple[int, ...] = ()
    watch: Watch | None = None


def radix(domains: Sequence[Domain], arguments: Sequence[int]) -> int:
    """The number of a combination of arguments, last fastest."""
    index = 0
    for domain, argument in zip(domains, arguments, strict=True):
        index = index * domain.size + argument - domain.offset
    return index


def unradix(domains: Sequence[Domain], index: int) -> tuple[int, ...]:
    """The combination of arguments with this number."""
    found: list[int] = []
    for domain in reversed(domains):
        index, digit = divmod(index, domain.size)
        found.append(domain.offset + digit)
    return tuple(reversed(found))


def columns_of(zone: ZoneLayout) -> int:
    """The number of columns in each instance of a zone."""
    return zone.board.columns.size if isinstance(zone.board, Cubes) else zone.board.width if isinstance(zone.board, Grid) else zone.cells


def lines_of(zone: ZoneLayout, length: int) -> tuple[Cells, ...]:
    """The lines of local cells of one instance."""
    if isinstance(zone.board, Graph):
        return tuple(line for line in zone.board.lines if len(line) == length)
    assert isinstance(zone.board, Grid)
    return zone.board.lines(length) if length > 0 else ()
