"""Bare words: what is bound, what the element of a selection has, what the game declares."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import SEAT, Anything, Bundle, Number, Place, Row, Set, Symbol, Thing, Truth, Type, bare
from custumal.dsl.check.symbols.vocabulary import seat_number
from custumal.dsl.check.typing import members
from custumal.dsl.check.typing.expressions import Expressions, form
from custumal.dsl.check.typing.guesses import meant
from custumal.dsl.check.typing.intervals import element_of
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.actors import no_me
from custumal.dsl.diagnostics.catalogue.names import (
    member_and_word,
    name_of_a_list,
    no_element,
    no_resource,
    not_known_yet,
    nothing_called_here,
    one_for_each,
    said_of,
    seat_of_scenarios,
    word_of_lists,
)
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.model import Const, Expr, Local, Op, SeatNumber, TheThing
from custumal.dsl.sentences import syntax as sx
from custumal.dsl.sentences.foreign import NAMES


@form(sx.Name)
def name(ex: Expressions, node: sx.Name, scope: Scope, wanted: Type | None = None, also: Callable[[], list[str]] | None = None) -> Expr:
    """A bare word: something bound here, a member of the element of a selection, or something the game declares.

    `also` gives further words that could stand here, for the suggestion.
    """
    word = node.text
    if word in scope.names:
        local = scope.names[word]
        if word in ex.words.refused():
            return ex.unknown(node.span)
        return Local(local.type, node.span, local.name, local.id)
    element, outside = scope.element, _global(ex, node, scope, wanted)
    member = None if element is None else members.member(ex, node, (replace(element, span=node.span),), scope, quiet=True)
    if element is not None and member is not None:
        if outside is not None and not isinstance(outside.type, Symbol | Anything):
            return ex.error(node.span, member_and_word(word, element.type, outside.type))
        return member
    return outside if outside is not None else _unknown_name(ex, node, scope, wanted, also)


def resource(ex: Expressions, word: str, span: Span) -> int | None:
    """The number of the resource of this name; None after a report."""
    ex.note_use(word)
    known = ex.words.resources()
    if word in known:
        return known.index(word)
    ex.report.tell(span, no_resource(word, nearest(word, known)))
    return None


def _unknown_name(ex: Expressions, node: sx.Name, scope: Scope, wanted: Type | None, also: Callable[[], list[str]] | None) -> Expr:
    if scope.torn or isinstance(wanted, Anything) or (scope.element is not None and isinstance(scope.element.type, Anything)):
        return ex.unknown(node.span)  # what it should be could not be read, which has been reported
    if node.text == "me" and scope.no_actor:
        return ex.error(node.span, no_me())
    if node.text == "it":
        return ex.error(node.span, no_element())
    if node.text in scope.later:
        return ex.error(node.span, not_known_yet(node.text))
    owner = _owner(ex, node, scope) if also is None else None
    if owner is not None:
        return ex.error(node.span, owner)
    named = _of_nouns(ex, node, scope, wanted)
    if named is not None:
        return ex.error(node.span, named)
    known = [*scope.names, *([] if also is None else also()), *ex.words.words()]
    if scope.element is not None:
        known += [*ex.words.member_words(), *members.known_words(ex, scope.element)]
    if seat_number(node.text) is not None and not scope.seats_by_number:
        return ex.error(node.span, seat_of_scenarios(node.text))
    guess = _meant(node.text, scope) or meant(ex, node.text, known, wanted, lambda word: name(ex, replace(node, text=word), scope, wanted))
    return ex.error(node.span, nothing_called_here(node.text, guess, of_cells=node.text in ("empty", "filled")))


def _of_nouns(ex: Expressions, node: sx.Name, scope: Scope, wanted: Type | None) -> Problem | None:
    """What to say of the name of a list, a kind or a type, and of a word of which there is one for each of something."""
    word, parameters = node.text, ex.words.meaning(node.text).parameters
    if parameters:
        return one_for_each(word, parameters)
    if word == "seat":
        named = [name for name, local in scope.names.items() if name != "me" and local.type == SEAT]
        return nothing_called_here(word, named[0]) if len(named) == 1 else None
    is_kind = word in ex.words.kind_names()
    if isinstance(wanted, Set) and (is_kind or word in ex.words.list_names()):
        return name_of_a_list(word, is_kind=is_kind)
    return None


def _meant(word: str, scope: Scope) -> str | None:
    """The word of this language for a name that people try."""
    found = NAMES.get(word)
    return None if found == "me" and "me" not in scope.names else found


def _owner(ex: Expressions, node: sx.Name, scope: Scope) -> Problem | None:
    """What to write where the word is something that the nearest of the names in force has."""
    for name, local in reversed(scope.names.items()):
        found = members.member(ex, node, (replace(local, span=node.span),), scope, quiet=True)
        if found is not None:
            return said_of(node.text, name, is_truth=isinstance(bare(found.type), Truth))
    return None


def _global(ex: Expressions, node: sx.Name, scope: Scope, wanted: Type | None) -> Expr | None:
    word, span = node.text, node.span
    ex.note_use(word)
    if ex.words.is_lost(word):
        return ex.unknown(span)
    meaning = ex.words.meaning(word)
    if meaning.option is not None:
        return Op(meaning.option, span, "option", (), word)
    if meaning.definition == ():
        return ex.call(word, (), (), span)
    if meaning.kept is not None and not meaning.kept.parameters:
        return ex.read(meaning.kept, (), span)
    if meaning.zone is not None and not meaning.zone.parameters:
        return Op(Place(word), span, "place", (), word)
    found = _seats(ex, word, span, scope, is_house_seat=meaning.is_house_seat)
    return found or _symbol(ex, node, wanted) or _row(ex, node, wanted)


def _seats(ex: Expressions, word: str, span: Span, scope: Scope, *, is_house_seat: bool) -> Expr | None:
    """A seat by its name, all of them, or how many there are."""
    if word == "players":
        return Op(Number(*ex.words.players()), span, "players", ())
    if word == "seats":
        return Op(Set(SEAT, filled=True, at_most=ex.words.players()[1]), span, "seats", ())
    if word == "house-seats" and ex.words.house_seats():
        return Op(Set(SEAT), span, "house-seats", ())
    if is_house_seat:
        return SeatNumber(SEAT, span, -1, word)
    seat = seat_number(word) if scope.seats_by_number else None
    return None if seat is None or seat >= ex.words.players()[1] else SeatNumber(SEAT, span, seat)


def _symbol(ex: Expressions, node: sx.Name, wanted: Type | None) -> Expr | None:
    word = node.text
    found = ex.words.symbols(word)
    if not found:
        return None
    for list_name, _ in found:
        ex.note_use(list_name)
    target = element_of(wanted)
    if isinstance(target, Symbol):
        root = ex.words.root(target.list)
        hit = next((f for f in found if f[0] == root), None)
        if hit is not None:
            sub = ex.words.list_called(target.list)
            inside = sub is None or sub.among is None or hit[1] in sub.members
            return Const(Symbol(target.list if inside else root), node.span, hit[1])
    if isinstance(target, Bundle) and word in ex.words.resources():
        return Const(Symbol("resource"), node.span, ex.words.resources().index(word))
    if len(found) > 1 and not isinstance(target, Symbol):
        lists = " and ".join(f"`{name}`" for name, _ in found)
        return ex.error(node.span, word_of_lists(word, lists))
    return Const(Symbol(found[0][0]), node.span, found[0][1])


def _row(ex: Expressions, node: sx.Name, wanted: Type | None) -> Expr | None:
    found = ex.words.rows_named(node.text)
    target = element_of(wanted)
    if isinstance(target, Row | Thing):
        found = tuple(f for f in found if f[0] == target.kind) or found
    if not found:
        return None
    kind, index = found[0]
    if isinstance(target, Row) or not ex.words.rows(kind)[index].single:
        return Const(Row(kind), node.span, index)
    return TheThing(Thing(kind), node.span, kind, index)
