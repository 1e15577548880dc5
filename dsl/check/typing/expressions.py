"""Sentences to typed expressions: where every expression enters, by its form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from custumal.dsl.base.types import ANYTHING, EMPTY, NUMBER, TRUTH, Anything, Empty, Maybe, Set, Truth, Type, bare, maybe
from custumal.dsl.check.incremental.findings import Findings
from custumal.dsl.check.incremental.noted import Noted, Worded
from custumal.dsl.check.symbols.signatures import KeptInfo
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.intervals import bounds
from custumal.dsl.check.typing.scope import Locals, Scope, narrowed
from custumal.dsl.diagnostics.catalogue.names import hides_a_word, means_something, no_step, several_steps, step_called_like_word
from custumal.dsl.diagnostics.catalogue.types import may_be_none, not_a_set, type_mismatch
from custumal.dsl.diagnostics.catalogue.values import may_leave, takes_arguments
from custumal.dsl.diagnostics.diagnostic import Problem, Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Call, Const, Expr, Read
from custumal.dsl.sentences import syntax as sx

Handler = Callable[..., Expr]
AHandler = TypeVar("AHandler", bound=Handler)

_FORMS: dict[type[sx.Expression], Handler] = {}
"""What types each form of expression; the modules that have the forms register themselves."""


def form(*of: type[sx.Expression]) -> Callable[[AHandler], AHandler]:
    """Register what types a form of expression: called with the `Expressions`, the node, its scope and the type that is wanted."""

    def register(handler: AHandler) -> AHandler:
        _FORMS.update(dict.fromkeys(of, handler))
        return handler

    return register


Probe = Callable[["Expressions", sx.Expression, Scope, Type | None], None]
"""Sees every expression before it is typed, with the names in force and the type that is wanted."""


class Expressions:
    """Types the expressions of one game. Every problem is reported once; what can't be typed gets the type Anything.

    `words` tell what the game declares; problems go to `report`, what others need to know to `findings`; `locals` number bound names.
    `is_noting`: what words mean is told to `findings`, too; `probe` then looks at each before it is typed.
    `is_guessing`: a word is tried in the place of one that nothing is called.
    """

    def __init__(self, words: Vocabulary, report: Report, locals_: Locals) -> None:
        self.words = words
        self.report = report
        self.findings = Findings()
        self.locals = locals_
        self.is_noting = False
        self.is_guessing = False
        self.probe: Probe | None = None

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
        wanted = Set(ANYTHING) if hint is None and isinstance(node, sx.Name) else None if hint is None else Set(hint)
        expr = narrowed(self.plain(node, scope, wanted), scope)
        collected = coercion.as_set(self.words, expr)
        if collected is not None:
            return collected
        if isinstance(expr.type, Empty):
            return Const(Set(hint or EMPTY), expr.span, ())
        return self.misfit(expr.span, not_a_set(expr.type))

    def require(self, expr: Expr, wanted: Type) -> Expr:
        fitted = coercion.fits(self.words, wanted, expr)
        if fitted is not None:
            return fitted
        found = expr.type
        if coercion.holds_one_unshaped(self.words, found):
            found = maybe(coercion.content_of(self.words, expr).type)
        if isinstance(found, Maybe | Empty) and coercion.same_kind(self.words, found, wanted):
            return self.misfit(expr.span, may_be_none(wanted))
        return self.misfit(expr.span, type_mismatch(wanted, found))

    def misfit(self, span: Span, problem: Problem) -> Expr:
        """What is of another type than it should be; where a part of it is wrong, which has been reported, that is to blame."""
        if not self.report.has_just_told_within(span):
            self.report.tell(span, problem)
        return self.unknown(span)

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
        own = max((address for address in found if f"{around}.".startswith(f"{address}.")), key=len, default=None)
        if len(found) == 1 or own is not None:
            return own or found[0]
        if found:
            several = ", ".join(f"`{address}`" for address in found)
            self.report.tell(span, several_steps(word, several))
        elif not self.words.has_torn_steps():
            known = self.words.step_addresses()
            ends = [address.rsplit(".", 1)[-1] for address in known]
            self.report.tell(span, no_step(word, nearest(word, [*also, *ends, *known])))
        return None

    def not_a_step(self, word: str, span: Span, what: str) -> None:
        """A word of the language that stands where steps are named may not be the name of one."""
        found = self.words.steps_named(word)
        if found:
            self.report.tell(span, step_called_like_word(word, what, found[0]))

    def plain(self, node: sx.Expression, scope: Scope, wanted: Type | None) -> Expr:
        """The typed expression as it stands: `wanted` only helps with words that mean several things."""
        self.look_at(node, scope, wanted)
        made = _FORMS[type(node)](self, node, scope, wanted)
        self.note(node, made, scope, wanted)
        return made

    def look_at(self, node: sx.Expression, scope: Scope, wanted: Type | None) -> None:
        """An expression is going to be typed."""
        if self.probe is not None:
            self.probe(self, node, scope, wanted)

    def note(self, node: sx.Expression, made: Expr, scope: Scope, wanted: Type | None) -> None:
        """An expression has been typed."""
        if self.is_noting and isinstance(node, Worded):
            self.findings.noted.append(Noted(node, made, scope.names, scope.element, wanted))

    # ------------------------------------------------------------ reading state and definitions

    def note_use(self, word: str) -> None:
        self.findings.used.add(word)

    def within(self, parameters: Iterable[Type], arguments: Iterable[Expr]) -> None:
        """Numbers that are handed over stay within the bounds that their parameters have; a set does with each of its members."""
        for wanted, argument in zip(parameters, arguments, strict=False):
            low, high = bounds(wanted)
            of = bare(argument.type)
            if isinstance(of, Anything):
                continue
            least, most = bounds(of.inner if isinstance(of, Set) else of)
            if (low is not None and (least is None or least < low)) or (high is not None and (most is None or most > high)):
                self.report.tell(argument.span, may_leave(low, high))

    def read(self, kept: KeptInfo, arguments: tuple[Expr, ...], span: Span) -> Expr:
        return Read(self.lift(kept.type, arguments, kept.parameters), span, kept.name, arguments)

    def call(self, name: str, parameters: tuple[Type, ...], arguments: tuple[Expr, ...], span: Span) -> Expr:
        return Call(self.lift(self.words.definition_type(name), arguments, parameters), span, name, arguments)

    def lift(self, of: Type, arguments: tuple[Expr, ...], parameters: tuple[Type, ...] = ()) -> Type:
        """A member of what may be nothing may be nothing (truths and sets are then false and empty)."""
        wants_maybe = bool(parameters) and isinstance(parameters[0], Maybe)
        if arguments and isinstance(arguments[0].type, Maybe) and not wants_maybe:
            if isinstance(of, Truth):
                return of
            return Set(of.inner) if isinstance(of, Set) else maybe(of)
        return of
