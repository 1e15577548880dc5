"""Many measures looked at together: which differ, with a bound on the share of false ones, and intervals that hold for the picked ones.

Sources: Y. Benjamini, D. Yekutieli, "The control of the false discovery rate in multiple testing under dependency" (2001), and "False
discovery rate-adjusted multiple confidence intervals for selected parameters" (2005).
"""

from __future__ import annotations

from collections.abc import Sequence


def found(chances: Sequence[float], error: float) -> tuple[list[int], float]:
    """The positions of those that differ, whatever depends on what, and the error at which their intervals are to be taken.

    Args:
        chances: the p-value of each measure.
        error: the expected share of false ones among the found.
    """
    from scipy.stats import false_discovery_control  # noqa: PLC0415  # an extra, and slow to load

    if not chances:
        return [], error
    adjusted = false_discovery_control(list(chances), method="by")
    picked = [at for at, value in enumerate(adjusted) if value <= error]
    return picked, error * max(1, len(picked)) / len(chances)
