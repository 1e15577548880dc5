"""Blocks one after the other, in one process or several, always counted in the order of their numbers."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import lru_cache, partial

from custumal.insight.play.facts import Block, GameFacts
from custumal.insight.play.following import first_difference, follow
from custumal.insight.play.recording import Notes, noted_game
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.api import Game
from custumal.interpreter.runs.parts import Jobs, Part, done, in_parts, is_alone, results
from custumal.interpreter.runs.simulate import Plan, game_seed

PART = 5
"""Blocks that a process plays before it hands them over."""


def blocks(match: Match, most: int, jobs: Jobs = 1) -> Generator[Block, None, None]:
    """The blocks number 0 to most - 1. Whoever has enough closes the iterator, which ends the processes.

    Raises:
        RuleFileError: one of the games can't be played.
        PlayError: rules lead to something impossible.
        BotFailed: a bot of one's own failed. All blocks before the one that an error is in have been given.
    """
    if is_alone(jobs, most):
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


def _block(match: Match, number: int) -> Block:
    own, other = ([_game(match, side, seats, number) for seats in match.rotations] for side in (match.base, match.variant))
    base, variant = ([facts for facts, _ in games] for games in (own, other))
    if number >= match.followed:
        return Block(number, tuple(base), tuple(variant), None)
    before, after = own[0][1], other[0][1]
    engines = [_loaded(side).engine(match.players) for side in (match.base, match.variant)]
    seed = game_seed(match.seed, number)
    parted = first_difference(engines[0], before.log, engines[1], after.log, seed)
    followed = follow(engines[0], engines[1], seed, after.log, parted)
    return Block(number, tuple(base), tuple(variant), followed, (tuple(before.chosen), tuple(after.chosen)))


def _game(match: Match, side: Side, seats: tuple[str, ...], number: int) -> tuple[GameFacts, Notes]:
    game = _loaded(side)
    plan = Plan(side.game, match.players, match.seed, side.variants, side.options, seats)
    _, facts, notes = noted_game(plan, game, game.engine(match.players), number)
    return facts, notes
