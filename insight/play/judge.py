"""A judge: how likely each seat is to win from some positions of a game, by playing on from there many times at random.

It sees everything, as somebody does who stands behind all players. Of n tries a chance is known to about 1/(2 √n); what is made of these
chances is compared between rules only, judged by the same judge.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.rng import derive
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.scores import winners
from custumal.interpreter.runs.played import MOST_DECISIONS

LOOKS = 12
"""Positions of a game that are judged at most, from the first decision on at equal distances."""
MOST_CHOICES = 4
"""Choices of a decision that are compared at most."""
Chances = tuple[float, ...]
"""For each seat its share of the victory; in games that were given up nobody has any."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The chances of the seats at each look, in the order of the game, and at the end; and at each look what the best and the worst of
    some choices are worth to who decides, with what they would differ by if they were one and the same choice."""

    chances: tuple[Chances, ...]
    stakes: tuple[tuple[float, float], ...]


def judged(engine: Engine, seed: int, log: Sequence[ChoiceTuple], tries: int) -> Judged:
    """Judge a game that was played.

    Args:
        engine: of its rules.
        seed: of the game.
        log: all that was chosen or came about.
        tries: games from each position, and from each choice.
    """
    rng = random.Random(derive(seed, "judge"))  # noqa: S311  # repeatable
    looks, end = _looks(engine, seed, log)
    chances = [_chances(engine, look, rng, tries) for look in looks]
    stakes = [_stakes(engine, look, rng, tries) for look in looks]
    return Judged((*chances, _shares(engine, end)), tuple(one for one in stakes if one is not None))


def _looks(engine: Engine, seed: int, log: Sequence[ChoiceTuple]) -> tuple[list[Position], Position]:
    """The positions that are judged, and the last one."""
    state, decisions = engine.start(seed), []
    for number, choice in enumerate(log):
        if state.kind == DECISION:
            decisions.append(number)
        engine.apply(state, choice)
    wanted = {decisions[at * len(decisions) // LOOKS] for at in range(LOOKS)} if decisions else set[int]()
    state, looks = engine.start(seed), []
    for number, choice in enumerate(log):
        if number in wanted:
            looks.append(state.copy())
        engine.apply(state, choice)
    return looks, state


def _chances(engine: Engine, position: Position, rng: random.Random, tries: int) -> Chances:
    ends = [_played_on(engine, position.copy(), rng) for _ in range(tries)]
    return tuple(sum(seat) / tries for seat in zip(*ends, strict=True))


def _played_on(engine: Engine, state: Position, rng: random.Random) -> Chances:
    """Play on at random, in place, and say who won."""
    state.rng = rng.getrandbits(64)
    for _ in range(MOST_DECISIONS):
        while state.kind == CHANCE:
            engine.apply(state, engine.draw(state))
        if state.kind == OVER:
            break
        offered = engine.choices(state)
        engine.apply(state, offered[int(rng.random() * len(offered))])
    return _shares(engine, state)


def _shares(engine: Engine, state: Position) -> Chances:
    won = winners(engine.evaluator, state) if state.kind == OVER else ()
    return tuple(1 / len(won) if seat in won else 0.0 for seat in engine.instance.seats)


def _stakes(engine: Engine, position: Position, rng: random.Random, tries: int) -> tuple[float, float] | None:
    """By how much some choices differ for who decides, and by how much as many judgements of one of them do; None without a choice."""
    offered = engine.choices(position)
    if len(offered) < 2:
        return None
    seat = position.seat
    assert seat is not None
    some = rng.sample(offered, min(MOST_CHOICES, len(offered)))
    values = [_chances(engine, engine.after(position, one), rng, tries)[seat] for one in some]
    same = [_chances(engine, engine.after(position, some[0]), rng, tries)[seat] for _ in some]
    return max(values) - min(values), max(same) - min(same)
