"""What each seat wins under either rule, above its fair share, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from custumal.insight.play.observations import Block, GameFacts
from custumal.insight.statistics.samples import Interval, Sample, ordinary, sample_of
from custumal.insight.statistics.verdicts import enough

ERROR = 0.05
"""How often an interval misses; each is for itself."""


@dataclass(frozen=True, slots=True)
class Victories:
    """Of a seat: its share of the victories, from 0 to 1, and what it has above its fair share, `above`, with the interval of that."""

    share: float
    above: Sample
    interval: Interval

    @property
    def is_sure(self) -> bool:
        """Whether enough was played to say that it wins more or less than its fair share."""
        return enough(self.above) and not self.interval.holds(0)


def victories(blocks: Sequence[Block]) -> tuple[tuple[Victories, ...], tuple[Victories, ...]]:
    """Of all seats, before and with the variant."""
    return _side([block.base for block in blocks]), _side([block.variant for block in blocks])


def _side(blocks: Sequence[Sequence[GameFacts]]) -> tuple[Victories, ...]:
    return tuple(_seat(blocks, seat) for seat in range(len(blocks[0][0].scores)))


def _seat(blocks: Sequence[Sequence[GameFacts]], seat: int) -> Victories:
    fair = 1 / len(blocks[0][0].scores)
    above = sample_of([fmean(game.share(seat) for game in games) - fair for games in blocks])
    return Victories(above.mean + fair, above, ordinary(above, ERROR))
