"""What the checker made of a fault, and the figures over many."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Severity
from tests.support.faults.pages import Fault, Page
from tests.support.faults.subjects import Subject


@dataclass(frozen=True, slots=True)
class Verdict:
    """One broken file and what was said about it."""

    name: str
    fault: Fault
    found: tuple[Diagnostic, ...]
    caught: bool
    on_line: bool
    mended: bool

    def __str__(self) -> str:
        where = ",".join(map(str, sorted(self.fault.lines)[:4]))
        said = [f"{d.span.line}:{d.span.column} {d.code} {d.message[:90]} [{d.suggestion}]" for d in self.found[:3]]
        return f"{self.name}:{where} {self.fault.kind} ({self.fault.what}): {said or 'nothing said'}"


def judged(subject: Subject, fault: Fault, found: list[Diagnostic]) -> Verdict:
    """Caught: an error or a warning; on the line: the first of them begins there; mended: a suggestion gives back the very file."""
    serious = [d for d in found if d.severity is not Severity.NOTE]
    on_line = bool(serious) and serious[0].span.file == subject.name and serious[0].span.line in fault.lines
    page = Page(subject.source)
    mended = any(d.suggestion is not None and page.mended(fault.text, d.span, d.suggestion) for d in serious)
    return Verdict(subject.name, fault, tuple(found), bool(serious), on_line, mended)


@dataclass(slots=True)
class Tally:
    """Figures over many verdicts, and the ones that were not as they should be."""

    made: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    on_line: Counter[str] = field(default_factory=Counter)
    misspelt: Counter[str] = field(default_factory=Counter)
    mended: Counter[str] = field(default_factory=Counter)
    messages: Counter[tuple[str, int]] = field(default_factory=Counter)
    missed: list[Verdict] = field(default_factory=list)

    def add(self, verdict: Verdict) -> None:
        kind = verdict.fault.kind
        self.made[kind] += 1
        self.caught[kind] += verdict.caught
        self.on_line[kind] += verdict.on_line
        self.misspelt[kind] += verdict.fault.misspelt
        self.mended[kind] += verdict.fault.misspelt and verdict.mended
        self.messages[kind, len(verdict.found)] += 1
        if not (verdict.on_line and (verdict.mended or not verdict.fault.misspelt)):
            self.missed.append(verdict)

    def join(self, other: Tally) -> None:
        """Takes over what another tally has counted."""
        for name in ("made", "caught", "on_line", "misspelt", "mended", "messages"):
            getattr(self, name).update(getattr(other, name))
        self.missed += other.missed

    def of_kinds(self) -> list[Tally]:
        """The same of each kind of faults."""
        return [self._of_kind(kind) for kind in self.made]

    def _of_kind(self, kind: str) -> Tally:
        found = Tally(missed=[verdict for verdict in self.missed if verdict.fault.kind == kind])
        for name in ("made", "caught", "on_line", "misspelt", "mended"):
            getattr(found, name)[kind] = getattr(self, name)[kind]
        found.messages.update({key: number for key, number in self.messages.items() if key[0] == kind})
        return found

    def shares(self) -> tuple[float, float, float]:
        """Of all faults: caught, on the right line; of misspellings: with the right suggestion."""
        made = self.made.total()
        return self.caught.total() / made, self.on_line.total() / made, self.mended.total() / max(1, self.misspelt.total())

    def told(self, share: float) -> int:
        """The number of messages that so great a share of the faults has at most: 0.5 gives the median, 1 the worst."""
        every = sorted(number for _, number in self.messages.elements())
        return every[min(len(every) - 1, int(share * len(every)))]

    def __str__(self) -> str:
        caught, on_line, mended = self.shares()
        made = self.made.total()
        head = (
            f"{made} faults: caught {caught:.2%}, right line {on_line:.2%}, right suggestion {mended:.2%} of {self.misspelt.total()},"
            f" messages: median {self.told(0.5)}, of 95 % at most {self.told(0.95)}, worst {self.told(1)}"
        )
        return "\n".join([head, *(self._row(kind) for kind in sorted(self.made))])

    def _row(self, kind: str) -> str:
        made, misspelt = self.made[kind], self.misspelt[kind]
        suggestion = f", suggestion {self.mended[kind] / misspelt:.1%}" if misspelt else ""
        return f"  {kind:18} {made:5}  caught {self.caught[kind] / made:.1%}, line {self.on_line[kind] / made:.1%}{suggestion}"
