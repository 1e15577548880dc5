"""King's Abbey against a referee of its own: in whole games, phases 4 to 7 offer what the rulebook allows and bring what it says.

By default a few games are played; with `--full` more than a hundred.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from custumal import Game, load_game
from tests.games.kings_abbey.table.table import Table
from tests.games.kings_abbey.watchers.workday import WorksWatch
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

SEEDS, RICH_SEEDS = (30, 20) if FULL else (1, 1)
COMMON = {
    "buy", "gather", "add", "sharpen", "load-wagon", "take-initiative", "step-forward", "build", "build-altar", "build-wall",
    "raise-tower", "trade", "pass", "market", "evening",
}  # fmt: skip
"""What games of each kind must have shown."""
RARE = {"baptise", "ordain", "ordain-ringer", "train-archer", "remodel", "market-day", "deal", "amount", "yes", "no"}
RAREST = {"bathe", "take-back", "second-shift", "again-preach", "again-study", "again-defend"}


def follow(game: Game, players: int, seed: int) -> Counter[str]:
    watch = WorksWatch(Table(game.start(players=players, seed=seed)), Random(seed))
    watch.play()
    return watch.judged


@pytest.mark.parametrize("players", [1, 3] + [2, 4, 5] * FULL)
def test_the_works_are_as_the_rulebook_says(players: int) -> None:
    game = load_game("kings-abbey")
    games = [follow(game, players, seed) for seed in range(SEEDS)]
    assert [judged["market"] for judged in games] == [6] * SEEDS
    assert sum(games, Counter()).keys() >= COMMON


RICH = """
custumal: 1
variant: rich
of: kings-abbey
of-version: "1"
title: Rich
because: To see what is rare.
edits:
  wood: {set: resources.wood.start, was: 1, to: 30}
  grain: {set: resources.grain.start, was: 1, to: 30}
  stone: {set: resources.stone.start, was: 1, to: 30}
  denier: {set: resources.denier.start, was: 4, to: 60}
  tool: {set: resources.tool.start, was: 1, to: 3}
  wagon: {set: resources.wagon.start, was: 1, to: 3}
  peasants: {set: values.start-peasants, was: 1, to: 8}
  clergy: {set: values.start-clergy, was: 0, to: 8}
  kept: {set: values.keep-limit, was: 3, to: 40}
setup:
  cards: {each: s in seats, do: draw 8 from stock-pile(left) to hand of s, rule: KAB-P04-BUY-06}
  sand: {each: s in seats, do: gain 30 * sand for s, rule: KAB-SET-25}
"""


TWINS = """  twins:
    rule: KAB-P04-BUY-06
    each: >-
      b in stock-pile(left) + stock-pile(right)
      where b.type is monks-quarters or b.type is abbots-den or b.type is scriptorium or b.type is library
    do: move b to hand of first(seats)
"""
"""One seat has all buildings for which dice are used again, count more or show what they should."""


@pytest.mark.parametrize(("players", "variant"), [(2, RICH)] + [(3, RICH), (2, RICH + TWINS)] * FULL)
def test_rich_abbeys_show_what_is_rare(players: int, variant: str, tmp_path: Path) -> None:
    (tmp_path / "rich.yaml").write_text(variant, encoding="utf-8")
    game = load_game(str(tmp_path / "rich.yaml"))
    judged: Counter[str] = Counter()
    for seed in range(RICH_SEEDS):
        judged += follow(game, players, seed)
    assert judged.keys() >= COMMON | RARE | (set() if variant == RICH else RAREST)
