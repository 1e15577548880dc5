"""Two sets of rules, played against each other's clock: blocks until there are enough, then what they say."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from custumal.insight.comparison.block_findings import of_a_judge, of_details, of_the_game, primary, screened
from custumal.insight.comparison.exposure import exposure_of
from custumal.insight.comparison.findings import Comparison, Margins
from custumal.insight.comparison.stopping import Until, Watch
from custumal.insight.play.observations import Block
from custumal.insight.play.series import PART, NoTime, blocks
from custumal.insight.play.sides import Match
from custumal.interpreter.runs.processes import uninterrupted
from custumal.interpreter.runs.series_parts import FAILURES, Jobs

ERROR = 0.05
"""How often some interval of the primary measures may miss the truth."""
SEEN = 2
"""Blocks after which the speed is known."""
FOLLOWED = 50
"""Blocks that are looked at choice by choice."""


def compare(
    match: Match,
    until: Until,
    jobs: Jobs = 1,
    *,
    error: float = ERROR,
    margins: Margins | None = None,
    progress: Callable[[int], None] | None = None,
    foresee: Callable[[float, float], None] | None = None,
) -> Comparison:  # fmt: skip
    """Play blocks and judge them. The result does not depend on `jobs`; an interruption, or an error in a game, ends the play, and what
    was played before it is judged.

    Args:
        match: the two sets of rules and who plays.
        until: when to stop.
        jobs: who plays: so many processes, or a cluster.
        error: how often some primary interval may miss the truth.
        margins: the smallest differences that matter, by measure, where they are not the ordinary ones.
        progress: is told of every block.
        foresee: is told, after the second block, how many seconds a block takes on either side.

    Raises:
        RuleFileError: one of the games can't be played.
        PlayError, BotFailed: rules lead to something impossible in the first block, or a bot of one's own fails there.
        KeyboardInterrupt: interrupted before the first block.
        NoTime: the time was up before the first block was over.
    """
    watch = Watch(until, error, margins or {})
    played: list[Block] = []
    complete, interrupted, error_in_play = False, False, None
    tell = _telling(played, progress, foresee)
    try:
        complete = _play(match, until, jobs, watch, played, tell)
    except (KeyboardInterrupt, *FAILURES) as early:
        if not played:
            raise
        error_in_play = early if isinstance(early, FAILURES) else None
        interrupted = error_in_play is None
    if not played:
        raise NoTime
    with uninterrupted():  # what was played is not lost to somebody who interrupts once more
        return judged_blocks(match, tuple(played), until, watch, complete=complete, interrupted=interrupted, error_in_play=error_in_play)


def _telling(
    played: list[Block], progress: Callable[[int], None] | None, foresee: Callable[[float, float], None] | None
) -> Callable[[int], None]:
    """Tells of a block; of the speed once, when the first, in which everything is still made, is over."""

    def tell(blocks: int) -> None:
        if progress is not None:
            progress(blocks)
        if foresee is not None and len(played) == SEEN:
            foresee(*played[-1].seconds)

    return tell


def _play(match: Match, until: Until, jobs: Jobs, watch: Watch, played: list[Block], tell: Callable[[int], None]) -> bool:
    """Whether as much was played as was asked for."""
    part = PART if watch.deadline is None else 1  # what is not over when time is up is lost
    with closing(blocks(match, until.games, jobs, part, watch.deadline)) as coming:
        for block in coming:
            played.append(block)
            tell(1)
            if watch.enough(played):
                return True
    return len(played) == until.games


def judged_blocks(
    match: Match, played: tuple[Block, ...], until: Until, watch: Watch, *,
    complete: bool, interrupted: bool = False, error_in_play: Exception | None = None,
) -> Comparison:  # fmt: skip
    """What these blocks say."""
    look, computed = screened(played, of_the_game(played, match.players), watch.error, watch.margins)
    details, details_computed = screened(played, of_details(played), watch.error, watch.margins)
    return Comparison(
        match=match,
        blocks=played,
        exposure=exposure_of(played),
        primary=primary(played, watch.error, until.intervals, watch.margins),
        judge=of_a_judge(played, watch.error, watch.margins),
        look=look,
        computed=computed,
        details=details,
        details_computed=details_computed,
        error=watch.error,
        margins=watch.margins,
        looked=until.decided,
        complete=complete,
        interrupted=interrupted,
        error_in_play=error_in_play,
        seconds=watch.passed(),
    )
