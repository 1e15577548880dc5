"""What a change of a tree leaves as it is: entries that were read before and need not be read again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.yaml.tree import Node, Scalar


class Unchanged:
    """The entries of a document with which nothing was wrong, to be taken over where the nodes are the very same ones."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def entry(self, address: str, key: Scalar, node: Node, form: str) -> Entry | None:
        """The entry at an address, if it was read from this key and node."""
        known = self._document.addresses.get(address)
        return known if known is not None and known.node is node and known.key is key and known.form == form else None

    def section(self, key: Scalar, node: Node) -> tuple[Entry, ...] | None:
        """The entries of a section, if it was read from this key and node."""
        tree = self._document.tree
        if tree is None or tree.get(key.text) is not node or tree.key(key.text) is not key:
            return None
        return self._document.sections.get(key.text)

    def addresses(self, section: str) -> dict[str, Entry]:
        """Everything in a section, by its address."""
        return _by_section(self._document)[section]


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
        yield from _inside(slot)
    if entry.id:
        yield entry


def _inside(slot: Slot) -> Iterator[Entry]:
    for item in slot.items:
        yield from _inside(item)
    for entry in slot.entries:
        yield from named_entries(entry)
