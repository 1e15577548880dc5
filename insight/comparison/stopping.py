"""When enough games have been played: after a number of blocks, when intervals are narrow, when all is settled, or when time is up."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from custumal.insight.comparison.block_findings import Intervals, primary
from custumal.insight.comparison.findings import Finding, Margins
from custumal.insight.play.observations import Block
from custumal.insight.statistics.samples import ordinary
from custumal.insight.statistics.sequences import sequence
from custumal.insight.statistics.verdicts import FEWEST, OPEN

LOOK = 50
"""The blocks between two looks."""


@dataclass(frozen=True, slots=True)
class Until:
    """When to stop, at the latest after `games` blocks.

    Args:
        width: stop as soon as no interval of a primary measure reaches farther from its middle than so many margins. Only the width is
            looked at, so that ordinary intervals stay true.
        decided: stop as soon as every primary measure has its verdict. That looks at the result: intervals are those of a confidence
            sequence.
        seconds: break off when so much time has passed; the result is not looked at.
    """

    games: int
    width: float | None = None
    decided: bool = False
    seconds: float | None = None

    @property
    def intervals(self) -> Intervals:
        return sequence if self.decided else ordinary


class Watch:
    """Asked after every block whether there are enough."""

    def __init__(self, until: Until, error: float, margins: Margins) -> None:
        self.until = until
        self.error = error
        self.margins = margins
        self.began = time.monotonic()

    def passed(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.began

    @property
    def deadline(self) -> float | None:
        """When play is broken off, by the clock `time.monotonic`; None where no time was set."""
        return None if self.until.seconds is None else self.began + self.until.seconds

    def enough(self, blocks: Sequence[Block]) -> bool:
        """Whether what was waited for has come about; looked at from the first possible verdict on, and then every `LOOK` blocks."""
        due = len(blocks) >= FEWEST and len(blocks) % LOOK == 0
        return due and (self.until.decided or self.until.width is not None) and all(map(self._settled, self._findings(blocks)))

    def _findings(self, blocks: Sequence[Block]) -> tuple[Finding, ...]:
        return primary(blocks, self.error, self.until.intervals, self.margins)

    def _settled(self, one: Finding) -> bool:
        if self.until.decided:
            return one.verdict not in OPEN
        return self.until.width is not None and one.interval.half <= self.until.width * one.margin
