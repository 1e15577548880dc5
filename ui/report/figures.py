"""Numbers of a finding as they are told: shares by the hundred, no more places than say something."""

from __future__ import annotations

import math

from custumal.insight.comparison.findings import Finding

THOUSANDS = 10_000
"""From here on a number is told in thousands."""


def number(value: float) -> str:
    """A number with as many places as its size bears: 12.3k, 1234, 54, 5.4, 0.54."""
    size = abs(value)
    if size >= THOUSANDS:
        return f"{value / 1000:.0f}k" if size >= 10 * THOUSANDS else f"{value / 1000:.1f}k"
    places = 0 if size >= 100 else 1 if size >= 10 else 2
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"-0", "0"} else text


def finite(value: float) -> float | None:
    """An end of an interval, or a deviation; None where there is none."""
    return value if math.isfinite(value) else None


def shown(found: Finding, value: float) -> str:
    """A value of a measure in the unit that is shown."""
    return number(value * found.measure.factor)


def signed(found: Finding, value: float) -> str:
    text = shown(found, value)
    return text if text.startswith("-") or text == "0" else f"+{text}"


def both_ends(found: Finding) -> str:
    """How much more or less, of an interval that does not hold zero: `4 to 7`."""
    ends = sorted((abs(found.interval.low), abs(found.interval.high)))
    low, high = (shown(found, end) for end in ends)
    return low if low == high else f"{low} to {high}"


def amount(found: Finding, value: float) -> str:
    """A number with the unit of its measure."""
    return f"{shown(found, value)} {found.measure.unit}"


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{number(seconds / 3600)} h"


def precise(seconds: float) -> str:
    """A time that may be short."""
    if seconds >= 1:
        return f"{seconds:.1f} s" if seconds < 90 else duration(seconds)
    return f"{1000 * seconds:.{0 if seconds >= 0.01 else 1}f} ms"


def typed(value: object) -> str:
    """A value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
