"""`draw`: a position as a picture, as one seat sees it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

from tests.conftest import Cli


def names(svg: str) -> set[str]:
    return set(re.findall(r'data-name="([^"]*)"', svg))


def test_the_first_position_is_drawn_with_its_colours(call: Cli) -> None:
    code, out, err = call("draw", "tic-tac-toe")
    assert (code, err) == (0, "")
    assert fromstring(out).get("width") == "960"  # noqa: S314  # our own text
    assert {f"at(board, {column}, {row})" for column in (1, 2, 3) for row in (1, 2, 3)} <= names(out)
    assert "prefers-color-scheme: dark" in out


def test_a_seat_sees_its_own_hand_and_a_spectator_none(call: Cli) -> None:
    hands = [names(call("draw", "kuhn-poker", *seat)[1]) & {"jack", "queen", "king"} for seat in ((), ("--seat", "1"), ("--seat", "2"))]
    assert [len(hand) for hand in hands] == [0, 1, 1]
    assert hands[1] != hands[2]


def test_a_scenario_is_drawn_as_it_begins(call: Cli) -> None:
    code, out, _ = call("draw", "tic-tac-toe", "--scenario", "three-in-a-row-wins")
    assert code == 0
    titles = {title.text for title in fromstring(out).iter("{http://www.w3.org/2000/svg}title")}  # noqa: S314  # our own text
    assert {"board 1, 1: mark player 1", "board 2, 1: mark player 1", "board 3, 1"} <= titles


def test_a_saved_game_is_drawn_behind_any_of_its_choices(call: Cli, tmp_path: Path) -> None:
    assert call("simulate", "tic-tac-toe", "--games", "1", "--seed", "3", "--record", tmp_path)[0] == 0
    (record,) = tmp_path.glob("*.json")
    marks = [len(re.findall(r">board \d, \d: ", call("draw", record, "--step", step)[1])) for step in range(6)]
    assert marks == [0, 1, 2, 3, 4, 5]


def test_what_is_not_there_is_said(call: Cli) -> None:
    assert call("draw", "tic-tac-toe", "--seat", "3")[2] == "custumal: There is no seat 3; 2 play.\n"
    assert call("draw", "tic-tac-toe", "--step", "3")[2] == "custumal: --step needs a saved game; tic-tac-toe is none.\n"
    assert "There is no scenario `three-in-row-wins`" in call("draw", "tic-tac-toe", "--scenario", "three-in-row-wins")[2]
