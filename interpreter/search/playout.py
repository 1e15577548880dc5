"""Playouts by the ordinary machine, to the end or to where points are counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.rng import below
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.program import ChoiceTuple, passes_id
from custumal.interpreter.search.dice import Dice
from custumal.interpreter.setup.found_out import found_out

CUT = 12
"""Decisions after which a playout of a race ends, once every seat has decided. Where passes of the outermost steps are short, the one under
way has to be over, too: what it costs often falls due at its end."""
LONGEST = 60
"""Decisions after which it ends in any case."""
MOST = 5_000
"""Decisions of a playout that should reach the end."""

Likely = Callable[[Position, Sequence[ChoiceTuple], Dice], int]
"""Which of several choices is made in a playout."""
OF_A_SEAT = 26
"""Playouts of a race go on to the end of a pass of the outermost steps where each seat decides so often in one, or less."""
_GAMES, _PASSES = 3, 3
_SHORT: WeakKeyDictionary[Engine, bool] = WeakKeyDictionary()


def bounds(engine: Engine, *, cut: bool) -> tuple[int, int, bool]:
    """The decisions after which a playout ends in any case, those after which it does once every seat has decided, and whether the pass
    has to be over, too."""
    return (LONGEST, CUT, _has_short_passes(engine)) if cut else (MOST, MOST, False)


def _has_short_passes(engine: Engine) -> bool:
    """Whether passes of the outermost steps are short, by the first ones of some games at random."""
    if engine not in _SHORT:
        of = engine.instance
        _SHORT[engine] = found_out(bool, "short passes", engine.cache_key, of.players, of.options, lambda: _are_short(engine))
    return _SHORT[engine]


def _are_short(engine: Engine) -> bool:
    games = [_first_passes(engine, seed) for seed in range(_GAMES)] if _counted(engine) else []
    decisions, passes = sum(game[0] for game in games), sum(game[1] for game in games)
    return bool(games) and decisions <= OF_A_SEAT * len(engine.instance.seats) * passes


def _first_passes(engine: Engine, seed: int) -> tuple[int, int]:
    """How many decisions there are in the first passes of a game at random, and how many passes that were."""
    state, counted, decisions = engine.start(seed), _counted(engine), 0
    engine.advance(state)
    while state.kind != OVER and _passes(state, counted) <= _PASSES and decisions < MOST:
        offered = engine.choices(state)
        seed, index = below(seed, len(offered))
        engine.apply(state, offered[index])
        engine.advance(state)
        decisions += 1
    return decisions, min(_PASSES, max(1, _passes(state, counted)))


def playout(engine: Engine, state: Position, dice: Dice, likely: Likely, *, cut: bool) -> None:
    """Play on, in place, as `likely` chooses; all seats share the dice."""
    apply, choices, advance = engine.apply, engine.choices, engine.advance
    waiting, (most, enough, by_pass) = set(engine.instance.seats), bounds(engine, cut=cut)
    counted = _counted(engine) if by_pass else []
    first = _passes(state, counted)
    for decision in range(most):
        advance(state)
        if state.kind == OVER or (decision >= enough and not waiting and (not counted or _passes(state, counted) != first)):
            return
        waiting.discard(state.seat or 0)
        offered = choices(state)
        apply(state, offered[0 if len(offered) == 1 else likely(state, offered, dice)])
    advance(state)


def at_random(_state: Position, offered: Sequence[ChoiceTuple], dice: Dice) -> int:
    """Any choice."""
    return dice.below(len(offered))


def _counted(engine: Engine) -> list[int]:
    """The slots in which the passes of the outermost steps are counted."""
    slots = engine.program.slots
    names = (passes_id(step.source.address) for step in engine.instance.game.play)
    return [slots[name] for name in names if name in slots]


def _passes(state: Position, counted: list[int]) -> int:
    """How many passes of its outermost steps a game has begun, of the step that had most."""
    return max((state.frame[slot] or 0 for slot in counted), default=0)
