"""Words applied to something: definitions, kept values, zones, printed columns, and the built-in members of each type."""

from __future__ import annotations

from functools import partial

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import SEAT, Anything, Cell, Maybe, Number, Place, Row, Set, Symbol, Table, Thing, Type, bare, maybe
from custumal.dsl.check.symbols.signatures import Attribute, Meaning
from custumal.dsl.check.typing import coercion
from custumal.dsl.check.typing.builtins import builtin_member, builtin_words
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.folds import FOLDS, fold, over_each
from custumal.dsl.check.typing.functions import FUNCTIONS, dotted, step_table
from custumal.dsl.check.typing.guesses import meant
from custumal.dsl.check.typing.scope import Scope, narrowed
from custumal.dsl.diagnostics.catalogue.actors import no_my
from custumal.dsl.diagnostics.catalogue.names import (
    named_in_keys,
    no_such_member,
    not_a_member,
    nothing_called_here,
    others_have_it,
)
from custumal.dsl.diagnostics.catalogue.sentences import misplaced_for
from custumal.dsl.diagnostics.catalogue.types import asked_of, fold_has_parentheses
from custumal.dsl.diagnostics.catalogue.values import needs_something, printed_on, takes_things
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Const, Expr, Op
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.foreign import AGGREGATES, MEMBERS
from custumal.dsl.sentences.syntax_tools import walk
from custumal.dsl.sentences.unparse import unparse


@form(sx.Apply)
def apply(ex: Expressions, node: sx.Apply, scope: Scope, wanted: Type | None) -> Expr:
    """A word applied to something: one that folds a set, or else whatever it is for what stands behind it."""
    if node.word.text in ex.words.refused():
        return ex.unknown(node.span)
    return fold(ex, node, scope, wanted) or _applied(ex, node, scope, wanted)


def _applied(ex: Expressions, node: sx.Apply, scope: Scope, wanted: Type | None) -> Expr:
    """The typed form of `word of x`, `x.word(y)`, `word(x, y)`, `my word`."""
    word = node.word.text
    meaning = ex.words.meaning(word)
    if word in FUNCTIONS and not meaning.takes_operands:
        return narrowed(FUNCTIONS[word](ex, node, scope), scope)
    rows = None if meaning.takes_operands else ex.words.table(word)
    if rows is not None:
        ex.note_use(word)
        return ex.unknown(node.span) if ex.words.is_lost(word) else step_table(ex, node, scope, rows)
    head = _misspelt_head(ex, node)
    if head is not None:
        return head
    if not node.arguments:
        return ex.error(node.span, needs_something(word))
    if node.style == "my" and "me" not in scope.names:
        return ex.unknown(node.span) if scope.torn else ex.error(node.arguments[0].span, no_my())
    if isinstance(node.arguments[0], sx.EachOf) and not meaning.takes_operands:
        return ex.error(node.word.span, misplaced_for(AGGREGATES.get(word) or nearest(word, _OF_VALUES)))
    first = narrowed(ex.plain(node.arguments[0], scope, _first_wanted(meaning)), scope)
    if isinstance(first.type, Anything):
        for rest in node.arguments[1:]:
            ex.check(rest, scope)
        return ex.unknown(node.span)
    found = _resolve(ex, node.word, first, node.arguments[1:], scope, node.span)
    if found is None:
        return _unknown_member(ex, node, first, scope, wanted)
    return narrowed(found if found.span is node.span else replace(found, span=node.span), scope)


def _first_wanted(meaning: Meaning) -> Type | None:
    """What a definition takes first; of other words only that it could not be read."""
    first = next(iter(meaning.parameters), None)
    return first if meaning.definition is not None or isinstance(first, Anything) else None


def _misspelt_head(ex: Expressions, node: sx.Apply) -> Expr | None:
    """An error at a word with parentheses that is none, where what stands in them tells that a function was meant."""
    if node.style != "call" or ex.words.meaning(node.word.text).takes_operands:
        return None
    argument = node.arguments[0] if node.arguments else None
    is_type = isinstance(argument, sx.Name) and _is_list_or_kind(ex, argument.text)
    is_folded = isinstance(argument, sx.EachOf | sx.Closure)
    is_known = is_type or is_folded or _is_step(ex, argument)
    guess = nearest(node.word.text, FOLDS if is_folded else FUNCTIONS) if is_known else None
    if guess is None:
        return None
    for inner in walk(node):  # whatever is used here has not lost its use by the slip
        if isinstance(inner, sx.Name):
            ex.note_use(inner.text)
    return ex.error(node.word.span, nothing_called_here(node.word.text, guess))


def _is_step(ex: Expressions, argument: sx.Expression | None) -> bool:
    """Whether an argument is the name of a step, and nothing else that stands alone."""
    address = dotted(argument)
    return address is not None and not ex.words.has_word(address) and bool(ex.words.steps_named(address))


