"""Blocks one after the other, in one process or several, always counted in the order of their numbers."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import lru_cache, partial

from custumal.insight.play.facts import Block, Followed
from custumal.insight.play.following import first_difference, follow
from custumal.insight.play.recording import play_game
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.api import Game
from custumal.interpreter.engine import Engine
from custumal.interpreter.runs.processes import each_in_processes
from custumal.interpreter.runs.simulate import game_seed

PART = 5
"""Blocks that a process plays before it hands them over."""


def blocks(match: Match, most: int, jobs: int = 1) -> Generator[Block, None, None]:
    """The blocks number 0 to most - 1. Whoever has enough closes the iterator, which ends the processes.

    Raises:
        RuleFileError: one of the games can't be played.
        PlayError: rules lead to something impossible.
    """
    if jobs <= 1 or most <= PART:
        for number in range(most):
            yield _block(match, number)
        return
    parts = [range(start, min(start + PART, most)) for start in range(0, most, PART)]
    waiting: dict[int, tuple[Block, ...]] = {}
    due = 0
    with closing(each_in_processes(partial(play_part, match), parts, jobs)) as results:
        for played in results:
            waiting[played[0].number] = played
            while due in waiting:
                ready = waiting.pop(due)
                due += len(ready)
                yield from ready


def play_part(match: Match, numbers: range) -> tuple[Block, ...]:
    """The work of one process."""
    return tuple(_block(match, number) for number in numbers)


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
