"""Whether bots of different strength agree on what a variant does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.measures.catalogue import PRIMARY
from custumal.insight.measures.measure import Measure
from custumal.insight.statistics.verdicts import Verdict

SURE = frozenset((Verdict.CLEAR, Verdict.CHANGED, Verdict.SMALL))
"""Those by which a difference is surely not zero."""
NOTHING = frozenset((Verdict.SAME, Verdict.EQUAL))


@dataclass(frozen=True, slots=True)
class Agreement:
    """What each level of bots says of a primary measure; None where its games do not have it."""

    measure: Measure
    findings: tuple[Finding | None, ...]

    @property
    def directions(self) -> tuple[int | None, ...]:
        """For each level 1 or -1 where the measure surely grows or shrinks, 0 where nothing that matters changes, None where that is not
        known."""
        return tuple(_direction(one) for one in self.findings)

    @property
    def is_shared(self) -> bool:
        """Whether all levels know of the same direction."""
        return len(set(self.directions)) == 1 and self.directions[0] is not None

    @property
    def is_contradicted(self) -> bool:
        """Whether it surely grows at one level and shrinks at another."""
        return {1, -1} <= set(self.directions)


def _direction(found: Finding | None) -> int | None:
    if found is None:
        return None
    if found.verdict in SURE:
        return 1 if found.interval.low > 0 else -1
    return 0 if found.verdict in NOTHING else None


def agreements(levels: Sequence[Comparison]) -> tuple[Agreement, ...]:
    """The primary measures that any of these comparisons has, one comparison for each level."""
    by_level = [{one.measure.id: one for one in level.primary} for level in levels]
    return tuple(
        Agreement(measure, tuple(known.get(measure.id) for known in by_level))
        for measure in PRIMARY
        if any(measure.id in known for known in by_level)
    )
