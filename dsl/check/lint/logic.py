"""Tests that come out one way by plain logic: something compared with itself, or asked whether it is there when it always is."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Anything, Empty, Maybe
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.equality import shape
from custumal.dsl.check.typing.intervals import COMPARISONS, compared
from custumal.dsl.diagnostics.catalogue.turns import ALWAYS_FAILS, CONSTANT_CONDITION, NEVER_FAILS, constant_test
from custumal.dsl.model import Expr, GameModel, Op
from custumal.dsl.model.expression_walk import every_expression
from custumal.dsl.model.memo import Memoised, memoised

SAME = {"eq": True, "le": True, "ge": True, "b-le": True, "lt": False, "gt": False}
"""What comes out where a value is compared with itself."""


def lint(cx: Context, game: GameModel) -> None:
    """Such tests inside of any rule; where a whole condition is one, that has been told."""
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
