"""Seats: what sitting there is worth, in victories and in points."""

from __future__ import annotations

from collections.abc import Callable

from custumal.insight.measures.measure import SHARE, Margin, Measure
from custumal.insight.play.observations import GameFacts


def won_by(seat: int) -> Callable[[GameFacts], float | None]:
    """The part of the victory that a seat has; None where it plays alone."""
    return lambda game: game.share(seat) if len(game.scores) > 1 else None


def points_of(seat: int) -> Callable[[GameFacts], float | None]:
    """The points of a seat above the mean of the table; None where it plays alone."""
    return lambda game: game.scores[seat] - sum(game.scores) / len(game.scores) if len(game.scores) > 1 else None


def of_seats(players: int) -> tuple[Measure, ...]:
    """Each seat in victories and points."""
    return tuple(
        one
        for seat in range(players)
        for one in (
            Measure(f"seat-{seat + 1}", SHARE, f"how often seat {seat + 1} wins", Margin(least=0.03), won_by(seat)),
            Measure(f"points-{seat + 1}", "points", f"what seat {seat + 1} has above the mean", Margin(least=1), points_of(seat)),
        )
    )
