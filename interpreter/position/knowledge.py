"""What seats know of things that they don't see: whatever a seat has seen it knows, until things that it can't tell apart could have
changed places.

A seat that sees a thing leave knows it where it goes. A seat that sees it arrive only knows less of those that it may have been taken
from. A seat that sees neither no longer knows any of those: any of them may have gone. It follows a thing unseen if it is known
which one goes: the only one, all of them, or by its place in a pile. Of several that are laid on a pile together it then knows the
places only if it knows all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import Seat, Thing
from custumal.interpreter.position.state import Position
from custumal.interpreter.setup.layout import BOX, NOT_FIXED, PLACES, PositionLayout


def sight(layout: PositionLayout, state: Position, location: int) -> int:
    """The seats that see what lies at a location, as a bit mask; nobody sees what is out of play."""
    if location == BOX:
        return 0
    fixed = layout.sight[location]
    if fixed != NOT_FIXED:
        return fixed
    if layout.zone_at[location].zone.visibility.kind == "owner":
        return _sight_of_holder(layout, state, location)
    return 0 if layout.watch is None else layout.watch(state, location)


def note_sights(layout: PositionLayout, state: Position) -> None:
    """Who sees what lies where a rule says who may look knows it, also when the rule says otherwise."""
    for location in layout.watched:
        lying = _lying(layout, state, location)
        seen = sight(layout, state, location) if lying else 0
        for thing in lying:
            state.known[thing] |= seen


def _sight_of_holder(layout: PositionLayout, state: Position, location: int) -> int:
    """The same for places on things that their holders see."""
    for _ in range(layout.things):
        below = _argument(layout, location, Thing)
        if below is None or state.c[PLACES][below] == BOX:
            return 0
        location = state.c[PLACES][below]
        holder = _argument(layout, location, Seat)
        if holder is not None:
            return 1 << holder
    return 0


def _argument(layout: PositionLayout, location: int, wanted: type[Seat | Thing]) -> int | None:
    """The first seat, or thing, to which the place belongs in which a location is."""
    zone = layout.zone_at[location]
    arguments = zone.arguments((location - zone.base) // zone.cells)
    return next((argument for of, argument in zip(zone.zone.parameters, arguments, strict=True) if isinstance(of, wanted)), None)


def note_move(layout: PositionLayout, state: Position, thing: int, target: int, *, openly: bool) -> int:
    """What seats know less when a thing leaves for another location.

    Args:
        layout: the layout.
        state: the position before; what is known of things beside it is changed.
        thing: what goes.
        target: the location to which it goes.
        openly: whether everybody knows which of the things there goes, if not what it is.

    Returns:
        the seats that know the thing where it goes, without seeing it there.
    """
    source = state.c[PLACES][thing]
    left, reached = sight(layout, state, source), sight(layout, state, target)
    known = left & ~reached
    unaware = layout.everybody & ~left
    if not unaware:
        return known
    beside = _beside(layout, state, thing, source)
    if openly or not beside:
        return known | (state.known[thing] & unaware & ~reached)
    return known | _lose_sight(layout, state, thing, beside, unaware & reached, unaware & ~reached, is_pile=layout.zone_at[source].ordered)


def _beside(layout: PositionLayout, state: Position, thing: int, source: int) -> tuple[int, ...]:
    """The other things at a location; in the box nobody looks for any."""
    if source == BOX:
        return ()
    zone = layout.zone_at[source]
    if zone.content >= 0 or zone.piles < 0:
        return ()
    return tuple(other for other in state.piles[zone.piles + source - zone.base] if other != thing)


def _lose_sight(
    layout: PositionLayout, state: Position, thing: int, beside: tuple[int, ...], arriving: int, nowhere: int, *, is_pile: bool
) -> int:
    """What becomes unknown to seats that see a thing only arrive, and to those that see nothing of its way; which of the latter
    know it nevertheless, since all that could have gone are alike and known."""
    known, looks = state.known, layout.looks
    alike = all(looks[other] == looks[thing] for other in beside)
    certain = nowhere & known[thing] if alike else 0
    for other in beside:
        certain &= known[other]
    missing = arriving & ~known[thing]
    for other in beside:
        if is_pile:
            known[other] &= ~arriving
        elif looks[other] == looks[thing] and missing & known[other]:
            # It may have been the one that is known, or another one like it.
            found = missing & known[other]
            known[other] &= ~found
            missing &= ~found
        known[other] &= ~(nowhere & ~certain)
    return certain


def note_laid(layout: PositionLayout, state: Position, things: Sequence[int]) -> None:
    """Several things were laid down together, in an order that hangs on what they are: who doesn't know all of them can't tell which lies
    where, if they can be told apart by their places there."""
    placed = [thing for thing in things if _has_own_place(layout, state.c[PLACES][thing])]
    if len({layout.looks[thing] for thing in placed}) < 2:
        return
    knowing = layout.everybody
    for thing in placed:
        knowing &= state.known[thing] | sight(layout, state, state.c[PLACES][thing])
    for thing in placed:
        state.known[thing] &= knowing


def _has_own_place(layout: PositionLayout, location: int) -> bool:
    """Whether a thing there has a position in a pile, or a cell."""
    return location != BOX and (layout.zone_at[location].ordered or layout.zone_at[location].board is not None)


def note_carried(layout: PositionLayout, state: Position, before: dict[int, int]) -> None:
    """Who has seen what lies on a thing knows it, where it is no longer seen behind the move of the thing."""
    for location, seen in before.items():
        for rider in _lying(layout, state, location):
            state.known[rider] |= seen & ~sight(layout, state, location)


def sights_on(layout: PositionLayout, state: Position, thing: int) -> dict[int, int]:
    """Who sees the locations on a thing, of those whose sight depends on where it lies."""
    return {location: sight(layout, state, location) for location in layout.carried[thing] if layout.sight[location] == NOT_FIXED}


def _lying(layout: PositionLayout, state: Position, location: int) -> tuple[int, ...]:
    zone = layout.zone_at[location]
    local = location - zone.base
    if zone.content >= 0:
        found = state.c[zone.content][local]
        return () if found is None else (found,)
    return state.piles[zone.piles + local] if zone.piles >= 0 else ()
