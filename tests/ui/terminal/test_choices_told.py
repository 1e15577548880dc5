"""How choices are told: with all that was chosen, once; things that look the same are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.api import load_game
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.terminal.questions.menu import question

GAME = """\
custumal: 1
game: crosses
title: Crosses
players: 2
lists: {hue: [red, blue]}
kinds: {die: {}}
components: {dice: {kind: die, in: cup, copies: 2}}
zones:
  cup: die
  lane(seat, hue): {shape: {track: 3}}
kept:
  shows(die): 1 to 6
  crossed(cell of lane): {is: truth, until: end}
setup:
  all: set shows of cup to 5
  one: set shows of leading(1, cup) to 2
play:
  turn: {rounds: seats, offer: acting}
actions:
  cross:
    say: Cross {index of cell} {hue of cell}
    offered: acting
    choose:
      hue: all(hue)
      cell: cells of lane(me, hue)
    do: set crossed of cell to true
  turn-die:
    say: Turn over {die}
    offered: acting
    choose: {die: cup}
    do: set shows of die to 7 - shows of die
end:
  done:
    after: turn
    if: every c in cells of lane(me, red) has crossed of c
    do: stop turn
scoring:
  crosses: count(c in cells of lane(me, red) where crossed of c)
ranking: {most: {most: my total}}
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    made = Session(load_game(str(tmp_path)), [HUMAN, HUMAN], 1)
    made.settle()
    return made


def test_what_the_sentence_of_a_choice_leaves_out_is_told_once(session: Session) -> None:
    engine, position = session.engine, session.position
    choice = next(one for one in engine.choices(position) if engine.key(position, one) == "cross(red, at(lane(p1, red), 2))")
    assert Describer(engine, "en").choice(position, choice) == engine.label(position, choice, "en") == "Cross 2 red: red"


def test_equal_things_in_one_place_are_told_apart_by_what_is_kept_of_them(session: Session) -> None:
    engine, position = session.engine, session.position
    look = Look(engine, hints_of(session.game.model.display), position, 0, "en")
    turns = [choice for choice in engine.choices(position) if engine.key(position, choice).startswith("turn-die")]
    assert [answer.label for answer in question(Describer(engine, "en"), look, turns).answers] == ["dice=2", "dice=5"]
