"""Playouts at random, to the end or to where points are counted, and what a few of them tell of a game."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import fmean

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.search.values import Valuation

CUT = 12
"""Decisions after which a playout of a race ends, once every seat has decided."""
LONGEST = 60
"""Decisions after which it ends in any case."""
MOST = 5_000
"""Decisions of a playout that should reach the end."""
TRIALS = 6
"""Playouts from which a search learns whether a game is a race."""


def playout(engine: Engine, state: Position, rng: random.Random, *, cut: bool) -> None:
    """Play on at random, in place."""
    apply, choices, advance = engine.apply, engine.choices, engine.advance
    most = LONGEST if cut else MOST
    waiting = set(engine.instance.seats) if cut else set()
    for decision in range(most):
        advance(state)
        if state.kind == OVER or (cut and decision >= CUT and not waiting):
            return
        waiting.discard(state.seat or 0)
        offered = choices(state)
        apply(state, offered[int(rng.random() * len(offered))])
    advance(state)


def valuation(engine: Engine, draw: Callable[[], Position], rng: random.Random) -> Valuation:
    """How positions of a search are valued that begins at those that are drawn: by the end alone where points say nothing before, else
    by points, too."""
    before = scores(engine.evaluator, draw())
    ends = [_tried(engine, draw(), rng) for _ in range(TRIALS)]
    race = any(end.kind != OVER and scores(engine.evaluator, end) != before for end in ends)
    plain = Valuation(engine, race=race, scale=1.0, level=0.0)
    if len(before) == 1:
        reached = [scores(engine.evaluator, end)[0] for end in ends]
        level = fmean(reached)
        return Valuation(engine, race=True, scale=max(1.0, fmean(abs(one - level) for one in reached)), level=level)
    widest = [max(map(abs, plain.margins(end))) for end in ends]
    is_for_chips = any(widest) and all(end.kind == OVER and sum(scores(engine.evaluator, end)) == 0 for end in ends)
    return Valuation(engine, race=race, scale=max(1.0, fmean(widest)), level=0.0, stake=max(widest) if is_for_chips else 0.0)


def _tried(engine: Engine, trial: Position, rng: random.Random) -> Position:
    playout(engine, trial, rng, cut=True)
    return trial
