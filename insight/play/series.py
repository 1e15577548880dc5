"""Blocks one after the other, in one process or several, always counted in the order of their numbers."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import lru_cache, partial

from custumal.insight.play.facts import Block, Followed
from custumal.insight.play.following import first_difference, follow
from custumal.insight.play.recording import play_game
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.runs.parts import Part, done, in_parts, results
from custumal.interpreter.runs.simulate import game_seed

PART = 5
"""Blocks that a process plays before it hands them over."""


def blocks(match: Match, most: int, jobs: int = 1) -> Generator[Block, None, None]:
    """The blocks number 0 to most - 1. Whoever has enough closes the iterator, which ends the processes.

    Raises:
        RuleFileError: one of the games can't be played.
        PlayError: rules lead to something impossible.
        BotFailed: a bot of one's own failed. All blocks before the one that an error is in have been given.
    """
    if jobs <= 1 or most <= PART:
        yield from (_block(match, number) for number in range(most))
        return
    with closing(in_parts(partial(play_part, match), most, PART, jobs)) as parts:
        yield from results(parts)


def play_part(match: Match, numbers: range) -> Part[Block]:
    """The work of one process."""
    return done(numbers, partial(_blocks, match))


def _blocks(match: Match, numbers: range) -> Iterator[Block]:
    return (_block(match, number) for number in numbers)


@lru_cache(maxsize=8)
def _loaded(side: Side) -> Game:
    return side.load()


def _engine(side: Side, players: int) -> Engine:
    return _loaded(side).engine(players)


def _block(match: Match, number: int) -> Block:
    base, variant = _engine(match.base, match.players), _engine(match.variant, match.players)
    own = [play_game(base, seats, match.seed, number) for seats in match.rotations]
    other = [play_game(variant, seats, match.seed, number) for seats in match.rotations]
    followed: Followed | None = None
    if number < match.followed:
        seed, log = game_seed(match.seed, number), other[0][1]
        followed = follow(base, variant, seed, log, first_difference(base, own[0][1], variant, log, seed))
    return Block(number, tuple(facts for facts, _ in own), tuple(facts for facts, _ in other), followed)
