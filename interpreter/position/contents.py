"""What lies where in a position: by place, by cell, by thing."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Column, Line, Place, Pose, Type, bare
from custumal.interpreter.position.state import Position
from custumal.interpreter.setup.boards import Cells
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, MASKS, PLACES, ZoneLayout
from custumal.interpreter.setup.placements import cells_of_mask
from custumal.interpreter.setup.values import UNLIMITED

MANY = 100
"""From so many cells on it is the mask that tells which of them are filled."""


def zone_of(w: Instance, of: Type) -> ZoneLayout:
    """The zone that a place, cell, column, line or pose belongs to."""
    inner = bare(of)
    assert isinstance(inner, Place | Cell | Column | Line | Pose)
    return w.zones[inner.zone]


def things_at(zone: ZoneLayout, state: Position, local: int) -> Cells:
    """What lies at a local location, the top of a pile first."""
    if zone.content >= 0:
        thing = state.c[zone.content][local]
        return () if thing is None else (thing,)
    if zone.piles < 0:
        return ()
    pile = state.piles[zone.piles + local]
    return pile[::-1] if zone.ordered else pile


def things_in(zone: ZoneLayout, state: Position, instance: int) -> Cells:
    """Everything in an instance, by cells in order; what covers several cells is named once."""
    if zone.board is None:
        return things_at(zone, state, instance)
    start = instance * zone.cells
    if zone.content >= 0:
        if zone.cells > MANY and zone.masks >= 0:
            column = state.c[zone.content]
            return tuple(dict.fromkeys([column[start + cell] for cell in cells_of_mask(state.c[MASKS][zone.masks + instance])]))
        contents = state.c[zone.content][start : start + zone.cells]
        return tuple(dict.fromkeys(thing for thing in contents if thing is not None))
    return tuple(thing for cell in zone.cell_range(instance) for thing in things_at(zone, state, cell))


def count_at(zone: ZoneLayout, state: Position, local: int) -> int:
    """How many things lie at a local location."""
    if zone.content >= 0:
        return int(state.c[zone.content][local] is not None)
    return len(state.piles[zone.piles + local]) if zone.piles >= 0 else 0


def room_left(zone: ZoneLayout, state: Position, local: int) -> int:
    """How many more things a local location takes."""
    room = 1 if zone.content >= 0 else zone.room[local // zone.cells]
    return UNLIMITED if room is None else max(0, room - count_at(zone, state, local))


def where_is(w: Instance, state: Position, thing: int) -> tuple[ZoneLayout, int] | None:
    """The zone and the local location of a thing, None if it is in the box."""
    location = state.c[PLACES][thing]
    if location == BOX:
        return None
    zone = w.layout.zone_at[location]
    return zone, location - zone.base
