"""What may be said of a difference, by its interval and a margin that was set beforehand."""

from __future__ import annotations

import math
from enum import Enum

from custumal.insight.statistics.samples import Interval, Sample

FEWEST = 100
"""Pairs below which nothing is said: intervals of skewed data are too narrow there."""
FEWEST_DIFFERING = 10
"""Pairs that must differ, for the same reason."""


class Verdict(Enum):
    """`CLEAR`: wholly past the margin. `CHANGED`: surely some, perhaps more than the margin. `SMALL`: surely some, surely less than the
    margin. `SAME`: surely less than the margin, perhaps nothing. `UNKNOWN`: the interval allows both. `EQUAL`: no pair differed.
    `FEW`: too few pairs, or too few that differ."""

    CLEAR = "clearly changed"
    CHANGED = "changed"
    SMALL = "real but too small to matter"
    SAME = "no change that matters"
    UNKNOWN = "not known yet"
    EQUAL = "no pair differed"
    FEW = "too few to tell"


OPEN = frozenset((Verdict.UNKNOWN, Verdict.FEW))
"""More games could settle these."""


def enough(sample: Sample) -> bool:
    """Whether there are pairs enough, and enough that differ, to say anything of a difference."""
    return sample.count >= FEWEST and sample.differing >= FEWEST_DIFFERING


def judged(sample: Sample, interval: Interval, margin: float) -> Verdict:
    """The verdict on a mean difference; `margin` is the smallest that would matter."""
    if not enough(sample):
        return Verdict.FEW if sample.count < FEWEST or sample.differing else Verdict.EQUAL
    if interval.within(margin):
        return Verdict.SAME if interval.holds(0) else Verdict.SMALL
    if interval.holds(0):
        return Verdict.UNKNOWN
    return Verdict.CLEAR if min(abs(interval.low), abs(interval.high)) > margin else Verdict.CHANGED


def needed(sample: Sample, interval: Interval, margin: float) -> int | None:
    """About how many pairs in all would settle it, if the mean stays where it is: the interval has to be so narrow that it leaves out zero
    or lies inside the margin. None where that can't be told."""
    if sample.count < 2 or not sample.differing or margin <= 0:
        return None
    enough_half = max(abs(sample.mean), margin - abs(sample.mean))
    return max(FEWEST, math.ceil(sample.count * (interval.half / enough_half) ** 2))
