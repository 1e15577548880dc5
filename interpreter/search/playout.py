"""Playouts at random, to the end or to where points are counted, and what a few of them tell of a game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import fmean
from weakref import WeakKeyDictionary

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.rng import below
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.search.rollouts import Rollouts
from custumal.interpreter.search.values import Valuation

CUT = 12
"""Decisions after which a playout of a race ends, once every seat has decided."""
LONGEST = 60
"""Decisions after which it ends in any case."""
MOST = 5_000
"""Decisions of a playout that should reach the end."""
TRIALS = 6
"""Playouts from which a search learns whether a game is a race."""
_ROLLOUTS: WeakKeyDictionary[Engine, Rollouts] = WeakKeyDictionary()


def playout(engine: Engine, state: Position, rng: random.Random, *, cut: bool) -> None:
    """Play on at random, in place."""
    seed, most, enough = rng.getrandbits(64), LONGEST if cut else MOST, CUT if cut else MOST
    rollouts = _rollouts(engine)
    found = rollouts.end_of(state, seed, most, enough)
    if found is None:
        began = time.perf_counter()
        decisions = _played_on(engine, state, seed, most, enough)
        rollouts.note(decisions, time.perf_counter() - began)
    else:
        for part in Position.__slots__:
            setattr(state, part, getattr(found, part))
        engine.forget()


def _rollouts(engine: Engine) -> Rollouts:
    found = _ROLLOUTS.get(engine)
    if found is None:
        found = _ROLLOUTS[engine] = Rollouts(engine)
    return found


def _played_on(engine: Engine, state: Position, rng: int, most: int, enough: int) -> int:
    """The same by the ordinary machine; gives how many decisions there were. `rng` is the state of the generator of all seats."""
    apply, choices, advance = engine.apply, engine.choices, engine.advance
    waiting = set(engine.instance.seats)
    for decision in range(most):
        advance(state)
        if state.kind == OVER or (decision >= enough and not waiting):
            return decision
        waiting.discard(state.seat or 0)
        offered = choices(state)
        rng, index = below(rng, len(offered))
        apply(state, offered[index])
    advance(state)
    return most


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
