"""The parts of typed expressions, steps and effects, for everything that looks through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from custumal.dsl.base.types import Symbol
from custumal.dsl.model import (
    Act,
    Call,
    ChoiceEntry,
    Const,
    Decision,
    Expr,
    GameModel,
    Limit,
    LoopHead,
    Offer,
    Op,
    Ordering,
    Read,
    Require,
    Step,
)
from custumal.dsl.model.memo import Memoised, memoised
from custumal.dsl.model.node_walk import VALUES, inner_fields

_HOLDERS = (Expr, Act, Step, ChoiceEntry, Require, Limit, LoopHead, Offer, Ordering, Decision)
_APPLIED = (Op, Read, Call)
"""Most expressions: their arguments are all that is in them."""
_APART = frozenset({"var", "local", "locals", "actor", "type", "span", "names", "parameters", "lets"})
Body = tuple[Step | Act, ...]


def parts(node: object) -> tuple[Expr, ...]:
    """The expressions directly inside a node of the model (bound locals' own declarations are not among them)."""
    if isinstance(node, _APPLIED):
        return node.arguments
    if not _FIELDS[type(node)]:
        return ()
    known: tuple[Expr, ...] | None = getattr(node, "memo_parts", None)
    if known is not None:
        return known
    found: list[Expr] = []
    _collect(node, found)
    return _kept(node, "memo_parts", found)


def _kept(node: object, name: str, found: list[Expr]) -> tuple[Expr, ...]:
    """What was found in a node, from now on beside its fields."""
    known = tuple(found)
    if isinstance(node, Memoised):
        object.__setattr__(node, name, known)
    return known


def _collect(node: object, found: list[Expr]) -> None:
    for name in _FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) not in _PLAIN:
            _add(value, found)
    if isinstance(node, Step):
        found += [value for _, value in node.lets]


def _add(value: object, found: list[Expr]) -> None:
    if isinstance(value, Expr):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            if type(item) not in _PLAIN:
                _add(item, found)
    elif isinstance(value, _HOLDERS):
        _collect(value, found)


class _Fields(dict[type, tuple[str, ...]]):
    """The fields of each class that may hold expressions."""

    def __missing__(self, of: type) -> tuple[str, ...]:
        self[of] = tuple(name for name in inner_fields(of, VALUES) if name not in _APART)
        return self[of]


_FIELDS = _Fields()
_PLAIN = frozenset({str, int, bool, type(None)})
"""What never holds an expression."""


def every_expression(node: object) -> tuple[Expr, ...]:
    """All expressions inside a node, at any depth, outer ones first."""
    if not _FIELDS[type(node)]:
        return ()
    known: tuple[Expr, ...] | None = getattr(node, "memo_inside", None)
    if known is not None:
        return known
    found: list[Expr] = []
    waiting = list(parts(node)[::-1])
    while waiting:
        expr = waiting.pop()
        found.append(expr)
        if isinstance(expr, _APPLIED):
            waiting += expr.arguments[::-1]
        elif _FIELDS[type(expr)]:
            waiting += parts(expr)[::-1]
    return _kept(node, "memo_inside", found)


def every_step(game: GameModel) -> Iterator[Step]:
    """All steps of a game, wherever they stand."""
    for body in bodies(game):
        yield from steps_in(body)


def every_effect(game: GameModel) -> Iterator[Act]:
    """All effects of a game, wherever they stand."""
    for body in bodies(game):
        yield from effects_in(body)


def bodies(game: GameModel) -> Iterator[Body]:
    """What happens: in setup and play, in every action, procedure and standing rule."""
    yield game.setup
    yield game.play
    yield from (action.body for action in game.actions.values())
    yield from (procedure.body for procedure in game.procedures.values())
    yield from (rule.body for rule in game.standing)


def steps_in(body: Body) -> Iterator[Step]:
    """The steps of a body, outer ones first."""
    for item in body:
        if isinstance(item, Step):
            yield item
            yield from memoised(item, _steps_of)


def _steps_of(step: Step) -> tuple[Step, ...]:
    return tuple(inner for body in (step.body, step.other, step.passing) for inner in steps_in(body))


def effects_in(body: Body) -> Iterator[Act]:
    """The effects of a body, also those of its steps."""
    for item in body:
        if isinstance(item, Step):
            yield from memoised(item, _effects_of)
        else:
            yield item


def _effects_of(step: Step) -> tuple[Act, ...]:
    return tuple(act for body in (step.body, step.other, step.passing) for act in effects_in(body))


def unbounded_effects_in(body: Body) -> Iterator[Act]:
    """The effects of a body but for those that happen only as long as the `limit` of a step around them is not used up."""
    for item in body:
        if not isinstance(item, Step):
            yield item
            continue
        limited = item.decision is not None and item.decision.limit is not None
        for inner in (() if limited else item.body, item.other, item.passing):
            yield from unbounded_effects_in(inner)


def sequences(body: Body) -> Iterator[Body]:
    """The body itself and every list of things that happen in its steps."""
    yield body
    for step in steps_in(body):
        yield from (inner for inner in (step.body, step.other, step.passing) if inner)


def conjuncts(expr: Expr | None) -> Iterator[Expr]:
    """What must all hold for a truth to hold; nothing for None."""
    if expr is None:
        return
    if getattr(expr, "name", "") == "and":
        for part in parts(expr):
            yield from conjuncts(part)
    else:
        yield expr


def resources_in(bundle: Expr) -> set[int]:
    """The numbers of the resources that a bundle names; it may be of any where it names none."""
    words = (e for e in (bundle, *every_expression(bundle)) if isinstance(e, Const) and e.type == Symbol("resource"))
    return {e.value for e in words if isinstance(e.value, int)}


def any_part(expr: Expr, holds: Callable[[Expr], bool]) -> bool:
    """Does it hold for the expression or anything inside it?"""
    return holds(expr) or any(holds(part) for part in every_expression(expr))
