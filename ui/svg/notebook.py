"""Positions as notebooks show them."""

from __future__ import annotations

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.svg.table import table_svg


def picture(engine: Engine, position: Position, seat: int | None) -> str:
    """A position as a seat sees it, in the first language of the game."""
    game = engine.instance.game
    return table_svg(Look(engine, hints_of(game.display), position, seat, game.languages[0]), standalone=True)
