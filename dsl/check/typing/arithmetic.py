"""Numbers, bundles, lists and ranges: everything that is computed."""

from __future__ import annotations

from custumal.dsl.base.types import BUNDLE, EMPTY, NUMBER, Anything, Bundle, Number, Row, Set, Symbol, Thing, Type, bare
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.coercion import is_bundle
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.intervals import bounds, element_of, interval
from custumal.dsl.check.typing.names import resource
from custumal.dsl.check.typing.scope import Scope, narrowed
from custumal.dsl.diagnostics.catalogue.types import cannot_join, items_of_two_types, set_of_sets
from custumal.dsl.diagnostics.catalogue.values import divisor_could_be_zero
from custumal.dsl.model import Const, Expr, Op
from custumal.dsl.sentences import syntax as sx


@form(sx.Units)
def units(ex: Expressions, node: sx.Units, _scope: Scope, _wanted: Type | None) -> Expr:
    amount, word, span = node.amount, node.name, node.span
    number = resource(ex, word.text, word.span)
    if number is None:
        return ex.unknown(word.span)
    unit = Const(Symbol("resource"), word.span, number)
    return Op(BUNDLE, span, "b-unit", (unit, Const(Number(amount, amount), span, amount)))


@form(sx.Negative)
def negative(ex: Expressions, node: sx.Negative, scope: Scope, _wanted: Type | None) -> Expr:
    inner = ex.number(node.operand, scope)
    if isinstance(inner.type, Anything):
        return ex.unknown(node.span)
    low, high = bounds(inner.type)
    return Op(Number(None if high is None else -high, None if low is None else -low), node.span, "neg", (inner,))


@form(sx.Arithmetic)
def arithmetic(ex: Expressions, node: sx.Arithmetic, scope: Scope, wanted: Type | None) -> Expr:
    hint = wanted if isinstance(element_of(wanted), Bundle | Symbol | Thing | Row) or isinstance(wanted, Set) else None
    left = narrowed(ex.plain(node.left, scope, hint), scope)
    right = narrowed(ex.plain(node.right, scope, hint), scope)
    if isinstance(left.type, Anything) or isinstance(right.type, Anything):
        return ex.unknown(node.span)
    if node.operator in ("+", "-"):
        special = _join_or_bundles(ex, node, left, right)
        if special is not None:
            return special
    if node.operator == "*":
        scaled = _scaled(ex, node, left, right)
        if scaled is not None:
            return scaled
    left, right = ex.require(left, NUMBER), ex.require(right, NUMBER)
    if isinstance(left.type, Anything) or isinstance(right.type, Anything):
        return ex.unknown(node.span)
    if node.operator in ("div", "mod"):
        low, high = bounds(right.type)
        if (low is None or low <= 0) and (high is None or high >= 0):
            ex.report.tell(right.span, divisor_could_be_zero())
    name = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}[node.operator]
    return Op(interval(name, left.type, right.type), node.span, name, (left, right))


def _join_or_bundles(ex: Expressions, node: sx.Arithmetic, left: Expr, right: Expr) -> Expr | None:
    if is_bundle(ex.words, left.type) and is_bundle(ex.words, right.type):
        pair = (ex.require(left, BUNDLE), ex.require(right, BUNDLE))
        return Op(BUNDLE, node.span, "b-add" if node.operator == "+" else "b-sub", pair)
    sets = [coercion.as_set(ex.words, e) for e in (left, right)]
    if sets[0] is None or sets[1] is None:
        return None
    a_type, b_type = sets[0].type, sets[1].type
    joined = coercion.join(ex.words, a_type, b_type)
    if joined is None and isinstance(a_type, Set) and isinstance(b_type, Set):
        joined = _mixed_things(a_type.inner, b_type.inner)
    if joined is None:
        return ex.misfit(node.span, cannot_join(left.type, right.type))
    if isinstance(joined, Set) and isinstance(a_type, Set) and isinstance(b_type, Set):
        joined = _size_of(node.operator, joined, a_type, b_type)
    return Op(joined, node.span, "join" if node.operator == "+" else "minus", (sets[0], sets[1]))


def _size_of(operator: str, joined: Set, first: Set, second: Set) -> Set:
    if operator == "-":
        return Set(joined.inner, filled=False, at_most=first.at_most)
    both = None if first.at_most is None or second.at_most is None else first.at_most + second.at_most
    return Set(joined.inner, first.filled or second.filled, both)


def _mixed_things(first: Type, second: Type) -> Type | None:
    """Two kinds may stand in one set; only members of both can be read then."""
    if isinstance(first, Thing) and isinstance(second, Thing):
        return Set(Thing("|".join(sorted({*first.kind.split("|"), *second.kind.split("|")}))))
    return None


def _scaled(ex: Expressions, node: sx.Arithmetic, left: Expr, right: Expr) -> Expr | None:
    for number, other in ((left, right), (right, left)):
        if is_bundle(ex.words, other.type):
            return Op(BUNDLE, node.span, "b-scale", (ex.require(number, NUMBER), ex.require(other, BUNDLE)))
    return None


@form(sx.ListOf)
def list_of(ex: Expressions, node: sx.ListOf, scope: Scope, wanted: Type | None) -> Expr:
    items, span = node.items, node.span
    hint = element_of(wanted) if isinstance(wanted, Set) else None
    parts = [ex.check(item, scope) if hint is None else narrowed(ex.plain(item, scope, hint), scope) for item in items]
    of: Type = hint or EMPTY
    for i, part in enumerate(parts):
        joined = part.type if i == 0 else coercion.join(ex.words, of, part.type)
        if joined is None:
            return ex.misfit(part.span, items_of_two_types(of, part.type))
        of = joined
    if isinstance(of, Set):
        return ex.error(span, set_of_sets())
    if not isinstance(bare(of), Anything):
        of = bare(of)
    return Op(Set(of, filled=bool(items), at_most=len(items)), span, "list", tuple(parts))


@form(sx.Range)
def range_of(ex: Expressions, node: sx.Range, scope: Scope, _wanted: Type | None) -> Expr:
    first, last = ex.number(node.low, scope), ex.number(node.high, scope)
    least, most = bounds(first.type)[0], bounds(last.type)[1]
    sure = bounds(first.type)[1], bounds(last.type)[0]
    filled = sure[0] is not None and sure[1] is not None and sure[0] <= sure[1]
    size = None if least is None or most is None else max(0, most - least + 1)
    return Op(Set(Number(least, most), filled, size), node.span, "range", (first, last))
