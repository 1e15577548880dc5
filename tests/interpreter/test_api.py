"""What Python callers may get wrong, and what they are told."""

from __future__ import annotations

import pytest

from custumal import load_game
from custumal.interpreter.library import UnknownGame
from custumal.interpreter.setup.errors import PlayError


@pytest.mark.parametrize("seat", [0, -1, 3])
def test_nobody_looks_from_a_seat_that_is_not_there(seat: int) -> None:
    state = load_game("kuhn-poker").start(players=2, seed=3)
    with pytest.raises(ValueError, match=f"There is no seat {seat}; they are from 1 to 2"):
        state.view(seat)


@pytest.mark.parametrize(("game", "players", "said"), [("kuhn-poker", 3, "for 2 players, not 3"), ("pig", 9, "for 2 to 6 players, not 9")])
def test_a_game_is_only_for_so_many(game: str, players: int, said: str) -> None:
    with pytest.raises(PlayError, match=said):
        load_game(game).start(players=players)


def test_one_variant_may_be_given_alone() -> None:
    assert load_game("pig", variants="two-dice").rules_hash == load_game("pig", variants=["two-dice"]).rules_hash
    with pytest.raises(UnknownGame, match="no variant `two-dic`; did you mean `two-dice`"):
        load_game("pig", variants="two-dic")
