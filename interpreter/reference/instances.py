"""Instances, with the evaluator of the reference for what reads no position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from custumal.dsl.model import GameModel
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Constants, Instance
from custumal.interpreter.setup.values import Value


def make_instance(game: GameModel, players: int, options: Mapping[str, Value]) -> Instance:
    """A game for so many players and these options.

    Raises:
        PlayError: as `build_instance` does.
    """
    from custumal.interpreter.setup.building import build_instance  # noqa: PLC0415  # not wanted where an instance comes out of the cache

    return build_instance(game, players, options, _constants)


def refusal(game: GameModel, players: int, options: Mapping[str, Value]) -> PlayError | None:
    """Why a game is not played by so many players with these options; None where it is."""
    from custumal.interpreter.setup.building import begin_instance  # noqa: PLC0415  # likewise

    try:
        begin_instance(game, players, options, _constants)
    except PlayError as error:
        return error
    return None


def restored_instance(game: GameModel, stored: dict[str, Any]) -> Instance:
    """The instance of which `stored` was kept, of the very same game."""
    instance = Instance.restored(game, stored)
    instance.constants = _constants(instance)
    return instance


def _constants(instance: Instance) -> Constants:
    return Evaluator(instance, {})
