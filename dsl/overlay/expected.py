"""Which scenarios are run with variants: those of the game, those of them that must fail, and what is accepted to hold in these now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.catalogue.edits import no_scenario
from custumal.dsl.diagnostics.catalogue.scenarios import accepted_is_readable
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.reader import Reader
from custumal.dsl.model import Accepted, Source
from custumal.dsl.overlay.combine import Combined
from custumal.dsl.overlay.players import players_of
from custumal.dsl.overlay.variant import Broken
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

SECTION = "scenarios"
RECORD = "record"
THEN = "then"
WHOSE = "example-from"
COURSE = ("step", "after", "given", "when")
"""What leads to the position in which something has to be so."""


class Expected:
    """The scenarios of a combined game.

    Args:
        combined: the game with its variants.
        extra: its files of scenarios.
        report: takes what is wrong with what is accepted.
        accepting: whether scenarios of the game that can't be read any more are left out although nobody has accepted it.
    """

    def __init__(self, combined: Combined, extra: list[Document], report: Report, *, accepting: bool = False) -> None:
        self.combined = combined
        self.extra = extra
        self.broken = [broken for variant in combined.variants for broken in variant.breaks]
        self.unreadable: set[Span] = set()
        self._entries = list(_entries((combined.document, *extra)))
        self._may_be_unreadable = {e.id for e in self._entries if accepting or self._is_told(e.id)} - self._own()
        self._check(report)
        told = [] if self._several() else list(self._told.values())
        self._is_sound = not report.sorted() and not any(combined.reading.values())
        self.instead = [d for d in (self._instead(each, report) for each in told) if d is not None]

    def _own(self) -> set[str]:
        """The scenarios that variants bring along."""
        files = {variant.name for variant in self.combined.variants}
        return {entry.id for entry in self._entries if entry.key.span.file in files}

    def _is_told(self, scenario: str) -> bool:
        return scenario in self._told

    def _check(self, report: Report) -> None:
        known = {entry.id for entry in self._entries}
        for broken in self.broken:
            if broken.scenario not in known:
                guess = nearest(broken.scenario, known)
                report.tell(broken.key.span, no_scenario(broken.scenario, guess))

    def check_unreadable(self, report: Report) -> None:
        """Tell of those scenarios that are said to be unreadable and are not."""
        for broken in self.broken:
            at = next((entry.key.span for entry in self._entries if entry.id == broken.scenario), None)
            if broken.entry is None and at is not None and not self._several() and at not in self.unreadable:
                report.tell(broken.key.span, accepted_is_readable(broken.scenario, at))

    def failing(self) -> list[Accepted]:
        """The scenarios that have to fail. What several variants do to each other's is said by none of them."""
        if self._several():
            return []
        told = {name: each for name, each in self._told.items() if not self._is_unreadable(name)}
        return [Accepted(_source(name, each[-1].key.span), _lines(name, each)) for name, each in told.items()]

    @cached_property
    def _told(self) -> dict[str, list[Broken]]:
        """What variants say of each scenario, those that are applied first before those that are built on them."""
        found: dict[str, list[Broken]] = {}
        for broken in self.broken:
            found.setdefault(broken.scenario, []).append(broken)
        return found

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
        if self.unreadable and entry.key.span in self.unreadable:
            return "unreadable"
        return "several" if self._is_told(entry.id) and self._several() else None

    def _is_for_others(self, entry: Entry) -> bool:
        """A scenario for a number of players that the game does not have with the variants, but would without them, or with the one
        alone that tells it."""
        number = None if self._players is None else self._players_of(entry)
        if number is None or self._players is None or number in self._players:
            return False
        own = next((variant for variant in self.combined.variants if variant.name == entry.key.span.file), None)
        alone = (None if own is None else players_of(own.document)) or players_of(self.combined.base)
        return own is None or alone is None or number in alone

    @cached_property
    def _players(self) -> range | None:
        """For how many the game is with the variants, if one of them says so."""
        said = any("players" in variant.document.header for variant in self.combined.variants)
        return players_of(self.combined.document) if said else None

    def _players_of(self, entry: Entry) -> int | None:
        """For how many a scenario is: as it says, or as the recorded game with which it begins."""
        slot, record = entry.slot("players"), entry.slot("record")
        if slot is not None and isinstance(slot.node, Scalar):
            return slot.node.value if isinstance(slot.node.value, int) else None
        if record is None:
            return None
        from custumal.dsl.documents.recorded_games import recorded  # noqa: PLC0415  # most scenarios have none

        found = recorded(record, self.combined.sources, Report())
        return None if found is None else found.players

    def note_unreadable(self, found: list[Diagnostic]) -> bool:
        """Scenarios that must fail and can't even be read with the variants: they do fail. Is there a new one?"""
        may = (e for e in self._entries if e.id in self._may_be_unreadable)
        new = {e.key.span for e in may if any(d.is_error and _is_in(d.span, e) for d in found)} - self.unreadable
        self.unreadable |= new
        return bool(new)

    # ------------------------------------------------------------ what holds instead

    def _instead(self, told: list[Broken], report: Report) -> Document | None:
        """The scenario as the variants tell it, one after the other: what they do not say is as in the game's own."""
        base = next((entry for entry in self._entries if entry.id == told[-1].scenario), None)
        if base is None or self._is_for_others(base):
            return None
        scenario, last = base.node, None
        for broken in told:
            last = retold(scenario, broken)
            scenario = last or scenario
        if last is None:
            return None
        tree = _file(told[-1].key, last, told[-1].scenario)
        return Reader(report, self.combined.memo, *self._known(base)).document(tree, "scenario", told[-1].key.span.file)

    def _known(self, scenario: Entry) -> tuple[Document, ...]:
        """The documents in which parts of a scenario that is told anew have been read, if nothing was wrong with any."""
        own = (document for document in (self.combined.document, *self.extra) if scenario in document.section(SECTION))
        retelling = (variant.accepted for variant in self.combined.variants if variant.accepted is not None)
        return (*own, *retelling) if self._is_sound else ()


