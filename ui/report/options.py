"""What actions are worth, as a table and as JSON values."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from custumal.insight.comparison.options import Worth
from custumal.insight.statistics.samples import Interval, Sample
from custumal.insight.statistics.verdicts import FEWEST
from custumal.ui.report.numbers import finite, number
from custumal.ui.report.text import WIDTH

SAID = (
    "What an action is worth: of 100 games how many more (+) or fewer (-) than its fair share a seat wins that may not choose it, or must "
    "wherever it can, while the others are free."
)


def options_text(found: Sequence[Worth], sure: float) -> list[str]:
    """The lines of all restrictions."""
    rows = [f"{'':<20}{'before':>19}{'with it':>19}{'difference':>21}"]
    for one in found:
        cells = ((one.base, one.base_interval, 19), (one.variant, one.variant_interval, 19), (one.difference, one.interval, 21))
        rows.append(f"{_name(one)[:20]:<20}" + "".join(f"{_cell(sample, interval):>{width}}" for sample, interval, width in cells))
    few = [one for one in found if not one.is_enough]
    remark = f"Of fewer than {FEWEST} pairs, or where fewer than 10 differ, the differences say nothing. " if few else ""
    return [
        *textwrap.wrap(SAID, WIDTH),
        *rows,
        *textwrap.wrap(f"{remark}Intervals: {number(100 * sure)} % for all of them together.", WIDTH),
    ]


def _name(one: Worth) -> str:
    return f"{'must' if one.restriction.must else 'not'} {one.restriction.action}"


def _cell(sample: Sample, interval: Interval) -> str:
    if finite(interval.half) is None:
        return _signed(sample.mean)
    return f"{_signed(sample.mean)} ±{number(100 * interval.half)}"


def _signed(share: float) -> str:
    text = number(100 * share)
    return text if text.startswith("-") or text == "0" else f"+{text}"


def options_data(found: Sequence[Worth]) -> list[dict[str, Any]]:
    """As JSON values; shares of victories above the fair share."""
    return [
        {
            "action": one.restriction.action,
            "restriction": "must" if one.restriction.must else "not",
            "base": _data(one.base, one.base_interval),
            "variant": _data(one.variant, one.variant_interval),
            "difference": _data(one.difference, one.interval),
            "pairs": one.difference.count,
            "enough": one.is_enough,
        }
        for one in found
    ]


def _data(sample: Sample, interval: Interval) -> dict[str, float | None]:
    return {"mean": sample.mean, "low": finite(interval.low), "high": finite(interval.high)}
