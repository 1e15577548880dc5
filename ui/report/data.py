"""A comparison as JSON values. Numbers are those of the measures: shares from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.play.sides import Side
from custumal.ui.report.action_worth import options_data
from custumal.ui.report.chapter import Chapter
from custumal.ui.report.figures import finite
from custumal.ui.report.levels import levels_data

Json = dict[str, Any]


def chapters_data(chapters: Sequence[Chapter]) -> Json:
    """All comparisons, in the order in which they were played; for each variant what the levels say together, and what actions are worth,
    where that was asked for."""
    levels = [levels_data(one) for one in chapters if one.strengths is not None or len(one.levels) > 1]
    left_out = [f"{one.title}: {said}" for one in chapters for said in one.left_out]
    options = [options_data(one.worths) for one in chapters if one.worths]
    return {
        "comparisons": [as_data(level) for one in chapters for level in one.levels],
        **({"levels": levels} if levels else {}),
        **({"options": options} if options else {}),
        **({"left_out": left_out} if left_out else {}),
    }


def as_data(compared: Comparison) -> Json:
    """One comparison."""
    match = compared.match
    return {
        "base": _side(match.base),
        "variant": _side(match.variant),
        "players": match.players,
        "seats": list(match.seats),
        "seed": match.seed,
        "judge": match.judge,
        "pairs": len(compared.blocks),
        "games": sum(len(block.base) + len(block.variant) for block in compared.blocks),
        "unfinished": sum(not game.finished for block in compared.blocks for game in (*block.base, *block.variant)),
        "complete": compared.complete,
        "seconds": round(compared.seconds, 3),
        "intervals": "confidence sequence" if compared.looked else "ordinary",
        "error": compared.error,
        "exposure": asdict(compared.exposure),
        "primary": [_finding(one) for one in compared.primary],
        **({"of_a_judge": [_finding(one) for one in compared.judge]} if match.judge else {}),
        "look": [_finding(one) for one in compared.look],
        "computed": compared.computed,
        "details": [_finding(one) for one in compared.details],
        "details_computed": compared.details_computed,
    }


def _side(side: Side) -> Json:
    return {"game": side.game, "variants": list(side.variants), "options": dict(side.options)}


def _finding(one: Finding) -> Json:
    return {
        "measure": one.measure.id,
        "unit": one.measure.unit,
        "base": one.base,
        "variant": one.variant,
        "difference": one.sample.mean,
        "low": finite(one.interval.low),
        "high": finite(one.interval.high),
        "pairs": one.sample.count,
        "differing": one.sample.differing,
        "margin": one.margin,
        "verdict": one.verdict.value,
        "needed_pairs": one.needed,
        "luck": one.luck,
    }
