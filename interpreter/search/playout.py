"""Playouts at random by the ordinary machine, to the end or to where points are counted."""

from __future__ import annotations

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.rng import below
from custumal.interpreter.position.state import OVER, Position

CUT = 12
"""Decisions after which a playout of a race ends, once every seat has decided."""
LONGEST = 60
"""Decisions after which it ends in any case."""
MOST = 5_000
"""Decisions of a playout that should reach the end."""


def bounds(*, cut: bool) -> tuple[int, int]:
    """The decisions after which a playout ends in any case, and after which it does once every seat has decided."""
    return (LONGEST, CUT) if cut else (MOST, MOST)


def playout(engine: Engine, state: Position, seed: int, *, cut: bool) -> None:
    """Play on at random, in place; `seed` is the state of the generator of all seats."""
    apply, choices, advance = engine.apply, engine.choices, engine.advance
    waiting, (most, enough) = set(engine.instance.seats), bounds(cut=cut)
    for decision in range(most):
        advance(state)
        if state.kind == OVER or (decision >= enough and not waiting):
            return
        waiting.discard(state.seat or 0)
        offered = choices(state)
        seed, index = below(seed, len(offered))
        apply(state, offered[index])
    advance(state)
