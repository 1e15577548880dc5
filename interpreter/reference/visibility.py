"""Which parts of a position a seat may know: its information set, part by part."""

from __future__ import annotations

from custumal.dsl.base.types import Seat, Thing, Type
from custumal.dsl.model import Kept, Visibility
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.reference.rules_in_force import holding_seat
from custumal.interpreter.setup.layout import BOX, PLACES, ZoneLayout
from custumal.interpreter.setup.values import Env


def sees_place(evaluator: Evaluates, state: Position, seat: int | None, zone: ZoneLayout, instance: int) -> bool:
    """Whether a seat sees what lies in a place."""
    arguments = zone.arguments(instance)
    return _sees(evaluator, state, seat, zone.zone.visibility, zone.zone.parameters, arguments)


def sees_thing(evaluator: Evaluates, state: Position, seat: int | None, thing: int) -> bool:
    """Whether a seat knows which thing this is: it sees the place, or it has seen the thing and knows where it is."""
    if state.known and _was_shown(evaluator, state, seat, thing):
        return True
    return sees_lying(evaluator, state, seat, thing)


def sees_lying(evaluator: Evaluates, state: Position, seat: int | None, thing: int) -> bool:
    """Whether a seat sees a thing lie where it is, so that it also sees which of those there are goes. Out of play nothing is seen."""
    location = state.c[PLACES][thing]
    if location == BOX:
        return False
    zone = evaluator.instance.layout.zone_at[location]
    return sees_place(evaluator, state, seat, zone, (location - zone.base) // zone.cells)


def sees_kept(evaluator: Evaluates, state: Position, seat: int | None, kept: Kept, arguments: tuple[int, ...]) -> bool:
    """Whether a seat may know a kept value at these arguments."""
    return _sees(evaluator, state, seat, kept.visibility, kept.parameters, arguments)


def _was_shown(evaluator: Evaluates, state: Position, seat: int | None, thing: int) -> bool:
    mask = state.known[thing]
    if seat is None:
        return all(mask >> other & 1 for other in evaluator.instance.seats)
    return bool(mask >> seat & 1)


def _sees(
    evaluator: Evaluates, state: Position, seat: int | None, visibility: Visibility, types: tuple[Type, ...], arguments: tuple[int, ...]
) -> bool:
    match visibility.kind:
        case "all":
            return True
        case "nobody":
            return False
        case "owner":
            return seat is not None and _owner(evaluator, state, types, arguments) == seat
    return seat is not None and seat in _shown_to(evaluator, state, visibility, types, arguments)


def seats_that_see(evaluator: Evaluates, state: Position, location: int) -> int:
    """The seats to which a rule shows what lies at a location, as a bit mask."""
    zone = evaluator.instance.layout.zone_at[location]
    arguments = zone.arguments((location - zone.base) // zone.cells)
    return sum(1 << seat for seat in {*_shown_to(evaluator, state, zone.zone.visibility, zone.zone.parameters, arguments)})


def _shown_to(
    evaluator: Evaluates, state: Position, visibility: Visibility, types: tuple[Type, ...], arguments: tuple[int, ...]
) -> tuple[int, ...]:  # fmt: skip
    assert visibility.seats is not None
    env: Env = {local.id: argument for local, argument in zip(visibility.locals, arguments, strict=True)}
    if visibility.owner is not None:
        env[visibility.owner.id] = _owner(evaluator, state, types, arguments)
    found: tuple[int, ...] = evaluator.value(visibility.seats, state, env)
    return found


def _owner(evaluator: Evaluates, state: Position, types: tuple[Type, ...], arguments: tuple[int, ...]) -> int | None:
    """The seat among the arguments, or else the seat that holds the thing among them."""
    for of, argument in zip(types, arguments, strict=True):
        if isinstance(of, Seat):
            return argument
    for of, argument in zip(types, arguments, strict=True):
        if isinstance(of, Thing):
            holder = holding_seat(evaluator, argument, state)
            return evaluator.instance.owner(argument) if holder is None else holder
    return None
