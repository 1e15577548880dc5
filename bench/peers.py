"""OpenSpiel's C++ engines, driven move by move from Python, in the words of its own examples; only where the extra `bench` is installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = {"tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four", "breakthrough": "breakthrough"}


def available() -> bool:
    """Whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


def playout(game_id: str, random: Callable[[], float]) -> Callable[[], int]:
    """A function that plays one random game of OpenSpiel and gives its number of plies."""
    game = import_module("pyspiel").load_game(NAMES[game_id])

    def play_one_game() -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return play_one_game
