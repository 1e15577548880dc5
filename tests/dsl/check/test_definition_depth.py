"""How many levels of definitions may stand inside each other: as many as the manual says, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game

DEEP = """
custumal: 1
game: deep
title: Deep
players: 2
kept: {score: {is: 0 to 9, until: end}}
define:
CHAIN
play:
  turn: {players: seats, do: {if: word-LAST < 9, do: raise score by 1}}
"""


@pytest.mark.parametrize(("levels", "told"), [(150, []), (151, ["defined-too-deep"])])
def test_a_chain_of_150_definitions_is_read_and_one_of_151_is_not(levels: int, told: list[str], tmp_path: Path) -> None:
    chain = ["  word-a: score", *(f"  word-{name(at)}: word-{name(at - 1)}" for at in range(1, levels))]
    path = tmp_path / "game.yaml"
    path.write_text(DEEP.replace("CHAIN", "\n".join(chain)).replace("LAST", name(levels - 1)), encoding="utf-8")
    assert [one.code for one in check_game(path).diagnostics] == told


def name(at: int) -> str:
    """A word for a number, in letters."""
    return ("" if at < 26 else name(at // 26 - 1)) + "abcdefghijklmnopqrstuvwxyz"[at % 26]
