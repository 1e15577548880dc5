"""Whether two pieces of a rule file say the same: compared as sentences where they are sentences, else as data.

The order of keys counts where it is an order of play, or that in which something is listed; the table of keys says where.
"""

from __future__ import annotations

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.documents.reader import Reader
from custumal.dsl.keys import FILES, FORMS
from custumal.dsl.overlay.rewrite import Changes, rewrite
from custumal.dsl.overlay.touched import around
from custumal.dsl.sentences.sentence import is_sentence, parse
from custumal.dsl.sentences.syntax_tools import same
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

REMARKS = ("note",)
"""Keys that say nothing of the rules."""
_STARTS = ("expression", "effect", "choices", "loop", "type", "limit", "pick", "path")


def same_value(a: Node, b: Node, *, in_order: bool = False) -> bool:
    """Do the two say the same? Layout, spaces and the style of sentences don't matter, the order of keys only if `in_order`."""
    if a is b:
        return True
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return (type(a.value) is type(b.value) and a.value == b.value) or _same_sentence(a, b)
    if isinstance(a, Sequence) and isinstance(b, Sequence) and len(a) == len(b):
        return all(same_value(v, w, in_order=in_order) for v, w in zip(a, b, strict=True))
    if isinstance(a, Mapping) and isinstance(b, Mapping) and len(a) == len(b):
        return _same_map(a, b, in_order=in_order)
    return False


def _same_map(a: Mapping, b: Mapping, *, in_order: bool) -> bool:
    if in_order and [key.text for key, _ in a] != [key.text for key, _ in b]:
        return False
    found = ((value, b.get(key.text)) for key, value in a)
    return all(w is not None and same_value(v, w, in_order=in_order) for v, w in found)


def _same_sentence(a: Scalar, b: Scalar) -> bool:
    for start in _STARTS:
        if not (is_sentence(start, a) and is_sentence(start, b)):
            continue
        quiet = Report()
        first, second = parse(start, a, quiet), parse(start, b, quiet)
        if first is not None and second is not None:
            return same(first, second)
    return False


# ---------------------------------------------------------------- what has been read


def is_ordered(entries: tuple[Entry, ...]) -> bool:
    """Does the order of these entries count?"""
    return bool(entries) and entries[0].form in FORMS and FORMS[entries[0].form].ordered


def signature(entry: Entry) -> str:
    """The key of an entry, with its parameters, without blanks."""
    return "".join(entry.key.text.split())


def same_entries(old: tuple[Entry, ...], new: tuple[Entry, ...]) -> bool:
    """Do two groups of entries say the same?"""
    if not is_ordered(new):
        old, new = (tuple(sorted(entries, key=lambda entry: entry.id)) for entries in (old, new))
    return len(old) == len(new) and all(map(_same_entry, old, new))


def _same_entry(old: Entry, new: Entry) -> bool:
    if old.node is new.node and old.key is new.key:
        return True
    if old.id != new.id or (old.id and signature(old) != signature(new)):
        return False
    if not old.slots or not new.slots:
        return same_value(old.node, new.node)
    before, after = ({name: slot for name, slot in entry.slots.items() if name not in REMARKS} for entry in (old, new))
    return before.keys() == after.keys() and all(same_slot(before[name], after[name]) for name in after)


def same_slot(old: Slot, new: Slot) -> bool:
    """Do two values of a key say the same?"""
    if old.node is new.node:
        return True
    if old.entries and new.entries:
        return same_entries(old.entries, new.entries)
    if old.items and new.items:
        return len(old.items) == len(new.items) and all(map(same_slot, old.items, new.items))
    return same_value(old.node, new.node)


def same_there(document: Document, address: str, old: Node, other: Node) -> bool:
    """Does something say the same as what stands at an address of a document?"""
    if not same_value(old, other):
        return False
    return same_value(old, other, in_order=True) or _reads_alike(document, address, old, other)


def _reads_alike(document: Document, address: str, old: Node, other: Node) -> bool:
    """Do the entry, or section, that has this address or stands around it say the same with the other node in it?"""
    changes = Changes()
    changes.replace(old, other)
    known = (document.addresses.get(each) for each in (address, *around(address)))
    entry = next((each for each in known if each is not None and each.id and each.form in FORMS), None)
    return _section_stays(document, address.partition(".")[0], changes) if entry is None else _entry_stays(entry, changes)


def _entry_stays(entry: Entry, changes: Changes) -> bool:
    node = rewrite(entry.node, changes)
    slots = Reader(Report(), parse).slots(FORMS[entry.form], entry.key, node, entry.address)
    return same_entries((entry,), (replace(entry, node=node, slots=slots),))


def _section_stays(document: Document, name: str, changes: Changes) -> bool:
    assert document.tree is not None
    key, node = document.tree.key(name), document.tree.get(name)
    assert key is not None and node is not None
    reader, holds = Reader(Report(), parse), FILES[document.kind].keys[name].holds
    before, after = (reader.value(holds, key, key, each, name, name) for each in (node, rewrite(node, changes)))
    return same_slot(before, after)
