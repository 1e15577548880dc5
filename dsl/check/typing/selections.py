"""Selections and quantifiers: a set is taken apart into its elements, what they must fulfil and their order."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import ANYTHING, TRUTH, Anything, Empty, Set, Truth, Type
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.scope import Scope, facts_of
from custumal.dsl.diagnostics.catalogue.types import asked_by_is_in, from_names_a_member
from custumal.dsl.diagnostics.catalogue.values import swallowed_or
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Expr, Fold, Local, Op, Ordering, Select
from custumal.dsl.model.expression_walk import any_part
from custumal.dsl.sentences import syntax as sx


@dataclass(frozen=True, slots=True)
class Opened:
    """A selection taken apart: the element's name, where it comes from, what it must fulfil and the scope inside."""

    var: Local
    source: Expr
    where: Expr | None
    inside: Scope
    orders: tuple[Ordering, ...]
    span: Span


def opened_selection(ex: Expressions, node: sx.Selection | sx.Quantified | sx.Closure, scope: Scope, hint: Type | None = None) -> Opened:
    """Bind the element of a selection and type its condition and orders."""
    name, source, span = node.name, node.source, node.span
    where = None if isinstance(node, sx.Closure) else node.where
    orders = node.orders if isinstance(node, sx.Selection) else ()
    members = ex.set_of(source, scope, hint)
    element = members.type.inner if isinstance(members.type, Set) else ANYTHING
    if isinstance(element, Empty):
        element = ANYTHING
    if name is None:
        var = ex.locals.new("it", element, source.span)
        inside = scope.inside(var)
    else:
        ex.not_taken(name.text, name.span, scope)
        var = ex.locals.new(name.text, element, name.span)
        inside = replace(scope.bind(var), element=None)
    condition = None if where is None else ex.truth(where, inside)
    if condition is not None:
        inside = inside.knowing(facts_of(condition))
    return Opened(var, members, condition, inside, tuple(_order(ex, o, inside, scope, element) for o in orders), span)


def _order(ex: Expressions, order: sx.Order, inside: Scope, scope: Scope, element: Type) -> Ordering:
    if order.key is None:
        return Ordering("reversed", None)
    if order.kind == "by":
        return Ordering("by", ex.check(order.key, inside))
    start = ex.check(order.key, scope)
    if coercion.holds_one_unshaped(ex.words, start.type):
        start = coercion.content_of(ex.words, start)
    if not coercion.same_kind(ex.words, start.type, element):
        ex.misfit(start.span, from_names_a_member(element, start.type))
    return Ordering("from", start)


def opened(ex: Expressions, node: sx.Expression, scope: Scope, hint: Type | None = None) -> Opened:
    """Any expression as a source; what is no selection becomes one without condition."""
    if isinstance(node, sx.Selection):
        return opened_selection(ex, node, scope, hint)
    return opened_selection(ex, sx.Selection(None, node, None, (), node.span), scope, hint)


def selected(source: Opened) -> Expr:
    """The source as an expression again."""
    if source.where is None and not source.orders:
        return source.source
    of = source.source.type
    if isinstance(of, Set) and source.where is not None:
        of = Set(of.inner, filled=False, at_most=of.at_most)
    return Select(of, source.span, source.var, source.source, source.where, source.orders)


@form(sx.Selection)
def selection(ex: Expressions, node: sx.Selection, scope: Scope, wanted: Type | None) -> Expr:
    if isinstance(wanted, Truth) and node.name is not None and node.where is None and not node.orders:
        return ex.error(node.span, asked_by_is_in(node.name.text))
    inner = wanted.inner if isinstance(wanted, Set) else None
    return selected(opened(ex, node, scope, inner))


@form(sx.Quantified)
def quantified(ex: Expressions, node: sx.Quantified, scope: Scope, _wanted: Type | None) -> Expr:
    source = opened_selection(ex, node, scope)
    if node.kind == "every":
        assert node.has is not None
        return Fold(TRUTH, node.span, "every", source.var, source.source, source.where, ex.truth(node.has, source.inside))
    _swallowed(ex, node, source)
    return Fold(TRUTH, node.span, node.kind, source.var, source.source, source.where, None)


def _swallowed(ex: Expressions, node: sx.Quantified, source: Opened) -> None:
    """`some x in S where P or Q`: does Q belong to the selection? If it does not speak of x, probably not."""
    if not isinstance(node.where, sx.Either) or not isinstance(source.where, Op):
        return
    last = source.where.arguments[-1]
    is_known = not any_part(last, lambda part: isinstance(part.type, Anything))
    if is_known and not mentions(last, source.var.id):
        ex.report.tell(node.where.right.span, swallowed_or())


def mentions(expr: Expr, local_id: str) -> bool:
    """Does the local occur in the expression?"""
    return any_part(expr, lambda part: isinstance(part, Local) and part.id == local_id)
