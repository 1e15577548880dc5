"""A ladder: blocks are played, all games are rated together, and blocks drawn again and again tell how sure that is (the bootstrap)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

from custumal.insight.ladder.lineups import Lineup
from custumal.insight.ladder.played import Placed, Round, Table, rounds
from custumal.insight.ladder.rating import Ratings, Result, middle, rated
from custumal.insight.play.series import NoTime
from custumal.interpreter.runs.processes import uninterrupted
from custumal.interpreter.runs.series_parts import FAILURES, Jobs

ERROR = 0.05
AGAIN = 200
"""How often the blocks are drawn again."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One bot: its Elo points above the mean of all bots with their interval, in how many games it was, the seconds that it thought about
    a decision in the mean, and how many decisions it had."""

    bot: str
    elo: float
    low: float
    high: float
    games: int
    seconds: float
    decisions: int


@dataclass(frozen=True, slots=True)
class Seat:
    """What sitting there is worth, in Elo points above the mean of all seats."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """The bots, the best first; seats from the first on; of each pair of bots how often one was placed before the other (half where they
    share a place) of how many meetings.

    Args:
        again: the ratings of each of the drawn series, for the bots in the order of the table.
        complete: False where it was `interrupted`, the time was up, or an error ended it, which is then in `error_in_play`.
    """

    table: Table
    rounds: tuple[Round, ...]
    rungs: tuple[Rung, ...]
    seats: tuple[Seat, ...]
    pairs: dict[tuple[str, str], tuple[float, int]]
    again: tuple[Ratings, ...]
    complete: bool
    interrupted: bool
    error_in_play: Exception | None

    @property
    def games(self) -> tuple[Placed, ...]:
        return tuple(game for one in self.rounds for game in one.games)


def ladder(
    table: Table, seeds: int, jobs: Jobs = 1, progress: Callable[[int], None] | None = None, deadline: float | None = None
) -> Ladder:
    """Play all line-ups on so many seeds, and rate. An interruption, an error in a game, or the `deadline`, by the clock `time.monotonic`,
    ends the play; what was played is rated.

    Raises:
        RuleFileError: the game can't be played.
        PlayError, BotFailed, KeyboardInterrupt, NoTime: before each line-up has been played once.
    """
    played: list[Round] = []
    tell, interrupted, error = progress or (lambda _: None), False, None
    try:
        with closing(rounds(table, seeds * len(table.lineups), jobs, deadline)) as coming:
            for one in coming:
                played.append(one)
                tell(1)
    except (KeyboardInterrupt, *FAILURES) as early:
        if len(played) < len(table.lineups):
            raise
        error = early if isinstance(early, FAILURES) else None
        interrupted = error is None
    if len(played) < len(table.lineups):
        raise NoTime
    with uninterrupted():  # what was played is not lost to somebody who interrupts once more
        whole = len(played) == seeds * len(table.lineups)
        return judged(table, tuple(played), complete=whole, interrupted=interrupted, error_in_play=error)


def judged(
    table: Table, played: tuple[Round, ...], *, complete: bool, interrupted: bool = False, error_in_play: Exception | None = None
) -> Ladder:
    """What these blocks say."""
    results = results_of(table, played)
    best = _rated(table, results)
    again = tuple(_rated(table, drawn) for drawn in drawn_again(results, len(table.lineups), table.seed))
    games = [game for one in played for game in one.games]
    rungs = [_rung(number, bot, best, again, games) for number, bot in enumerate(table.bots)]
    seats = [Seat(elo, *middle([one.seats[seat] for one in again], ERROR)) for seat, elo in enumerate(best.seats)]
    return Ladder(
        table, played, tuple(sorted(rungs, key=lambda rung: -rung.elo)), tuple(seats), _pairs(table, games), again,
        complete, interrupted, error_in_play,
    )  # fmt: skip


def _rated(table: Table, blocks: Iterable[tuple[Result, ...]]) -> Ratings:
    return rated((one for block in blocks for one in block), len(table.bots), table.players)


def results_of(table: Table, played: Sequence[Round]) -> list[tuple[Result, ...]]:
    """The results of each block."""
    numbers = {bot: number for number, bot in enumerate(table.bots)}
    return [tuple(Result(tuple(numbers[bot] for bot in game.seats), game.places) for game in one.games) for one in played]


def drawn_again(blocks: Sequence[tuple[Result, ...]], lineups: int, seed: int) -> list[list[tuple[Result, ...]]]:
    """As many blocks of each line-up, drawn from its own with repetition, again and again."""
    rng = random.Random(seed)  # noqa: S311  # repeatable
    groups = [blocks[lineup::lineups] for lineup in range(lineups)]
    return [[group[int(rng.random() * len(group))] for group in groups for _ in group] for _ in range(AGAIN)]


def _rung(number: int, bot: str, best: Ratings, again: Sequence[Ratings], games: Sequence[Placed]) -> Rung:
    low, high = middle([one.bots[number] for one in again], ERROR)
    mine = [(game, seat) for game in games for seat, who in enumerate(game.seats) if who == bot]
    decisions = sum(game.decisions[seat] for game, seat in mine)
    seconds = sum(game.seconds[seat] for game, seat in mine)
    sat = sum(bot in game.seats for game in games)
    return Rung(bot, best.bots[number], low, high, sat, seconds / decisions if decisions else 0.0, decisions)


def _pairs(table: Table, games: Sequence[Placed]) -> dict[tuple[str, str], tuple[float, int]]:
    found: dict[tuple[str, str], tuple[float, int]] = {}
    for one in table.bots:
        for other in (bot for bot in table.bots if bot != one):
            met = [
                (game.places[mine] < game.places[theirs]) + (game.places[mine] == game.places[theirs]) / 2
                for game in games
                for mine, theirs in _meetings(game.seats, one, other)
            ]
            if met:
                found[one, other] = sum(met) / len(met), len(met)
    return found


def _meetings(seats: Lineup, one: str, other: str) -> list[tuple[int, int]]:
    return [(mine, theirs) for mine, who in enumerate(seats) if who == one for theirs, rival in enumerate(seats) if rival == other]
