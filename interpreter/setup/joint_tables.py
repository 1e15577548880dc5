"""Corners of tiles and halves of their edges as plain tables: what is printed there by thing and turn, what meets them on a grid."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Border, Corner, Half
from custumal.interpreter.setup.boards import footprint as fp
from custumal.interpreter.setup.boards import joints
from custumal.interpreter.setup.boards.grid import Grid
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import TURNS, TilePlacements
from custumal.interpreter.setup.values import Value

Faces = tuple[tuple[Value, ...], ...]
"""By (thing - first) * 4 + turn and the number of the corner or half."""


def corner_faces(instance: Instance, zone: ZoneLayout) -> Faces:
    """What is printed at the corners of each thing, in each turn."""
    table, printed = _printed(instance, zone, zone.zone.shape.corners)
    return tuple(fp.turned(printed[index], turn) for index in range(len(table.sizes)) for turn in range(TURNS))


def half_faces(instance: Instance, zone: ZoneLayout) -> Faces:
    """What is printed at the halves of the edges of each thing, in each turn."""
    table, printed = _printed(instance, zone, zone.zone.shape.halves)
    return tuple(
        tuple(joints.printed_half(printed[index], turn, half) for half in joints.halves(size, turn))
        for index, size in enumerate(table.sizes)
        for turn in range(TURNS)
    )


def _printed(instance: Instance, zone: ZoneLayout, column: str | None) -> tuple[TilePlacements, tuple[tuple[Value, ...], ...]]:
    table = zone.placements
    assert isinstance(table, TilePlacements)
    found: tuple[tuple[Value, ...], ...] = instance.attr[str(zone.zone.holds)][str(column)]
    return table, found


@lru_cache(maxsize=1 << 15)
def corners_meeting(grid: Grid, cell: int, corner: int) -> tuple[tuple[int, int], ...]:
    """Where other things of one cell meet a corner of a thing in this cell: their cells and which of their corners it is."""
    point = joints.corner_points(grid, fp.ONE_CELL, fp.Placement(0, cell))[corner]
    others = (other for other in joints.cells_around(grid, point) if other != cell)
    return tuple((other, joints.corner_points(grid, fp.ONE_CELL, fp.Placement(0, other)).index(point)) for other in others)


def half_behind(grid: Grid, cell: int, number: int) -> tuple[int | None, int]:
    """The cell behind a half of an edge of a thing of one cell, and which half of a thing of one cell there lies against it."""
    side, right = divmod(number, 2)
    return grid.sides[cell][side], 2 * fp.opposite(side) + 1 - right


@dataclass(frozen=True, slots=True, eq=False)
class Poses(Container[object]):
    """The numbers that are poses of a zone."""

    zone: ZoneLayout

    def __contains__(self, value: object) -> bool:
        table = self.zone.placements
        if not isinstance(value, int) or table is None or not 0 <= value < self.zone.instances * table.count:
            return False
        local = value % table.count
        return not isinstance(table, TilePlacements) or table.has(table.thing(local), local)


@dataclass(frozen=True, slots=True, eq=False)
class Joints(Container[object]):
    """The numbers that are borders, corners or halves of edges in a zone, which are `per_pose` numbers for each pose."""

    zone: ZoneLayout
    of: type[Border | Corner | Half]
    per_pose: int

    def __contains__(self, value: object) -> bool:
        table = self.zone.placements
        if not isinstance(value, int) or not isinstance(table, TilePlacements) or value // self.per_pose not in Poses(self.zone):
            return False
        local = value // self.per_pose % table.count
        size, place = table.size(table.thing(local)), table.placement(local)
        if self.of is Corner:
            return value % self.per_pose < joints.CORNERS
        edges = fp.borders(table.grid, size, place) if self.of is Border else tuple(joints.halves(size, place.turn))
        return value % self.per_pose < len(edges)
