"""What a comparison found, in plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from custumal.insight.measures.measure import Measure
from custumal.insight.play.observations import Block
from custumal.insight.play.sides import Match
from custumal.insight.statistics.samples import Interval, Sample
from custumal.insight.statistics.verdicts import Verdict

Margins = Mapping[str, float]
"""Margins that were set by hand, by the measure's id, in the unit that is shown."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """Of `games` that were followed, in how many the variant changed a list of choices (`options`), what stood on the table (`values`) or
    the result alone (`results`); `met` any of these, `first` the median of the first decisions at which it did. `alike` games made the same
    choices under both rules; `parted` is the median of the first decisions at which the others differed."""

    games: int
    met: int
    options: int
    values: int
    results: int
    decisions: int
    changed_decisions: int
    first: float | None
    alike: int
    parted: float | None


@dataclass(frozen=True, slots=True)
class Finding:
    """One measure: means of both sides, the difference with its interval, the margin that was set, the verdict, and about how many pairs
    in all would settle it. `luck` is the correlation of the two sides; None where one of them never varies."""

    measure: Measure
    base: float
    variant: float
    sample: Sample
    interval: Interval
    margin: float
    verdict: Verdict
    needed: int | None
    luck: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that is told of two sets of rules, for one number of players and one choice of bots.

    Args:
        primary: judged together: all their intervals hold with probability 1 - `error`.
        judge: what a judge says, judged together likewise; nothing where none was asked.
        margins: those that were set by hand, by measure.
        look: of `computed` other measures those that differ, with at most `error` of false ones expected among them.
        details: likewise of single things, rules and abilities that were named in choices, `details_computed` of which were looked at.
        looked: whether the result was looked at while games were played, so that intervals hold at all looks.
        complete: False where it was `interrupted`, or the time was up, or there was an error.
        error_in_play: what ended the play early, if that was an error.
        seconds: of play, in which `blocks` were played.
    """

    match: Match
    blocks: tuple[Block, ...]
    exposure: Exposure
    primary: tuple[Finding, ...]
    judge: tuple[Finding, ...]
    look: tuple[Finding, ...]
    computed: int
    details: tuple[Finding, ...]
    details_computed: int
    error: float
    margins: Margins
    looked: bool
    complete: bool
    interrupted: bool
    error_in_play: Exception | None
    seconds: float
