"""Who draws positions: a function from above the interpreter, told to it by whoever puts the program together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from custumal.interpreter.engine import Engine
    from custumal.interpreter.position.state import Position

Draw = Callable[["Engine", "Position", "int | None"], str]
"""From a position, as a seat sees it (from 0; None: as a spectator does), to SVG."""
_drawing: list[Draw] = []


def let_draw(draw: Draw) -> None:
    """From now on positions are drawn by this."""
    _drawing[:] = [draw]


def drawn(engine: Engine, position: Position, seat: int | None) -> str | None:
    """The picture of a position as a seat sees it; None where nobody draws."""
    return _drawing[0](engine, position, seat) if _drawing else None
