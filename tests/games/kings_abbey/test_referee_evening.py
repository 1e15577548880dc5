"""King's Abbey against a referee of its own, phases 8 to 12: what can be chosen, what is lost and gained, who wins.

By default a few games are played; with `--full` twenty for each number of players.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from custumal import load_game
from tests.games.kings_abbey.watchers.evening import Watch
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 20 if FULL else 1
RICH = """
custumal: 1
variant: rich
of: kings-abbey
of-version: "1"
title: Rich
because: So that abbeys are soon full of buildings and lay brothers.
edits:
  wood: {set: resources.wood.start, was: 1, to: 9}
  grain: {set: resources.grain.start, was: 1, to: 9}
  stone: {set: resources.stone.start, was: 1, to: 12}
  sand: {add: resources.sand.start, with: 9}
  denier: {set: resources.denier.start, was: 4, to: 40}
  peasants: {set: values.start-peasants, was: 1, to: 9}
  clergy: {set: values.start-clergy, was: 0, to: 12}
"""


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5] if FULL else [1, 4])
def test_evenings_are_as_the_rulebook_says(players: int, seed: int) -> None:
    """Of some evenings nothing is said: what was chosen last before them is no matter of this referee."""
    watch = Watch(load_game("kings-abbey").start(players=players, seed=seed), Random(f"{players} {seed}"))
    watch.follow()
    assert watch.judged["evening"] + watch.judged["not judged"] == 7
    assert watch.judged["evening"] >= 4


@pytest.mark.parametrize("players", [2, 3, 4, 5] if FULL else [3])
def test_evenings_in_full_abbeys(players: int, tmp_path: Path) -> None:
    (tmp_path / "rich.yaml").write_text(RICH, encoding="utf-8")
    game = load_game(str(tmp_path / "rich.yaml"))
    seen: set[str] = set()
    for seed in range(GAMES):
        watch = Watch(game.start(players=players, seed=seed), Random(f"{players} {seed}"))
        watch.follow()
        seen |= watch.judged.keys()
    rare = {"baptise", "bathe", "market-day", "deal", "yes", "no", "ordain-ringer", "second-shift", "eat-sheep", "game"} if FULL else set()
    assert seen >= {"peasant", "take-cross", "give-up", "trade", "amount", "ordain", "evening"} | rare
