"""Which standing rules hold now, for whom, and what they make of a value (laws 1 and 6 of the language)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from custumal.dsl.model import Carrier, Definition, Expr, Kind, Rule
from custumal.dsl.types import Seat as SeatType
from custumal.dsl.types import Set, Thing, bare
from custumal.interpreter.layout import BOX, PLACES, Layout
from custumal.interpreter.state import State
from custumal.interpreter.values import Env, Evaluates, Value, bounded


def in_force(evaluator: Evaluates, rule: Rule, state: State, env: Env) -> Iterator[Env]:
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


def active_copies(evaluator: Evaluates, rule: Rule, carrier: Carrier, state: State) -> dict[int | None, list[int]]:
    """For each seat served the copies of the ability's row that are active for it, seats in ascending order."""
    instance = evaluator.instance
    kind = instance.game.kinds[carrier.kind]
    found: dict[int | None, list[int]] = {}
    for thing in instance.of_row[carrier.kind][carrier.row]:
        owner = served(evaluator, kind, thing, state)
        if _is_active(evaluator, rule, carrier, kind, state, thing, owner):
            found.setdefault(owner, []).append(thing)
    return dict(sorted(found.items(), key=lambda item: -1 if item[0] is None else item[0]))


def served(evaluator: Evaluates, kind: Kind, thing: int, state: State) -> int | None:
    """The seat that a thing's abilities serve."""
    if kind.serves == "everyone":
        return None
    return evaluator.instance.owner(thing) if kind.serves == "owner" else holding_seat(evaluator, thing, state)


def holding_seat(evaluator: Evaluates, thing: int, state: State) -> int | None:
    """The seat in whose zone a thing lies, also on another thing of that seat."""
    layout = evaluator.instance.layout
    seen = 0
    while seen <= layout.things:
        location = state.c[PLACES][thing]
        if location == BOX:
            return None
        zone = layout.zone_at[location]
        arguments = zone.arguments((location - zone.base) // zone.cells)
        for of, argument in zip(zone.zone.parameters, arguments, strict=True):
            if isinstance(of, SeatType):
                return argument
        below = [argument for of, argument in zip(zone.zone.parameters, arguments, strict=True) if isinstance(of, Thing)]
        if not below:
            return None
        thing = below[0]
        seen += 1
    return None


def seat_of_location(layout: Layout, location: int) -> int | None:
    """The seat in whose zone a location is, None if that is nobody's."""
    zone = layout.zone_at[location]
    arguments = zone.arguments((location - zone.base) // zone.cells)
    return next((argument for of, argument in zip(zone.zone.parameters, arguments, strict=True) if isinstance(of, SeatType)), None)


def _is_active(evaluator: Evaluates, rule: Rule, carrier: Carrier, kind: Kind, state: State, thing: int, owner: int | None) -> bool:
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


def concerns(evaluator: Evaluates, rule: Rule, state: State, env: Env, seat: int | None) -> bool:
    """Whether the rule is about this seat. `env` is a binding given by `in_force`; without a seat it is about everyone."""
    if rule.concerns == "everyone" or seat is None:
        return True
    if rule.concerns == "owner":
        return rule.carrier is not None and env[rule.carrier.owner.id] == seat
    return rule.seats is not None and seat in evaluator.value(rule.seats, state, env)


def applies(evaluator: Evaluates, rule: Rule, state: State, env: Env) -> bool:
    """Whether the rule's `if` holds; `env` binds its names too."""
    return rule.applies is None or bool(evaluator.value(rule.applies, state, env))


# ---------------------------------------------------------------- values


def modified(evaluator: Evaluates, definition: Definition, rules: tuple[Rule, ...], base: Value, state: State, env: Env) -> Value:
    """The value of a definition after all its modifiers: base, set, add, times, at-least, at-most, own bounds; for sets
    set, also, except. `env` binds the definition's parameters."""
    changes = list(_changes(evaluator, definition, rules, state, env))
    value = base
    ranked = [(rank, amount()) for operation, rank, amount in changes if operation == "set"]
    if ranked:
        value = max(ranked, key=lambda pair: pair[0])[1]
    value = _changed_set(value, changes) if isinstance(bare(definition.body.type), Set) else _changed_number(value, changes)
    return clamped(evaluator, definition, value, state, env)


def modifications(
    evaluator: Evaluates, definition: Definition, rules: tuple[Rule, ...], state: State, env: Env
) -> Iterator[tuple[Rule, Env, str, Expr]]:
    """Every change in force of a definition's value: the rule, its binding, the operation and what it is done with."""
    parameters = {local.name: env[local.id] for local in definition.parameters}
    seat = next((env[local.id] for local in definition.parameters if isinstance(bare(local.type), SeatType)), None)
    for rule in rules:
        names = {local.id: parameters[word] for word, local in rule.names if word in parameters}
        for binding in in_force(evaluator, rule, state, dict(names)):
            if concerns(evaluator, rule, state, binding, seat) and applies(evaluator, rule, state, binding):
                for operation, expr in rule.changes:
                    yield rule, binding, operation, expr


class _Later:
    """The amount of a change, evaluated when the laws come to it."""

    __slots__ = ("env", "evaluator", "expr", "state")

    def __init__(self, evaluator: Evaluates, expr: Expr, state: State, env: Env) -> None:
        self.evaluator, self.expr, self.state, self.env = evaluator, expr, state, env

    def __call__(self) -> Value:
        return self.evaluator.value(self.expr, self.state, self.env)


def _changes(
    evaluator: Evaluates, definition: Definition, rules: tuple[Rule, ...], state: State, env: Env
) -> Iterator[tuple[str, int, _Later]]:
    for rule, binding, operation, expr in modifications(evaluator, definition, rules, state, env):
        yield operation, rule.rank, _Later(evaluator, expr, state, binding)


def _changed_number(value: Value, changes: list[tuple[str, int, _Later]]) -> Value:
    for wanted in ("add", "times", "at-least", "at-most"):
        for operation, _, amount in changes:
            if operation == wanted:
                value = stepped(wanted, value, amount())
    return value


def stepped(operation: str, value: Value, amount: Value) -> Value:
    """A number, or each amount of a bundle, after one change."""
    if isinstance(value, tuple):
        amounts = amount if isinstance(amount, tuple) else (amount,) * len(value)
        return tuple(stepped(operation, x, y) for x, y in zip(value, amounts, strict=True))
    match operation:
        case "add":
            return bounded(value + amount)
        case "times":
            return bounded(value * amount)
        case "at-least":
            return max(value, amount)
    return min(value, amount)


def _changed_set(value: tuple[Value, ...], changes: Sequence[tuple[str, int, Callable[[], Value]]]) -> tuple[Value, ...]:
    for operation, _, amount in changes:
        if operation == "also":
            value = tuple(dict.fromkeys((*value, *amount())))
    for operation, _, amount in changes:
        if operation == "except":
            taken = set(amount())
            value = tuple(member for member in value if member not in taken)
    return value


def changed(operation: str, value: Value, amount: Value) -> Value:
    """A value after one change of it, in the words of the law: add, times, at-least, at-most; of a set also and except."""
    if operation in ("also", "except"):
        return _changed_set(value, [(operation, 0, lambda: amount)])
    return stepped(operation, value, amount)


def clamped(evaluator: Evaluates, definition: Definition, value: Value, state: State, env: Env) -> Value:
    """The value within the definition's own least and most."""
    if definition.low is not None:
        value = max(value, evaluator.value(definition.low, state, env))
    if definition.high is not None:
        value = min(value, evaluator.value(definition.high, state, env))
    return value
