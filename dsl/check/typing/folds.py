"""Words that make one value of a set: count, first, best, sum, reach and their like."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import ANYTHING, BUNDLE, EMPTY, NUMBER, Anything, Bundle, Maybe, Number, Set, Truth, Type, bare, maybe
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.scope import Scope, narrowed
from custumal.dsl.check.typing.selections import Opened, opened, opened_selection, selected
from custumal.dsl.diagnostics.catalogue.sentences import (
    best_without_by,
    first_of_values,
    misplaced_for,
    misplaced_through,
    reach_without_through,
    union_without_for,
)
from custumal.dsl.diagnostics.catalogue.types import by_compares_numbers, fold_it, fold_needs_numbers, through_leads_elsewhere
from custumal.dsl.diagnostics.catalogue.values import leading_takes, position_takes, takes_one_selection
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Expr, Fold, Op, Reach, Select
from custumal.dsl.sentences import syntax as sx


def fold(ex: Expressions, node: sx.Apply, scope: Scope, wanted: Type | None) -> Expr | None:
    """The fold that the word means, or None if it is none."""
    handler = FOLDS.get(node.word.text)
    if handler is None or node.style not in ("call", "of") or ex.words.meaning(node.word.text).takes_operands:
        return None
    if node.style == "of" and len(node.arguments) != 1:
        return None
    return handler(ex, node, scope, wanted)


def _one(ex: Expressions, node: sx.Apply) -> sx.Expression | None:
    if len(node.arguments) == 1:
        return node.arguments[0]
    ex.error(node.span, takes_one_selection(node.word.text, len(node.arguments)))
    return None


def _count(ex: Expressions, node: sx.Apply, scope: Scope, _: Type | None) -> Expr:
    argument = _one(ex, node)
    if argument is None:
        return ex.unknown(node.span)
    source = opened(ex, argument, scope)
    of = source.source.type
    most = of.at_most if isinstance(of, Set) else None
    least = 1 if isinstance(of, Set) and of.filled and source.where is None else 0
    return Fold(Number(least, most), node.span, "count", source.var, source.source, source.where, None)


def _pick(ex: Expressions, node: sx.Apply, scope: Scope, wanted: Type | None) -> Expr:
    argument = _one(ex, node)
    if argument is None:
        return ex.unknown(node.span)
    word = node.word.text
    if isinstance(argument, sx.EachOf):
        if word != "only":
            return ex.error(argument.span, first_of_values(word))
        chosen = _values(ex, argument, scope)
    else:
        chosen = selected(opened(ex, argument, scope, None if wanted is None else bare(wanted)))
    element = chosen.type.inner if isinstance(chosen.type, Set) else ANYTHING
    sure = isinstance(chosen.type, Set) and chosen.type.filled and node.word.text != "only"
    var = ex.locals.new("it", element, node.span)
    return Fold(element if sure else maybe(element), node.span, word, var, chosen, None, None)


def _values(ex: Expressions, node: sx.EachOf, scope: Scope) -> Expr:
    """The values of `E for S`, without doubles and without what is nothing."""
    source = opened(ex, node.over, scope)
    value = narrowed(ex.check(node.value, source.inside), source.inside)
    return _union(ex, node, _in_order(source), value)


def _in_order(source: Opened) -> Opened:
    """The source with its orders inside, as folds read it."""
    return replace(source, source=selected(replace(source, where=None)), orders=()) if source.orders else source


def _best(ex: Expressions, node: sx.Apply, scope: Scope, _: Type | None) -> Expr:
    argument = _one(ex, node)
    if argument is None:
        return ex.unknown(node.span)
    orders = argument.orders if isinstance(argument, sx.Selection) else ()
    if not orders or orders[-1].kind != "by":
        return ex.error(node.span, best_without_by(node.word.text))
    assert isinstance(argument, sx.Selection)
    source = opened(ex, argument, scope)
    key = source.orders[-1].key
    assert key is not None
    if not isinstance(bare(key.type), Number | Anything):
        return ex.misfit(key.span, by_compares_numbers(key.type))
    inner = selected(replace(source, orders=source.orders[:-1]))
    of = inner.type if isinstance(inner.type, Set) else Set(ANYTHING)
    filled = of.filled and not isinstance(key.type, Maybe)
    return Fold(Set(of.inner, filled, of.at_most), node.span, node.word.text, source.var, inner, None, key)


def _total(ex: Expressions, node: sx.Apply, scope: Scope, _: Type | None) -> Expr:
    word = node.word.text
    if len(node.arguments) > 1 and word in ("max", "min"):
        parts = tuple(ex.number(argument, scope) for argument in node.arguments)
        if any(isinstance(part.type, Anything) for part in parts):
            return ex.unknown(node.span)
        return Op(_extreme(word, [p.type for p in parts]), node.span, word, parts)
    argument = _one(ex, node)
    if argument is None:
        return ex.unknown(node.span)
    if isinstance(argument, sx.EachOf):
        source = opened(ex, argument.over, scope)
        value = narrowed(ex.check(argument.value, source.inside), source.inside)
    elif word == "union":
        return ex.error(node.span, union_without_for())
    else:
        source = opened(ex, argument, scope)
        value = replace(source.var, span=argument.span)
    source = _in_order(source)
    return _union(ex, node, source, value) if word == "union" else _number_fold(ex, node, source, value)


def _union(ex: Expressions, node: sx.Apply | sx.EachOf, source: Opened, value: Expr) -> Expr:
    collected = coercion.as_set(ex.words, value)
    if collected is None:
        element = bare(value.type)
        collected = Op(Set(element, filled=not isinstance(value.type, Maybe)), value.span, "singleton-or-empty", (value,))
    of = collected.type
    inner = of.inner if isinstance(of, Set) else ANYTHING
    over = source.source.type
    filled = isinstance(of, Set) and of.filled and isinstance(over, Set) and over.filled and source.where is None
    return Fold(Set(inner, filled), node.span, "union", source.var, source.source, source.where, collected)


def _number_fold(ex: Expressions, node: sx.Apply, source: Opened, value: Expr) -> Expr:
    word = node.word.text
    if isinstance(value.type, Anything):
        return replace(value, span=node.span)
    if word == "sum" and isinstance(bare(value.type), Bundle):
        return Fold(BUNDLE, node.span, word, source.var, source.source, source.where, value)
    if not isinstance(bare(value.type), Number):
        return ex.misfit(value.span, fold_needs_numbers(word, value.type))
    of = source.source.type
    if word == "sum":
        return Fold(_sum_type(value.type, of), node.span, word, source.var, source.source, source.where, value)
    is_open = isinstance(of, Anything) or (isinstance(of, Set) and isinstance(of.inner, Anything))  # has been reported
    filled = is_open or (isinstance(of, Set) and of.filled and source.where is None and not isinstance(value.type, Maybe))
    number = bare(value.type)
    return Fold(number if filled else maybe(number), node.span, word, source.var, source.source, source.where, value)


def _sum_type(value: Type, over: Type) -> Number:
    number = bare(value)
    most = over.at_most if isinstance(over, Set) else None
    if not isinstance(number, Number):
        return NUMBER
    low = 0 if number.low is not None and number.low >= 0 else None
    high = number.high * most if number.high is not None and number.high >= 0 and most is not None else None
    return Number(low, high)


def _extreme(word: str, types: list[Type]) -> Number:
    numbers = [t for t in types if isinstance(t, Number)]
    lows, highs = [n.low for n in numbers], [n.high for n in numbers]
    choose: Callable[[list[int]], int] = max if word == "max" else min
    known_low = [x for x in lows if x is not None]
    known_high = [x for x in highs if x is not None]
    low = choose(known_low) if len(known_low) == len(lows) or (word == "max" and known_low) else None
    high = choose(known_high) if len(known_high) == len(highs) or (word == "min" and known_high) else None
    return Number(low, high)


def _leading(ex: Expressions, node: sx.Apply, scope: Scope, _: Type | None) -> Expr:
    if len(node.arguments) != 2:  # leading(n, S)
        return ex.error(node.span, leading_takes())
    number = ex.number(node.arguments[0], scope)
    chosen = selected(opened(ex, node.arguments[1], scope))
    inner = chosen.type.inner if isinstance(chosen.type, Set) else ANYTHING
    high = number.type.high if isinstance(number.type, Number) else None
    return Op(Set(inner, filled=False, at_most=high), node.span, "leading", (number, chosen))


def _position(ex: Expressions, node: sx.Apply, scope: Scope, _: Type | None) -> Expr:
    if len(node.arguments) != 2:  # position(x, S)
        return ex.error(node.span, position_takes())
    chosen = selected(opened(ex, node.arguments[1], scope))
    of = chosen.type if isinstance(chosen.type, Set) else Set(ANYTHING)
    what = ex.check(node.arguments[0], scope, maybe(of.inner))
    if isinstance(of.inner, Anything) or isinstance(what.type, Anything):
        return ex.unknown(node.span)
    everybody = _is_everybody(chosen)
    number = Number(1, of.at_most)
    return Op(number if everybody and not isinstance(what.type, Maybe) else maybe(number), node.span, "position", (what, chosen))


def _is_everybody(expr: Expr) -> bool:
    """All seats, perhaps in another order: then everybody has a position."""
    if isinstance(expr, Select) and expr.where is None:
        return _is_everybody(expr.source)
    return isinstance(expr, Op) and expr.name in ("seats", "all-symbols", "all-things", "all-rows")


def _reach(ex: Expressions, node: sx.Apply, scope: Scope, _: Type | None) -> Expr:
    closure = _one(ex, node)
    if not isinstance(closure, sx.Closure):
        return ex.error(node.span, reach_without_through())
    source = opened_selection(ex, closure, scope)
    through = ex.set_of(closure.through, source.inside, source.var.type)
    element, inner = source.var.type, through.type.inner if isinstance(through.type, Set) else ANYTHING
    if not coercion.same_kind(ex.words, element, inner):
        return ex.misfit(through.span, through_leads_elsewhere(element, through.type))
    within = None if closure.within is None else ex.number(closure.within, scope)
    return Reach(
        Set(element, source.source.type.filled if isinstance(source.source.type, Set) else False),
        node.span,
        source.var,
        source.source,
        through,
        within,
    )


@form(sx.EachOf)
def each_of(ex: Expressions, node: sx.EachOf, _scope: Scope, _wanted: Type | None) -> Expr:
    return ex.error(node.span, misplaced_for())


@form(sx.Closure)
def closure(ex: Expressions, node: sx.Closure, _scope: Scope, _wanted: Type | None) -> Expr:
    return ex.error(node.span, misplaced_through())


Handler = Callable[[Expressions, sx.Apply, Scope, Type | None], Expr]
FOLDS: dict[str, Handler] = {
    "count": _count,
    "first": _pick,
    "last": _pick,
    "only": _pick,
    "best": _best,
    "worst": _best,
    "sum": _total,
    "max": _total,
    "min": _total,
    "union": _total,
    "leading": _leading,
    "position": _position,
    "reach": _reach,
}


def over_each(ex: Expressions, things: Expr, member: Callable[[Expr], Expr | None], span: Span) -> Expr | None:
    """The member of a set: the set of the members of its elements; for numbers and truths an error (equal ones would vanish)."""
    assert isinstance(things.type, Set)
    var = ex.locals.new("it", things.type.inner, things.span)
    one = member(var)
    if one is None or isinstance(one.type, Anything):
        return one
    if isinstance(bare(one.type), Number | Truth):
        return ex.error(span, fold_it(one.type))
    collected = coercion.as_set(ex.words, one)
    if collected is None:
        collected = Op(Set(bare(one.type)), span, "singleton-or-empty", (one,))
    of = collected.type
    return Fold(Set(of.inner if isinstance(of, Set) else EMPTY), span, "union", var, things, None, collected)
