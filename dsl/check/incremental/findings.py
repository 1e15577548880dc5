"""What the check of one entry finds out for the checks of others and of the whole game, beside its part of the model."""

from __future__ import annotations

from operator import attrgetter

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.base.types import Type
from custumal.dsl.check.incremental.noted import Noted
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Decision, Source


@dataclass(frozen=True, slots=True)
class LentName:
    """A name for rules that change what is done where it is bound."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Lent:
    """What a step or an action lends to rules: the names that it binds, and whether somebody acts there.

    `is_torn`: some of its names could not be read, which has been reported.
    """

    names: tuple[LentName, ...] = ()
    has_actor: bool = False
    is_torn: bool = False

    def with_inner(self, inner: Lent) -> Lent:
        """Together with what another step without a name lends that stands in the same."""
        names = {each.name: each for each in (*self.names, *inner.names)}
        return Lent(tuple(names.values()), inner.has_actor, self.is_torn or inner.is_torn)


def within(address: str) -> str:
    """What steps without a name lend under that stand in what has this address: they are restricted with it, and no part of its passes."""
    return f"{address}()"


NOTHING_LENT = Lent()
_UNITED = attrgetter("used", "sources", "written", "exits", "cited", "needed", "decisions")
"""The sets and maps of findings; of most entries nearly all are empty."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Side effects of a check, which can be had again without it. Names, windows and rules are told by what they are called.

    Args:
        used: words of the game that are read.
        sources: identity, rules and sentences of entries, by address.
        written: kept values that effects write.
        exits: which steps are left, and how.
        rounds: steps that seats leave, or that are asked who stays, with the places.
        cited: numbered rules.
        needed: restrictions on which types rest.
        ignored: restrictions that a `can … ignoring …` sets aside, with the places.
        opened: windows that steps open, with the first place.
        offered: windows in which something is offered, with the first place.
        decisions: what actions, steps and rules ask for, by address.
        lent: the names that actions and steps lend to rules, by address.
        noted: what words were found to mean, where somebody wants to know.
    """

    used: set[str] = field(default_factory=set)
    sources: dict[str, Source] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    exits: set[tuple[str, str]] = field(default_factory=set)
    rounds: list[tuple[str, Span]] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)
    ignored: list[tuple[str, Span]] = field(default_factory=list)
    opened: dict[str, Span] = field(default_factory=dict)
    offered: dict[str, Span] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    lent: dict[str, Lent] = field(default_factory=dict)
    noted: list[Noted] = field(default_factory=list)

    def add(self, later: Findings) -> None:
        """Those of another check, which came after these."""
        for found, more in zip(_UNITED(self), _UNITED(later), strict=True):
            if more:
                found.update(more)
        self.rounds.extend(later.rounds)
        self.ignored.extend(later.ignored)
        for window, span in later.opened.items():
            self.opened.setdefault(window, span)
        for window, span in later.offered.items():
            self.offered.setdefault(window, span)
        for address, lent in later.lent.items():
            self.lent[address] = self.lent.get(address, NOTHING_LENT).with_inner(lent)
        self.noted.extend(later.noted)
