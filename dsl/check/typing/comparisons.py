"""Comparisons and the words between truths."""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import (
    ANYTHING,
    BUNDLE,
    NUMBER,
    SEAT,
    TRUTH,
    Anything,
    Bundle,
    Maybe,
    Place,
    Row,
    Set,
    Symbol,
    Thing,
    Truth,
    Type,
    bare,
)
from custumal.dsl.check.typing import coercion, members, names
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.intervals import element_of
from custumal.dsl.check.typing.scope import Scope, facts_of, narrowed
from custumal.dsl.diagnostics.catalogue.names import no_action, no_restriction
from custumal.dsl.diagnostics.catalogue.types import and_joins_truths, both_may_be_none, never_in, never_the_same, set_is_empty
from custumal.dsl.diagnostics.catalogue.values import chooses_things
from custumal.dsl.diagnostics.diagnostic import Problem
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Can, Const, Expr, Fold, Op
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.unparse import unparse


@form(sx.Both, sx.Either)
def connect(ex: Expressions, node: sx.Both | sx.Either, scope: Scope, wanted: Type | None) -> Expr:
    is_and = isinstance(node, sx.Both)
    if isinstance(node, sx.Both) and wanted is not None and not isinstance(bare(wanted), Truth | Anything):
        return ex.error(node.span, _no_truths(node, bare(wanted)))
    left = ex.truth(node.left, scope)
    right = ex.truth(node.right, scope.knowing(facts_of(left, holds=is_and)))
    return Op(TRUTH, node.span, "and" if is_and else "or", (left, right))


def _no_truths(node: sx.Both, wanted: Type) -> Problem:
    """What to say where `and` stands between things that are no truths, since something else is expected."""
    return and_joins_truths(wanted, f"{unparse(node.left)} + {unparse(node.right)}" if isinstance(wanted, Bundle) else None)


@form(sx.Negate)
def negate(ex: Expressions, node: sx.Negate, scope: Scope, _wanted: Type | None) -> Expr:
    if isinstance(node.operand, sx.Name | sx.Apply):
        operand = narrowed(ex.plain(node.operand, scope, TRUTH), scope)
        if isinstance(operand.type, Set):
            return ex.error(node.span, set_is_empty(unparse(node.operand), is_empty=True))
        return Op(TRUTH, node.span, "not", (ex.require(operand, TRUTH),))
    return Op(TRUTH, node.span, "not", (ex.truth(node.operand, scope),))


@form(sx.Compare)
def compare(ex: Expressions, node: sx.Compare, scope: Scope, _wanted: Type | None) -> Expr:
    if node.operator in ("is", "is not"):
        if isinstance(node.right, sx.Name) and node.right.text in ("empty", "filled") and isinstance(node.left, sx.Apply | sx.Name):
            left = narrowed(ex.plain(node.left, scope, None), scope)
            if isinstance(left.type, Set):
                is_empty = (node.right.text == "empty") is (node.operator == "is")
                return ex.error(node.span, set_is_empty(unparse(node.left), is_empty=is_empty))
        same = _same(ex, node, scope)
        return same if node.operator == "is" else Op(TRUTH, node.span, "not", (same,))
    if node.operator in ("is in", "is not in", "are in"):
        return _membership(ex, node, scope)
    left = narrowed(ex.plain(node.left, scope, None), scope)
    right = narrowed(ex.plain(node.right, scope, None), scope)
    name = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[node.operator]
    if isinstance(left.type, Bundle) and isinstance(right.type, Bundle):
        pair = (left, right) if name in ("le", "lt") else (right, left)
        return Op(TRUTH, node.span, "b-le", pair)
    if isinstance(bare(left.type), Anything) or isinstance(bare(right.type), Anything):
        return Op(TRUTH, node.span, name, (left, right))  # what one of them is has been reported
    return Op(TRUTH, node.span, name, (ex.require(left, NUMBER), ex.require(right, NUMBER)))


def _membership(ex: Expressions, node: sx.Compare, scope: Scope) -> Expr:
    many = node.operator == "are in"
    left = ex.set_of(node.left, scope) if many else narrowed(ex.plain(node.left, scope, None), scope)
    if not many and coercion.holds_one_unshaped(ex.words, left.type):
        left = coercion.content_of(ex.words, left)
    hint = element_of(left.type) if many else bare(left.type)
    right = ex.set_of(node.right, scope, hint)
    if (
        not many
        and isinstance(left.type, Symbol)
        and isinstance(right.type, Set)
        and left.type.list != getattr(right.type.inner, "list", None)
    ):
        left = _retry(ex, node.left, scope, right.type.inner, left)
    inside = element_of(right.type)
    found = element_of(left.type) if many else left.type
    if inside is not None and found is not None and not coercion.same_kind(ex.words, found, inside):
        return ex.misfit(node.span, never_in(found, right.type))
    test = Op(TRUTH, node.span, "subset" if many else "in", (left, right))
    return Op(TRUTH, node.span, "not", (test,)) if node.operator == "is not in" else test


def _retry(ex: Expressions, node: sx.Expression, scope: Scope, wanted: Type, found: Expr) -> Expr:
    """A bare symbol again, now that the type it is compared with is known."""
    return narrowed(ex.plain(node, scope, wanted), scope) if isinstance(node, sx.Name) else found


