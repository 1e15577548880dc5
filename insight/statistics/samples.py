"""A list of differences in four numbers, and the ordinary interval of its mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, both included."""

    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2

    def within(self, bound: float) -> bool:
        """Whether it lies between -bound and bound."""
        return -bound <= self.low and self.high <= bound

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Sample:
    """`count` differences with their mean and standard deviation; `differing` of them are not zero."""

    count: int
    mean: float
    deviation: float
    differing: int


def sample_of(values: Sequence[float]) -> Sample:
    """The sample of independent values. Fewer than two have no deviation: it counts as infinite."""
    if len(values) < 2:
        return Sample(len(values), values[0] if values else 0.0, math.inf, sum(value != 0 for value in values))
    mean = fmean(values)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return Sample(len(values), mean, spread, sum(value != 0 for value in values))


def ordinary(sample: Sample, error: float) -> Interval:
    """Student's interval of the mean, which misses it with probability `error` where the sample was taken without a look at its values."""
    from scipy.special import stdtrit  # noqa: PLC0415  # an extra, and slow to load

    if sample.count < 2:
        return Interval(-math.inf, math.inf)
    radius = float(stdtrit(sample.count - 1, 1 - error / 2)) * sample.deviation / math.sqrt(sample.count)
    return Interval(sample.mean - radius, sample.mean + radius)


def chance_of_more(sample: Sample) -> float:
    """How likely a mean so far from zero, or farther, is where the true one is zero (the two-sided p-value of Student's test)."""
    from scipy.special import stdtr  # noqa: PLC0415  # an extra, and slow to load

    if sample.count < 2 or sample.deviation == 0:
        return 1.0 if sample.mean == 0 or sample.count < 2 else 0.0
    return float(2 * stdtr(sample.count - 1, -abs(sample.mean) * math.sqrt(sample.count) / sample.deviation))


def of_share(hits: int, count: int, error: float) -> Interval:
    """The exact interval of a share (Clopper and Pearson, 1934): `hits` of `count` independent trials."""
    from scipy.special import betaincinv  # noqa: PLC0415  # an extra, and slow to load

    low = float(betaincinv(hits, count - hits + 1, error / 2)) if hits else 0.0
    high = float(betaincinv(hits + 1, count - hits, 1 - error / 2)) if hits < count else 1.0
    return Interval(low, high)
