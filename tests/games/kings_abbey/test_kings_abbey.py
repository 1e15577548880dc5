"""King's Abbey: what its rulebook numbers is shown by scenarios, and random games keep what always has to hold.

By default some games for one and for four are played; with `--full` five hundred for each number of players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from custumal.dsl.base.types import Seat
from custumal.interpreter.api import load_game
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.phase import phase
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[3] / "games" / "kings-abbey"
GAMES = 500 if FULL else 4
DOUBLED = (
    "abbots-den", "bakery", "barracks", "bath-house", "blacksmith", "brewery", "cellarium", "cloister", "garden", "library",
    "masons-guild", "money-changer", "monks-quarters", "scriptorium", "stables", "tithe-barn",
)  # fmt: skip
"""The buildings of which a second copy does something of its own."""


@cache
def read(name: str) -> Any:
    return YAML(typ="safe").load((FOLDER / name).read_text(encoding="utf-8"))


def scenarios(folder: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The scenarios of the game (`scenarios`) or of its variants."""
    for path in sorted((FOLDER / folder).glob("*.yaml")):
        yield from (read(f"{folder}/{path.name}").get("scenarios") or {}).items()


def cited(folder: str) -> set[str]:
    found = (scenario.get("rule", []) for _, scenario in scenarios(folder))
    return {rule for rules in found for rule in ([rules] if isinstance(rules, str) else rules)}


# ---------------------------------------------------------------- what scenarios show


def test_the_register_is_whole() -> None:
    book = read("rulebook.yaml")
    assert len(book["rules"]) == 330
    assert len(book["rulings"]) == 104


def test_every_rule_and_ruling_that_is_played_is_shown() -> None:
    """What is not encoded here says why: it needs no code, or stands in a variant."""
    book, unencoded = read("rulebook.yaml"), read("unencoded.yaml")["unencoded"]
    numbered = {*book["rules"], *book["rulings"]}
    assert unencoded.keys() <= numbered
    assert numbered - unencoded.keys() - cited("scenarios") == set()


def test_every_printed_example_is_shown() -> None:
    examples = {rule for rule, entry in read("rulebook.yaml")["rules"].items() if "example" in entry}
    assert len(examples) == 19
    assert examples <= cited("scenarios") | cited("variants")


def test_every_event_has_a_scenario_of_its_name() -> None:
    tables = read("components/events.yaml")["components"]
    events = {*tables["plenty-cards"]["rows"], *tables["disaster-cards"]["rows"]}
    assert len(events) == 20
    assert events <= {name for name, scenario in scenarios("scenarios") if "KAB-Q-84" in scenario["rule"]}


def test_every_second_copy_has_a_scenario() -> None:
    """Two copies stand in one abbey, with a lay brother on each."""
    standing = re.compile(r"move (first|last)\(reserve of p1\) to brother of (first|last)\(abbey of p1 where it is ([a-z-]+)\)")
    found: set[str] = set()
    for _, scenario in scenarios("scenarios"):
        staffed = [match[3] for effect in scenario.get("given", []) if (match := standing.fullmatch(str(effect)))]
        found |= {name for name in staffed if staffed.count(name) == 2}
    assert set(DOUBLED) - found == set()


# ---------------------------------------------------------------- what players read


def test_who_is_no_player_is_called_by_name() -> None:
    engine = load_game("kings-abbey").engine(1, compiled=False)
    assert [engine.labels.value(seat, Seat(), "fr") for seat in (0, 1)] == ["joueur 1", "Élias"]


def test_a_fight_is_told_as_the_event_of_the_turn() -> None:
    """The fight is a procedure, behind which the next phase begins."""
    game = load_game("kings-abbey")
    engine, fights = game.engine(2), []
    state = game.start(players=2, seed=1)
    while not state.is_over:
        if any(choice.action in ("send-peasant", "be-overrun") for choice in state.choices()):
            fights.append(phase(engine, hints_of(game.model.display), state.position, "en"))
        state = state.play(state.choices()[-1])
    assert fights and all(words.endswith("phase 2, event") for words in fights)


