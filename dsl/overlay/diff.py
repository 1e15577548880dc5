"""What is different between two games, rule by rule: entries and keys, never layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.keys import FORMS
from custumal.dsl.overlay.same import same_value
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence

ORDERED = ("choose", "require", "ensure", "do", "play", "setup", "end", "ranking")
"""Where the order of entries is the order of play; elsewhere it means nothing."""
REMARKS = ("note", "rule")


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `kind`: added, removed, changed or moved; `old` and `new` are texts (None where there is none);
    `rules` are the numbered rules behind the entry; `span` says who wrote the new (or last had the old) one."""

    kind: str
    address: str
    old: str | None
    new: str | None
    rules: tuple[str, ...]
    span: Span
    because: str = ""


def differences(a: Document, b: Document) -> list[Difference]:
    """The differences from `a` to `b`, in the order of `b`, what was removed first."""
    return [*_removed(a, b), *_new_or_changed(a, b), *_moved(a, b)]


def _removed(a: Document, b: Document) -> Iterator[Difference]:
    gone = {address for address in a.addresses if address not in b.addresses}
    for address in _outermost(gone, a):
        entry = a.addresses[address]
        yield Difference("removed", address, text_of(entry.node), None, rules_of(entry, a), entry.key.span)


def _outermost(addresses: set[str], document: Document) -> list[str]:
    """Those that lie in no other of them, in file order."""
    outer = [x for x in addresses if not any(around in addresses for around in _around(x))]
    return sorted(outer, key=lambda x: document.addresses[x].key.span)


def _around(address: str) -> Iterator[str]:
    while address := _parent(address):
        yield address


def _new_or_changed(a: Document, b: Document) -> Iterator[Difference]:
    added = {address for address in b.addresses if address not in a.addresses}
    for address in _outermost(added, b):
        entry = b.addresses[address]
        yield Difference("added", address, None, text_of(entry.node), rules_of(entry, b), entry.key.span, entry.text("because") or "")
    for address, entry in b.addresses.items():
        old = a.addresses.get(address)
        if old is not None:
            yield from _changed(address, old, entry, b)


def _changed(address: str, old: Entry, new: Entry, b: Document) -> Iterator[Difference]:
    hidden = FORMS[new.form].hidden if new.form in FORMS else ()
    for name in dict.fromkeys((*old.slots, *new.slots)):
        before, after = old.slots.get(name), new.slots.get(name)
        if name in REMARKS or _has_entries(before) or _has_entries(after):
            continue
        short = address if name in hidden else f"{address}.{name}"
        if before is None and after is not None:
            yield Difference("added", short, None, text_of(after.node), rules_of(new, b), after.node.span)
        elif after is None and before is not None:
            yield Difference("removed", short, text_of(before.node), None, rules_of(new, b), before.node.span)
        elif before is not None and after is not None and not same_value(before.node, after.node):
            yield Difference("changed", short, text_of(before.node), text_of(after.node), rules_of(new, b), after.node.span)


def _has_entries(slot: Slot | None) -> bool:
    return slot is not None and bool(slot.entries)


def _moved(a: Document, b: Document) -> Iterator[Difference]:
    """Entries that stand elsewhere among those that both have, where order matters."""
    for parent in dict.fromkeys(_parent(address) for address in b.addresses):
        if not _order_matters(parent, b):
            continue
        before = [x for x in a.addresses if _parent(x) == parent and x in b.addresses]
        after = [x for x in b.addresses if _parent(x) == parent and x in a.addresses]
        yield from (
            Difference(
                "moved",
                address,
                None,
                f"now number {after.index(address) + 1}",
                rules_of(b.addresses[address], b),
                b.addresses[address].key.span,
            )
            for address in _out_of_order(before, after)
        )


def _order_matters(parent: str, b: Document) -> bool:
    last = parent.rpartition(".")[2]
    entry = b.addresses.get(parent)
    return last in ORDERED or (entry is not None and entry.form in ("step", "procedure", "action"))


def _out_of_order(before: list[str], after: list[str]) -> list[str]:
    """The fewest entries whose moves explain the new order: those outside a longest common run."""
    rank = {address: i for i, address in enumerate(before)}
    best: list[list[str]] = []
    for address in after:
        runs = [run for run in best if rank[run[-1]] < rank[address]]
        best.append([*_longest(runs), address])
    kept = set(_longest(best))
    return [address for address in after if address not in kept]


def _longest(runs: list[list[str]]) -> list[str]:
    return max(runs, key=len) if runs else []


def _parent(address: str) -> str:
    return address.rpartition(".")[0]


def rules_of(entry: Entry, document: Document) -> tuple[str, ...]:
    """The numbered rules that the entry, or the nearest one around it, cites."""
    address = entry.address
    while address:
        found = document.addresses.get(address)
        slot = found.slot("rule") if found is not None else None
        if slot is not None:
            return tuple(node.text for node in slot.scalars)
        address = _parent(address)
    return ()


def text_of(node: Node) -> str:
    """A piece of a rule file on one line."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Sequence):
        return "[" + ", ".join(text_of(item) for item in node) + "]"
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{key.text}: {text_of(value)}" for key, value in node) + "}"
