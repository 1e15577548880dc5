"""Sentences to typed expressions: where every expression enters, by its form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from custumal.dsl.base.types import ANYTHING, EMPTY, NUMBER, TRUTH, Empty, Maybe, Number, Set, Truth, Type, maybe
from custumal.dsl.check.declarations.vocabulary import Vocabulary
from custumal.dsl.check.typing import arithmetic, coercion, comparisons, conditionals, folds, members, names, selections
from custumal.dsl.check.typing.scope import Locals, Scope, narrowed
from custumal.dsl.diagnostics.catalogue.names import hides_a_word, means_something, no_step, several_steps, step_called_like_word
from custumal.dsl.diagnostics.catalogue.sentences import misplaced_for, misplaced_through
from custumal.dsl.diagnostics.catalogue.types import may_be_none, not_a_set, type_mismatch
from custumal.dsl.diagnostics.catalogue.values import takes_arguments
from custumal.dsl.diagnostics.diagnostic import Problem, Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Call, Const, Expr, Op, Read
from custumal.dsl.sentences import syntax as sx


class Expressions:
    """Types the expressions of one game. Every problem is reported once; what can't be typed gets the type Anything."""

    def __init__(self, words: Vocabulary, report: Report, locals_: Locals) -> None:
        self.words = words
        self.report = report
        self.locals = locals_
        self.define: Callable[[str], Expr | None] = lambda _: None
        self.entry_types: Callable[[str], dict[str, Type]] = lambda _: {}
        self.ignored: list[tuple[str, Span]] = []
        self.attribute_types: dict[tuple[str, str], Type] = {}

    def check(self, node: sx.Expression, scope: Scope, wanted: Type | None = None) -> Expr:
        """The typed expression; with `wanted` it is of that type or an error is reported."""
        expr = narrowed(self.plain(node, scope, wanted), scope)
        return expr if wanted is None else self.require(expr, wanted)

    def truth(self, node: sx.Expression, scope: Scope) -> Expr:
        return self.check(node, scope, TRUTH)

    def number(self, node: sx.Expression, scope: Scope) -> Expr:
        return self.check(node, scope, NUMBER)

    def set_of(self, node: sx.Expression, scope: Scope, hint: Type | None = None) -> Expr:
        """The expression as a set (a place or cell stands for the things in it)."""
        expr = narrowed(self.plain(node, scope, None if hint is None else Set(hint)), scope)
        collected = coercion.as_set(self.words, expr)
        if collected is not None:
            return collected
        if isinstance(expr.type, Empty):
            return Const(Set(hint or EMPTY), expr.span, ())
        self.report.tell(expr.span, not_a_set(expr.type))
        return self.unknown(expr.span)

    def require(self, expr: Expr, wanted: Type) -> Expr:
        fitted = coercion.fits(self.words, wanted, expr)
        if fitted is not None:
            return fitted
        found = expr.type
        if coercion.holds_one_unshaped(self.words, found):
            found = maybe(coercion.content_of(self.words, expr).type)
        if isinstance(found, Maybe | Empty) and coercion.same_kind(self.words, found, wanted):
            self.report.tell(expr.span, may_be_none(wanted))
        else:
            self.report.tell(expr.span, type_mismatch(wanted, found))
        return self.unknown(expr.span)

    def unknown(self, span: Span) -> Expr:
        return Const(ANYTHING, span, None)

    def error(self, span: Span, problem: Problem) -> Expr:
        self.report.tell(span, problem)
        return self.unknown(span)

    def takes(self, node: sx.Apply, least: int, most: int | None = None) -> bool:
        """Whether a word is given as many arguments as it takes, else an error: `least`, or from that to `most`."""
        given, upper = len(node.arguments), least if most is None else most
        if least <= given <= upper:
            return True
        self.report.tell(node.span, takes_arguments(node.word.text, least, upper, given))
        return False

    def not_taken(self, word: str, span: Span, scope: Scope) -> None:
        """A new name may mean nothing else where it is given."""
        if word == "it":
            return
        if word in scope.names:
            self.report.tell(span, means_something(word))
        else:
            self.not_declared(word, span)

    def not_declared(self, word: str, span: Span) -> None:
        """Nor may it hide a word of the game."""
        what = self.words.bare_word(word)
        if what is not None:
            self.report.tell(span, hides_a_word(word, what))

    def agree(self, first: Type, second: Type) -> bool:
        """Can values of both types stand in one column?"""
        return coercion.join(self.words, first, second) is not None

    def step(self, word: str, span: Span, also: tuple[str, ...] = (), around: str = "") -> str | None:
        """The address of the step that a word or address means; None after a report.

        Args:
            word: what is written.
            span: where.
            also: words that could stand here besides.
            around: the step inside which it is written; of several steps with the name the innermost around is meant.
        """
        found = self.words.steps_named(word)
        own = max((s.address for s in found if f"{around}.".startswith(f"{s.address}.")), key=len, default=None)
        if len(found) == 1 or own is not None:
            return own or found[0].address
        if found:
            several = ", ".join(f"`{s.address}`" for s in found)
            self.report.tell(span, several_steps(word, several))
        else:
            ends = [s.address.rsplit(".", 1)[-1] for s in self.words.steps.values()]
            self.report.tell(span, no_step(word, nearest(word, [*also, *ends, *self.words.steps])))
        return None

    def not_a_step(self, word: str, span: Span, what: str) -> None:
        """A word of the language that stands where steps are named may not be the name of one."""
        found = self.words.steps_named(word)
        if found:
            address = found[0].address
            self.report.tell(span, step_called_like_word(word, what, address))

    def plain(self, node: sx.Expression, scope: Scope, wanted: Type | None) -> Expr:
        """The typed expression as it stands: `wanted` only helps with words that mean several things."""
        return _FORMS[type(node)](self, node, scope, wanted)

    # ------------------------------------------------------------ reading state and definitions

    def note_use(self, word: str) -> None:
        self.words.used.add(word)

    def read(self, kept: str, arguments: tuple[Expr, ...], span: Span) -> Expr:
        of = self.words.kept[kept].type
        return Read(self.lift(of, arguments, self.words.kept[kept].parameters), span, kept, arguments)

    def call(self, name: str, arguments: tuple[Expr, ...], span: Span) -> Expr:
        body = self.define(name)
        parameters = tuple(p.type for p in self.words.definitions[name].parameters)
        of = ANYTHING if body is None else body.type
        return Call(self.lift(of, arguments, parameters), span, name, arguments)

    def lift(self, of: Type, arguments: tuple[Expr, ...], parameters: tuple[Type, ...] = ()) -> Type:
        """A member of what may be nothing may be nothing (truths and sets are then false and empty)."""
        wants_maybe = bool(parameters) and isinstance(parameters[0], Maybe)
        if arguments and isinstance(arguments[0].type, Maybe) and not wants_maybe:
            if isinstance(of, Truth):
                return of
            return Set(of.inner) if isinstance(of, Set) else maybe(of)
        return of


