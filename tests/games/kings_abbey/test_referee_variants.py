"""King's Abbey against a referee of its own: relics and saints, the events of each variant, Élias's dice.

By default a few games are played; with `--full` more than a hundred.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from ruamel.yaml import YAML

from custumal import Choice, State, load_game
from tests.games.kings_abbey.rules.errands import HIS_PLACES, at_the_market, on_the_board
from tests.games.kings_abbey.table.cards import COMPONENTS
from tests.games.kings_abbey.table.position import differences
from tests.games.kings_abbey.table.setup import Setup
from tests.games.kings_abbey.table.table import Table
from tests.games.kings_abbey.watchers.gifts import GENEROUS, GiftWatch
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 20 if FULL else 1
AS_THEY_COME = [("quick-game", "holy-relics", "patron-saints"), ("holy-relics",), ("patron-saints",)]
SORTS = ("plenty", "disaster", "raid")


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5] if FULL else [2])
def test_relics_and_saints_do_what_the_rulebook_says(players: int, tmp_path: Path) -> None:
    """Each seat holds two relics and is nearly a Deacon."""
    (tmp_path / "generous.yaml").write_text(GENEROUS, encoding="utf-8")
    game = load_game("kings-abbey", ["holy-relics", "patron-saints", str(tmp_path / "generous.yaml")])
    judged: Counter[str] = Counter()
    for seed in range(GAMES):
        watch = GiftWatch(game.start(players=players, seed=seed), Random(f"{players} {seed}"))
        watch.follow()
        judged += watch.judged
    assert judged["gift"] >= players * GAMES
    assert judged["vow"] >= GAMES
    assert judged["pass"] > 0


@pytest.mark.parametrize("variants", AS_THEY_COME[: len(AS_THEY_COME) if FULL else 1], ids="+".join)
@pytest.mark.parametrize("players", [1, 3, 5] if FULL else [1])
def test_relics_and_saints_as_they_come(variants: tuple[str, ...], players: int) -> None:
    for seed in range(GAMES):
        watch = GiftWatch(load_game("kings-abbey", variants).start(players=players, seed=seed), Random(f"{players} {seed}"))
        watch.follow()
        assert watch.judged["evening"] + watch.judged["not judged"] == (5 if "quick-game" in variants else 7)


# ---------------------------------------------------------------- events


@pytest.mark.parametrize("variant", ["", "no-raids", "quick-game"] + ["one-raid", "years-of-plenty", "four-raids", "no-plenty"] * FULL)
def test_as_many_events_of_each_sort_come_as_the_rulebook_says(variant: str) -> None:
    """One in each turn, no card twice, and no Vikings in the first turn."""
    variants = (variant,) if variant else ()
    game, planned = load_game("kings-abbey", variants), Setup(2, variants).events
    for seed in range(GAMES):
        events = events_of(game.start(players=2, seed=seed))
        assert list(events) == list(range(1, sum(planned) + 1))
        assert len({number for number, _ in events.values()}) == len(events)
        sorts = Counter(sort_of(name) for _, name in events.values())
        assert tuple(sorts[sort] for sort in SORTS) == planned
        assert sort_of(events[1][1]) != "raid"


@cache
def sort_of(event: str) -> str:
    """Printed on the card."""
    tables = YAML(typ="safe").load((COMPONENTS / "events.yaml").read_text(encoding="utf-8"))["components"]
    return str(next(rows["rows"][event]["sort"] for rows in tables.values() if event in rows["rows"]))


def events_of(state: State) -> dict[int, tuple[int, str]]:
    """The number and name of the event of each turn, in a game in which everybody declines whatever can be declined."""
    events: dict[int, tuple[int, str]] = {}
    while not state.is_over:
        table = Table(state)
        if table.phase >= 3 and table.turn not in events:
            ((number, card),) = table.position.at("current-event").items()
            events[table.turn] = (number, card.kind)
        state = state.play(state.choices()[-1])
    return events


# ---------------------------------------------------------------- Élias


@pytest.mark.parametrize("seed", range(100 if FULL else 2))
def test_elias_clears_the_market_and_takes_places(seed: int) -> None:
    dice = Random(seed)
    state = load_game("kings-abbey").start(players=1, seed=seed, auto_chance=False)
    judged: Counter[int] = Counter()
    while not state.is_over:
        table = Table(state)
        if state.kind == "chance" and table.phase in {4, 5}:
            state = errands(table, dice)
            judged[table.phase] += 1
        else:
            state = state.play(dice.choice(chances(state)))
    assert judged == {4: 7, 5: 7}


def chances(state: State) -> list[Choice]:
    return [outcome for _, outcome in state.outcomes()] if state.kind == "chance" else list(state.choices())


def errands(table: Table, dice: Random) -> State:
    """Two dice are rolled, and what they show happens at once."""
    state, rolled = table.state, []
    for _ in range(2):
        outcome = dice.choice(chances(state))
        rolled.append(outcome.numbers[0])
        state = state.play(outcome)
    expected, found = table.position.copy(), Table(state).position
    if table.phase == 4:
        at_the_market(expected, rolled)
        assert differences(expected, found, but=("shows", "at-market", "errand-dice")) == []
    else:
        lying = on_the_board(expected, rolled)
        assert {place: found.count(place) for place in HIS_PLACES} == lying
        assert differences(expected, found, but=("shows", *HIS_PLACES)) == []
    return state
