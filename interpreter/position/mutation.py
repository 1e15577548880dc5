"""The lowest changes of a state: things from place to place, kept values to new values. Generated code calls them too.

A thing is in exactly one place. What lies on a thing goes along with it, because places on things are counted by thing;
when the thing leaves play, it leaves too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from math import prod

from custumal.dsl.diagnostics.catalogue.play import open_board_full, place_full
from custumal.interpreter.position.knowledge import note_carried, note_move, sights_on
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import UNSEEN
from custumal.interpreter.program import Counter
from custumal.interpreter.setup.boards import OpenGrid
from custumal.interpreter.setup.boards.footprint import Placement
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import BOX, COUNTERS, MASKS, PLACEMENTS, PLACES, KeptLayout, PositionLayout, ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements, mask_of
from custumal.interpreter.setup.values import Value


def discard_thing(layout: PositionLayout, state: Position, thing: int, *, openly: bool = False) -> None:
    """Take a thing, and everything that lies on it, out of play."""
    known = note_move(layout, state, thing, BOX, openly=openly) if state.known else 0
    lift_thing(layout, state, thing)
    if known:
        state.known[thing] = known
    for location in layout.carried[thing]:
        for rider in lying_at(layout, state, location):
            discard_thing(layout, state, rider)


def move_thing(layout: PositionLayout, state: Position, thing: int, location: int, bottom: bool = False, *, openly: bool = False) -> None:
    """Move a thing to a location, on top of a pile or (`bottom`) below it; to the box if the location is -1. `openly`: everybody
    knows which of the things that lie there goes, if not what it is.

    Raises:
        PlayError: `place-full` if there is no room.
    """
    if location == BOX:
        discard_thing(layout, state, thing, openly=openly)
        return
    zone = layout.zone_at[location]
    if isinstance(zone.placements, TilePlacements):
        instance, cell = divmod(location - zone.base, zone.cells)
        pose = instance * zone.placements.count + zone.placements.pose(thing, Placement(0, cell))
        place_thing(layout, state, thing, zone, pose, openly=openly)
        return
    if state.known:
        known, carried = note_move(layout, state, thing, location, openly=openly), sights_on(layout, state, thing)
        lift_thing(layout, state, thing)
        _put(state, zone, thing, location - zone.base, bottom)
        state.known[thing] = known
        if carried:
            note_carried(layout, state, carried)
        return
    lift_thing(layout, state, thing)
    _put(state, zone, thing, location - zone.base, bottom)


def place_thing(layout: PositionLayout, state: Position, thing: int, zone: ZoneLayout, pose: int, *, openly: bool = False) -> None:
    """Lay a thing down in a pose of a zone; `openly` as with `move_thing`.

    Raises:
        PlayError: `place-full` if something lies in one of the cells; `open-board-full` if an open board ends there.
    """
    assert zone.placements is not None
    instance, local = divmod(pose, zone.placements.count)
    start = instance * zone.cells
    covered = zone.placements.cells(local)
    known = note_move(layout, state, thing, zone.base + start + covered[0], openly=openly) if state.known else 0
    lift_thing(layout, state, thing)
    if known:
        state.known[thing] = known
    contents = state.c[zone.content]
    if any(contents[start + cell] is not None for cell in covered):
        raise full(zone)
    for cell in covered:
        contents[start + cell] = thing
    state.c[MASKS][zone.masks + instance] |= mask_of(covered)
    state.c[PLACES][thing] = zone.base + start + covered[0]
    state.c[PLACEMENTS][thing] = pose
    if isinstance(zone.board, OpenGrid) and not zone.board.outermost.isdisjoint(covered):
        raise PlayError(open_board_full(zone.name))


def lift_thing(layout: PositionLayout, state: Position, thing: int) -> None:
    """Take a thing from where it lies; nothing is known of it any more and it is in the box for the moment."""
    places = state.c[PLACES]
    location = places[thing]
    if location == BOX:
        return
    places[thing] = BOX
    if state.known:
        state.known[thing] = 0
    zone = layout.zone_at[location]
    local = location - zone.base
    if zone.content < 0:
        pile = state.piles[zone.piles + local]
        at = pile.index(thing)
        state.piles[zone.piles + local] = pile[:at] + pile[at + 1 :]
        return
    contents = state.c[zone.content]
    if zone.board is None:
        contents[local] = None
        return
    instance = local // zone.cells
    start = instance * zone.cells
    for cell in _covered(zone, state, thing, local):
        contents[start + cell] = None
        state.c[MASKS][zone.masks + instance] &= ~(1 << cell)
    if zone.placements is not None:
        state.c[PLACEMENTS][thing] = None


def lying_at(layout: PositionLayout, state: Position, location: int) -> tuple[int, ...]:
    """What lies at a location, the bottom of a pile first."""
    zone = layout.zone_at[location]
    local = location - zone.base
    if zone.content >= 0:
        thing = state.c[zone.content][local]
        return () if thing is None else (thing,)
    return state.piles[zone.piles + local] if zone.piles >= 0 else ()


def swap_things(layout: PositionLayout, state: Position, a: int, b: int, *, openly: bool = False) -> None:
    """Each of two things goes to where the other one lay, also in its pose and its place in a pile; `openly` as with `move_thing`."""
    if a == b:
        return
    known = _note_swap(layout, state, a, b, openly=openly) if state.known else (0, 0)
    placed = [
        (state.c[PLACES][thing], state.c[PLACEMENTS][thing] if state.c[PLACEMENTS] else None, _depth(layout, state, thing))
        for thing in (a, b)
    ]
    lift_thing(layout, state, a)
    lift_thing(layout, state, b)
    # The deeper place of one pile is filled first, so that the other one keeps its depth.
    for thing, (location, pose, depth) in sorted(zip((a, b), reversed(placed), strict=True), key=lambda item: item[1][2]):
        if location == BOX:
            discard_thing(layout, state, thing)
            continue
        zone = layout.zone_at[location]
        if pose is not None and isinstance(zone.placements, TilePlacements):
            turned = pose % zone.placements.count
            place = zone.placements.placement(turned)
            place_thing(layout, state, thing, zone, pose - turned + zone.placements.pose(thing, place))
        elif pose is not None:
            place_thing(layout, state, thing, zone, pose)
        else:
            _put(state, zone, thing, location - zone.base, bottom=False, depth=depth)
    if state.known:
        state.known[a], state.known[b] = known


def _note_swap(layout: PositionLayout, state: Position, a: int, b: int, *, openly: bool) -> tuple[int, int]:
    """The seats that know each of two things where the other one lay."""
    here, there = state.c[PLACES][a], state.c[PLACES][b]
    if here != there:
        return note_move(layout, state, a, there, openly=openly), note_move(layout, state, b, here, openly=openly)
    is_pile = here != BOX and layout.zone_at[here].ordered
    return (state.known[a], state.known[b]) if openly or not is_pile else (0, 0)


def arrange_thing(state: Position, number: int, position: int, thing: int) -> None:
    """A thing changes places with what stands at a position of its pile, which has this number, and is no longer known."""
    pile = list(state.piles[number])
    other = pile.index(thing)
    pile[position], pile[other] = thing, pile[position]
    state.piles[number] = tuple(pile)
    if state.known:
        state.known[thing] = 0


def reveal_things(state: Position, things: Iterable[int], seats: Iterable[int]) -> None:
    """Things become known to seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    for thing in things:
        state.known[thing] |= mask


