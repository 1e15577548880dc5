"""Are two expressions the same, or such that not both can hold? Where they stand and how their names are bound does not matter."""

from __future__ import annotations

from itertools import product
from math import inf

from custumal.dsl.model import Const, End, Expr, Local, Op, Rule
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


def exclude_always(first: Rule | End, second: Rule | End) -> bool:
    """Do the conditions of the two say that in no game both ever hold, at whatever times they are asked?"""
    ours, theirs = (filter(_is_settled, _conditions(each)) for each in (first, second))
    return any(_contradict(a, b) for a, b in product([*ours], [*theirs]))


_SETTLED = frozenset({"option", "players", "eq", "lt", "le", "gt", "ge", "not", "and", "or", "in", "range"})
"""Operations whose result is the same throughout a game if what they are asked about is."""


def _is_settled(expr: Expr) -> bool:
    return not any_part(expr, lambda part: not isinstance(part, Const) and not (isinstance(part, Op) and part.name in _SETTLED))


def _conditions(each: Rule | End) -> list[Expr]:
    """What has to hold, one thing after the other."""
    return [*(conjuncts(each.condition) if isinstance(each, Rule) else ()), *conjuncts(each.applies)]


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
    return [claim for claim in _conditions(rule) if not any_part(claim, lambda part: isinstance(part, Local) and part.id in own)]


def _contradict(a: Expr, b: Expr) -> bool:
    if shape(_negated(a)) == shape(b) or shape(_negated(b)) == shape(a):
        return True
    left, right = _compared(a), _compared(b)
    if left is None or right is None or shape(left[0]) != shape(right[0]):
        return False
    if left[1] == right[1] == "eq":
        return left[2] != right[2]
    ours, theirs = _between(*left[1:]), _between(*right[1:])
    return ours is not None and theirs is not None and (ours[1] < theirs[0] or theirs[1] < ours[0])


_NEGATED = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


def _compared(expr: Expr) -> tuple[Expr, str, object] | None:
    """What is compared with a constant, and how: `coin < 3`, `not coin < 3`."""
    inner = _negated(expr) if isinstance(expr, Op) and expr.name == "not" else expr
    if not isinstance(inner, Op) or len(inner.arguments) != 2 or not isinstance(inner.arguments[1], Const):  # it has two sides
        return None
    name = inner.name if inner is expr else _NEGATED.get(inner.name, "")
    return (inner.arguments[0], name, inner.arguments[1].value) if name == "eq" or name in _NEGATED else None


def _between(name: str, bound: object) -> tuple[float, float] | None:
    """The least and the greatest number that a comparison allows."""
    if not isinstance(bound, int) or isinstance(bound, bool):
        return None
    low, high = {"eq": (0, 0), "lt": (None, -1), "le": (None, 0), "gt": (1, None), "ge": (0, None)}[name]
    return (-inf if low is None else bound + low, inf if high is None else bound + high)


def _negated(expr: Expr) -> Expr:
    if isinstance(expr, Op) and expr.name == "not":
        return expr.arguments[0]
    return Op(expr.type, expr.span, "not", (expr,))
