"""Which scenarios are run with variants: those of the game, those that must now fail, and what holds in these instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from custumal.dsl.diagnostics.catalogue.edits import no_scenario
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.reader import Reader
from custumal.dsl.documents.recorded_games import recorded
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.variant import Broken
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

SECTION = "scenarios"
RECORD = "record"


class Expected:
    """The scenarios of a combined game.

    Args:
        combined: the game with its variants.
        extra: its files of scenarios.
        report: takes what is wrong with `breaks`.
    """

    def __init__(self, combined: Combined, extra: list[Document], report: Report) -> None:
        self.combined = combined
        self.extra = extra
        self.broken = [(variant, broken) for variant in combined.variants for broken in variant.breaks]
        self.unreadable: set[Span] = set()
        self._entries = list(_entries((combined.document, *extra)))
        self._check(report)
        self.instead = [d for d in (self._instead(broken, report) for _, broken in self.broken) if d is not None]

    def _check(self, report: Report) -> None:
        known = {entry.id for entry in self._entries}
        for _, broken in self.broken:
            if broken.scenario not in known:
                guess = nearest(broken.scenario, known)
                report.tell(broken.key.span, no_scenario(broken.scenario, guess))

    def failing(self) -> list[Broken]:
        """The scenarios that have to fail. What several variants do to each other's is said by none of them."""
        return [broken for _, broken in self.broken if not self._several() and not self._is_unreadable(broken.scenario)]

    def _several(self) -> bool:
        """Are there variants none of which is built on the other?"""
        needed = {name for variant in self.combined.variants for name in (variant.of, *variant.requires)}
        return sum(variant.id not in needed for variant in self.combined.variants) > 1

    def _is_unreadable(self, scenario: str) -> bool:
        return any(entry.id == scenario and entry.key.span in self.unreadable for entry in self._entries)

    # ------------------------------------------------------------ documents

    def documents(self, merged: Document) -> list[Document]:
        """The merged rules and the files of scenarios, with those scenarios that are to be read."""
        return [*(self._filtered(document) for document in (merged, *self.extra)), *self.instead]

    def _filtered(self, document: Document) -> Document:
        """Without the scenarios that can't be read any more, that are for other numbers of players, or of which several variants
        say something."""
        here = document.section(SECTION)
        kept = tuple(entry for entry in here if self._why_not(entry) is None)
        return document if len(kept) == len(here) else replace(document, sections={**document.sections, SECTION: kept})

    def left_out(self) -> tuple[tuple[str, str, str], ...]:
        """The scenarios that are not run, each with one word for why and its file."""
        return tuple((entry.id, why, entry.key.span.file) for entry in self._entries if (why := self._why_not(entry)) is not None)

    def _why_not(self, entry: Entry) -> str | None:
        if self._is_for_others(entry):
            return "players"
        if entry.key.span in self.unreadable:
            return "unreadable"
        is_of_several = self._several() and any(broken.scenario == entry.id for _, broken in self.broken)
        return "several" if is_of_several else None

    def _is_for_others(self, entry: Entry) -> bool:
        """A scenario of the game for a number of players that a variant does not have."""
        limits = next((v.document.header["players"].node for v in self.combined.variants if "players" in v.document.header), None)
        number = self._players_of(entry)
        if limits is None or number is None or not isinstance(limits, Scalar):
            return False
        if any(variant.name == entry.key.span.file for variant in self.combined.variants):
            return False
        low, _, high = limits.text.partition(" to ")
        if not low.strip().isdecimal():
            return False
        return not int(low) <= number <= int(high if high.strip().isdecimal() else low)

    def _players_of(self, entry: Entry) -> int | None:
        """For how many a scenario is: as it says, or as the recorded game with which it begins."""
        slot, record = entry.slot("players"), entry.slot("record")
        if slot is not None and isinstance(slot.node, Scalar):
            return slot.node.value if isinstance(slot.node.value, int) else None
        found = None if record is None else recorded(record, self.combined.sources, Report())
        return None if found is None else found.players

    def note_unreadable(self, found: list[Diagnostic]) -> bool:
        """Scenarios that must fail and can't even be read with the variants: they do fail. Is there a new one?"""
        names = {broken.scenario for _, broken in self.broken}
        new = {e.key.span for e in self._entries if e.id in names and any(d.is_error and _is_in(d.span, e) for d in found)}
        self.unreadable |= new
        return bool(new)

    # ------------------------------------------------------------ what holds instead

    def _instead(self, broken: Broken, report: Report) -> Document | None:
        """The scenario as the variant tells it: what it does not say is as in the game's own."""
        base = next((entry for entry in self._entries if entry.id == broken.scenario), None)
        told = None if base is None or self._is_for_others(base) else retold(base, broken)
        if told is None:
            return None
        tree = _file(broken.key, told, broken.scenario)
        return Reader(report, self.combined.memo).document(tree, "scenario", broken.key.span.file)


def retold(scenario: Entry, broken: Broken) -> Mapping | None:
    """A scenario as the variant that breaks it tells it: what it does not say is as before. None where it says nothing."""
    if broken.entry is None or not isinstance(scenario.node, Mapping) or not isinstance(broken.entry.node, Mapping):
        return None
    own = broken.entry.node
    step = own.get("step")
    before = ((key, value if step is None or key.text != RECORD else _up_to(value, step)) for key, value in scenario.node)
    own_pairs = (pair for pair in own.pairs if pair[0].text != "step" or RECORD not in scenario.node)
    return Mapping((*(pair for pair in before if pair[0].text not in own), *own_pairs), own.span)


def _up_to(record: Node, step: Node) -> Node:
    """The recorded game of a scenario, played on for another number of choices."""
    file = record.get("file") if isinstance(record, Mapping) else record
    if not isinstance(file, Scalar):
        return record
    keys = (Scalar("file", "file", file.span), Scalar("step", "step", step.span))
    return Mapping(((keys[0], file), (keys[1], step)), step.span)


def _file(key: Scalar, scenario: Node, name: str) -> Mapping:
    section = Scalar(SECTION, SECTION, key.span)
    entry = Scalar(name, name, key.span)
    return Mapping(((section, Mapping(((entry, scenario),), scenario.span)),), scenario.span)


def _entries(documents: tuple[Document, ...]) -> Iterator[Entry]:
    for document in documents:
        yield from document.section(SECTION)


def _is_in(span: Span, entry: Entry) -> bool:
    first, last = entry.key.span, entry.node.span
    return span.file == first.file and first.line <= span.line <= last.end_line
