"""Monastery against a referee of its own: in whole games, what can be chosen, what lies where and what is seen are as the rulebook says.

By default one game of each kind is played; with `--full` twenty.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from custumal import Choice, State, load_game
from custumal.interpreter.keys import names, views
from tests.games.monastery.ground import FACES, turned
from tests.games.monastery.position import COLOURS, PRICES, Option, in_hand, kind, lying, number, owner_in
from tests.games.monastery.referee import Referee
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 20 if FULL else 1
FONDNESS = {
    "pass": 1, "walk": 6, "place": 8, "construct": 3, "change-box": 0.5, "exchange": 0.5, "encourage": 1, "buy-letter": 4, "buy-monk": 5,
    "pray": 1.5,
}  # fmt: skip
"""How gladly a kind of choice is taken, so that tiles are built and letters bought; 3 where nothing is said."""
AT_ONCE = {"go-on", "in-box"}
"""Asked in the middle of a step, when a monk stands nowhere yet."""


class Table:
    """A game of the first Monastery, whose things are named with their numbers."""

    def __init__(self, state: State) -> None:
        self.state = state

    def look(self, seat: str) -> dict[str, Any]:
        return dict(self.state.view(int(seat[1:])).data)

    def options(self, referee: Referee) -> dict[Option, list[Choice]]:
        found: dict[Option, list[Choice]] = {}
        for choice in self.state.choices():
            found.setdefault(option_of(choice, referee), []).append(choice)
        return found


def option_of(choice: Choice, referee: Referee) -> Option:
    """A choice in the referee's words, in which monks that stand together are alike."""
    action, raw, key = choice.action, choice.numbers, choice.key
    places = [int(part) for part in re.findall(r"-?\d+", key.partition("(at(")[2])]
    match action:
        case "place" | "build":
            name, x, y, quarters = re.findall(r"pose-at\(grounds, ([\w-]+).*\[\[(\d+), (\d+)\]\], (\d)\)", key)[0]
            return (action, name, (int(x), int(y)), turned(FACES[name].edges, int(quarters)))
        case "walk":
            return (action, referee.monks[raw[1]].place(), raw[2])
        case "change-box":
            return (action, referee.monks[raw[1]].place(), int(re.findall(r", (\d+)\)\)$", key)[0]))
        case "in-box":
            return (action, int(re.findall(r", (\d+)\)\)$", key)[0]))
        case "go-on" | "construct":
            return (action, raw[1])
        case "encourage":
            return (action, raw[1], raw[2])
        case "pray" | "stand-up":
            return (action, referee.monks[raw[-1]].place()[0])
        case "stay-out":
            return (action, referee.monks[raw[2]].place())
        case "imprison":
            return (action, referee.monks[raw[1]].owner)
        case "buy-letter":
            return (action, (places[0], places[1]), key[-3:-1])
        case "buy-monk" | "tie" | "back":
            return (action, *(kind(part) if action == "back" else part for part in key.partition("(")[2][:-1].split(", ")))
        case "swap" | "second":
            name = re.split(r"[(, ]", key[:-1])[-1]
            return (action, next(at for at, letter in referee.grid.items() if letter.name == name))
    return (action,)


def with_monk(option: Option, choice: Choice) -> Option:
    """The option with the number of the very monk that it is about."""
    at = {"walk": 1, "change-box": 1, "pray": 1, "imprison": 1, "stand-up": 2, "stay-out": 2}.get(str(option[0]))
    return option if at is None else (*option, choice.numbers[at])


