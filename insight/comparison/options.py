"""What an action is worth: games in which one seat may not choose it, or has to wherever it can, while the others are free.

How often who chose an action won says little, since winners can afford more; a seat that is not free says what the action does (A. Jaffe
and others, "Evaluating competitive game balance with restricted play", 2012).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from custumal.insight.play.facts import Block, GameFacts
from custumal.insight.play.series import PART, blocks
from custumal.insight.play.sides import Match
from custumal.insight.statistics.samples import Interval, Sample, ordinary, sample_of
from custumal.insight.statistics.verdicts import enough
from custumal.interpreter.runs.bots import Restriction
from custumal.interpreter.runs.parts import Jobs


@dataclass(frozen=True, slots=True)
class Worth:
    """The share of the victories of the restricted seat above its fair share, under both rules, and the difference, each with its interval.

    Args:
        is_enough: whether there are pairs enough to say anything of the difference.
    """

    restriction: Restriction
    base: Sample
    base_interval: Interval
    variant: Sample
    variant_interval: Interval
    difference: Sample
    interval: Interval

    @property
    def is_enough(self) -> bool:
        return enough(self.difference)


def worths(
    match: Match, restrictions: Sequence[Restriction], count: int, jobs: Jobs, error: float, progress: Callable[[int], None] | None = None
) -> tuple[Worth, ...]:
    """Play so many blocks for each restriction, the restricted seat in all rotations.

    Args:
        match: who plays where nobody is restricted: the bot of the first seat.
        restrictions: what the restricted seat may not do, or has to.
        count: blocks of each.
        error: how often any of all intervals may miss.

    Raises:
        RuleFileError, PlayError, BotFailed: as `blocks` does.
    """
    tell, each = progress or (lambda _: None), error / (3 * len(restrictions))
    found = []
    for restriction in restrictions:
        free = match.seats[0]
        one = replace(match, seats=(restriction.of(free), *[free] * (match.players - 1)), followed=0, judge=0)
        played = []
        with closing(blocks(one, count, jobs, PART)) as coming:
            for block in coming:
                played.append(block)
                tell(1)
        found.append(worth(restriction, played, each))
    return tuple(found)


def worth(restriction: Restriction, played: Iterable[Block], error: float) -> Worth:
    """What these blocks say, in the first game of which the first seat is restricted, in the second the last one, and so on."""
    pairs = [(above(block.base), above(block.variant)) for block in played]
    base, variant = sample_of([own for own, _ in pairs]), sample_of([theirs for _, theirs in pairs])
    difference = sample_of([theirs - own for own, theirs in pairs])
    return Worth(restriction, base, ordinary(base, error), variant, ordinary(variant, error), difference, ordinary(difference, error))


def above(games: Sequence[GameFacts]) -> float:
    """What the restricted seat has of the victories above its fair share, in the mean of the rotations."""
    players = len(games)
    return math.fsum(game.share((players - turn) % players) for turn, game in enumerate(games)) / players - 1 / players
