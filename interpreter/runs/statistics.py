"""Statistics of many games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from custumal.interpreter.runs.simulate import Plan, Played, Totals


def summary(plan: Plan, totals: Totals, options: dict[str, Any]) -> dict[str, Any]:
    """The games in figures, in the shape that `simulate --json` promises."""
    games = totals.games
    finished = [g for g in games if g.finished]
    decisions = [g.decisions for g in games]
    return {
        "game": plan.game,
        "variants": list(plan.variants),
        "options": options,
        "players": plan.players,
        "seed": plan.seed,
        "games": len(games),
        "finished": len(finished),
        "unfinished": len(games) - len(finished),
        "decisions": _spread(decisions),
        "rounds": _spread([g.rounds for g in games]),
        "seats": [_seat(plan, games, s) for s in range(plan.players)],
        "score_lines": _mean_lines(games),
        "seconds": round(totals.seconds, 3),
        "decisions_per_second": round(sum(decisions) / totals.seconds) if totals.seconds > 0 else 0,
        "digest": totals.digest(),
    }


def _spread(values: Sequence[int]) -> dict[str, float]:
    if not values:
        return {"mean": 0, "min": 0, "max": 0}
    return {"mean": round(sum(values) / len(values), 3), "min": min(values), "max": max(values)}


def _seat(plan: Plan, games: Sequence[Played], seat: int) -> dict[str, Any]:
    points = [g.scores[seat] for g in games]
    mean = sum(points) / len(points) if points else 0.0
    sd = (sum((p - mean) ** 2 for p in points) / len(points)) ** 0.5 if points else 0.0
    won = [g for g in games if seat in g.winners]
    return {
        "seat": seat + 1,
        "bot": plan.bot_of(seat),
        "score": {"mean": round(mean, 3), "sd": round(sd, 3), "min": min(points, default=0), "max": max(points, default=0)},
        "wins": sum(not g.shared for g in won),
        "shared_wins": sum(g.shared for g in won),
    }


def _mean_lines(games: Sequence[Played]) -> dict[str, float]:
    names = games[0].lines if games else {}
    return {name: round(sum(g.lines[name] for g in games) / len(games), 3) for name in names}
