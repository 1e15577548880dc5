"""Parts of lists: the sides among the directions, and parts of parts, whose words are those of the whole list."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.api import load_game
from custumal.interpreter.runs.scenarios import run_scenarios

GAME = """\
custumal: 1
game: parts
title: Parts
players: 2
lists:
  hue: [white, red, green, blue]
  bright: {among: hue, are: [green, blue, red]}
  warm: {among: bright, are: [red]}
  upright: {among: side, are: [north, south]}
zones:
  board: {holds: one pawn, shape: {grid: [3, 3]}}
kinds: {pawn: {}}
components: {pawns: {kind: pawn, in: middle of board}}
kept:
  level(bright): {is: 0 to 9, start: 1, until: end}
  faces: {is: direction, start: north-east, until: end}
  lit: {is: hue, start: white, until: end}
define:
  steps-aside(c cell of board): count(union(toward(c, s) for s in all(side)))
  steps-at-all(c cell of board): count(union(toward(c, d) for d in all(direction)))
  slanting: faces is not in all(side)
  is-lit: lit is in all(bright)
play:
  turn: {repeat: 2, do: {act: {players: seats, offer: acting}}}
actions:
  light:
    offered: acting
    choose: {hue: all(bright)}
    do: [raise level(hue) by 1, set lit to hue]
  face:
    offered: acting
    choose: {way: all(upright)}
    do: set faces to way
scoring:
  light: sum(level(h) for h in all(warm))
ranking:
  light: {most: my total}
scenarios:
  at-first:
    then:
      corner: steps-aside(at(board, 1, 1)) is 4 and steps-at-all(at(board, 1, 1)) is 6
      middle: steps-aside(at(board, 2, 2)) is 4 and steps-at-all(at(board, 2, 2)) is 8
      slanting: slanting and not is-lit
  a-part-of-a-part-is-the-word-of-the-whole:
    when: [light(red), face(south), light(blue)]
    then:
      levels: level(red) is 2 and level(green) is 1 and level(blue) is 2
      total: total of p1 is 2
      lit: is-lit and lit is blue and lit is not in all(warm)
      faces: faces is south and not slanting
      way: {allowed: face(north)}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_words_of_parts_are_words_of_the_whole(folder: Path) -> None:
    results = run_scenarios(load_game(str(folder)).model)
    assert [failure.message for result in results for failure in result.failures] == []
    assert len(results) == 2


def test_both_machines_play_alike(folder: Path) -> None:
    game = load_game(str(folder))
    fast, plain = game.engine(2), game.engine(2, compiled=False)
    ours, theirs = fast.start(1), plain.start(1)
    for key in ("light(red)", "face(south)", "light(blue)", "face(north)"):
        for engine, state in ((fast, ours), (plain, theirs)):
            choice = engine.find(state, key)
            assert choice is not None
            engine.apply(state, choice)
        assert fast.choices(ours) == plain.choices(theirs)
        assert ours.to_json() == theirs.to_json()


def test_the_whole_is_no_part(folder: Path) -> None:
    text = GAME.replace("hue: all(bright)}", "hue: all(hue)}")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleFileError, match="A word of `bright` is expected here"):
        load_game(str(folder))
