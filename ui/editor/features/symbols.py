"""Symbols: the entries of a file as an outline, and all entries of what is open by their addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.documents.unchanged import named_entries
from custumal.ui.editor.index import id_span
from custumal.ui.editor.view import View

_MOST = 200
"""So many symbols are answered to one search."""


@dataclass(slots=True)
class Symbol:
    """`name` is the id, `address` the whole address; `whole` is all of the entry, `own` its id."""

    name: str
    address: str
    section: str
    whole: Span
    own: Span
    inner: list[Symbol] = field(default_factory=list)


def outline(view: View) -> list[Symbol]:
    """The sections of a file with the entries inside them."""
    found: list[Symbol] = []
    for name, entries in view.own.sections.items():
        key = None if view.own.tree is None else view.own.tree.key(name)
        node = None if view.own.tree is None else view.own.tree.get(name)
        if key is not None and node is not None:
            inner = [symbol for entry in entries for symbol in _symbols(entry, name)]
            found.append(Symbol(name, name, name, key.span.to(_end(key.span, node.span)), key.span, inner))
    return found


def _symbols(entry: Entry, section: str) -> Iterator[Symbol]:
    inner = [symbol for slot in entry.slots.values() for each in _inside(slot) for symbol in _symbols(each, section)]
    if entry.id and entry.key.text != section:
        whole = entry.key.span.to(_end(entry.key.span, entry.node.span))
        yield Symbol(entry.id, entry.address, section, whole, id_span(entry), inner)
    else:
        yield from inner


def _inside(slot: Slot) -> Iterator[Entry]:
    for item in slot.items:
        yield from _inside(item)
    yield from slot.entries


def _end(key: Span, node: Span) -> Span:
    """The later of the ends: what stands under a key may come from another file."""
    return node if node.file == key.file and (node.end_line, node.end_column) >= (key.end_line, key.end_column) else key


def search(documents: tuple[Document, ...], wanted: str) -> list[tuple[str, Span]]:
    """The addresses in which the wanted letters stand in this order, the shortest first, with their places."""
    found = {
        entry.address: id_span(entry)
        for document in documents
        for entries in document.sections.values()
        for each in entries
        for entry in named_entries(each)
        if _fits(entry.address, wanted)
    }
    return sorted(found.items(), key=lambda each: (len(each[0]), each[0]))[:_MOST]


def _fits(address: str, wanted: str) -> bool:
    letters = iter(address.lower())
    return all(letter in letters for letter in wanted.lower())
