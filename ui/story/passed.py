"""The positions through which play led while something was carried out, one behind each effect."""

from __future__ import annotations

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.setup.layout import PLACES
from custumal.ui.story.trails import Passed


def passed(engine: Engine, before: Position, choice: ChoiceTuple, after: Position) -> list[Passed]:
    """From behind a position on to a later one, which may lie before the next stop; where all lies, and is known, as in the one before, it
    is left out. The choice is carried out once more."""
    position, machine, found = before.copy(), engine.reference, [Passed(before)]
    effects, is_behind = machine.statements.effects, False

    def at_step(_: str) -> None:
        nonlocal is_behind
        is_behind = is_behind or _stands_at(position, after)

    def done(state: Position, openly: bool) -> None:
        if state is position and not is_behind and _lie(position) != _lie(found[-1].position):
            found.append(Passed(position.copy(), openly))

    machine.on_step, effects.on_done = at_step, done
    try:
        machine.apply(position, choice)
    finally:
        machine.on_step = effects.on_done = None
    return [*found[1:], Passed(after)]


def _stands_at(position: Position, end: Position) -> bool:
    return position.pc == end.pc and (position.c, position.piles, position.frame) == (end.c, end.piles, end.frame)


def _lie(position: Position) -> tuple[object, list[int]]:
    return position.c[PLACES], position.known
