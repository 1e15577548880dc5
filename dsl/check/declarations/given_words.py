"""Ids that no sentence could say, since their word means something in sentences already: refused where they are given."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.folds import FOLDS
from custumal.dsl.check.typing.functions import FUNCTIONS
from custumal.dsl.diagnostics.catalogue.sentences import asked_in_every_game, given_meaning
from custumal.dsl.diagnostics.diagnostic import Problem
from custumal.dsl.documents.document import Entry
from custumal.dsl.yaml.tree import Scalar, Sequence

_EVERYWHERE = {
    "me": "the seat that acts",
    "it": "the element of a selection",
    "this": "the thing whose ability it is",
    "owner": "the seat whose thing it is",
    "seats": "all seats",
    "players": "the number of players",
}
_OF_DEEDS = {
    "gain": {"resource": "what is gained", "amount": "how much is gained", "who": "the seat that gains"},
    "lose": {"resource": "what is lost", "amount": "how much is lost", "who": "the seat that loses"},
    "move": {"thing": "what is moved"},
    "draw": {"thing": "what is drawn"},
    "roll": {"thing": "what is rolled"},
}
_HOOKS = ("before", "after", "instead")
_PLAIN = ("options", "house-seats", "resources", "zones", "kept", "values", "define")


def refuse_given_words(cx: Context) -> None:
    """Tell each id that is said bare, or applied as a table is, but would be read as something else; nothing more is said of its word."""
    taken = _taken(cx)
    seats = {f"p{number + 1}": f"seat {number + 1} (where scenarios say it)" for number in range(cx.declared.players[1])}
    for key, word in (*_said_bare(cx), *_words(cx)):
        if word in taken:
            _refuse(cx, key, word, given_meaning(word, taken[word]))
    for key, word in _words(cx):
        if word in seats:
            _refuse(cx, key, word, given_meaning(word, seats[word]))
    for entry in cx.document.section("tables"):
        if entry.id in FOLDS or entry.id in FUNCTIONS:
            _refuse(cx, entry.key, entry.id, asked_in_every_game(entry.id))


def _refuse(cx: Context, key: Scalar, word: str, problem: Problem) -> None:
    cx.report.tell(key.span_of(0, len(word)) if key.text.startswith(word) else key.span, problem)
    cx.declared.lost.add(word)
    cx.declared.refused |= {word}


def _taken(cx: Context) -> dict[str, str]:
    """The words that mean something, with what they mean: those that are known only to some rules, where the game has such rules."""
    found = dict(_EVERYWHERE)
    if cx.document.section("house-seats"):
        found["house-seats"] = "all house seats"
    rules = [entry for entry in cx.document.addresses.values() if entry.form in {"standing", "ability"}]
    if any(entry.form == "ability" for entry in rules):
        found["copies"] = "how many copies of a thing there are"
    for head in (part.text for entry in rules for hook in _HOOKS for part in entry.parts(hook)):
        found |= _OF_DEEDS.get(head or "", {})
    return found


def _said_bare(cx: Context) -> Iterator[tuple[Scalar, str]]:
    for section in _PLAIN:
        for entry in cx.document.section(section):
            if entry.signature is None or not entry.signature.parameters:
                yield entry.key, entry.id


def _words(cx: Context) -> Iterator[tuple[Scalar, str]]:
    """The words of lists that are no parts of others, and the rows of all tables of things."""
    for entry in cx.document.section("lists"):
        slot = entry.slot("are")
        if entry.slot("among") is not None or slot is None:
            continue
        yield from ((word.key, word.id) for word in slot.entries)
        yield from ((node, node.text) for node in slot.node if isinstance(node, Scalar)) if isinstance(slot.node, Sequence) else ()
    for table in cx.document.section("components"):
        yield from ((row.key, row.id) for row in _rows(table))


def _rows(table: Entry) -> tuple[Entry, ...]:
    slot = table.slot("rows")
    return (table,) if slot is None else slot.entries
