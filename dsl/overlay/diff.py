"""What is different between two games, rule by rule: entries and keys, never layout."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.documents.document import Document, Entry, Slot
from custumal.dsl.keys import FORMS
from custumal.dsl.keys.holds import OF_VARIANT
from custumal.dsl.overlay.same import REMARKS, is_ordered, same_entries, same_slot, same_value, signature
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `kind`: added, removed, changed or moved; `old` and `new` are texts (None where there is none);
    `rules` are the numbered rules behind the entry; `span` says who wrote the new (or last had the old) one.

    `key` and `node` are what stands there now. Where order matters, `after` is what an added or moved entry comes after, "" if it is
    the first."""

    kind: str
    address: str
    old: str | None
    new: str | None
    rules: tuple[str, ...]
    span: Span
    because: str = ""
    after: str | None = None
    key: Scalar | None = field(default=None, compare=False, repr=False)
    node: Node | None = field(default=None, compare=False, repr=False)


def differences(a: Document, b: Document) -> list[Difference]:
    """The differences from `a` to `b`, section by section, in the order of `b`; of each group of entries what was removed first."""
    return [*_Comparison(a, b).sections()]


class _Comparison:
    """Compares two documents entry by entry, so that nothing in them is passed over.

    Args:
        a, b: the document before and after.
    """

    def __init__(self, a: Document, b: Document) -> None:
        self.a = a
        self.b = b

    def sections(self) -> Iterator[Difference]:
        for name in dict.fromkeys((*self.b.sections, *self.a.sections)):
            before, after = self.a.section(name), self.b.section(name)
            if _are_named(before) and _are_named(after):
                yield from self._entries(before, after)
            elif not before or not after:
                yield from (self._added(entry, None) for entry in after)
                yield from (self._removed(entry) for entry in before)
            elif not same_entries(before, after):
                yield self._changed(name, before[0].node, after[0].node, after[0])

    # ------------------------------------------------------------ entries

    def _entries(self, before: tuple[Entry, ...], after: tuple[Entry, ...]) -> Iterator[Difference]:
        """The differences of two groups of entries with names."""
        old, new = ({entry.id: entry for entry in entries} for entries in (before, after))
        ordered = is_ordered(after or before)
        yield from (self._removed(entry) for name, entry in old.items() if name not in new)
        previous = ""
        for name, entry in new.items():
            if name in old:
                yield from self._entry(old[name], entry)
            else:
                yield self._added(entry, previous if ordered else None)
            previous = name
        if ordered:
            yield from self._moved(old, new)

    def _moved(self, old: dict[str, Entry], new: dict[str, Entry]) -> Iterator[Difference]:
        """Entries that stand elsewhere among those that both have."""
        before, after = [name for name in old if name in new], [name for name in new if name in old]
        moved = [] if before == after else _out_of_order(before, after)
        names = [*new]
        for name in moved:
            entry, place = new[name], names.index(name)
            previous = names[place - 1] if place else ""
            rules = self._rules(entry)
            text = f"after {previous}" if previous else "first"
            yield Difference("moved", entry.address, None, text, rules, _mover(name, old, new), after=previous, node=entry.node)

    def _added(self, entry: Entry, after: str | None) -> Difference:
        rules, because = rules_of(entry, self.b), entry.text("because") or ""
        text = _with_parameters(entry)
        return Difference("added", entry.address, None, text, rules, entry.key.span, because, after, entry.key, entry.node)

    def _removed(self, entry: Entry) -> Difference:
        return Difference("removed", entry.address, _with_parameters(entry), None, rules_of(entry, self.a), entry.key.span)

    def _changed(self, address: str, old: Node, new: Node, entry: Entry) -> Difference:
        return Difference("changed", address, text_of(old), text_of(new), self._rules(entry), new.span, node=new)

    def _rules(self, entry: Entry) -> tuple[str, ...]:
        """The numbered rules behind what both have: those that are cited there now, and those that were."""
        return tuple(dict.fromkeys((*rules_of(entry, self.b), *rules_of(entry, self.a))))

    # ------------------------------------------------------------ keys

    def _entry(self, old: Entry, new: Entry) -> Iterator[Difference]:
        """The differences of two entries with one address."""
        if old.node is new.node and old.key is new.key:
            return
        if signature(old) != signature(new):
            texts = _with_parameters(old), _with_parameters(new)
            yield Difference("changed", new.address, *texts, self._rules(new), new.key.span, key=new.key, node=new.node)
        elif not old.slots or not new.slots:
            yield from self._data(new.address, old.node, new.node, new)
        else:
            yield from self._slots(old, new)

    def _slots(self, old: Entry, new: Entry) -> Iterator[Difference]:
        main = FORMS[new.form].main if new.form in FORMS else None
        for name in dict.fromkeys((*old.slots, *new.slots)):
            before, after = old.slots.get(name), new.slots.get(name)
            if name not in REMARKS and not _tells_of_a_variant(name, before, after):
                is_whole = name == main and before is not None and after is not None
                yield from self._slot(new.address if is_whole else f"{new.address}.{name}", before, after, new)

    def _slot(self, address: str, old: Slot | None, new: Slot | None, entry: Entry) -> Iterator[Difference]:
        if old is None or new is None:
            yield from self._one_sided(address, old, new, entry)
        elif _are_named(old.entries) and _are_named(new.entries) and old.entries and new.entries:
            yield from self._entries(old.entries, new.entries)
        elif old.entries and new.entries and not _are_named((*old.entries, *new.entries)):
            yield from self._nameless(address, old, new, entry)
        elif old.entries or new.entries or old.items or new.items:
            if not same_slot(old, new):
                yield self._changed(address, old.node, new.node, entry)
        else:
            yield from self._data(address, old.node, new.node, entry)

    def _one_sided(self, address: str, old: Slot | None, new: Slot | None, entry: Entry) -> Iterator[Difference]:
        """A key that only one of two entries has; what stands under it may have addresses of its own."""
        only = new or old
        assert only is not None
        rules = self._rules(entry)
        if only.entries and _are_named(only.entries) and only.entries[0].form != "translation":
            yield from self._entries(() if old is None else old.entries, () if new is None else new.entries)
        elif new is not None:
            yield Difference("added", address, None, text_of(new.node), rules, new.node.span, node=new.node)
        elif old is not None:
            yield Difference("removed", address, text_of(old.node), None, rules, old.node.span)

    def _nameless(self, address: str, old: Slot, new: Slot, entry: Entry) -> Iterator[Difference]:
        """A single step without a name, or the keys of a shape and the like. Inside a step only what has a name has an address."""
        inner = [*self._slots(old.entries[0], new.entries[0])]
        if new.entries[0].address != entry.address or all(one.address in self._named_in(old, new) for one in inner):
            yield from inner
        else:
            yield self._changed(address, old.node, new.node, entry)

    @staticmethod
    def _named_in(*slots: Slot) -> set[str]:
        """The addresses of what stands in single steps and has a name, and of the keys there."""
        found: set[str] = set()
        waiting = [entry for slot in slots for entry in slot.entries]
        while waiting:
            entry = waiting.pop()
            if entry.id:
                found |= {entry.address, *(f"{entry.address}.{name}" for name in entry.slots)}
            waiting += [inner for slot in entry.slots.values() for inner in slot.entries]
        return found

    def _data(self, address: str, old: Node, new: Node, entry: Entry) -> Iterator[Difference]:
        """The differences of two values; of maps of plain data key by key."""
        if not isinstance(old, Mapping) or not isinstance(new, Mapping):
            if not same_value(old, new):
                yield self._changed(address, old, new, entry)
            return
        rules = self._rules(entry)
        for key, value in old:
            if key.text not in new:
                yield Difference("removed", f"{address}.{key.text}", text_of(value), None, rules, key.span)
        for key, value in new:
            before = old.get(key.text)
            if before is None:
                yield Difference("added", f"{address}.{key.text}", None, text_of(value), rules, key.span, node=value)
            else:
                yield from self._data(f"{address}.{key.text}", before, value, entry)


