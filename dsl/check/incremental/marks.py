"""What the check of one thing tells the checks of others: what it uses, writes, leaves and cites, and which names its steps lend."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from custumal.dsl.check.declarations.vocabulary import StepInfo
from custumal.dsl.check.typing.scope import Premise
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Decision, Source

if TYPE_CHECKING:
    from custumal.dsl.check.context import Context


@dataclass(slots=True)
class Marks:
    """Everything that a check notes down beside the model that it makes."""

    used: set[str] = field(default_factory=set)
    sources: dict[str, Source] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    exits: set[tuple[str, str]] = field(default_factory=set)
    cited: set[str] = field(default_factory=set)
    ignored: list[tuple[str, Span]] = field(default_factory=list)
    opened: dict[str, Span] = field(default_factory=dict)
    offered: dict[str, Span] = field(default_factory=dict)
    premises: dict[str, Premise] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    lent: dict[str, StepInfo] = field(default_factory=dict)

    @classmethod
    def of(cls, cx: Context) -> Marks:
        """Those that are made at the moment."""
        words, ex = cx.words, cx.ex
        return cls(
            words.used, words.sources, cx.written, cx.exits, cx.cited, ex.ignored,
            cx.opened, cx.offered, cx.premises, cx.decisions, cx.lent,
        )  # fmt: skip

    def taken_by(self, cx: Context) -> None:
        """From now on marks are made here."""
        cx.words.used, cx.words.sources, cx.ex.ignored = self.used, self.sources, self.ignored
        cx.written, cx.exits, cx.cited = self.written, self.exits, self.cited
        cx.opened, cx.offered, cx.premises, cx.decisions, cx.lent = self.opened, self.offered, self.premises, self.decisions, self.lent

    def add(self, other: Marks) -> None:
        """Those of another check, which came after these."""
        self.used |= other.used
        self.sources |= other.sources
        self.written |= other.written
        self.exits |= other.exits
        self.cited |= other.cited
        self.ignored += other.ignored
        # the first place that opens or offers a window is the one that is told
        self.opened |= {window: span for window, span in other.opened.items() if window not in self.opened}
        self.offered |= {window: span for window, span in other.offered.items() if window not in self.offered}
        self.premises |= other.premises
        self.decisions |= other.decisions
        self.lent |= other.lent
