"""In `then` of a scenario `me` and `can` are the seat that acts there; when the game is over nobody does."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.runs.scenarios import run_scenarios

GAME = """
custumal: 1
game: turns
title: Turns
players: 3
kept: {coins(seat): {is: 0 to 9, until: end}}
play: {turn: {players: seats, offer: turn}}
actions:
  take: {offered: turn, do: raise coins of me by 1}
  give:
    offered: turn
    require: {second: {that: me is next of first(seats), because: Only the second gives.}}
    do: raise coins of next of me by 1
ranking: {most: {most: coins of me}}
scenarios:
  acting:
    WHEN
    then: {told: "EXPR"}
"""


def holds(folder: Path, when: str, truth: str) -> tuple[bool, str]:
    path = folder / "game.yaml"
    path.write_text(GAME.replace("WHEN", f"when: [{when}]").replace("EXPR", truth), encoding="utf-8")
    (result,) = run_scenarios(load_game(str(path)).model)
    return result.passed, "".join(failure.message for failure in result.failures)


@pytest.mark.parametrize(
    ("when", "truth"),
    [
        ("", "me is p1 and not can give"),
        ("take", "me is p2 and can give and my coins is 0"),
        ("take, give", "me is p3 and my coins is 1 and not can give"),
        ("take, give, take", "coins of p3 is 2"),
    ],
)
def test_the_seat_that_acts(when: str, truth: str, tmp_path: Path) -> None:
    assert holds(tmp_path, when, truth) == (True, "")


@pytest.mark.parametrize("truth", ["me is p1", "my coins is 1", "can take"])
def test_nobody_acts_when_the_game_is_over(truth: str, tmp_path: Path) -> None:
    passed, why = holds(tmp_path, "take, take, take", truth)
    assert not passed and why.startswith("The game is over and nobody acts")
