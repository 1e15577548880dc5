"""Blocks of a ladder: one line-up on one seed, in all its rotations."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial

from custumal.insight.ladder.lineups import Lineup, lineups, rotations
from custumal.insight.play.recording import noted_game
from custumal.insight.play.sides import Side
from custumal.interpreter.api import Game
from custumal.interpreter.runs.series_parts import Jobs, Part, done, in_parts, is_alone, results
from custumal.interpreter.runs.simulate import Plan

PART = 4
"""Blocks that a process plays at most before it hands them over."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who is rated at which game: the bots, the number of players, and the seed of all blocks."""

    side: Side
    bots: tuple[str, ...]
    players: int
    seed: int

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        return lineups(self.bots, self.players)


@dataclass(frozen=True, slots=True)
class Placed:
    """One game: who sat where, the place of each seat (1 is best; all share the first in a game that was given up), and for each seat how
    many decisions it had and how many seconds it thought."""

    seats: Lineup
    places: tuple[int, ...]
    finished: bool
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Round:
    """The games of one line-up on one seed."""

    number: int
    games: tuple[Placed, ...]


def rounds(table: Table, count: int, jobs: Jobs = 1, deadline: float | None = None) -> Generator[Round, None, None]:
    """The blocks number 0 to count - 1 in their order: all line-ups on the first seed, then all on the next; those that are over by the
    `deadline`, if there is one.

    Raises:
        RuleFileError: the game can't be played.
        PlayError, BotFailed: as `simulate` does; all blocks before have been given.
    """
    if is_alone(jobs, count, deadline):
        yield from _rounds(table, range(count))
        return
    with closing(in_parts(partial(play_part, table), count, PART if deadline is None else 1, jobs, deadline)) as parts:
        yield from results(parts)


def play_part(table: Table, numbers: range) -> Part[Round]:
    """The work of one process."""
    return done(numbers, partial(_rounds, table))


def _rounds(table: Table, numbers: range) -> Iterator[Round]:
    there = table.lineups
    for number in numbers:
        seed, lineup = divmod(number, len(there))
        yield Round(number, tuple(_game(table, seats, seed) for seats in rotations(there[lineup])))


def _game(table: Table, seats: Lineup, number: int) -> Placed:
    game = _loaded(table.side)
    plan = Plan(table.side.game, table.players, table.seed, table.side.variants, table.side.options, seats)
    played, facts, notes = noted_game(plan, game, game.engine(table.players), number)
    every = range(table.players)
    return Placed(
        seats, notes.places if played.finished else (1,) * table.players, played.finished, tuple(notes.asked[seat] for seat in every),
        tuple(notes.thought[seat] for seat in every), facts.digest,
    )  # fmt: skip


@lru_cache(maxsize=4)
def _loaded(side: Side) -> Game:
    return side.load()
