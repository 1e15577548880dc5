"""Selections and folds: what the reference evaluator does with the members of a set."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from custumal.dsl.base.types import Bundle, Set, bare
from custumal.dsl.model import Expr, Fold, Local, Ordering, Reach, Select
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.evaluates import Evaluates
from custumal.interpreter.setup.values import Env, Value, bounded, distinct

# ---------------------------------------------------------------- selections


def _members(ev: Evaluates, source: Expr, var: Local, where: Expr | None, state: Position, env: Env) -> Iterator[tuple[Value, Env]]:
    """The members for which `where` holds, each with the environment in which it is bound."""
    for member in ev.value(source, state, env):
        inside = {**env, var.id: member}
        if where is None or ev.value(where, state, inside):
            yield member, inside


def select(ev: Evaluates, expr: Select, state: Position, env: Env) -> tuple[Value, ...]:
    """The members that the selection keeps, in its order."""
    found = [member for member, _ in _members(ev, expr.source, expr.var, expr.where, state, env)]
    for order in expr.orders:
        found = _ordered(ev, order, expr.var, found, state, env)
    return tuple(found)


def _ordered(ev: Evaluates, order: Ordering, var: Local, found: list[Value], state: Position, env: Env) -> list[Value]:
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


def fold(ev: Evaluates, expr: Fold, state: Position, env: Env) -> Value:
    """The one value that the fold makes of its members."""
    return _FOLDS[expr.kind](ev, expr, _members(ev, expr.source, expr.var, expr.where, state, env), state)


Members = Iterator[tuple[Value, Env]]


def _some(_ev: Evaluates, _expr: Fold, members: Members, _s: Position) -> bool:
    return any(True for _ in members)


def _no(_ev: Evaluates, _expr: Fold, members: Members, _s: Position) -> bool:
    return not any(True for _ in members)


def _every(ev: Evaluates, expr: Fold, members: Members, state: Position) -> bool:
    value = expr.value
    assert value is not None
    return all(ev.value(value, state, inside) for _, inside in members)


def _count(_ev: Evaluates, _expr: Fold, members: Members, _s: Position) -> int:
    return sum(1 for _ in members)


def _first(_ev: Evaluates, _expr: Fold, members: Members, _s: Position) -> Value:
    return next((member for member, _ in members), None)


def _last(_ev: Evaluates, _expr: Fold, members: Members, _s: Position) -> Value:
    found = None
    for member, _ in members:
        found = member
    return found


def _only(_ev: Evaluates, _expr: Fold, members: Members, _s: Position) -> Value:
    found = [member for member, _ in members]
    return found[0] if len(found) == 1 else None


def _values(ev: Evaluates, expr: Fold, members: Members, state: Position) -> Iterator[tuple[Value, Value]]:
    """The members with their values; where the value is nothing they are left out."""
    for member, inside in members:
        value = member if expr.value is None else ev.value(expr.value, state, inside)
        if value is not None:
            yield member, value


def _sum(ev: Evaluates, expr: Fold, members: Members, state: Position) -> Value:
    if isinstance(bare(expr.type), Bundle):
        amounts = [0] * len(ev.instance.game.resources)
        for _, bundle in _values(ev, expr, members, state):
            amounts = [bounded(x + y) for x, y in zip(amounts, bundle, strict=True)]
        return tuple(amounts)
    found = 0
    for _, number in _values(ev, expr, members, state):
        found = bounded(found + number)
    return found


def _max(ev: Evaluates, expr: Fold, members: Members, state: Position) -> int | None:
    return max((number for _, number in _values(ev, expr, members, state)), default=None)


def _min(ev: Evaluates, expr: Fold, members: Members, state: Position) -> int | None:
    return min((number for _, number in _values(ev, expr, members, state)), default=None)


def _union(ev: Evaluates, expr: Fold, members: Members, state: Position) -> tuple[Value, ...]:
    found: list[Value] = []
    of_sets = expr.value is not None and isinstance(bare(expr.value.type), Set)
    for _, value in _values(ev, expr, members, state):
        if of_sets:
            found.extend(value)
        else:
            found.append(value)
    return distinct(found)


def _best(ev: Evaluates, expr: Fold, members: Members, state: Position) -> tuple[Value, ...]:
    return _extreme(list(_values(ev, expr, members, state)), max)


def _worst(ev: Evaluates, expr: Fold, members: Members, state: Position) -> tuple[Value, ...]:
    return _extreme(list(_values(ev, expr, members, state)), min)


def _extreme(found: list[tuple[Value, Value]], choose: Callable[[Iterable[int]], int]) -> tuple[Value, ...]:
    if not found:
        return ()
    wanted = choose(value for _, value in found)
    return tuple(member for member, value in found if value == wanted)


_FOLDS: dict[str, Callable[[Evaluates, Fold, Members, Position], Value]] = {
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


def reach(ev: Evaluates, expr: Reach, state: Position, env: Env) -> tuple[Value, ...]:
    """Everything that can be reached, nearest first."""
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