# ---------------------------------------------------------------- by form

Handler = Callable[[Expressions, Any, Scope, Type | None], Expr]


def _number(_ex: Expressions, node: sx.Number, _scope: Scope, _wanted: Type | None) -> Expr:
    return Const(Number(node.value, node.value), node.span, node.value)


def _truth(_ex: Expressions, node: sx.Truth, _scope: Scope, _wanted: Type | None) -> Expr:
    return Const(TRUTH, node.span, node.value)


def _nothing(_ex: Expressions, node: sx.Nothing, _scope: Scope, _wanted: Type | None) -> Expr:
    return Const(EMPTY, node.span, None)


def _apply(ex: Expressions, node: sx.Apply, scope: Scope, wanted: Type | None) -> Expr:
    return folds.fold(ex, node, scope, wanted) or members.apply(ex, node, scope)


def _not(ex: Expressions, node: sx.Negate, scope: Scope, _wanted: Type | None) -> Expr:
    return Op(TRUTH, node.span, "not", (ex.truth(node.operand, scope),))


def _each_of(ex: Expressions, node: sx.EachOf, _scope: Scope, _wanted: Type | None) -> Expr:
    return ex.error(node.span, misplaced_for())


def _closure(ex: Expressions, node: sx.Closure, _scope: Scope, _wanted: Type | None) -> Expr:
    return ex.error(node.span, misplaced_through())


_FORMS: dict[type, Handler] = {
    sx.Number: _number,
    sx.Truth: _truth,
    sx.Nothing: _nothing,
    sx.Name: names.name,
    sx.Units: arithmetic.units,
    sx.Apply: _apply,
    sx.ListOf: arithmetic.list_of,
    sx.Negative: arithmetic.negative,
    sx.Arithmetic: arithmetic.arithmetic,
    sx.Compare: comparisons.compare,
    sx.Both: comparisons.connect,
    sx.Either: comparisons.connect,
    sx.Negate: _not,
    sx.Fallback: conditionals.fallback,
    sx.IfElse: conditionals.if_else,
    sx.Range: arithmetic.range_of,
    sx.Selection: selections.selection,
    sx.Quantified: selections.quantified,
    sx.Can: comparisons.can,
    sx.EachOf: _each_of,
    sx.Closure: _closure,
}
