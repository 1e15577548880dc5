"""Are two expressions the same, or such that not both can hold? Where they stand and how their names are bound does not matter."""

from __future__ import annotations

from custumal.dsl.model import Const, Expr, Local, Op, Rule
from custumal.dsl.model.expression_walk import any_part, conjuncts


def shape(expr: object) -> object:
    """A comparable form of an expression: its operations and words, without places and ids."""
    if isinstance(expr, Local):
        return ("name", expr.name)
    if isinstance(expr, Expr):
        return (type(expr).__name__, *(shape(getattr(expr, name)) for name in expr.__match_args__ if name not in ("type", "span")))
    if isinstance(expr, tuple):
        return tuple(shape(item) for item in expr)
    return expr


def exclude(first: Rule, second: Rule) -> bool:
    """Do the conditions of the two rules say that they never hold together?"""
    apart = _apart(first, second)
    ours, theirs = _claims(first, apart), _claims(second, apart)
    return any(_contradict(a, b) for a in ours for b in theirs)


def _apart(first: Rule, second: Rule) -> tuple[str, ...]:
    """The words that mean something else in each of two abilities: the things that have them, and whom these serve."""
    ours, theirs = first.carrier, second.carrier
    if ours is None or theirs is None:
        return ()
    if first.concerns != "owner" or second.concerns != "owner":
        return ("this", "copies", "owner")
    return () if (ours.kind, ours.row) == (theirs.kind, theirs.row) else ("this", "copies")


def _claims(rule: Rule, apart: tuple[str, ...]) -> list[Expr]:
    """What has to hold for a rule, without what is about words that are something else for another one."""
    own: set[str] = {getattr(rule.carrier, name).id for name in apart}
    claims = [*conjuncts(rule.condition), *conjuncts(rule.applies)]
    return [claim for claim in claims if not any_part(claim, lambda part: isinstance(part, Local) and part.id in own)]


def _contradict(a: Expr, b: Expr) -> bool:
    if shape(_negated(a)) == shape(b) or shape(_negated(b)) == shape(a):
        return True
    if isinstance(a, Op) and isinstance(b, Op) and a.name == b.name == "eq" and shape(a.arguments[0]) == shape(b.arguments[0]):
        x, y = a.arguments[1], b.arguments[1]
        return isinstance(x, Const) and isinstance(y, Const) and x.value != y.value
    return False


def _negated(expr: Expr) -> Expr:
    if isinstance(expr, Op) and expr.name == "not":
        return expr.arguments[0]
    return Op(expr.type, expr.span, "not", (expr,))