def _is_list_or_kind(ex: Expressions, word: str) -> bool:
    return word in ("seat", "resource") or ex.words.list_called(word) is not None or ex.words.kind_called(word) is not None


def member(ex: Expressions, word: sx.Name, arguments: tuple[Expr, ...], scope: Scope, *, quiet: bool) -> Expr | None:
    """The word as a member of one value, or None (`quiet`) where it is none."""
    found = _resolve(ex, word, arguments[0], (), scope, word.span)
    if found is None and not quiet:
        return ex.error(word.span, not_a_member(word.text, arguments[0].type))
    return None if found is None else narrowed(found, scope)


def _resolve(ex: Expressions, word: sx.Name, first: Expr, rest: tuple[sx.Expression, ...], scope: Scope, span: Span) -> Expr | None:
    """Whatever the word is for this operand: the game's own words first, then the built-in members, then what it stands for."""
    found = _own_word(ex, word, first, rest, scope, span)
    if found is not None:
        return found
    if not rest:
        found = _printed(ex, word.text, first, span) or _attribute(ex, word.text, first, span) or builtin_member(ex, word.text, first, span)
        if found is not None:
            return replace(found, type=ex.lift(found.type, (first,)))
    return _stands_for(ex, word, first, rest, scope, span)


def _own_word(ex: Expressions, word: sx.Name, first: Expr, rest: tuple[sx.Expression, ...], scope: Scope, span: Span) -> Expr | None:
    text = word.text
    meaning = ex.words.meaning(text)
    parameters = meaning.parameters
    if not parameters:
        is_torn = meaning.takes_none and ex.words.is_lost(text)  # of what it is may be what could not be read
        return ex.unknown(span) if is_torn else None
    if ex.words.is_lost(text):
        return ex.unknown(span)
    fitted = _fit_first(ex, parameters[0], first)
    if fitted is None:
        return None
    if len(parameters) != 1 + len(rest):
        return ex.error(span, takes_things(text, len(parameters), 1 + len(rest)))
    ex.note_use(text)
    arguments = (fitted, *(ex.check(r, scope, p) for r, p in zip(rest, parameters[1:], strict=True)))
    ex.within(parameters, arguments)
    if meaning.definition is not None:
        return ex.call(text, parameters, arguments, span)
    if meaning.kept is not None:
        return ex.read(meaning.kept, arguments, span)
    of: Type = Place(text)
    return Op(maybe(of) if isinstance(fitted.type, Maybe) else of, span, "place", arguments, text)


def _fit_first(ex: Expressions, wanted: Type, first: Expr) -> Expr | None:
    """The first argument for a parameter; a `maybe` is let through (the result is then lifted)."""
    if coercion.holds_one_unshaped(ex.words, first.type) and not isinstance(bare(wanted), Place | Set):
        first = coercion.content_of(ex.words, first)
    if isinstance(first.type, Maybe) and not isinstance(wanted, Maybe):
        inner = coercion.fits(ex.words, wanted, replace(first, type=bare(first.type)))
        return None if inner is None else replace(inner, type=maybe(inner.type))
    return coercion.fits(ex.words, wanted, first)


def _printed(ex: Expressions, word: str, first: Expr, span: Span) -> Expr | None:
    inner = bare(first.type)
    if isinstance(inner, Row):
        of = ex.words.kind(inner.kind).printed.get(word)
        return None if of is None else Op(of, span, "attr", (first,), word)
    if not isinstance(inner, Thing):
        return None
    kinds = [ex.words.kind(k) for k in inner.kind.split("|")]
    if word == "owner" and all(k.owned for k in kinds):
        return Op(SEAT, span, "owner", (first,))
    types = [k.printed.get(word) for k in kinds]
    if any(t is None for t in types):
        return None
    ex.note_use(word)
    of = types[0]
    assert of is not None
    return Op(of, span, "attr", (first,), word)


def _attribute(ex: Expressions, word: str, first: Expr, span: Span) -> Expr | None:
    """A column of a list, for one of its words; maybe, unless every word of the (sub-)list has it."""
    inner = bare(first.type)
    if not isinstance(inner, Symbol):
        return None
    root = ex.words.list_called(ex.words.root(inner.list))
    attribute = None if root is None else root.attribute(word)
    if root is None or attribute is None:
        return None
    sub, values = ex.words.list_called(inner.list), attribute.values
    members: tuple[int, ...] = sub.members if sub is not None and sub.among is not None else tuple(range(len(values)))
    of = _type_of_values(attribute)
    if isinstance(first, Const) and isinstance(first.value, int):
        members = (first.value,)
    complete = all(values[i] is not None for i in members)
    return Op(of if complete else maybe(of), span, "symbol-attr", (first,), (root.name, word))


def _type_of_values(attribute: Attribute) -> Type:
    if not isinstance(attribute.type, Number):
        return attribute.type
    numbers = [v for v in attribute.values if isinstance(v, int) and not isinstance(v, bool)]
    return Number(min(numbers), max(numbers))


