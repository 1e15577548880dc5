"""What an address means in a document: an entry, a key of an entry, a whole section, a piece of data below one of these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.keys import FORMS, SECTION_NAMES
from custumal.dsl.yaml.tree import Mapping, Node, Scalar


@dataclass(frozen=True, slots=True, eq=False)
class Addressed:
    """One place of a document. `key` is None for the value of a short entry, which has no key; `entry` only for entries."""

    key: Scalar | None
    node: Node
    entry: Entry | None = None


def find_target(document: Document, address: str) -> Addressed | None:
    """What stands at an address, or None."""
    return _known(document, address) or _below(document, address)


def _known(document: Document, address: str) -> Addressed | None:
    entry = document.entry(address)
    if entry is not None and entry.id:
        return Addressed(entry.key, entry.node, entry)
    slot = document.header.get(address) or _slot(document, address)
    if slot is not None:
        return Addressed(slot.key, slot.node)
    if (address in SECTION_NAMES or address in document.sections) and document.tree is not None:
        key, node = document.tree.key(address), document.tree.get(address)
        return None if key is None or node is None else Addressed(key, node)
    return None


def _slot(document: Document, address: str) -> Slot | None:
    found = document.slot(address)
    return None if found is None else found[1]


def _below(document: Document, address: str) -> Addressed | None:
    """A key of plain data, or of a map such as a shape, which the table of addresses does not list."""
    parent, _, name = address.rpartition(".")
    around = find_target(document, parent) if parent else None
    if around is None or not isinstance(around.node, Mapping) or _lists_what_it_has(document, parent, around):
        return None
    key, node = around.node.key(name), around.node.get(name)
    return None if key is None or node is None else Addressed(key, node)


def _lists_what_it_has(document: Document, address: str, target: Addressed) -> bool:
    """Has everything below it an address of its own? One thing must not have two addresses."""
    if target.entry is not None:
        return bool(target.entry.slots)
    slot = _slot(document, address)
    return (
        address in SECTION_NAMES or address in document.sections or (slot is not None and bool(slot.entries) and bool(slot.entries[0].id))
    )


def value_of(target: Addressed) -> Node | None:
    """What `set` replaces: the value of a key, of an entry that of its main key; None for an entry without one."""
    if target.entry is None:
        return target.node
    main = FORMS[target.entry.form].main if target.entry.form in FORMS else None
    slot = target.entry.slots.get(main) if main is not None else None
    return None if slot is None else slot.node


# ---------------------------------------------------------------- addresses that were probably meant

Names = dict[str, "Names"]


def near_address(document: Document, wrong: str) -> str | None:
    """The address that was probably meant: each word that is not there is corrected among those that are, from the left."""
    return _corrected(document, wrong, is_new=False) or nearest(wrong, known_addresses(document))


def near_place(document: Document, wrong: str) -> str | None:
    """The same where something is added: its own name stays, and around it may be what is not there yet."""
    around, _, name = wrong.rpartition(".")
    found = _corrected(document, around, is_new=True) if around else None
    return near_address(document, wrong) if found in {None, around} else f"{found}.{name}"


def _corrected(document: Document, wrong: str, *, is_new: bool) -> str | None:
    names = _names(document)
    found: list[str] = []
    for word in wrong.split("."):
        around = ".".join(found)
        here: Collection[str] = names or _data_names(document, around)
        known = [*here, *_keys(document, around, is_new=is_new)]
        best = word if word in known else nearest(word, known)
        if best is None:
            return None
        found.append(best)
        names = names.get(best, {})
    return ".".join(found)


def _keys(document: Document, address: str, *, is_new: bool) -> Iterable[str]:
    """What may be said of the keys of an entry, beside what has an address of its own; also of those that it does not have, if `is_new`."""
    if not address:
        return SECTION_NAMES if is_new else ()
    entry = document.entry(address)
    if entry is None or entry.form not in FORMS:
        return ()
    return FORMS[entry.form].keys if is_new else entry.slots


def _data_names(document: Document, address: str) -> list[str]:
    """The keys of plain data that stands at an address."""
    target = find_target(document, address) if address else None
    if target is None or not isinstance(target.node, Mapping) or _lists_what_it_has(document, address, target):
        return []
    return [key.text for key, _ in target.node]


def known_addresses(document: Document) -> Iterator[str]:
    """Every address that an edit can name, but for data."""
    yield from document.header
    yield from document.sections
    for address, entry in document.addresses.items():
        yield address
        hidden = FORMS[entry.form].hidden if entry.form in FORMS else ()
        yield from (f"{address}.{name}" for name in entry.slots if name not in hidden)


@lru_cache(maxsize=4)
def _names(document: Document) -> Names:
    """The words of all addresses; known for a while, as one who misses one address often misses many."""
    root: Names = {}
    for address in known_addresses(document):
        here = root
        for word in address.split("."):
            here = here.setdefault(word, {})
    return root
