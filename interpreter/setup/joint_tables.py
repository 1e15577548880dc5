"""Corners of tiles and halves of their edges as plain tables: what is printed there by thing and turn, what meets them on a grid."""

from __future__ import annotations

from functools import lru_cache

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