def _tells_of_a_variant(key: str, *slots: Slot | None) -> bool:
    """Whether it is said that values are of a variant. They are so whether it is said, as in one file of all, or not."""
    said = (slot.node for slot in slots if key == "provenance" and slot is not None)
    return any(_has_word(node, OF_VARIANT) for node in said)


def _has_word(node: Node, word: str) -> bool:
    said = [value for _, value in node] if isinstance(node, Mapping) else [node]
    return any(isinstance(one, Scalar) and one.text == word for one in said)


def _are_named(entries: Iterable[Entry]) -> bool:
    return all(entry.id for entry in entries)


def _with_parameters(entry: Entry) -> str:
    """What an entry says, with its key where that has parameters."""
    said = text_of(entry.node)
    return f"{' '.join(entry.key.text.split())}: {said}" if "(" in entry.key.text else said


def _out_of_order(before: list[str], after: list[str]) -> list[str]:
    """The fewest entries whose moves explain the new order: those outside a longest common run. Of two neighbours that have changed
    places the one that stands first now has moved; only names and their order decide, so that it is the same for whoever wrote it."""
    rank = {name: i for i, name in enumerate(before)}
    ends: list[int] = []
    """For each length of a run the least rank with which one ends, so far."""
    previous: dict[int, int | None] = {}
    for name in after:
        place = bisect(ends, rank[name])
        previous[rank[name]] = ends[place - 1] if place else None
        ends[place : place + 1] = [rank[name]]
    kept: set[str] = set()
    last: int | None = ends[-1]
    while last is not None:
        kept.add(before[last])
        last = previous[last]
    return [name for name in after if name not in kept]


def _mover(name: str, old: dict[str, Entry], new: dict[str, Entry]) -> Span:
    """Who wrote that an entry stands elsewhere: it need not be the one that was moved to have the new order."""
    anew = (each for each in (name, *new) if each in old and new[each].key is not old[each].key)
    return new[next(anew, name)].key.span


def rules_of(entry: Entry, document: Document) -> tuple[str, ...]:
    """The numbered rules that the entry, or the nearest one around it, cites."""
    address = entry.address
    while address:
        found = document.addresses.get(address)
        slot = found.slot("rule") if found is not None else None
        if slot is not None:
            return tuple(node.text for node in slot.scalars)
        address = address.rpartition(".")[0]
    return ()


def text_of(node: Node) -> str:
    """A piece of a rule file on one line."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Sequence):
        return "[" + ", ".join(text_of(item) for item in node) + "]"
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{key.text}: {text_of(value)}" for key, value in node) + "}"
