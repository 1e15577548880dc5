"""Which standing rules hold now, and for whom (law 1 of the language)."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Seat, Thing
from custumal.dsl.model import Carrier, Kind, Rule
from custumal.interpreter.position.state import Position
from custumal.interpreter.position.unseen import UNSEEN, Unseen, UnseenPlace
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.setup.layout import BOX, PLACES, PositionLayout
from custumal.interpreter.setup.values import Env, Value


def in_force(evaluator: Evaluates, rule: Rule, state: Position, env: Env) -> Iterator[Env]:
    """The bindings under which the rule holds: `env` alone for a rule of the game whose `while` is true; for an ability
    `env` with `this`, `owner` and `copies`, once for every seat served (once per thing if it serves everyone)."""
    carrier = rule.carrier
    if carrier is None:
        if rule.condition is None or evaluator.value(rule.condition, state, env):
            yield env
        return
    for owner, copies in active_copies(evaluator, rule, carrier, state).items():
        kind = evaluator.instance.game.kinds[carrier.kind]
        for this, count in [(copy, 1) for copy in copies] if kind.serves == "everyone" else [(copies[0], len(copies))]:
            yield env | {carrier.this.id: this, carrier.owner.id: owner, carrier.copies.id: count}


def active_copies(evaluator: Evaluates, rule: Rule, carrier: Carrier, state: Position) -> dict[int | None, list[int]]:
    """For each seat served the copies of the ability's row that are active for it, seats in ascending order."""
    instance = evaluator.instance
    kind = instance.game.kinds[carrier.kind]
    found: dict[int | None, list[int]] = {}
    for thing in instance.of_row[carrier.kind][carrier.row]:
        owner: Value
        try:
            owner = served(evaluator, kind, thing, state)
        except Unseen:
            # Whom it would serve does not matter unless it is active.
            owner = UNSEEN
        if _is_active(evaluator, rule, carrier, kind, state, thing, owner):
            found.setdefault(owner, []).append(thing)
    return dict(sorted(found.items(), key=lambda item: -1 if item[0] is None else item[0]))


def served(evaluator: Evaluates, kind: Kind, thing: int, state: Position) -> int | None:
    """The seat that a thing's abilities serve."""
    if kind.serves == "everyone":
        return None
    return evaluator.instance.owner(thing) if kind.serves == "owner" else holding_seat(evaluator, thing, state)


def holding_seat(evaluator: Evaluates, thing: int, state: Position) -> int | None:
    """The seat in whose zone a thing lies, also on another thing of that seat."""
    layout = evaluator.instance.layout
    for _ in range(layout.things + 1):
        location = state.c[PLACES][thing]
        if type(location) is UnseenPlace and not _could_be_held(evaluator, thing):
            return None
        if location == BOX:
            return None
        seat = seat_of_location(layout, location)
        if seat is not None:
            return seat
        below = _argument(layout, location, Thing)
        if below is None:
            return None
        thing = below
    return None


def _could_be_held(evaluator: Evaluates, thing: int) -> bool:
    """Whether a thing that is not seen could lie with a seat: all that is not seen of its kind may lie where nobody holds anything."""
    instance = evaluator.instance
    kind = instance.things[thing].kind
    zones = [
        zone.zone for zone in instance.zones.values() if zone.zone.visibility.kind != "all" and kind in str(zone.zone.holds).split("|")
    ]
    return any(isinstance(of, Seat | Thing) for zone in zones for of in zone.parameters)


def seat_of_location(layout: PositionLayout, location: int) -> int | None:
    """The seat in whose zone a location is, None if that is nobody's."""
    return _argument(layout, location, Seat)


def _argument(layout: PositionLayout, location: int, wanted: type[Seat | Thing]) -> int | None:
    """The first seat, or thing, that the instance of the zone belongs to in which a location is."""
    zone = layout.zone_at[location]
    arguments = zone.arguments((location - zone.base) // zone.cells)
    return next((argument for of, argument in zip(zone.zone.parameters, arguments, strict=True) if isinstance(of, wanted)), None)


def _is_active(evaluator: Evaluates, rule: Rule, carrier: Carrier, kind: Kind, state: Position, thing: int, owner: int | None) -> bool:
    if rule.condition is not None:
        # One copy is asked at a time, so here there is just this one.
        return bool(evaluator.value(rule.condition, state, {carrier.this.id: thing, carrier.owner.id: owner, carrier.copies.id: 1}))
    if kind.active is None:
        return True
    env: Env = {}
    if kind.this is not None:
        env[kind.this.id] = thing
    if kind.owner is not None:
        env[kind.owner.id] = owner
    return bool(evaluator.value(kind.active, state, env))


def concerns(evaluator: Evaluates, rule: Rule, state: Position, env: Env, seat: int | None) -> bool:
    """Whether the rule is about this seat. `env` is a binding given by `in_force`; without a seat it is about everyone."""
    if rule.concerns == "everyone" or seat is None:
        return True
    if rule.concerns == "owner":
        return rule.carrier is not None and env[rule.carrier.owner.id] == seat
    return rule.seats is not None and seat in evaluator.value(rule.seats, state, env)


def applies(evaluator: Evaluates, rule: Rule, state: Position, env: Env) -> bool:
    """Whether the rule's `if` holds; `env` binds its names too."""
    return rule.applies is None or bool(evaluator.value(rule.applies, state, env))
