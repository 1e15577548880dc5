"""King's Abbey against a referee of its own, phases 1 to 3: dice, events, Vikings, preaching, clergy, defence and crusades of whole games.

By default a few games are played; with `--full` more than a hundred.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from custumal import Game, load_game
from tests.games.kings_abbey.watchers.dawn import DayWatch
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 7 if FULL else 1
GAMES_OF = [(1, ""), (3, "no-plenty")]
if FULL:
    GAMES_OF = [(players, variant) for variant in ("", "no-plenty", "quick-game") for players in range(1, 6)]
USUAL = {"preach", "study", "defend", "send-pilgrim", "join-crusade", "trade", "fight", "turn", "event vikings-sighted"}
TOGETHER = {"send-peasant", "ask-for-help", "deal", "yes"}
WELL_FOUNDED = """
custumal: 1
variant: well-founded
of: kings-abbey
of-version: "1"
title: Well founded
because: To see early what buildings do with dice.
setup:
"""
HANDS: dict[str, list[dict[str, int]]] = {
    "values": [
        {"library": 2, "barracks": 1, "blacksmith": 1, "bell-tower": 1},
        {"scriptorium": 2, "blacksmith": 2, "bath-house": 1},
        {"barracks": 1, "scriptorium": 1, "library": 1, "monks-quarters": 1},
    ],
    "again": [
        {"abbots-den": 2, "scriptorium": 2, "monks-quarters": 1, "bell-tower": 1},
        {"abbots-den": 1, "library": 2, "stables": 1, "bell-tower": 1},
        {"barracks": 2, "blacksmith": 1, "bath-house": 2, "scriptorium": 1},
    ],
}
"""Cards that seats begin with, served by a peasant each."""
EVENTS = {
    "values": ["royal-alms", "plague", "fervent-preaching", "papal-legate"],
    "again": ["pilgrims", "tax-collectors", "heresy", "schism"],
}
"""Beside three raids: what does something at once, and what changes how many dice may be used."""
TOLD = {
    "values": {"fight", "study", "preach", "join-crusade", "ring"},
    "again": {"take-back", "market-day", "ring", "bathe", "study", "join-crusade"},
}


def founded(hands: list[dict[str, int]], events: list[str]) -> str:
    lines = [WELL_FOUNDED.rstrip()]
    for at, hand in enumerate(hands, 1):
        lines += [f"  seat{at}:", f"    players: s in seats where position(s, seats) is {at}", "    do:"]
        for kind, many in hand.items():
            cards, deed = f"'b in leading({many}, all(building) where it is {kind} and it is not is-staffed)'", "move-in(b)"
            if kind == "bell-tower":
                cards, deed = "t in my tower-hand where t is bell-tower", "[move t to my towers, move first(my reserve) to guard of t]"
            lines.append(f"      {kind}: {{each: {cards}, do: {deed}}}")
    pile = ", ".join(f"'move leading(3, all(event) where it is {event}) to event-pile'" for event in [*events, "vikings-sighted"])
    return "\n".join([*lines, f"  events-of-this-game: {{do: [discard event-pile, {pile}, shuffle event-pile]}}", ""])


def judged(game: Game, players: int, name: str, games: int, fondness: dict[str, float] | None = None) -> Counter[str]:
    """How often each kind of choice and event was judged in so many games."""
    found: Counter[str] = Counter()
    for seed in range(games):
        watch = DayWatch(game.start(players=players, seed=seed, auto_chance=False), Random(f"{players} {name} {seed}"), fondness)
        watch.follow()
        found += watch.judged
    return found


@pytest.mark.parametrize(("players", "variant"), GAMES_OF)
def test_mornings_are_as_the_rulebook_says(players: int, variant: str) -> None:
    found = judged(load_game("kings-abbey", [variant] if variant else []), players, variant, GAMES)
    wanted = USUAL | ({"call-elias"} if players == 1 else TOGETHER)
    assert wanted <= found.keys(), wanted - found.keys()
    assert found["turn"] == GAMES * (5 if variant == "quick-game" else 7)


@pytest.mark.parametrize("name", HANDS)
def test_what_buildings_do_with_dice_is_as_the_rulebook_says(name: str, tmp_path: Path) -> None:
    (tmp_path / "founded.yaml").write_text(founded(HANDS[name], EVENTS[name]), encoding="utf-8")
    found = judged(load_game(str(tmp_path / "founded.yaml")), 3, name, 3 * GAMES if FULL else 1, {"take-back": 6})
    wanted = TOLD[name] | {f"event {event}" for event in EVENTS[name]}
    assert wanted <= found.keys(), wanted - found.keys()
