"""OpenSpiel's C++ engines, driven move by move from Python, in the words of its own examples; only where the extra `bench` is installed."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = {"tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four", "breakthrough": "breakthrough", "hex": "hex"}


def available() -> bool:
    """Whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


def own_playouts(game_id: str) -> Callable[[int], int]:
    """A function that plays so many random games in C++ alone: a search that tries once, with so many playouts from the start. It
    does not tell how many plies there were, and gives 0."""
    spiel = import_module("pyspiel")
    game = spiel.load_game(NAMES[game_id])
    state = game.new_initial_state()
    seeds = count(1)

    def play(games: int) -> int:
        seed = next(seeds)
        spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(games, seed), 1.4, 1, 1000, False, seed, False).mcts_search(state)
        return 0

    return play


def playouts(game_id: str, random: Callable[[], float]) -> Callable[[int], int]:
    """A function that plays so many random games of OpenSpiel and gives their number of plies."""
    game = import_module("pyspiel").load_game(NAMES[game_id])

    def play_one_game() -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
            plies += 1
        return plies

    return lambda games: sum(play_one_game() for _ in range(games))


class Searching:
    """OpenSpiel's MCTS with random playouts, which follows a game of ours move by move."""

    def __init__(self, game_id: str, iterations: int, seed: int) -> None:
        spiel = import_module("pyspiel")
        self._game = spiel.load_game(NAMES[game_id])
        self._id = game_id
        self._state = self._game.new_initial_state()
        evaluator = spiel.RandomRolloutEvaluator(1, seed)
        self._bot = spiel.MCTSBot(self._game, evaluator, 1.4, iterations, 1000, True, seed, False)  # has no names in C++

    def pick(self, keys: list[str]) -> int:
        """The number of the choice that it makes, given all by their keys."""
        action = self._bot.step(self._state)
        return next(at for at, key in enumerate(keys) if self._action(key) == action)

    def told(self, key: str) -> None:
        """What was chosen, by whoever's turn it was."""
        self._state.apply_action(self._action(key))

    def _action(self, key: str) -> int:
        """The action of OpenSpiel for one of our keys."""
        numbers = [int(word) for word in re.findall(r"[0-9]+", key)]
        if self._id == "tic-tac-toe":
            column, row = numbers
            return 3 * (row - 1) + column - 1
        if self._id == "connect-four":
            return "ABCDEFG".index(key.removeprefix("drop(")[0])
        # Ours begins in the north, in rows 1 and 2, which are theirs 8 and 7.
        wanted = "".join(f"{'abcdefgh'[column - 1]}{9 - row}" for column, row in zip(numbers[::2], numbers[1::2], strict=True))
        return next(int(one) for one in self._state.legal_actions() if self._state.action_to_string(one).replace("*", "") == wanted)
