"""The asymptotic confidence sequence: an interval that holds at all looks together, however often one looks and whenever one stops.

Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic confidence
sequences" (Annals of Statistics 52, 2024), with the boundary of a normal mixture.
"""

from __future__ import annotations

import math

from custumal.insight.statistics.samples import Interval, Sample

BEST_AT = 400
"""The number of blocks at which the sequence is narrowest against the ordinary interval."""


def tuned(error: float, best_at: int = BEST_AT) -> float:
    """The parameter of the mixture that makes the sequence narrow at so many values."""
    spread = -2 * math.log(error)
    return best_at / (spread + math.log(spread + 1))


def sequence(sample: Sample, error: float) -> Interval:
    """The interval of the mean at this look; all looks together miss it with probability `error`."""
    if sample.count < 2:
        return Interval(-math.inf, math.inf)
    t, r = sample.count, tuned(error)
    radius = sample.deviation * math.sqrt((t + r) * math.log((t + r) / (r * error**2))) / t
    return Interval(sample.mean - radius, sample.mean + radius)
