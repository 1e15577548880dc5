"""Statistics of many games."""

from __future__ import annotations

from typing import Any

from custumal.interpreter.runs.played import Plan
from custumal.interpreter.runs.totals import SeatTotals, Spread, Totals


def summary(plan: Plan, totals: Totals, options: dict[str, Any]) -> dict[str, Any]:
    """The games in figures, in the shape that `simulate --json` promises."""
    seats = totals.seats or [SeatTotals() for _ in range(plan.players)]
    return {
        "game": plan.game,
        "variants": list(plan.variants),
        "options": options,
        "players": plan.players,
        "seed": plan.seed,
        "games": totals.count,
        "finished": totals.finished,
        "unfinished": totals.count - totals.finished,
        "decisions": _spread(totals.decisions),
        "rounds": _spread(totals.rounds),
        "seats": [_seat(plan, number, seat) for number, seat in enumerate(seats)],
        "score_lines": {name: round(points / totals.count, 3) for name, points in totals.lines.items()},
        "seconds": round(totals.seconds, 3),
        "decisions_per_second": round(totals.decisions.sum / totals.seconds) if totals.seconds > 0 else 0,
        "digest": totals.digest(),
    }


def _spread(of: Spread) -> dict[str, float]:
    return {"mean": round(of.mean, 3), "min": of.min, "max": of.max}


def _seat(plan: Plan, number: int, seat: SeatTotals) -> dict[str, Any]:
    points = seat.scores
    return {
        "seat": number + 1,
        "bot": plan.bot_of(number),
        "score": {"mean": round(points.mean, 3), "sd": round(points.sd, 3), "min": points.min, "max": points.max},
        "wins": seat.wins,
        "shared_wins": seat.shared,
    }
