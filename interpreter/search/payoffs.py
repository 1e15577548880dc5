"""What an end, or a position in the middle of a race for points, is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.reference.scores import scores, team_of, winners
from custumal.interpreter.search.search_tree import Rewards

BY_MARGIN = 0.1
"""The part of a reward that the margin of points has where the game is over, so that a clear victory is better than a narrow one."""

ALONE = 0.5
"""The part of the points where nobody else plays."""


@dataclass(frozen=True, slots=True)
class Tried:
    """How a playout that a search has made beforehand ended: whether the game was over, and the totals of all seats."""

    over: bool
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """How positions of one search are valued.

    Attributes:
        race: whether points come in during play, so that they tell something before the end.
        scale: a usual difference of points between rivals.
        level: the points that a seat alone is compared with.
        stake: where what one wins others lose, so that each point counts: the most that was at stake; else 0.
    """

    race: bool
    scale: float
    level: float
    stake: float


def scale_of(before: Sequence[int], tried: Sequence[Tried], teams: Sequence[int]) -> Scale:
    """By the end alone where points say nothing before, else by points, too.

    Args:
        before: the totals where the search begins.
        tried: some playouts from there.
        teams: by seat, see `teams`.
    """
    race = any(not one.over and one.totals != tuple(before) for one in tried)
    if len(before) == 1:
        level = _mean([one.totals[0] for one in tried])
        return Scale(True, max(1.0, _mean([abs(one.totals[0] - level) for one in tried])), level, 0.0)
    widest = [max(abs(margin) for margin in margins(one.totals, teams, 0.0)) for one in tried]
    is_for_chips = any(widest) and all(one.over and sum(one.totals) == 0 for one in tried)
    return Scale(race, max(1.0, _mean(widest)), 0.0, max(widest) if is_for_chips else 0.0)


def by_points(margin: float, scale: float) -> float:
    """A reward by points alone: one half where nobody is ahead."""
    ahead = margin / scale
    return 0.5 + 0.5 * ahead / sqrt(1 + ahead * ahead)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def margins(totals: Sequence[int], teams: Sequence[int], level: float) -> list[float]:
    """For each seat its points above the best rival's; alone, above the level."""
    found: list[float] = []
    for seat, total in enumerate(totals):
        rivals = [other for rival, other in enumerate(totals) if teams[rival] != teams[seat]]
        found.append(total - (max(rivals) if rivals else level))
    return found


def by_margin(seats: int) -> float:
    """The part of a reward that the margin of points has at an end."""
    return ALONE if seats == 1 else BY_MARGIN


def teams(engine: Engine, state: Position) -> tuple[int, ...]:
    """For each seat a number that its partners share, and nobody else."""
    return tuple(min(team_of(engine.evaluator, state, seat)) for seat in engine.instance.seats)


class Valuation:
    """Values positions of one search by one scale."""

    def __init__(self, engine: Engine, scale: Scale) -> None:
        self.engine, self.scale = engine, scale
        self.evaluator = engine.evaluator

    def of(self, state: Position) -> Rewards:
        """The rewards of an end, or of where a playout was cut off."""
        if self.scale.stake:
            return tuple(0.5 + max(-0.5, min(0.5, margin / self.scale.stake / 2)) for margin in self.margins(state))
        if state.kind != OVER:
            return self.by_points(state)
        won, team = winners(self.evaluator, state), teams(self.engine, state)
        alone = 1 / max(1, len({team[seat] for seat in won}))
        ended = tuple(alone if seat in won else 0.0 for seat in range(len(team)))
        if not self.scale.race:
            return ended
        part = by_margin(len(team))
        return tuple((1.0 - part) * end + part * point for end, point in zip(ended, self.by_points(state), strict=True))

    def by_points(self, state: Position) -> Rewards:
        """The rewards by points alone: one half where nobody is ahead."""
        return tuple(by_points(margin, self.scale.scale) for margin in self.margins(state))

    def margins(self, state: Position) -> list[float]:
        return margins(scores(self.evaluator, state), teams(self.engine, state), self.scale.level)
