"""Values that are plain in the text: literals, words, lists of these."""

from __future__ import annotations

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.values import not_constant
from custumal.dsl.model import Const, Expr, Op, SeatNumber, TheThing


def constant_value(cx: Context, expr: Expr) -> object:
    """The value of an expression that needs no game to be evaluated; an error where it does."""
    match expr:
        case Const(value=value):
            return value
        case SeatNumber(index=index):
            return index
        case TheThing(row=row):
            return row
        case Op(name="neg", arguments=(Const(value=int() as value),)):
            return -value
        case Op(name="list", arguments=arguments):
            return tuple(constant_value(cx, a) for a in arguments)
        case Op(name="b-unit" | "b-add" | "b-scale"):
            return _bundle(cx, expr)
    cx.report.tell(expr.span, not_constant())
    return None


def _bundle(cx: Context, expr: Op) -> tuple[int, ...]:
    zero = (0,) * len(cx.words.resources())
    values = [constant_value(cx, a) for a in expr.arguments]
    match expr.name, values:
        case "b-unit", [int() as resource, int() as n]:
            return tuple(n if i == resource else 0 for i in range(len(zero)))
        case "b-add", [tuple() as a, tuple() as b]:
            return tuple(x + y for x, y in zip(a, b, strict=True))
        case "b-scale", [int() as n, tuple() as b]:
            return tuple(n * x for x in b)
    return zero
