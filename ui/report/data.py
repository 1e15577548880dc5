"""A comparison as JSON values. Numbers are those of the measures: shares from 0 to 1."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.play.sides import Side
from custumal.ui.report.numbers import finite

Json = dict[str, Any]


def as_data(compared: Comparison) -> Json:
    match = compared.match
    return {
        "base": _side(match.base),
        "variant": _side(match.variant),
        "players": match.players,
        "seats": list(match.seats),
        "seed": match.seed,
        "pairs": len(compared.blocks),
        "games": sum(len(block.base) + len(block.variant) for block in compared.blocks),
        "unfinished": sum(not game.finished for block in compared.blocks for game in (*block.base, *block.variant)),
        "complete": compared.complete,
        "seconds": round(compared.seconds, 3),
        "intervals": "confidence sequence" if compared.looked else "ordinary",
        "error": compared.error,
        "exposure": asdict(compared.exposure),
        "primary": [_finding(one) for one in compared.primary],
        "look": [_finding(one) for one in compared.look],
        "computed": compared.computed,
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
