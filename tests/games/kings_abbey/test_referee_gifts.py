"""King's Abbey against a referee of its own: phases 1 to 7 of whole games with relics, with saints, and with both.

By default a few games are played; with `--full` more than a hundred of each half of a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from custumal import Game, load_game
from tests.games.kings_abbey.table.table import Table
from tests.games.kings_abbey.watchers.gifted import GiftedDayWatch, GiftedWorksWatch
from tests.games.kings_abbey.watchers.gifts import GENEROUS, GIFTS
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 6 if FULL else 1
PLAYERS = [1, 2, 3, 4, 5] if FULL else [2]
VARIANTS = [("holy-relics",), ("patron-saints",), ("holy-relics", "patron-saints")]
RELICS = {"ascend", "protect", "feed", "wall-in", "carts"}
LAW = {"leave-one-out-build", "leave-one-out-raise-tower"}
SAINTS = {"support", "spare", "span", "harvest", "invoke", "train-free", "build-free", "vow"}
FONDNESS = dict.fromkeys(GIFTS, 1.5) | {"study": 20, "support": 0.7, "no": 3, "yes": 3}
"""How gladly kinds of choices are taken, where it is not as usual: seats soon become Deacons."""


def game(variants: tuple[str, ...], tmp_path: Path) -> Game:
    """Seats hold two relics each from the start, where there are relics, and are nearly Deacons."""
    text = GENEROUS if "holy-relics" in variants else "\n".join(line for line in GENEROUS.splitlines() if "relic-box" not in line)
    (tmp_path / "generous.yaml").write_text(text, encoding="utf-8")
    return load_game("kings-abbey", [*variants, str(tmp_path / "generous.yaml")])


def wanted(variants: tuple[str, ...]) -> set[str]:
    """What must have been judged: of few games only some."""
    relics, saints = (RELICS, SAINTS) if FULL else (set(), {"support"})
    return (relics if "holy-relics" in variants else set()) | (saints if "patron-saints" in variants else set())


def followed(follow: Callable[[Game, int, int], Counter[str]], variants: tuple[str, ...], tmp_path: Path) -> Counter[str]:
    judged: Counter[str] = Counter()
    with_gifts = game(variants, tmp_path)
    for players in PLAYERS:
        for seed in range(GAMES):
            judged += follow(with_gifts, players, seed)
    return judged


def days(game: Game, players: int, seed: int) -> Counter[str]:
    watch = GiftedDayWatch(game.start(players=players, seed=seed, auto_chance=False), Random(f"{players} {seed}"), FONDNESS)
    watch.follow()
    return watch.judged


def works(game: Game, players: int, seed: int) -> Counter[str]:
    watch = GiftedWorksWatch(Table(game.start(players=players, seed=seed)), Random(f"{players} {seed}"), FONDNESS)
    watch.play()
    return watch.judged


@pytest.mark.parametrize("variants", VARIANTS if FULL else VARIANTS[2:], ids="+".join)
def test_mornings_with_relics_and_saints_are_as_the_rulebook_says(variants: tuple[str, ...], tmp_path: Path) -> None:
    judged = followed(days, variants, tmp_path)
    assert judged["turn"] == 7 * len(PLAYERS) * GAMES
    assert judged.keys() >= wanted(variants) - {"build-free"}  # rare before anything is bought; the works show it


@pytest.mark.parametrize("variants", VARIANTS if FULL else VARIANTS[2:], ids="+".join)
def test_works_with_relics_and_saints_are_as_the_rulebook_says(variants: tuple[str, ...], tmp_path: Path) -> None:
    judged = followed(works, variants, tmp_path)
    assert judged["market"] == 6 * len(PLAYERS) * GAMES
    assert judged.keys() >= wanted(variants) - {"vow", "spare"} | (LAW if FULL and "holy-relics" in variants else set())
