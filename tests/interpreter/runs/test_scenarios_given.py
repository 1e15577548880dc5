"""Boards of cubes that a scenario builds: one thing stands for all cubes, taken from where it is missed least."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.runs.scenarios import run_scenarios

GAME = """\
custumal: 1
game: builders
title: Builders
players: 1
kinds: {block: {printed: {shape: polycube}}}
components:
  sacked: {kind: block, in: sack, rows: {small: {shape: [[0, 0, 0]]}}}
  heaped: {kind: block, in: quarry, rows: {plain: {shape: [[0, 0, 0]]}}}
  built: {kind: block, in: quarry, rows: {grand: {shape: [[0, 0, 0]]}}}
zones:
  sack: {holds: block, shape: bag}
  quarry: block
  spare(seat): block
  tower: {holds: one block, shape: {cubes: [2, 2, 3]}}
  other: {holds: one block, shape: {cubes: [2, 2, 3]}}
play: {turn: {players: seats, offer: acts}}
actions: {rest: {offered: acts}}
scenarios:
  as-it-says:
    given:
      - build other to [[1, 0], [0, 2]]
      - build tower to [[3, 1], [0, 2]]
      - build tower to [[0, 2], [1, 0]]
    then:
      tower: sum(height of c for c in columns of tower) is 3 and count(cells of tower where filled) is 3
      columns: count(c in columns of tower where height of c is 2) is 1 and count(c in columns of tower where height of c is 0) is 2
      place: at(tower, 2, 1, 2) is filled and at(tower, 1, 2, 1) is filled and at(tower, 1, 1, 1) is empty
      other: count(cells of other where filled) is 3
  from-the-bag-first:
    given: ["build tower to [[1, 0], [0, 0]]"]
    then: {bag: count(sack) is 0, heap: count(quarry) is 2}
  from-a-heap-before-the-box:
    given: [discard sack, "discard first(all(block) where it is grand)", "build tower to [[1, 0], [0, 0]]"]
    then: {heap: count(quarry) is 0}
  from-the-box-before-a-board:
    given:
      - move first(all(block) where it is grand) to at(other, 1, 1, 1)
      - discard sack
      - discard quarry
      - build tower to [[1, 0], [0, 0]]
    then: {tower: count(cells of tower where filled) is 1, other: count(cells of other where filled) is 1}
  nothing-is-nothing:
    given: ["build tower to [[0, 0], [0, 0]]"]
    then: {bag: count(sack) is 1, tower: every c in cells of tower has c is empty}
"""


def test_what_scenarios_build(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    results = run_scenarios(load_game(str(tmp_path)).model)
    assert [failure.message for result in results for failure in result.failures] == []
    assert len(results) == 5


def test_a_line_that_finds_nothing_is_told_but_not_one_that_empties_a_place(tmp_path: Path) -> None:
    idle = "move first(quarry where it is small) to sack if no quarry"
    lines = ["discard sack", "discard sack", "discard first(sack)", idle, "move quarry to sack", "move spare of seats to sack"]
    found = f"  looks:\n    given:\n{''.join(f'      - {line}{chr(10)}' for line in lines)}    then: {{box: no quarry}}\n"
    (tmp_path / "game.yaml").write_text(GAME.partition("scenarios:")[0] + "scenarios:\n" + found, encoding="utf-8")
    (result,) = run_scenarios(load_game(str(tmp_path)).model)
    first = len(GAME.partition("scenarios:")[0].splitlines()) + 4
    assert result.passed
    assert [(remark.problem.code, remark.source.span.line) for remark in result.remarks] == [("given-moves-nothing", first + 2)]


@pytest.mark.parametrize(
    ("line", "finds"),
    [
        ("swap first(sack) with first(quarry)", True),
        ("swap first(spare of p1) with first(quarry)", False),
        ("swap first(sack) with first(spare of p1)", False),
        ("swap sack with spare of p1", False),
        ("swap first(spare of p1) with first(spare of p1)", False),
        ("swap first(spare of p1) with first(quarry) if no quarry", True),  # it says itself that there may be none
        ("draw 1 from quarry to spare of p1", True),
        ("draw 5 from quarry to spare of p1", True),  # as many as there are
        ("draw 0 from spare of p1 to sack", True),
        ("draw 2 from spare of p1 to sack", False),
        ("draw 2 from spare of p1 to sack if count(spare of p1) > 1", True),
        ("move first(spare of p1) to sack", False),
        ("discard first(spare of p1)", False),
    ],
)
def test_whatever_moves_things_tells_that_it_finds_none(line: str, finds: bool, tmp_path: Path) -> None:
    found = f"  looks: {{given: ['{line}'], then: {{any: count(all(block)) > 0}}}}\n"
    (tmp_path / "game.yaml").write_text(GAME.partition("scenarios:")[0] + "scenarios:\n" + found, encoding="utf-8")
    (result,) = run_scenarios(load_game(str(tmp_path)).model)
    assert result.passed
    assert [remark.problem.code for remark in result.remarks] == ([] if finds else ["given-moves-nothing"])
