"""The positions through which play led while something was carried out, one behind each effect."""

from __future__ import annotations

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.setup.layout import PLACES
from custumal.ui.story.once_more import carry_out_again
from custumal.ui.story.trails import Passed


def passed(engine: Engine, before: Position, choice: ChoiceTuple, after: Position) -> list[Passed]:
    """From behind a position on to a later one, which may lie before the next stop; where all lies, and is known, as in the one before, it
    is left out. The choice is carried out once more."""
    position, found = before.copy(), [Passed(before)]
    effects = engine.reference.statements.effects

    def done(state: Position, openly: bool) -> None:
        if state is position and _lie(position) != _lie(found[-1].position):
            found.append(Passed(position.copy(), openly))

    effects.on_done = done
    try:
        carry_out_again(engine, position, choice, after)
    finally:
        effects.on_done = None
    return [*found[1:], Passed(after)]


def _lie(position: Position) -> tuple[object, list[int]]:
    return position.c[PLACES], position.known