def _stands_for(ex: Expressions, word: sx.Name, first: Expr, rest: tuple[sx.Expression, ...], scope: Scope, span: Span) -> Expr | None:
    """A place that holds one reads as its content; a set's member is the set of the members."""
    if coercion.holds_one_unshaped(ex.words, first.type):
        return _resolve(ex, word, coercion.content_of(ex.words, first), rest, scope, span)
    inner = bare(first.type)
    if isinstance(inner, Cell):
        return None
    collected = coercion.as_set(ex.words, first)
    if collected is None or not isinstance(collected.type, Set) or isinstance(collected.type.inner, Anything):
        return None
    return over_each(ex, collected, lambda one: _resolve(ex, word, one, rest, scope, span), span)


_OF_VALUES = ("sum", "max", "min", "union", "only")
_OF_ONE_SET = ("count", "first", "last", "only")
"""Folds of nothing but a set."""


def _unknown_member(ex: Expressions, node: sx.Apply, first: Expr, scope: Scope, wanted: Type | None) -> Expr:
    if ex.words.is_lost(node.word.text) or ex.report.has_just_told_within(first.span):
        return ex.unknown(node.span)
    word, expected = node.word.text, ex.words.meaning(node.word.text).parameters
    if expected:
        return ex.error(node.arguments[0].span, asked_of(word, expected[0], first.type))
    printed = _printed_on(ex, word, first.type)
    if printed is not None:
        return ex.error(node.span, printed_on(word, first.type, is_table=isinstance(printed, Table)))
    others = [f"a {kind}" for kind in ex.words.kind_names() if word in ex.words.kind(kind).printed]
    if others:
        return ex.error(node.word.span, others_have_it(word, first.type, others))
    rows = ex.words.rows_named(word)
    if rows and node.style == "call":
        return ex.error(node.word.span, _named_in_keys(ex, word, rows[0][0], first))
    fold = word if word in _OF_ONE_SET else MEMBERS.get(word)
    if fold in _OF_ONE_SET and node.style != "call" and coercion.as_set(ex.words, first) is not None and len(node.arguments) == 1:
        return ex.error(node.span, fold_has_parentheses(word, f"{fold}({unparse(node.arguments[0])})"))
    known = [*builtin_words(ex, first.type), *_own_members(ex, first)]
    if node.style == "call":
        known += [*FOLDS, *FUNCTIONS, *ex.words.table_names()]
    guess = MEMBERS.get(word) if MEMBERS.get(word) in known else None
    guess = guess or meant(ex, word, known, wanted, partial(_as_member, ex, node, first, scope))
    guess = guess or nearest(word, [*ex.words.member_words(), *FUNCTIONS])
    return ex.error(node.word.span, no_such_member(word, first.type, guess))


def _as_member(ex: Expressions, node: sx.Apply, first: Expr, scope: Scope, word: str) -> Expr | None:
    """What stands there with another word in the place of the member."""
    return _resolve(ex, replace(node.word, text=word), first, node.arguments[1:], scope, node.span)


def _named_in_keys(ex: Expressions, word: str, kind: str, first: Expr) -> Problem:
    """What to say where a thing is called in a sentence as it is in the key of a choice."""
    printed = next(iter(ex.words.kind(kind).printed), "it")
    return named_in_keys(word, kind, "owner" if bare(first.type) == SEAT else printed)


def _printed_on(ex: Expressions, word: str, of: Type) -> Type | None:
    """The type of what is printed under a word on a thing; None if nothing is."""
    inner = bare(of)
    kinds = inner.kind.split("|") if isinstance(inner, Thing) else []
    types = (ex.words.kind(kind).printed.get(word) for kind in kinds)
    return next((found for found in types if found is not None), None)


def known_words(ex: Expressions, first: Expr) -> list[str]:
    """The words that may be asked of a value; for suggestions."""
    inner = bare(first.type)
    rows = [row.name for kind in inner.kind.split("|") for row in ex.words.rows(kind)] if isinstance(inner, Thing) else []
    return [*builtin_words(ex, first.type), *_own_members(ex, first), *rows]


def _own_members(ex: Expressions, first: Expr) -> list[str]:
    """The game's own words that fit this operand."""
    parameters = [(word, ex.words.meaning(word).parameters) for word in ex.words.operators()]
    fitting = [word for word, wanted in parameters if wanted and _fit_first(ex, wanted[0], first) is not None]
    inner = bare(first.type)
    if isinstance(inner, Thing):
        fitting += [c for k in inner.kind.split("|") for c in ex.words.kind(k).printed]
    root = ex.words.list_called(ex.words.root(inner.list)) if isinstance(inner, Symbol) else None
    if root is not None:
        fitting += [attribute.name for attribute in root.attributes]
    return fitting
