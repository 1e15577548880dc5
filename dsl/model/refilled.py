"""Which draws are made from a place that is filled again when nothing is left."""

from __future__ import annotations

from custumal.dsl.base.types import Place, bare
from custumal.dsl.model.effects import Draw
from custumal.dsl.model.game import GameModel
from custumal.dsl.model.nouns import Zone


def refilled_by(game: GameModel, draw: Draw) -> Zone | None:
    """The zone that is drawn from if something comes into it when nothing is left there, else None."""
    of = bare(draw.origin.type)
    zone = game.zones[of.zone] if isinstance(of, Place) else None
    return zone if zone is not None and zone.refill is not None else None
