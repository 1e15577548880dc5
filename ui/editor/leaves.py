"""Every key and every single value of a document, with the entry in which it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.sentences.syntax import Sentence
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A scalar of a document.

    `role` is "id" for the key of an entry, "key" for a key of the table, "value" for what stands under one. `key` is the name in the
    table of keys; `entry` is None at the top of a file; `sentence` is what was read, where a sentence stands and can be read.
    """

    scalar: Scalar
    role: str
    key: str
    entry: Entry | None
    sentence: Sentence | None = None

    @property
    def address(self) -> str:
        return "" if self.entry is None else self.entry.address


def leaves(document: Document) -> tuple[Leaf, ...]:
    """All of them, in the order of the file. Those of the last two documents of a file are kept: one has some MiB."""
    return _kept(document.file)(document)


@lru_cache(maxsize=256)
def _kept(_: str) -> Callable[[Document], tuple[Leaf, ...]]:
    return lru_cache(maxsize=2)(_read)


def _read(document: Document) -> tuple[Leaf, ...]:
    found: list[Leaf] = []
    for name, slot in document.header.items():
        found += _slot(None, name, slot)
    for name, entries in document.sections.items():
        key = None if document.tree is None else document.tree.key(name)
        if key is not None:
            found.append(Leaf(key, "key", name, None))
        for entry in entries:
            found += _entry(entry)
    return tuple(sorted(found, key=lambda leaf: leaf.scalar.span))


def _entry(entry: Entry) -> Iterator[Leaf]:
    if entry.id and entry.key.text != entry.address:
        yield Leaf(entry.key, "id", "", entry, entry.signature)
    for name, slot in entry.slots.items():
        yield from _slot(entry, name, slot)


def _slot(entry: Entry | None, name: str, slot: Slot) -> Iterator[Leaf]:
    if slot.key is not None:
        yield Leaf(slot.key, "key", name, entry)
    if slot.items:
        for item in slot.items:
            yield from _slot(entry, name, item)
    elif slot.entries:
        for inner in slot.entries:
            yield from _entry(inner)
    else:
        yield from (Leaf(scalar, "value", name, entry, slot.sentence) for scalar in _scalars(slot.node))


def _scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node:
            yield from _scalars(item)
    elif isinstance(node, Mapping):
        for _, value in node:
            yield from _scalars(value)
