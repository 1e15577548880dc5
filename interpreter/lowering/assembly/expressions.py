"""Builders of small expressions that lowering needs besides those of the rules."""

from __future__ import annotations

from custumal.dsl.base.types import NUMBER, SEAT, TRUTH, Set
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Const, Expr, IfElse, Op


def number(value: int, span: Span) -> Expr:
    return Const(NUMBER, span, value)


def nothing(span: Span, of: Expr | None = None) -> Expr:
    """The constant None, of the type of `of` if that is given."""
    return Const(NUMBER if of is None else of.type, span, None)


def empty_set(span: Span) -> Expr:
    return Const(Set(NUMBER), span, ())


def add(left: Expr, right: int) -> Expr:
    return Op(NUMBER, left.span, "add", (left, number(right, left.span)))


def less(left: Expr, right: Expr) -> Expr:
    return Op(TRUTH, left.span, "lt", (left, right))


def as_number(expr: Expr) -> Expr:
    """1 where a truth holds, else 0."""
    return IfElse(NUMBER, expr.span, expr, number(1, expr.span), number(0, expr.span))


def either(left: Expr, right: Expr | None) -> Expr:
    """Whether one of both holds, if there is a second."""
    return left if right is None else Op(TRUTH, left.span, "or", (left, right))


def positive(expr: Expr) -> Expr:
    return Op(TRUTH, expr.span, "gt", (expr, number(0, expr.span)))


def equal(left: Expr, right: Expr) -> Expr:
    return Op(TRUTH, left.span, "eq", (left, right))


def conjunction(left: Expr, right: Expr) -> Expr:
    return Op(TRUTH, left.span, "and", (left, right))


def both(left: Expr | None, right: Expr | None) -> Expr | None:
    """Left and right, where None stands for true."""
    if left is None or right is None:
        return left if right is None else right
    return conjunction(left, right)


def negate(expr: Expr) -> Expr:
    return Op(TRUTH, expr.span, "not", (expr,))


def member(value: Expr, among: Expr) -> Expr:
    return Op(TRUTH, value.span, "in", (value, among))


def all_seats(span: Span) -> Expr:
    return Op(Set(SEAT), span, "seats", ())


def without_seat(seats: Expr, seat: Expr) -> Expr:
    return Op(seats.type, seats.span, "minus", (seats, Op(Set(SEAT), seats.span, "list", (seat,))))