def _same(ex: Expressions, node: sx.Compare, scope: Scope) -> Expr:
    left = _left_of_is(ex, node, scope)
    if isinstance(bare(left.type), Anything):
        return _same_as_unknown(ex, node, left, scope)
    if isinstance(node.right, sx.Nothing):
        if coercion.holds_one_unshaped(ex.words, left.type):
            left = coercion.content_of(ex.words, left)
        is_something = Op(TRUTH, node.span, "some-value", (left,))
        return Op(TRUTH, node.span, "not", (is_something,))
    if isinstance(node.right, sx.Name) and node.right.text not in scope.names:
        quality = _quality(ex, node.right, left, scope)
        if quality is not None:
            return replace(quality, span=node.span)
    if isinstance(node.right, sx.Name):
        wanted = bare(left.type)
        ex.look_at(node.right, scope, wanted)
        found = names.name(ex, node.right, scope, wanted, lambda: members.known_words(ex, left))
        ex.note(node.right, found, scope, wanted)
        return _equal(ex, node, left, narrowed(found, scope))
    return _equal(ex, node, left, narrowed(ex.plain(node.right, scope, bare(left.type)), scope))


def _same_as_unknown(ex: Expressions, node: sx.Compare, left: Expr, scope: Scope) -> Expr:
    """What the left side is has been reported; a word on the right might be anything then."""
    right = left if isinstance(node.right, sx.Name) else ex.check(node.right, scope)
    return Op(TRUTH, node.span, "eq", (left, right))


def _left_of_is(ex: Expressions, node: sx.Compare, scope: Scope) -> Expr:
    wanted = Maybe(ANYTHING) if isinstance(node.right, sx.Nothing) and isinstance(node.left, sx.Name | sx.Apply) else None
    left = narrowed(ex.plain(node.left, scope, wanted), scope)
    if isinstance(node.left, sx.Name) and isinstance(left.type, Symbol) and not isinstance(node.right, sx.Name | sx.Nothing):
        right = ex.plain(node.right, scope, left.type)
        return _retry(ex, node.left, scope, bare(right.type), left)
    return left


def _quality(ex: Expressions, word: sx.Name, left: Expr, scope: Scope) -> Expr | None:
    """`x is WORD` where the word is an adjective, or a row of the kind of `x`."""
    subject = left
    if coercion.holds_one_unshaped(ex.words, left.type):
        subject = coercion.content_of(ex.words, left)
    inner = bare(subject.type)
    if isinstance(inner, Thing):
        for kind in inner.kind.split("|"):
            row = ex.words.row_number(kind, word.text)
            if row is not None:
                ex.note_use(word.text)
                return Op(TRUTH, word.span, "same-row", (subject, Const(Row(kind), word.span, row)))
    for candidate in (left, subject):
        found = members.member(ex, word, (candidate,), scope, quiet=True)
        if found is not None and isinstance(found.type, Truth | Anything):  # of which nobody knows what it gives, that has been reported
            return found
    return None


def _equal(ex: Expressions, node: sx.Compare, left: Expr, right: Expr) -> Expr:
    if coercion.holds_one_unshaped(ex.words, left.type) and not isinstance(bare(right.type), Place):
        left = coercion.content_of(ex.words, left)
    if coercion.holds_one_unshaped(ex.words, right.type) and not isinstance(bare(left.type), Place):
        right = coercion.content_of(ex.words, right)
    if isinstance(bare(left.type), Set) or isinstance(bare(right.type), Set):
        left, right = coercion.as_set(ex.words, left) or left, coercion.as_set(ex.words, right) or right
    if not coercion.same_kind(ex.words, left.type, right.type):
        word = node.right.text if isinstance(node.right, sx.Name) else None
        return ex.misfit(node.span, never_the_same(left.type, right.type, word))
    if isinstance(left.type, Maybe) and isinstance(right.type, Maybe):
        ex.report.tell(node.span, both_may_be_none())
    if isinstance(bare(left.type), Bundle) != isinstance(bare(right.type), Bundle):
        left, right = ex.require(left, BUNDLE), ex.require(right, BUNDLE)
    return Op(TRUTH, node.span, "eq", (left, right))


@form(sx.Can)
def can(ex: Expressions, node: sx.Can, scope: Scope, _wanted: Type | None) -> Expr:
    action = ex.words.action(node.action.text)
    if action is None:
        guess = nearest(node.action.text, ex.words.action_names())
        return ex.error(node.action.span, no_action(node.action.text, guess))
    known = ex.words.ignorable(node.action.text) if node.ignoring else ()
    for word in node.ignoring:
        if word.text not in known:
            guess = nearest(word.text, known)
            ex.report.tell(word.span, no_restriction(node.action.text, word.text, guess))
    arguments = None
    if node.arguments is not None:
        chosen = [n for n in action.entries if n not in action.lets]
        if len(node.arguments) > len(chosen) and action.is_torn:
            return ex.unknown(node.span)
        if len(node.arguments) > len(chosen):
            return ex.error(node.span, chooses_things(node.action.text, len(chosen), len(node.arguments)))
        arguments = tuple(_argument(ex, node.action.text, n, e, scope) for n, e in zip(chosen, node.arguments, strict=False))
    ignoring = tuple(w.text for w in node.ignoring)
    for word in node.ignoring:
        parts = (f"{action.address}.{part}.{word.text}" for part in ("require", "ensure", "choose"))
        ex.findings.ignored.extend((address, word.span) for address in parts)
    if "me" in scope.names:
        return Can(TRUTH, node.span, node.action.text, scope.names["me"], arguments, ignoring)
    somebody = ex.locals.new("me", SEAT, node.span)
    test = Can(TRUTH, node.span, node.action.text, somebody, arguments, ignoring)
    return Fold(TRUTH, node.span, "some", somebody, Op(Set(SEAT, filled=True), node.span, "seats", ()), test, None)


def _argument(ex: Expressions, action: str, name: str, node: sx.Expression, scope: Scope) -> Expr:
    return ex.check(node, scope, ex.words.entry_types(action).get(name, ANYTHING))
