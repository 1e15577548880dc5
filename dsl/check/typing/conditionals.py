"""Values that depend: `if … then … else …` and `… otherwise …`."""

from __future__ import annotations

from custumal.dsl.base.types import Set, Type, bare
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.scope import Scope, facts_of, narrowed
from custumal.dsl.diagnostics.catalogue.types import after_otherwise, answers_of_two_types
from custumal.dsl.model import Expr, IfElse, Op
from custumal.dsl.sentences import syntax as sx


@form(sx.Fallback)
def fallback(ex: Expressions, node: sx.Fallback, scope: Scope, wanted: Type | None) -> Expr:
    main = narrowed(ex.plain(node.main, scope, wanted), scope)
    if coercion.holds_one_unshaped(ex.words, main.type):
        main = coercion.content_of(ex.words, main)
    other = narrowed(ex.plain(node.other, scope, wanted or bare(main.type)), scope)
    joined = coercion.join(ex.words, bare(main.type), other.type)
    if joined is None:
        return ex.misfit(other.span, after_otherwise(bare(main.type), other.type))
    return Op(joined, node.span, "otherwise", (main, other))


@form(sx.IfElse)
def if_else(ex: Expressions, node: sx.IfElse, scope: Scope, wanted: Type | None) -> Expr:
    condition = ex.truth(node.condition, scope)
    then = narrowed(ex.plain(node.then, scope.knowing(facts_of(condition)), wanted), scope.knowing(facts_of(condition)))
    rest = scope.knowing(facts_of(condition, holds=False))
    other = narrowed(ex.plain(node.other, rest, wanted or bare(then.type)), rest)
    if isinstance(wanted, Set):
        then, other = _both_sets(ex, then, other)
    joined = coercion.join(ex.words, then.type, other.type)
    if joined is None:
        both = [coercion.as_set(ex.words, e) for e in (then, other)]
        if both[0] is not None and both[1] is not None:
            then, other = both[0], both[1]
            joined = coercion.join(ex.words, then.type, other.type)
    if joined is None:
        return ex.misfit(other.span, answers_of_two_types(then.type, other.type))
    return IfElse(joined, node.span, condition, then, other)


def _both_sets(ex: Expressions, then: Expr, other: Expr) -> tuple[Expr, Expr]:
    return coercion.as_set(ex.words, then) or then, coercion.as_set(ex.words, other) or other
