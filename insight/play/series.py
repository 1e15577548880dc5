"""Blocks one after the other, in one process or several, always counted in the order of their numbers."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import lru_cache, partial

from custumal.insight.play.observations import Block, GameFacts
from custumal.insight.play.recording import Notes, noted_game
from custumal.insight.play.shadow_game import first_difference, follow
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.api import Game
from custumal.interpreter.runs.series_parts import Jobs, Part, done, in_parts, is_alone, results
from custumal.interpreter.runs.simulate import Plan, game_seed


class NoTime(Exception):
    """Time was up before anything could be counted."""


PART = 5
"""Blocks that a process plays before it hands them over."""


def blocks(match: Match, most: int, jobs: Jobs = 1, part: int = PART, deadline: float | None = None) -> Generator[Block, None, None]:
    """The blocks number 0 to most - 1. Whoever has enough closes the iterator, which ends the processes.

    Args:
        match: what is played.
        most: how many blocks.
        jobs: who plays; the result does not depend on it.
        part: blocks that a process plays at most before it hands them over.
        deadline: when play is broken off, by the clock `time.monotonic`. What was played by then counts up to the first block that was not
            over.

    Raises:
        RuleFileError: one of the games can't be played.
        PlayError: rules lead to something impossible.
        BotFailed: a bot of one's own failed. All blocks before the one that an error is in have been given.
    """
    if is_alone(jobs, most, deadline):
        yield from (_block(match, number) for number in range(most))
        return
    with closing(in_parts(partial(play_part, match), most, part, jobs, deadline)) as parts:
        yield from results(parts)


def play_part(match: Match, numbers: range) -> Part[Block]:
    """The work of one process."""
    return done(numbers, partial(_blocks, match))


def _blocks(match: Match, numbers: range) -> Iterator[Block]:
    return (_block(match, number) for number in numbers)


@lru_cache(maxsize=8)
def _loaded(side: Side) -> Game:
    return side.load()


def _block(match: Match, number: int) -> Block:
    (own, before), (other, after) = (_side(match, side, number) for side in (match.base, match.variant))
    base, variant = (tuple(facts for facts, _ in games) for games in (own, other))
    if number >= match.followed:
        return Block(number, base, variant, None, None, (before, after))
    one, two = own[0][1], other[0][1]
    engines = [_loaded(side).engine(match.players) for side in (match.base, match.variant)]
    seed = game_seed(match.seed, number)
    parted = first_difference(engines[0], one.log, engines[1], two.log, seed)
    followed = follow(engines[0], engines[1], seed, two.log, parted)
    return Block(number, base, variant, followed, (tuple(one.chosen), tuple(two.chosen)), (before, after))


def _side(match: Match, side: Side, number: int) -> tuple[list[tuple[GameFacts, Notes]], float]:
    """The games of one side of a block, and how long they took."""
    _loaded(side).engine(match.players)
    began = time.perf_counter()
    games = [_game(match, side, seats, number) for seats in match.rotations]
    return games, time.perf_counter() - began


def _game(match: Match, side: Side, seats: tuple[str, ...], number: int) -> tuple[GameFacts, Notes]:
    game = _loaded(side)
    plan = Plan(side.game, match.players, match.seed, side.variants, side.options, seats)
    _, facts, notes = noted_game(plan, game, game.engine(match.players), number, match.judge)
    return facts, notes