def test_yes_and_no_are_told_apart() -> None:
    """Player 1 has three 3s and player 2 has one, which player 1 asks for."""
    state = load_game("kings-abbey").start(players=2, seed=5)
    for action in ("send-pilgrim", "join-crusade", "ask-for-help", "fame", "deal"):
        threes = [choice for choice in state.choices() if choice.action == action and choice.args.get("value") in (None, 3)]
        state = state.play(threes[0])
    answers = state.choices()
    assert [answer.key for answer in answers] == ["yes", "no"]
    assert [answer.label("en").partition(": In return")[0] for answer in answers] == ["Yes", "No"]
    assert [answer.label("fr").partition(" : En échange")[0] for answer in answers] == ["Oui", "Non"]


# ---------------------------------------------------------------- random games

WATCHED = """\
custumal: 1
variant: watched
of: kings-abbey
title: What cards do is counted a second time from where the peasants stand
invariants:
  defence:
    that: >-
      every s in seats has defence-of(s) is 1 + (if clergy of s >= 6 then 1 else 0) + (if clergy of s is 15 then 1 else 0)
      + (if altar of s then 1 else 0) + (if walls of s is 5 then 1 else 0) + sum(counts for rampart of s)
      + count(b in abbey of s where is-staffed(b) and (b is barracks or b is cellarium or b is cloister))
      + (if count(b in abbey of s where is-staffed(b) and b is masons-guild) >= 2 then 1 else 0)
      + count(t in towers of s where post of t is archer and guard of t is not none)
      + (if clergy of s >= 9 and some t in towers of s where t is chapel then 1 else 0)
  tenth-die:
    that: "every s in seats has dice-of(s) is 9 + (if some b in abbey of s where is-staffed(b) and b is monks-quarters then 1 else 0)"
  bread: {that: every s in seats has fed-for-nothing(s) is cow of s + count(b in abbey of s where is-staffed(b) and b is bakery)}
  beer: {that: every s in seats has income-per-worker(s) is count(b in abbey of s where is-staffed(b) and b is brewery)}
  store: {that: every s in seats has keep-limit(s) is 3 + count(b in abbey of s where is-staffed(b) and b is cellarium)}
  cheap-stone:
    that: >-
      every s in seats has price(s, stone) is (if some b in abbey of s where is-staffed(b) and b is masons-guild then 3 else 4)
  nothing-below-none: {that: "every s in seats has no r in all(resource) where r is not prestige and amount(s, r) < 0"}
  peasants:
    that: >-
      every s in seats has count(folk(s)) + count(reserve of s)
      + count(p in union(pilgrims of c for c in all(crusade)) where owner of p is s) + count(p in fallen where owner of p is s) <= 15
  farms: {that: every s in seats has count(abbey of s where sort is farm) <= 1}
  barns:
    that: >-
      every s in seats has (sheep of s is 0 or some b in abbey of s where b is sheep-farm)
      and (cow of s is 0 or some b in abbey of s where b is dairy-farm)
  two-copies: {that: every s in seats has no b in abbey of s where count(c in abbey of s where c.type is b.type) > 2}
  vikings: {that: count(viking-dice) + count(attack) + count(answered) is 5}
  market: {that: count(market) <= 8}
"""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("watched") / "watched.yaml"
    path.write_text(WATCHED, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5] if FULL else [1, 4])
def test_random_games_keep_what_has_to_hold(watched: str, players: int) -> None:
    """An invariant that is broken, a position without a choice and an error all raise."""
    totals = simulate(Plan("kings-abbey", players, seed=players, variants=(watched,), check_invariants=True), GAMES)
    assert len(totals.games) == GAMES
    for game in totals.games:
        assert game.finished
        assert game.rounds == 7
        assert max(game.scores) == game.scores[game.winners[0]]
