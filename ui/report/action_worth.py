"""What actions are worth, as a table and as JSON values."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from custumal.insight.comparison.action_worth import Worth
from custumal.insight.statistics.samples import Interval, Sample
from custumal.insight.statistics.verdicts import FEWEST, FEWEST_DIFFERING
from custumal.ui.report.figures import finite, number
from custumal.ui.report.text import WIDTH

SAID = (
    "Of 100 games how many more (+) or fewer (-) than its fair share a seat wins that may not choose an action, or must wherever it can, "
    "while the others are free."
)


HEADS = ("", "before", "with it", "difference")


def options_text(found: Sequence[Worth], sure: float) -> list[str]:
    """The lines of all restrictions."""
    rows = [_row(HEADS), *(_row((name_of(one), *cells_of(one))) for one in found)]
    remark = remark_of(found)
    return [
        *textwrap.wrap(f"What an action is worth. {SAID}", WIDTH),
        *rows,
        *textwrap.wrap(f"{remark} Intervals: {number(100 * sure)} % for all of them together.".strip(), WIDTH),
    ]


def _row(cells: tuple[str, ...]) -> str:
    name, *rest = cells
    return f"{name[:20]:<20}" + "".join(f"{cell:>{width}}" for cell, width in zip(rest, (19, 19, 21), strict=True))


def remark_of(found: Sequence[Worth]) -> str:
    """What can't be said where too little was played."""
    few = any(not one.is_enough for one in found)
    return f"Of fewer than {FEWEST} pairs, or where fewer than {FEWEST_DIFFERING} differ, the differences say nothing." if few else ""


def cells_of(one: Worth) -> tuple[str, str, str]:
    """Before, with the variant, and the difference."""
    return _cell(one.base, one.base_interval), _cell(one.variant, one.variant_interval), _cell(one.difference, one.interval)


def name_of(one: Worth) -> str:
    """What the seat may not do, or must."""
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