def retold(scenario: Node, broken: Broken) -> Mapping | None:
    """A scenario as the variant that breaks it tells it: what it does not say is as before, but for whose example it is, since none of
    the printed rules shows a variant. None where it says nothing."""
    if broken.entry is None or not isinstance(scenario, Mapping) or not isinstance(broken.entry.node, Mapping):
        return None
    own = broken.entry.node
    step = own.get("step")
    before = ((key, value if step is None or key.text != RECORD else _up_to(value, step)) for key, value in scenario)
    told = ((key, value) for key, value in own.pairs if key.text != "step" or RECORD not in scenario)
    pairs = tuple((key, _then(scenario, own, value) if key.text == THEN else value) for key, value in told)
    return Mapping((*(pair for pair in before if pair[0].text not in own and pair[0].text != WHOSE), *pairs), own.span)


def _then(scenario: Mapping, own: Mapping, then: Node) -> Node:
    """What has to be so: the lines of a variant in the place of those of the game, unless it has come about otherwise."""
    before = scenario.get(THEN)
    if any(key in own for key in COURSE) or not isinstance(before, Mapping) or not isinstance(then, Mapping):
        return then
    told = {key.text: (key, value) for key, value in then}
    kept = tuple(told.get(pair[0].text, pair) for pair in before)
    return Mapping((*kept, *(pair for pair in then if pair[0].text not in before)), then.span)


def _lines(scenario: str, told: list[Broken]) -> tuple[Source, ...]:
    """The lines of the game of which the only variant that tells a scenario says that they fail."""
    entry = told[0].entry
    if len(told) > 1 or entry is None or any(key in entry.slots for key in COURSE):
        return ()
    return tuple(_source(f"{scenario}.{THEN}.{line.id}", line.key.span) for line in entry.entries(THEN))


def _source(scenario: str, span: Span) -> Source:
    return Source(f"{SECTION}.{scenario}", span)


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
