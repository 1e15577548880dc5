"""Options of every type that can be said: by their words from Python, in scenarios, as defaults; what they can't be is refused."""

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.interpreter.api import Game, load_game
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.interpreter.setup.errors import PlayError

OPTIONS = """
custumal: 1
game: heirs
title: Heirs
players: 2 to 4
lists: {season: [spring, summer, autumn], warm: {among: season, are: [summer]}}
resources: {gold: {}, silver: {}}
kinds: {ring: {printed: {worth: number}}}
components: {rings: {kind: ring, in: chest, rows: {plain: {worth: 1}, ornate: {worth: 5}}}}
zones: {chest: ring}
options:
  heir: {is: seat, default: p2}
  rival: {is: maybe seat, default: none}
  currency: {is: resource, default: gold}
  begins: {is: warm, default: summer}
  seal: {is: type of ring, default: plain}
play: {turn: {players: seats, offer: turn}}
actions:
  claim:
    offered: turn
    do:
      - gain (worth of seal) * (if currency is gold then gold else silver) if me is heir
      - lose 1 gold if me is rival or begins is not summer
scoring: {wealth: my gold + 10 * my silver}
ranking: {wealth: {most: my total}}
scenarios:
  third: {players: 3, options: {heir: p3, seal: ornate}, when: [claim, claim, claim], then: {rich: gold of p3 is 5}}
"""


def heirs(folder: Path, **options: object) -> Game:
    path = folder / "game.yaml"
    path.write_text(OPTIONS, encoding="utf-8")
    return load_game(str(path), options=options)


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({}, (0, 1, 0)),
        ({"heir": "p3", "seal": "ornate"}, (0, 0, 5)),
        ({"heir": "p1", "currency": "silver"}, (10, 0, 0)),
        ({"rival": "p2"}, (0, 0, 0)),
        ({"rival": "none"}, (0, 1, 0)),
    ],
)
def test_options_are_what_their_words_say(options: dict[str, str], scores: tuple[int, ...], tmp_path: Path) -> None:
    game = heirs(tmp_path, **options)
    state = game.start(players=3).play("claim").play("claim").play("claim")
    assert state.scores == scores
    assert {name: game.options[name] for name in options} == options
    assert game.state(state.to_json()).scores == scores


@pytest.mark.parametrize("options", [{"heir": "p5"}, {"heir": "2"}, {"begins": "spring"}, {"currency": "brass"}, {"seal": "gold"}])
def test_other_words_are_refused(options: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(PlayError, match="is one of"):
        heirs(tmp_path, **options)


def test_a_seat_has_to_be_at_the_table(tmp_path: Path) -> None:
    game = heirs(tmp_path, heir="p4")
    assert game.start(players=4).seat == 1
    with pytest.raises(PlayError, match="p1 to p3, not p4"):
        game.start(players=3)


def test_scenarios_name_seats(tmp_path: Path) -> None:
    model = heirs(tmp_path).model
    assert all(result.passed for result in run_scenarios(model))


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        ("default: p2", "default: p3", "out-of-range"),
        ("heir: p3", "heir: p4", "out-of-range"),
        ("{is: maybe seat, default: none}", "{is: set of seat, default: seats}", "not-constant"),
    ],
)
def test_what_an_option_can_never_be_is_told(was: str, now: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(OPTIONS.replace(was, now), encoding="utf-8")
    assert code in {d.code for d in check_game(path).diagnostics}