def agrees(referee: Referee, view: dict[str, Any]) -> None:
    """All that a seat sees is where the referee has it, and it sees no more."""
    seat, kept, zones = view["seat"], view["kept"], view["zones"]
    assert kept["abbot"] == referee.abbot
    assert kept["bell"] == referee.bell
    assert kept["point"] == referee.points
    assert kept["walking"] == referee.walking
    assert kept["blessing"] == {seat: referee.blessings[seat]}
    assert kept["fresh"] == {seat: referee.fresh[seat]}
    assert unseen(zones["bag"])[0] == referee.bag
    assert Counter(kind(entry["thing"]) for entry in zones["bag"].get("known", ())) == referee.returned[seat]
    assert in_hand(view) == referee.hands[seat]
    for other in referee.seats:
        if other != seat:
            assert unseen(zones["screen"][other]) == (len(referee.hands[other]), referee.open[other])
    assert lying(view) == {tile.number: {cell for cell, _ in tile.edges} for tile in referee.ground.tiles.values()}
    states = {number(entry["thing"]): (entry["kept"]["constructed"], entry["kept"]["gift"]) for entry in zones["grounds"]["things"]}
    assert states == {tile.number: (tile.constructed, tile.gift) for tile in referee.ground.tiles.values()}
    assert monks_on_tiles(view) == {m.number: (m.tile.number, m.box, m.praying) for m in referee.monks.values() if m.tile}
    crosses = Counter((COLOURS[entry["cells"][0][0] - 1], owner_in(entry["thing"])) for entry in zones["crosses"]["things"])
    assert crosses == Counter((monk.cross, monk.owner) for monk in referee.monks.values() if monk.cross)
    assert letters(zones["grid"]) == {at: (letter.name, letter.small) for at, letter in referee.grid.items()}
    for other in referee.seats:
        strip = {(at + 1,): (letter.name, letter.small) for at, letter in referee.strips[other].items()}
        assert letters(zones["strip"][other]) == strip


def unseen(place: dict[str, Any]) -> tuple[int, set[int]]:
    """How many tiles lie in a place that the seat does not see, and which of them it knows to lie there."""
    assert place.keys() <= {"count", "known"}
    return place["count"], {number(entry["thing"]) for entry in place.get("known", ())}


def monks_on_tiles(view: dict[str, Any]) -> dict[int, tuple[int, int | None, bool]]:
    return {
        number(monk["thing"]): (number(tile["thing"]), monk["cells"][0][0] if "cells" in monk else None, monk["kept"]["praying"])
        for tile in view["zones"]["grounds"]["things"]
        for zone in tile.get("on", {}).values()
        for monk in zone["things"]
    }


def letters(zone: dict[str, Any]) -> dict[tuple[int, ...], tuple[str, bool]]:
    return {tuple(entry["cells"][0]): (kind(entry["thing"]), entry["kept"]["turned"]) for entry in zone["things"]}


def take(options: dict[Option, list[Choice]], dice: Random, fondness: dict[str, float]) -> tuple[Option, Choice]:
    """First the kind of choice, then one of them."""
    actions = sorted({str(option[0]) for option in options})
    (action,) = dice.choices(actions, [fondness.get(action, 3) for action in actions])
    option = dice.choice(sorted((option for option in options if option[0] == action), key=repr))
    return option, dice.choice(options[option])


def follow(table: Table, referee: Referee, dice: Random, fondness: dict[str, float]) -> None:
    """Plays a game to its end and compares all of it."""
    course = referee.play()
    try:
        seat, expected = next(course)
        while True:
            assert table.state.seat == int(seat[1:])
            options = table.options(referee)
            assert options.keys() == expected
            option, choice = take(options, dice, fondness)
            if option[0] not in AT_ONCE:
                agrees(referee, table.look(dice.choice(referee.seats)))
            table.state = table.state.play(choice)
            seat, expected = course.send(with_monk(option, choice))
    except StopIteration:
        assert table.state.is_over
    for seat in referee.seats:
        agrees(referee, table.look(seat))
    assert table.state.winners == referee.winners()


