"""What a variant does to the strength of bots: the same bots on the same seeds under both rules."""

from __future__ import annotations

from dataclasses import dataclass

from custumal.insight.ladder.ladder import ERROR, Ladder, judged
from custumal.insight.ladder.played import Round
from custumal.insight.ladder.rating import middle

MUCH = 50.0
"""Elo points by which a bot may move before every measure is taken to mix the rule with the weakness of bots."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A bot's Elo points under both rules, and by how much they differ, with the interval of that."""

    bot: str
    before: float
    after: float
    low: float
    high: float

    @property
    def by(self) -> float:
        return self.after - self.before

    @property
    def is_much(self) -> bool:
        """Whether it surely moved, and most likely by much."""
        return abs(self.by) > MUCH and not self.low <= 0 <= self.high

    @property
    def is_open(self) -> bool:
        """Whether it may have moved by much, as far as is known."""
        return not self.is_much and max(abs(self.low), abs(self.high)) > MUCH


@dataclass(frozen=True, slots=True)
class Strengths:
    """The bots rated under both rules, in the order of the table, and the blocks of either side on the seeds that both have."""

    moved: tuple[Moved, ...]
    before: tuple[Round, ...]
    after: tuple[Round, ...]


def strengths(before: Ladder, after: Ladder) -> Strengths:
    """What of two ladders can be compared: the seeds on which all line-ups have played under both rules."""
    lineups = len(before.table.lineups)
    shared = min(len(before.rounds), len(after.rounds)) // lineups * lineups
    one, other = (
        side if len(side.rounds) == shared else judged(side.table, side.rounds[:shared], complete=False) for side in (before, after)
    )
    return Strengths(moved(one, other), one.rounds, other.rounds)


def moved(before: Ladder, after: Ladder) -> tuple[Moved, ...]:
    """The bots in the order of the table. Blocks of one number are drawn again together, as they share their luck."""
    found = []
    for number, bot in enumerate(before.table.bots):
        one, other = (next(rung.elo for rung in side.rungs if rung.bot == bot) for side in (before, after))
        by = [theirs.bots[number] - own.bots[number] for own, theirs in zip(before.again, after.again, strict=True)]
        found.append(Moved(bot, one, other, *middle(by, ERROR)))
    return tuple(found)
