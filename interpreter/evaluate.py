"""The reference evaluator: one small function for each form of expression, nothing clever.

Generated code must agree with it. It is also what explanations are made with: a recorder sees every value on its way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from custumal.dsl.model import (
    Call,
    Can,
    Const,
    Definition,
    Expr,
    Fold,
    IfElse,
    Local,
    Op,
    Ordering,
    Reach,
    Read,
    Rule,
    SeatNumber,
    Select,
    TheThing,
)
from custumal.dsl.types import Bundle, Maybe, Set, bare
from custumal.interpreter.errors import PlayError
from custumal.interpreter.ops_basic import ABOUT_NOTHING, BASIC, Numbers
from custumal.interpreter.ops_nouns import NOUNS
from custumal.interpreter.ops_poses import POSED
from custumal.interpreter.ops_zones import ZONES
from custumal.interpreter.rules_in_force import clamped, modified
from custumal.interpreter.scores import is_winner, total
from custumal.interpreter.values import Env, Value, bounded, distinct, nothing_of

if TYPE_CHECKING:
    from custumal.interpreter.instance import Instance
    from custumal.interpreter.state import State

Recorder = Callable[[Expr, Value], None]
CanDo = Callable[[Can, int, "tuple[Value, ...] | None", "State"], bool]
"""Answers `can`: the question, the seat, the values of the first entries (or None), the state."""

LIFTED = BASIC | NOUNS | ZONES | POSED


class Evaluator:
    """Evaluates expressions of one instance in any of its states.

    Args:
        instance: the game with players and options.
        slots: where the locals of the flow stand in a state's frame, by id; also the engine's own slots
            (`@passes STEP`, `@running STEP`, `@left STEP`).
        on_value: is told every expression with its value, inner ones first.
        can: answers questions of the form `can ACTION`.
    """

    def __init__(self, instance: Instance, slots: Mapping[str, int], on_value: Recorder | None = None, can: CanDo | None = None) -> None:
        self.instance = instance
        self.slots = slots
        self.on_value = on_value
        self.can = can
        self.modifiers = modifiers_of(instance.game.standing)

    def value(self, expr: Expr, state: State, env: Env) -> Value:
        """The value of an expression.

        Args:
            expr: the expression.
            state: the position; only its frame, columns and piles are read.
            env: locals by id; what is not in it stands in the frame.

        Raises:
            PlayError: if a number leaves 64 bits or a set grows too large; with the place in the rules.
        """
        try:
            found = _FORMS[type(expr)](self, expr, state, env)
        except PlayError as error:
            if error.span is None:
                raise error.at(expr.span) from None
            raise
        if self.on_value is not None:
            self.on_value(expr, found)
        return found

    def call(self, name: str, arguments: tuple[Value, ...], state: State) -> Value:
        """The value of a definition at these arguments, with all modifiers in force."""
        definition = self.instance.game.definitions[name]
        env = {local.id: value for local, value in zip(definition.parameters, arguments, strict=True)}
        base = self.value(definition.body, state, env)
        rules = self.modifiers.get(definition.source.address, ())
        if rules:
            return modified(self, definition, rules, base, state, env)
        return clamped(self, definition, base, state, env)

    def base(self, definition: Definition, arguments: tuple[Value, ...], state: State) -> Value:
        """The value of a definition before any rule changes it."""
        return self.value(definition.body, state, {local.id: value for local, value in zip(definition.parameters, arguments, strict=True)})

    def kept(self, name: str, arguments: tuple[Value, ...], state: State) -> Value:
        """The kept value at these arguments."""
        layout = self.instance.kept[name]
        return state.c[layout.column][layout.index(arguments)]


def modifiers_of(standing: Iterable[Rule]) -> dict[str, tuple[Rule, ...]]:
    """The rules that change values, by the address of what they change."""
    found: dict[str, list[Rule]] = {}
    for rule in standing:
        if rule.head == "modify":
            for target in rule.targets:
                found.setdefault(target, []).append(rule)
    return {target: tuple(rules) for target, rules in found.items()}


# ---------------------------------------------------------------- simple forms


def _const(_ev: Evaluator, expr: Const, _s: State, _env: Env) -> Value:
    return expr.value


def _seat_number(ev: Evaluator, expr: SeatNumber, _s: State, _env: Env) -> int | None:
    return expr.index if expr.house is None else ev.instance.house.get(expr.house)


def _the_thing(ev: Evaluator, expr: TheThing, _s: State, _env: Env) -> int | None:
    return next(iter(ev.instance.of_row[expr.kind][expr.row]), None)


def _local(ev: Evaluator, expr: Local, state: State, env: Env) -> Value:
    return env[expr.id] if expr.id in env else state.frame[ev.slots[expr.id]]


def _read(ev: Evaluator, expr: Read, state: State, env: Env) -> Value:
    arguments = tuple(ev.value(argument, state, env) for argument in expr.arguments)
    return nothing_of(expr.type) if None in arguments else ev.kept(expr.kept, arguments, state)


def _call(ev: Evaluator, expr: Call, state: State, env: Env) -> Value:
    definition = ev.instance.game.definitions[expr.definition]
    arguments = tuple(ev.value(argument, state, env) for argument in expr.arguments)
    for local, argument in zip(definition.parameters, arguments, strict=True):
        if argument is None and not isinstance(local.type, Maybe):
            return nothing_of(expr.type)
    return ev.call(expr.definition, arguments, state)


def _if_else(ev: Evaluator, expr: IfElse, state: State, env: Env) -> Value:
    return ev.value(expr.then if ev.value(expr.condition, state, env) else expr.other, state, env)


def _can(ev: Evaluator, expr: Can, state: State, env: Env) -> bool:
    assert ev.can is not None, "only an evaluator that belongs to a machine knows what can be done"
    arguments = None if expr.arguments is None else tuple(ev.value(argument, state, env) for argument in expr.arguments)
    return ev.can(expr, ev.value(expr.seat, state, env), arguments, state)


# ---------------------------------------------------------------- operations


def _op(ev: Evaluator, expr: Op, state: State, env: Env) -> Value:
    special = _SPECIAL.get(expr.name)
    if special is not None:
        return special(ev, expr, state, env)
    arguments = [ev.value(argument, state, env) for argument in expr.arguments]
    strict = LIFTED.get(expr.name)
    if strict is None:
        return ABOUT_NOTHING[expr.name](ev.instance, state, expr, *arguments)
    if None in arguments:
        return nothing_of(expr.type)
    return strict(ev.instance, state, expr, *arguments)


def _and(ev: Evaluator, expr: Op, state: State, env: Env) -> bool:
    return all(ev.value(argument, state, env) for argument in expr.arguments)


def _or(ev: Evaluator, expr: Op, state: State, env: Env) -> bool:
    return any(ev.value(argument, state, env) for argument in expr.arguments)


def _otherwise(ev: Evaluator, expr: Op, state: State, env: Env) -> Value:
    main, other = expr.arguments
    found = ev.value(main, state, env)
    return ev.value(other, state, env) if found is None else found


def _in(ev: Evaluator, expr: Op, state: State, env: Env) -> bool:
    member, among = expr.arguments
    found = ev.value(member, state, env)
    if found is None:
        return False
    if isinstance(among, Op) and among.name == "range":
        low, high = (ev.value(bound, state, env) for bound in among.arguments)
        return bool(low <= found <= high)
    return found in ev.value(among, state, env)


def _passes(ev: Evaluator, expr: Op, state: State, _env: Env) -> int:
    return int(state.frame[ev.slots[f"@passes {expr.data}"]] or 0)


def _running(ev: Evaluator, expr: Op, state: State, _env: Env) -> bool:
    return bool(state.frame[ev.slots[f"@running {expr.data}"]])


def _left(ev: Evaluator, expr: Op, state: State, _env: Env) -> Numbers:
    return tuple(state.frame[ev.slots[f"@left {expr.data}"]] or ())


def _total(ev: Evaluator, expr: Op, state: State, env: Env) -> int | None:
    seat = ev.value(expr.arguments[0], state, env)
    return None if seat is None else total(ev, state, seat)


def _is_winner(ev: Evaluator, expr: Op, state: State, env: Env) -> bool:
    seat = ev.value(expr.arguments[0], state, env)
    return seat is not None and is_winner(ev, state, seat)


Form = Callable[[Evaluator, Op, "State", Env], Value]
_SPECIAL: dict[str, Form] = {
    "and": _and,
    "or": _or,
    "otherwise": _otherwise,
    "in": _in,
    "passes": _passes,
    "running": _running,
    "left": _left,
    "total": _total,
    "is-winner": _is_winner,
}

# ---------------------------------------------------------------- selections


def _members(ev: Evaluator, source: Expr, var: Local, where: Expr | None, state: State, env: Env) -> Iterator[tuple[Value, Env]]:
    """The members for which `where` holds, each with the environment in which it is bound."""
    for member in ev.value(source, state, env):
        inside = {**env, var.id: member}
        if where is None or ev.value(where, state, inside):
            yield member, inside


def _select(ev: Evaluator, expr: Select, state: State, env: Env) -> tuple[Value, ...]:
    found = [member for member, _ in _members(ev, expr.source, expr.var, expr.where, state, env)]
    for order in expr.orders:
        found = _ordered(ev, order, expr.var, found, state, env)
    return tuple(found)


def _ordered(ev: Evaluator, order: Ordering, var: Local, found: list[Value], state: State, env: Env) -> list[Value]:
    if order.kind == "reversed":
        return found[::-1]
    key = order.key
    assert key is not None
    if order.kind == "by":
        return sorted(found, key=lambda member: _sort_key(ev.value(key, state, {**env, var.id: member})))
    return turned_to(found, ev.value(key, state, env))


def _sort_key(value: Value) -> tuple[bool, Value]:
    # Nothing comes first; it can't be compared with anything.
    return (value is not None, value if value is not None else 0)


def turned_to(found: list[Value], start: Value) -> list[Value]:
    """The members turned until they begin with `start` or, without it, with the next after it."""
    if start is None or not found:
        return found
    if start in found:
        first = found.index(start)
    else:
        # In a circle the next after it is the smallest greater one, or else the smallest of all.
        following = min(found, key=lambda member: (member < start, member))
        first = found.index(following)
    return found[first:] + found[:first]


# ---------------------------------------------------------------- folds


def _fold(ev: Evaluator, expr: Fold, state: State, env: Env) -> Value:
    return _FOLDS[expr.kind](ev, expr, _members(ev, expr.source, expr.var, expr.where, state, env), state)


Members = Iterator[tuple[Value, Env]]


def _some(_ev: Evaluator, _expr: Fold, members: Members, _s: State) -> bool:
    return any(True for _ in members)


def _no(_ev: Evaluator, _expr: Fold, members: Members, _s: State) -> bool:
    return not any(True for _ in members)


def _every(ev: Evaluator, expr: Fold, members: Members, state: State) -> bool:
    value = expr.value
    assert value is not None
    return all(ev.value(value, state, inside) for _, inside in members)


def _count(_ev: Evaluator, _expr: Fold, members: Members, _s: State) -> int:
    return sum(1 for _ in members)


def _first(_ev: Evaluator, _expr: Fold, members: Members, _s: State) -> Value:
    return next((member for member, _ in members), None)


def _last(_ev: Evaluator, _expr: Fold, members: Members, _s: State) -> Value:
    found = None
    for member, _ in members:
        found = member
    return found


def _only(_ev: Evaluator, _expr: Fold, members: Members, _s: State) -> Value:
    found = [member for member, _ in members]
    return found[0] if len(found) == 1 else None


def _values(ev: Evaluator, expr: Fold, members: Members, state: State) -> Iterator[tuple[Value, Value]]:
    """The members with their values; where the value is nothing they are left out."""
    for member, inside in members:
        value = member if expr.value is None else ev.value(expr.value, state, inside)
        if value is not None:
            yield member, value


def _sum(ev: Evaluator, expr: Fold, members: Members, state: State) -> Value:
    if isinstance(bare(expr.type), Bundle):
        amounts = [0] * len(ev.instance.game.resources)
        for _, bundle in _values(ev, expr, members, state):
            amounts = [bounded(x + y) for x, y in zip(amounts, bundle, strict=True)]
        return tuple(amounts)
    found = 0
    for _, number in _values(ev, expr, members, state):
        found = bounded(found + number)
    return found


def _max(ev: Evaluator, expr: Fold, members: Members, state: State) -> int | None:
    return max((number for _, number in _values(ev, expr, members, state)), default=None)


def _min(ev: Evaluator, expr: Fold, members: Members, state: State) -> int | None:
    return min((number for _, number in _values(ev, expr, members, state)), default=None)


def _union(ev: Evaluator, expr: Fold, members: Members, state: State) -> tuple[Value, ...]:
    found: list[Value] = []
    of_sets = expr.value is not None and isinstance(bare(expr.value.type), Set)
    for _, value in _values(ev, expr, members, state):
        if of_sets:
            found.extend(value)
        else:
            found.append(value)
    return distinct(found)


def _best(ev: Evaluator, expr: Fold, members: Members, state: State) -> tuple[Value, ...]:
    return _extreme(list(_values(ev, expr, members, state)), max)


def _worst(ev: Evaluator, expr: Fold, members: Members, state: State) -> tuple[Value, ...]:
    return _extreme(list(_values(ev, expr, members, state)), min)


def _extreme(found: list[tuple[Value, Value]], choose: Callable[[Iterable[int]], int]) -> tuple[Value, ...]:
    if not found:
        return ()
    wanted = choose(value for _, value in found)
    return tuple(member for member, value in found if value == wanted)


_FOLDS: dict[str, Callable[[Evaluator, Fold, Members, "State"], Value]] = {
    "some": _some,
    "no": _no,
    "every": _every,
    "count": _count,
    "first": _first,
    "last": _last,
    "only": _only,
    "sum": _sum,
    "max": _max,
    "min": _min,
    "union": _union,
    "best": _best,
    "worst": _worst,
}


def _reach(ev: Evaluator, expr: Reach, state: State, env: Env) -> tuple[Value, ...]:
    within = None if expr.within is None else ev.value(expr.within, state, env)
    found: dict[Value, int] = dict.fromkeys(ev.value(expr.source, state, env), 0)
    waiting = deque(found)
    while waiting:
        member = waiting.popleft()
        if within is not None and found[member] >= within:
            continue
        for after in ev.value(expr.through, state, {**env, expr.var.id: member}):
            if after not in found:
                found[after] = found[member] + 1
                waiting.append(after)
    return tuple(found)


_FORMS: dict[type[Expr], Callable[..., Value]] = {
    Const: _const,
    SeatNumber: _seat_number,
    TheThing: _the_thing,
    Local: _local,
    Read: _read,
    Call: _call,
    Op: _op,
    IfElse: _if_else,
    Select: _select,
    Fold: _fold,
    Reach: _reach,
    Can: _can,
}
