"""The end of a game: a place for every seat, and the key of the ranking that broke a tie, in Python, in JSON and on the screen."""

import json
from pathlib import Path

import pytest

from custumal.interpreter.api import State, load_game
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.ui.terminal.play.result import result
from tests.conftest import Cli

RACE = """
custumal: 1
game: race
title: Race
players: 2 to 4
kept:
  laps(seat): {is: 0 to 9, until: end}
  falls(seat): {is: 0 to 9, until: end}
  second: {is: maybe seat, until: end}
play:
  turn: {players: seats, offer: turn}
  told: {each: s in seats where place of s is 2 and decided-by(falls), do: set second to s}
actions:
  ride: {offered: turn, choose: {far: 0 to 9, down: 0 to 9}, do: [set laps of me to far, set falls of me to down]}
scoring: {laps: laps of me}
ranking:
  laps: {most: my total}
  falls: {least: falls of me, say: fewest falls}
"""


def ridden(folder: Path, *rides: tuple[int, int]) -> State:
    path = folder / "game.yaml"
    path.write_text(RACE, encoding="utf-8")
    state = load_game(str(path)).start(players=len(rides))
    for far, down in rides:
        assert state.places == () and state.decided_by is None
        state = state.play(f"ride({far}, {down})")
    return state


@pytest.mark.parametrize(
    ("rides", "places", "key", "told"),
    [
        (((7, 3), (7, 1), (8, 9)), (3, 2, 1), "laps", ["1. player 3", "2. player 2", "3. player 1: fewest falls"]),
        (((7, 3), (7, 1)), (2, 1), "falls", ["1. player 2", "2. player 1: fewest falls"]),
        (((7, 1), (7, 1), (7, 2), (2, 0)), (1, 1, 3, 4), "falls", ["1. player 1, player 2", "3. player 3: fewest falls", "4. player 4"]),
        (((4, 4), (4, 4), (4, 4)), (1, 1, 1), None, []),
        (((4, 4), (5, 4)), (2, 1), "laps", []),
    ],
)
def test_places_and_what_decided(
    rides: tuple[tuple[int, int], ...], places: tuple[int, ...], key: str | None, told: list[str], tmp_path: Path
) -> None:
    state = ridden(tmp_path, *rides)
    assert (state.places, state.decided_by) == (places, key)
    assert state.winners == tuple(seat for seat, place in enumerate(places, start=1) if place == 1)
    lines = ["".join(piece.text for piece in line) for line in result(state.game.engine(len(rides)), state.position, "en", 80)]
    assert [line for line in lines if line[:1].isdecimal()] == told


TIE = """
scenarios:
  tie:
    players: 3
    when:
      - ride(7, 3)
      - ride(7, 1)
      - ride(5, 0)
    then:
      places: place of p1 is 2 and place of p2 is 1 and place of p3 is 3
      key: decided-by(falls) and not decided-by(laps)
      told: second is p1
"""


def test_rules_and_scenarios_read_them(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RACE + TIE, encoding="utf-8")
    (found,) = run_scenarios(load_game(str(path)).model)
    assert found.passed, [failure.message for failure in found.failures]


def test_a_replay_says_them_as_data(tmp_path: Path, call: Cli) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RACE, encoding="utf-8")
    assert call("simulate", path, "--players", "3", "--games", "1", "--record", tmp_path / "records")[0] == 0
    (record,) = (tmp_path / "records").glob("*.json")
    code, out, _ = call("replay", record, "--json")
    data = json.loads(out)
    assert code == 0 and min(data["places"]) == 1 and data["decided_by"] in ("laps", "falls", None)
