"""Oware against OpenSpiel: at every step of random games the same choices, in the end the same winner.

OpenSpiel ends a game when a position comes back, our rules after a number of turns; such a game is compared up to there.
The extra `oracle` brings it.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from custumal import Choice, State, load_game
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with an extra of its own: pip install 'custumal[oracle]'")

GAMES = 1000 if FULL else 50


def houses(state: State) -> dict[int, Choice]:
    """Our choices by the number of the house in its owner's row, counted from 0 in the direction of sowing."""
    found: dict[int, Choice] = {}
    for choice in state.choices():
        column, row = map(int, re.findall(r"\d+", choice.key))
        found[column - 1 if row == 2 else 6 - column] = choice
    return found


def test_the_same_game() -> None:
    game, rng, finished = load_game("oware"), Random("oware"), 0
    for _ in range(GAMES):
        ours, theirs = game.start(players=2), pyspiel.load_game("oware").new_initial_state()
        while not theirs.is_terminal():
            choices = houses(ours)
            assert sorted(choices) == sorted(theirs.legal_actions()), str(theirs)
            assert ours.seat == theirs.current_player() + 1
            house = rng.choice(sorted(choices))
            ours = ours.play(choices[house])
            theirs.apply_action(house)
        if ours.is_over:
            finished += 1
            returns = theirs.returns()
            assert list(ours.winners) == [seat for seat, value in enumerate(returns, 1) if value == max(returns)]
    assert finished > GAMES / 2
