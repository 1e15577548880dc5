"""What stands beside a change and is not as it was because of it: steps that offer more or less, entries in another order, a list that is
longer or shorter."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.overlay.diff import Difference
from custumal.dsl.overlay.touched import around

_WHOLE = ("scoring", "ranking", "end")
"""Sections that are a list of all there is of their sort."""


class Beside:
    """Looks at a game before and after a variant."""

    def __init__(self, before: Document, after: Document) -> None:
        self.before = before
        self.after = after

    def concerned(self, one: Difference) -> Iterator[str]:
        """The addresses of steps that offer what is new, gone or offered elsewhere, and of entries that something has passed."""
        if one.kind == "moved":
            yield from self._passed(one.address)
            return
        entry = next((each for each in (one.address, *around(one.address)) if self._entry(each) is not None), "")
        if one.address not in (entry, f"{entry}.offered"):
            return
        windows = {window for document in (self.before, self.after) for window in _words(document.entry(entry), "offered")}
        for address, step in self.after.addresses.items():
            if not windows.isdisjoint(_words(step, "offer")):
                yield address

    def of_all(self, one: Difference) -> tuple[str, ...]:
        """The numbered rules that all entries follow beside which one is new or gone: they speak of the list."""
        section, _, name = one.address.partition(".")
        if one.kind not in ("added", "removed") or section not in _WHOLE or "." in name:
            return ()
        cited = [_words(entry, "rule") for entry in self.before.section(section) if entry.id != name]
        return tuple(rule for rule in cited[0] if all(rule in each for each in cited)) if len(cited) > 1 else ()

    def _entry(self, address: str) -> Entry | None:
        return self.after.entry(address) or self.before.entry(address)

    def _passed(self, address: str) -> Iterator[str]:
        """The entries beside one that come before it and came after it, or the other way round."""
        then, now = _order(self.before, address), _order(self.after, address)
        if address not in then:
            return
        for other in now:
            if other in then and (then.index(other) < then.index(address)) is not (now.index(other) < now.index(address)):
                yield other


def _order(document: Document, address: str) -> list[str]:
    """The addresses of the entries beside one, and its own, in their order."""
    outside = address.rpartition(".")[0]
    return [each for each in document.addresses if each.rpartition(".")[0] == outside]


def _words(entry: Entry | None, key: str) -> tuple[str, ...]:
    slot = None if entry is None else entry.slot(key)
    return () if slot is None else tuple(node.text for node in slot.scalars)
