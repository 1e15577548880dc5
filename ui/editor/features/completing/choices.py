"""Choice keys: what can be chosen, and what may be handed over in each of their brackets."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import SEAT, Number, Set, Symbol, Type
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.symbols.questions import joined
from custumal.dsl.check.typing.intervals import element_of
from custumal.dsl.sentences.parsing import words_to_the_end
from custumal.ui.editor.cursor import Cursor
from custumal.ui.editor.features.completing.item import Item
from custumal.ui.editor.features.completing.words import seats, words_of

_PLACES = ("at", "pose-at", "column")


def choices(context: Context, _: Cursor) -> Iterator[Item]:
    """All that can be chosen."""
    for word in context.words.choice_words():
        taken = ", ".join(map(str, _taken(context, word)))
        yield Item(word, "verb", f"{word}({taken})" if taken else "a choice")


def in_choice(context: Context, cursor: Cursor) -> Iterator[Item]:
    """The values that an argument of a choice key may have."""
    *outer, (head, number, first) = _open(cursor.before)
    if head in _PLACES and number:
        yield from _inside(context, first) if head == "at" else _rows(context)
    elif outer:
        yield from _anything(context, None)
    else:
        types = _taken(context, head)
        yield from _anything(context, element_of(types[number]) if number < len(types) else None)


def _taken(context: Context, word: str) -> tuple[Type, ...]:
    """What is chosen under a word, as far as that is one thing."""
    asked = context.words.choice(word)
    return () if asked is None else joined(asked).types or ()


def _open(before: str) -> list[tuple[str, int, str]]:
    """The brackets that are open at the end of a text, from outside in: the word before each, how many commas stand in it, and the word
    with which it begins."""
    found: list[tuple[str, int, str]] = [("", 0, "")]
    last = ""
    for word in words_to_the_end(before):
        if word.text in ("(", "["):
            found.append((last if word.text == "(" else "", 0, ""))
        elif word.text in (")", "]") and len(found) > 1:
            found.pop()
        else:
            head, commas, first = found[-1]
            found[-1] = (head, commas + (word.text == ","), first or (word.text if word.kind == "NAME" else ""))
        last = word.text
    return found[1:] or found


def _anything(context: Context, wanted: Type | None) -> Iterator[Item]:
    """Words of the wanted type; seats and places where these may stand."""
    wanted = wanted.inner if isinstance(wanted, Set) else wanted
    yield from (Item(word, "enum", str(wanted), rank=0) for word in words_of(context.words, wanted))
    if wanted == SEAT or wanted is None:
        yield from seats(context.words)
    if not isinstance(wanted, Symbol | Number):
        yield from (Item(word, "function", "a place", rank=2) for word in _PLACES)
        yield from (Item(zone, "constant", "a zone", rank=3) for zone in context.declared.zones)
        yield from _rows(context)


def _inside(context: Context, zone: str) -> Iterator[Item]:
    """How the places of a zone are called."""
    info = context.words.zone_called(zone)
    if info is not None and info.list is not None:
        yield from (Item(word, "enum", info.list, rank=0) for word in words_of(context.words, Symbol(info.list)))


def _rows(context: Context) -> Iterator[Item]:
    """The names of all things."""
    for kind in context.words.kind_names():
        yield from (Item(row.name, "enum", f"a {kind}", rank=4) for row in context.words.rows(kind))