@pytest.fixture(autouse=True)
def numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "thing_name", lambda world, thing: f"{names.thing_name(world, thing)}#{thing}")


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize(("players", "variant"), [(2, ""), (3, ""), (4, "paired"), (2, "simpler")] + [(4, "")] * FULL)
def test_the_referee_agrees(players: int, variant: str, seed: int) -> None:
    game = load_game("monastery", [variant] if variant else [])
    table = Table(game.start(players=players, seed=seed))
    referee = Referee(table.look, players, paired=variant == "paired", simpler=variant == "simpler")
    follow(table, referee, Random(f"{players} {variant} {seed}"), FONDNESS)
    if not referee.paired:
        assert list(table.state.scores) == referee.totals()
    assert referee.ending == "night"


READINGS = frozenset(("prayer-after-work", "prayer-beside-prisoners", "any-space-takes-a-letter"))
"""Rulings that the referee can read otherwise; all other options it knows by their default, and scenarios show their other reading."""


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("players", [2, *[4] * FULL])
def test_the_referee_agrees_where_the_table_reads_otherwise(players: int, seed: int) -> None:
    game = load_game("monastery", options=dict.fromkeys(READINGS, True))
    table = Table(game.start(players=players, seed=seed))
    referee = Referee(table.look, players, readings=READINGS)
    follow(table, referee, Random(f"{players} otherwise {seed}"), FONDNESS | {"pray": 4})
    assert list(table.state.scores) == referee.totals()


VARIANT = """
custumal: 1
variant: shorter
of: monastery
of-version: "1"
title: Shorter
because: To see the early endings.
"""
CHEAP: list[tuple[int, ...]] = [(0, 0, 0, 0, 1, 1, 1, 1, 2, 2), (0, 0, 0, 0, 0, 0, 0, 1, 1, 1)]
"""Prices at which all letters are bought."""
FEW = {"garden-tile", "sacristy", "almonry", "library", "prison-cell", "calefactory", "muniment-room"}
"""Tiles that are soon all placed, or have no place any more."""


def cheap() -> str:
    edits = [
        f"  {edge}{column}: {{set: components.prices.column{column}.{edge}, was: {PRICES[at][column - 1]}, to: {CHEAP[at][column - 1]}}}"
        for at, edge in enumerate(("top", "bottom"))
        for column in range(1, 11)
        if PRICES[at][column - 1] != CHEAP[at][column - 1]
    ]
    return "\n".join([VARIANT, "edits:", *edits, ""])


def few() -> str:
    kept = " and ".join(f"t is not {name}" for name in sorted(FEW - {"garden-tile"}))
    return (
        f"{VARIANT}setup:\n  fewer: {{do: 'move (t in bag where t.family is not garden and {kept}) to secret-stack', rule: MON-END-02}}\n"
    )


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("players", [2, 3])
def test_a_phrase_makes_cheaper_and_the_last_letter_ends_the_game(players: int, seed: int, tmp_path: Path) -> None:
    (tmp_path / "cheap.yaml").write_text(cheap(), encoding="utf-8")
    table = Table(load_game(str(tmp_path / "cheap.yaml")).start(players=players, seed=seed))
    referee = Referee(table.look, players)
    referee.prices = CHEAP
    follow(table, referee, Random(seed), FONDNESS | {"buy-letter": 30})
    assert list(table.state.scores) == referee.totals()
    assert referee.ending == "no letter"


@pytest.mark.parametrize("seed", range(GAMES))
def test_when_no_tile_has_a_place_the_game_ends(seed: int, tmp_path: Path) -> None:
    (tmp_path / "few.yaml").write_text(few(), encoding="utf-8")
    table = Table(load_game(str(tmp_path / "few.yaml")).start(players=4, seed=seed))
    referee = Referee(table.look, 4)
    referee.copies = {name: copies for name, copies in referee.copies.items() if name in FEW or FACES[name].family == "secret-way"}
    referee.bag = sum(referee.copies.values()) - len(COLOURS)
    follow(table, referee, Random(seed), FONDNESS | {"place": 30, "walk": 30, "pass": 0.5})
    assert list(table.state.scores) == referee.totals()
    assert referee.ending == "no place"