def forget_counts(counter: Counter, state: Position, seat: int | None) -> None:
    """What a counter has counted for a seat, or for all of them, is forgotten."""
    start, size = counter.base, prod(counter.sizes)
    if seat is not None:
        size //= counter.sizes[0]
        start += size * seat
    state.c[COUNTERS][start : start + size] = [0] * size


def set_kept(state: Position, kept: KeptLayout, index: int, value: Value) -> None:
    """Write an entry of a kept value; numbers stop at its bounds."""
    if kept.low is not None and value is not None and value < kept.low:
        value = kept.low
    if kept.high is not None and value is not None and value > kept.high:
        value = kept.high
    state.c[kept.column][index] = value


def full(zone: ZoneLayout) -> PlayError:
    """The error of a thing that finds no room."""
    return PlayError(place_full(zone.name))


def _put(state: Position, zone: ZoneLayout, thing: int, local: int, bottom: bool, depth: int = -1) -> None:
    state.c[PLACES][thing] = zone.base + local
    if zone.content >= 0:
        contents = state.c[zone.content]
        if contents[local] is not None:
            state.c[PLACES][thing] = BOX
            raise full(zone)
        contents[local] = thing
        if zone.masks >= 0:
            state.c[MASKS][zone.masks + local // zone.cells] |= 1 << local % zone.cells
        return
    pile = state.piles[zone.piles + local]
    room = zone.room[local // zone.cells]
    if room is not None and len(pile) >= room:
        state.c[PLACES][thing] = BOX
        raise full(zone)
    at = len(pile)
    if not zone.ordered:
        # A heap or a bag has no order: kept ascending, equal positions are equal states. What is not seen comes last.
        at = 0 if pile and pile[-1] is UNSEEN else bisect_left(pile, thing)
    elif depth >= 0:
        at = depth
    elif bottom:
        at = 0
    state.piles[zone.piles + local] = (*pile[:at], thing, *pile[at:])


def _covered(zone: ZoneLayout, state: Position, thing: int, local: int) -> tuple[int, ...]:
    if zone.placements is None:
        return (local % zone.cells,)
    pose = state.c[PLACEMENTS][thing]
    if pose is not None:
        return tuple(zone.placements.cells(pose % zone.placements.count))
    start = local // zone.cells * zone.cells
    contents = state.c[zone.content][start : start + zone.cells]
    return tuple(cell for cell, content in enumerate(contents) if content == thing)


def _depth(layout: PositionLayout, state: Position, thing: int) -> int:
    location = state.c[PLACES][thing]
    if location == BOX:
        return -1
    zone = layout.zone_at[location]
    if zone.content >= 0 or not zone.ordered:
        return -1
    found: int = state.piles[zone.piles + location - zone.base].index(thing)
    return found
