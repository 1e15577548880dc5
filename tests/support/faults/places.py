"""Where in a file which keys, sentences, ids and values stand, as the reader understood it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.keys import FILES, FORMS, Anything, Entries, Form, Holds, Literal, Sentence, Steps
from custumal.dsl.yaml.tree import Mapping, Node, Scalar


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A key with its value. `node` is the mapping in which it stands, `owner` the key to which that mapping belongs (None: the file);
    `holds` says what the value may be; `steps`: the mapping might have been named steps."""

    form: Form
    owner: Scalar | None
    node: Mapping
    key: Scalar
    value: Node
    holds: Holds
    steps: bool
    entry: Entry | None

    @property
    def is_further(self) -> bool:
        """Whether the name of the key is free, such as that of a printed column."""
        return self.key.text not in self.form.keys


@dataclass(frozen=True, slots=True)
class SentencePlace:
    """A sentence under the start rule `start`; `of` is the form of the entry, `key` the key that holds it (the main key if short)."""

    start: str
    scalar: Scalar
    of: Form
    key: str


@dataclass(frozen=True, slots=True)
class LeafPlace:
    """A scalar that is no sentence, with what may stand there."""

    holds: Holds
    leaf: Literal | object
    scalar: Scalar
    of: Form
    key: str


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """An entry with an id, in the map of entries in which it stands."""

    node: Mapping
    entry: Entry
    layout: str


@dataclass(frozen=True, slots=True)
class Places:
    """Everything in one file, by sort, in file order."""

    keys: tuple[KeyPlace, ...]
    sentences: tuple[SentencePlace, ...]
    leaves: tuple[LeafPlace, ...]
    entries: tuple[EntryPlace, ...]


Place = KeyPlace | SentencePlace | LeafPlace | EntryPlace


def places(document: Document) -> Places:
    """What stands where in a document of a single file."""
    assert document.tree is not None
    form = FILES[document.kind]
    found = list(_document(document, form, document.tree))
    return Places(
        tuple(p for p in found if isinstance(p, KeyPlace)),
        tuple(p for p in found if isinstance(p, SentencePlace)),
        tuple(p for p in found if isinstance(p, LeafPlace)),
        tuple(p for p in found if isinstance(p, EntryPlace)),
    )


def _document(document: Document, form: Form, tree: Mapping) -> Iterator[Place]:
    for key, value in tree:
        holds = form.keys[key.text].holds
        yield KeyPlace(form, None, tree, key, value, holds, steps=False, entry=None)
        slot = document.header.get(key.text)
        if slot is not None:
            yield from _slot(slot, holds, form, key.text)
            continue
        if not isinstance(holds.map, Anything):
            yield from _entries(document.sections.get(key.text, ()), value, holds)


def _entries(entries: tuple[Entry, ...], node: Node, holds: Holds) -> Iterator[Place]:
    named = isinstance(holds.map, Entries) or (isinstance(holds.map, Steps) and bool(entries) and entries[0].id != "")
    for entry in entries:
        if named and isinstance(node, Mapping):
            yield EntryPlace(node, entry, holds.map.ids if isinstance(holds.map, Entries) else "id")
        yield from _entry(entry, steps=isinstance(holds.map, Steps) and not named)


def _entry(entry: Entry, *, steps: bool) -> Iterator[Place]:
    form = FORMS[entry.form]
    for name, slot in entry.slots.items():
        known = form.keys.get(name)
        holds = known.holds if known is not None else form.others
        assert holds is not None
        if slot.key is not None and isinstance(entry.node, Mapping) and slot.key.text in entry.node:
            yield KeyPlace(form, entry.key, entry.node, slot.key, slot.node, holds, steps, entry)
        yield from _slot(slot, holds, form, name)


def _slot(slot: Slot, holds: Holds, form: Form, name: str) -> Iterator[Place]:
    if isinstance(holds.map, Anything):
        if isinstance(slot.node, Scalar):
            yield LeafPlace(holds, holds.scalar, slot.node, form, name)
        return
    if slot.entries:
        yield from _entries(slot.entries, slot.node, holds)
    elif slot.items:
        members = holds.members
        assert members is not None
        for item in slot.items:
            yield from _slot(item, members, form, name)
    elif isinstance(slot.node, Scalar):
        if isinstance(holds.scalar, Sentence):
            yield SentencePlace(holds.scalar.start, slot.node, form, name)
        elif holds.scalar is not None:
            yield LeafPlace(holds, holds.scalar, slot.node, form, name)
