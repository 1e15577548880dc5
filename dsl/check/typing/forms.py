"""All forms of expressions: each module registers its own when it is imported, and literals are here."""

from __future__ import annotations

from custumal.dsl.base.types import EMPTY, TRUTH, Number, Type
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.dsl.check.typing import arithmetic, comparisons, conditionals, folds, members, names, selections
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.scope import Locals, Scope
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.model import Const, Expr
from custumal.dsl.sentences import syntax as sx

MODULES = (arithmetic, conditionals, folds, members, names, selections, comparisons)


def expressions(words: Vocabulary, report: Report, locals_: Locals) -> Expressions:
    """What types expressions of every form."""
    return Expressions(words, report, locals_)


@form(sx.Number)
def _number(_ex: Expressions, node: sx.Number, _scope: Scope, _wanted: Type | None) -> Expr:
    return Const(Number(node.value, node.value), node.span, node.value)


@form(sx.Truth)
def _truth(_ex: Expressions, node: sx.Truth, _scope: Scope, _wanted: Type | None) -> Expr:
    return Const(TRUTH, node.span, node.value)


@form(sx.Nothing)
def _nothing(_ex: Expressions, node: sx.Nothing, _scope: Scope, _wanted: Type | None) -> Expr:
    return Const(EMPTY, node.span, None)
