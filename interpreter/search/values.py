"""What an end, or a position in the middle of a race for points, is worth to each seat."""

from __future__ import annotations

import math

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.reference.scores import scores, team_of, winners
from custumal.interpreter.search.tree import Rewards

BY_MARGIN = 0.1
"""The part of a reward that the margin of points has where the game is over, so that a clear victory is better than a narrow one."""

ALONE = 0.5
"""The part of the points where nobody else plays."""


class Valuation:
    """Values positions of one search.

    Args:
        engine: of the game.
        race: whether points come in during play, so that they tell something before the end.
        scale: a usual difference of points between rivals.
        level: the points that a seat alone is compared with.
        stake: where what one wins others lose, so that each point counts: the most that was at stake; else 0.
    """

    def __init__(self, engine: Engine, *, race: bool, scale: float, level: float, stake: float = 0.0) -> None:
        self.evaluator = engine.evaluator
        self.seats = engine.instance.seats
        self.race = race
        self.scale = scale
        self.level = level
        self.stake = stake

    def of(self, state: Position) -> Rewards:
        """The rewards of an end, or of where a playout was cut off."""
        if self.stake:
            return tuple(0.5 + max(-0.5, min(0.5, margin / self.stake / 2)) for margin in self.margins(state))
        if state.kind != OVER:
            return self.by_points(state)
        won = winners(self.evaluator, state)
        teams = {team_of(self.evaluator, state, seat) for seat in won}
        ended = tuple(1 / len(teams) if seat in won else 0.0 for seat in self.seats)
        if not self.race:
            return ended
        points = self.by_points(state)
        part = ALONE if len(self.seats) == 1 else BY_MARGIN
        return tuple((1 - part) * end + part * point for end, point in zip(ended, points, strict=True))

    def by_points(self, state: Position) -> Rewards:
        """The rewards by points alone: one half where nobody is ahead."""
        return tuple(1 / (1 + math.exp(-max(-30.0, min(30.0, margin / self.scale)))) for margin in self.margins(state))

    def margins(self, state: Position) -> list[float]:
        """For each seat its points above the best rival's; alone, above the level."""
        totals = scores(self.evaluator, state)
        if len(totals) == 1:
            return [totals[0] - self.level]
        teams = [team_of(self.evaluator, state, seat) for seat in self.seats]
        return [
            total - max((other for rival, other in enumerate(totals) if rival not in teams[seat]), default=self.level)
            for seat, total in enumerate(totals)
        ]
