"""Conditions and restrictions that always hold or never, and tests inside of others that come out one way by plain logic."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Anything, Empty, Maybe
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.equality import shape
from custumal.dsl.check.typing.intervals import COMPARISONS, compared
from custumal.dsl.diagnostics.catalogue.turns import (
    ALWAYS_FAILS,
    CONSTANT_CONDITION,
    NEVER_FAILS,
    always_fails,
    constant_condition,
    constant_test,
    never_fails,
)
from custumal.dsl.model import Const, Expr, GameModel, Op
from custumal.dsl.model.expression_walk import every_expression, every_step
from custumal.dsl.model.memo import Memoised, memoised

SAME = {"eq": True, "le": True, "ge": True, "b-le": True, "lt": False, "gt": False}
"""What comes out where a value is compared with itself."""


def lint(cx: Context, game: GameModel) -> None:
    """Whole conditions first."""
    _constant(cx, game)
    _inside(cx, game)


def _constant(cx: Context, game: GameModel) -> None:
    """Restrictions that always or never hold, whatever the position is."""
    for action in game.actions.values():
        for require in (*action.decision.require, *action.decision.ensure):
            _restriction(cx, require.that, free=True)
    for rule in game.standing:
        if rule.that is not None:
            # one that holds only at times may well forbid everything then
            at_times = (rule.condition, rule.applies, rule.carrier, rule.seats) != (None,) * 4 or rule.concerns != "everyone"
            _restriction(cx, rule.that.that, free=not at_times)
    steps, rules = list(every_step(game)), game.standing
    asked = (*(step.condition for step in steps), *(each for rule in rules for each in (rule.condition, rule.applies)))
    for condition in (*asked, *(step.until for step in steps), *(end.applies for end in game.end)):
        # Who writes a bare truth switches something off on purpose.
        known = None if condition is None or isinstance(condition, Const) else always(condition)
        if condition is not None and known is not None:
            cx.report.tell(condition.span, constant_condition(always=known))


def _restriction(cx: Context, that: Expr, *, free: bool) -> None:
    """Warns of a restriction that is constant; `free`: it is in force all the time, so that it may not always fail either."""
    known = always(that)
    if known is True:
        cx.report.tell(that.span, never_fails())
    elif known is False and free:
        cx.report.tell(that.span, always_fails())


def always(expr: Expr) -> bool | None:
    """The truth value that an expression has in every position, or None."""
    match expr:
        case Const(value=bool() as value):
            return value
        case Op(name="not", arguments=(inner,)):
            known = always(inner)
            return None if known is None else not known
        case Op(name="and", arguments=(a, b)):
            return False if opposed(a, b) else _both(always(a), always(b))
        case Op(name="or", arguments=(a, b)):
            known = _both(_opposite(always(a)), _opposite(always(b)))
            return True if opposed(a, b) else _opposite(known)
        case Op(name="lt" | "le" | "gt" | "ge" | "eq" | "b-le") if (known := with_itself(expr)) is not None:
            return known
        case Op(name=name, arguments=(a, b)) if name in COMPARISONS:
            return compared(name, a.type, b.type)
    return None


def _both(a: bool | None, b: bool | None) -> bool | None:
    if a is False or b is False:
        return False
    return True if a and b else None


def _opposite(value: bool | None) -> bool | None:
    return None if value is None else not value


# ---------------------------------------------------------------- inside of others


def _inside(cx: Context, game: GameModel) -> None:
    """Tests inside of any rule: something compared with itself, or asked whether it is there when it always is. Where a whole condition is
    one, that has been told."""
    told = {d.span for d in cx.report.sorted() if d.code in (NEVER_FAILS.id, ALWAYS_FAILS.id, CONSTANT_CONDITION.id)}
    maybe: set[object] | None = None
    for expr in _tests(game):
        if any(map(expr.span.is_within, told)):
            continue
        told.add(expr.span)
        maybe = _maybe(game) if maybe is None else maybe
        if not _shown_elsewhere(expr, maybe):
            cx.report.tell(expr.span, constant_test(always=bool(_known(expr))))


def _tests(game: GameModel) -> Iterator[Op]:
    """The tests that come out one way, outer ones first."""
    for node in _rules(game):
        yield from memoised(node, _tests_in) if isinstance(node, Memoised) else _tests_in(node)


def _tests_in(node: object) -> tuple[Op, ...]:
    return tuple(e for e in every_expression(node) if type(e) is Op and e.name in _TESTS and _known(e) is not None)


def _rules(game: GameModel) -> Iterator[object]:
    yield from game.setup
    yield from game.play
    for named in (game.actions, game.definitions, game.procedures):
        yield from named.values()
    for listed in (game.standing, game.end, game.scoring, game.ranking):
        yield from listed


def with_itself(expr: Op) -> bool | None:
    """What a comparison of something with itself gives; None for all else."""
    if expr.name not in SAME:
        return None
    a, b = expr.arguments
    return SAME[expr.name] if type(a) is type(b) and shape(a) == shape(b) else None


def opposed(a: Expr, b: Expr) -> bool:
    """Does one say just the opposite of the other?"""
    return any(isinstance(x, Op) and x.name == "not" and shape(x.arguments[0]) == shape(y) for x, y in ((a, b), (b, a)))


_TESTS = frozenset({*SAME, *COMPARISONS, "some-value", "not"})


def _known(expr: Expr) -> bool | None:
    """What a test gives that compares something with itself, or asks for what is never nothing; None for all else."""
    if not isinstance(expr, Op):
        return None
    if expr.name == "not":
        inner = _known(expr.arguments[0])
        return None if inner is None else not inner
    if expr.name == "some-value":
        return None if isinstance(expr.arguments[0].type, Maybe | Empty | Anything) else True
    itself = with_itself(expr)
    return itself if itself is not None or expr.name not in COMPARISONS else compared(expr.name, *(a.type for a in expr.arguments))


def _maybe(game: GameModel) -> set[object]:
    """All that may be nothing somewhere in the rules; another test has shown that it is there, where it can't be nothing."""
    return {shape(expr) for node in _rules(game) for expr in every_expression(node) if isinstance(expr.type, Maybe)}


def _shown_elsewhere(expr: Op, maybe: set[object]) -> bool:
    asked = (each.arguments[0] for each in (expr, *every_expression(expr)) if isinstance(each, Op) and each.name == "some-value")
    return any(shape(part) in maybe for value in asked for part in (value, *every_expression(value)))
