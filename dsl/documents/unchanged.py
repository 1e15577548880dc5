"""What a change of a tree leaves as it is: entries that were read before and need not be read again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.yaml.tree import Node, Scalar


class Unchanged:
    """The entries of documents with which nothing was wrong, to be taken over where the nodes are the very same ones."""

    def __init__(self, documents: tuple[Document, ...]) -> None:
        self._documents = documents

    def entry(self, address: str, key: Scalar, node: Node, form: str) -> Entry | None:
        """The entry at an address, if it was read from this key and node."""
        return next((one for one in self._at(address, form) if one.node is node and one.key is key), None)

    def slot(self, address: str, form: str, name: str, key: Scalar, node: Node) -> Slot | None:
        """What stands under a key of the entry at an address, if it was read from this key and node."""
        found = (one.slots.get(name) for one in self._at(address, form))
        return next((slot for slot in found if slot is not None and slot.node is node and slot.key is key), None)

    def _at(self, address: str, form: str) -> list[Entry]:
        found = (document.addresses.get(address) for document in self._documents)
        return [entry for entry in found if entry is not None and entry.form == form]

    def section(self, key: Scalar, node: Node) -> tuple[Document, tuple[Entry, ...]] | None:
        """The entries of a section with their document, if it was read from this key and node."""
        for document in self._documents:
            tree, entries = document.tree, document.sections.get(key.text)
            if tree is not None and entries is not None and tree.get(key.text) is node and tree.key(key.text) is key:
                return document, entries
        return None

    @staticmethod
    def addresses(document: Document, section: str) -> dict[str, Entry]:
        """Everything in a section, by its address."""
        return _by_section(document)[section]


@lru_cache(maxsize=64)
def _by_section(document: Document) -> dict[str, dict[str, Entry]]:
    """The addresses of a document by the section in which they are; known for a while, as each variant of a game asks for them."""
    found: dict[str, dict[str, Entry]] = {section: {} for section in document.sections}
    for address, entry in document.addresses.items():
        found.setdefault(address.partition(".")[0], {})[address] = entry
    return found


def named_entries(entry: Entry) -> Iterator[Entry]:
    """The entries with names inside an entry and the entry itself, in the order in which they are read."""
    for slot in entry.slots.values():
        yield from entries_in(slot)
    if entry.id:
        yield entry


def entries_in(slot: Slot) -> Iterator[Entry]:
    """The same inside a slot."""
    for item in slot.items:
        yield from entries_in(item)
    for entry in slot.entries:
        yield from named_entries(entry)
