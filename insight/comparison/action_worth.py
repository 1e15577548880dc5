"""What an action is worth: games in which one seat may not choose it, or has to wherever it can, while the others are free.

How often who chose an action won says little, since winners can afford more; a seat that is not free says what the action does (A. Jaffe
and others, "Evaluating competitive game balance with restricted play", 2012).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from custumal.insight.play.observations import Block, GameFacts
from custumal.insight.play.series import PART, blocks
from custumal.insight.play.sides import Match
from custumal.insight.statistics.samples import Interval, Sample, ordinary, sample_of
from custumal.insight.statistics.verdicts import enough
from custumal.interpreter.runs.bots import Restriction
from custumal.interpreter.runs.series_parts import FAILURES, Jobs


@dataclass(frozen=True, slots=True)
class Worth:
    """The share of the victories of the restricted seat above its fair share, under both rules, and the difference, each with its interval.

    Args:
        match: what was played, the restricted bot in the first seat, and in all rotations.
        is_enough: whether there are pairs enough to say anything of the difference.
    """

    restriction: Restriction
    match: Match
    blocks: tuple[Block, ...]
    base: Sample
    base_interval: Interval
    variant: Sample
    variant_interval: Interval
    difference: Sample
    interval: Interval

    @property
    def is_enough(self) -> bool:
        return enough(self.difference)


@dataclass(frozen=True, slots=True)
class Worths:
    """What the actions are worth that were got to. `complete` is False where the play ended early: by an `error_in_play`, if there was
    one, `interrupted`, or by the deadline."""

    found: tuple[Worth, ...]
    complete: bool
    interrupted: bool = False
    error_in_play: Exception | None = None


def worths(
    match: Match, restrictions: Sequence[Restriction], count: int, jobs: Jobs, error: float,
    progress: Callable[[int], None] | None = None, deadline: float | None = None,
) -> Worths:  # fmt: skip
    """Play so many blocks for each restriction, the restricted seat in all rotations. Whatever ends the play, what was played counts.

    Args:
        match: who plays where nobody is restricted: the bot of the first seat.
        restrictions: what the restricted seat may not do, or has to.
        count: blocks of each.
        jobs: who plays.
        error: how often any of all intervals may miss.
        progress: is told of every block.
        deadline: when the play ends, by the clock `time.monotonic`; each restriction has as much of the time as another.
    """
    each, found = error / (3 * len(restrictions)), list[Worth]()
    for number, restriction in enumerate(restrictions):
        one, played = _restricted(match, restriction), list[Block]()
        early = _play(one, count, jobs, progress, _part_of(deadline, len(restrictions) - number), played)
        if played:
            found.append(worth(restriction, one, played, each))
        if early is not None:
            failure = early if isinstance(early, FAILURES) else None
            return Worths(tuple(found), complete=False, interrupted=failure is None, error_in_play=failure)
    return Worths(tuple(found), complete=len(found) == len(restrictions) and all(len(one.blocks) == count for one in found))


def _restricted(match: Match, restriction: Restriction) -> Match:
    free = match.seats[0]
    return replace(match, seats=(restriction.of(free), *[free] * (match.players - 1)), followed=0, judge=0)


def _part_of(deadline: float | None, parts: int) -> float | None:
    """When the first of so many parts of the time that is left is over."""
    now = time.monotonic()
    return None if deadline is None else now + max(0.0, deadline - now) / parts


def _play(
    match: Match, count: int, jobs: Jobs, progress: Callable[[int], None] | None, deadline: float | None, played: list[Block]
) -> BaseException | None:
    """Play into `played`, and answer what ended that early, if anything but the deadline did."""
    try:
        with closing(blocks(match, count, jobs, PART if deadline is None else 1, deadline)) as coming:
            for block in coming:
                played.append(block)
                if progress is not None:
                    progress(1)
    except (KeyboardInterrupt, *FAILURES) as early:
        return early
    return None


def worth(restriction: Restriction, match: Match, played: Sequence[Block], error: float) -> Worth:
    """What these blocks say, in the first game of which the first seat is restricted, in the second the last one, and so on."""
    pairs = [(above(block.base), above(block.variant)) for block in played]
    base, variant = sample_of([own for own, _ in pairs]), sample_of([theirs for _, theirs in pairs])
    difference = sample_of([theirs - own for own, theirs in pairs])
    intervals = (ordinary(one, error) for one in (base, variant, difference))
    of_base, of_variant, of_difference = intervals
    return Worth(restriction, match, tuple(played), base, of_base, variant, of_variant, difference, of_difference)


def above(games: Sequence[GameFacts]) -> float:
    """What the restricted seat has of the victories above its fair share, in the mean of the rotations."""
    players = len(games)
    return math.fsum(game.share((players - turn) % players) for turn, game in enumerate(games)) / players - 1 / players
