"""Placements of tiles that scenarios name: cells and quarter turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.dsl.check.game import check_game
from custumal.interpreter.runs.scenarios import run_scenarios

LINE = 38
"""Of the rules: where `given` lays the first tile."""
RULES = """
custumal: 1
game: roads
players: 2
lists:
  edge: [road, grass]
kinds:
  tile: {printed: {edges: edge per side, size: row of number}}
components:
  start:
    kind: tile
    in: middle of field
    rows:
      farm: {size: [2, 1], edges: {north: [road, grass], east: [grass], south: [grass, grass], west: [grass]}}
  tiles:
    kind: tile
    in: stack
    rows:
      bend: {copies: 2, edges: {north: road, east: road, south: grass, west: grass}}
      corner: {edges: {north: road, east: road, south: grass, west: grass}}
zones:
  field: {holds: one tile, shape: {grid: open, edges: edge, turns: quarter}}
  stack: tile
actions:
  lay:
    offered: turn
    choose: {tile: stack, pose: "poses(tile, rim of field)"}
    require:
      fits: {that: no b in borders of pose where b.mine is not b.theirs, because: Roads have to go on.}
    do: move tile to pose
play:
  turn: {rounds: seats, until: no stack, offer: turn, else: leave turn}
ranking:
  none-is-first: {most: 0}
scenarios:
  turned:
    given:
      - move first(stack) to pose-at(field, bend, POSE)
    then:
      cell: tile of at(field, 32, 31) is bend
      road: only(b.mine for b in borders of pose-at(field, bend, POSE)) is road
      next: can lay(corner, pose-at(field, corner, [[31, 32]], 2))
      not-so: not can lay(corner, pose-at(field, corner, [[31, 32]]))
      as-key: {allowed: LAY}
      unturned: {forbidden: "lay(corner, pose-at(field, corner, [[31, 32]], 0))", because: actions.lay.require.fits}
      not-there: {forbidden: AGAIN, because: actions.lay.require.fits}
"""


def written(folder: Path, pose: str) -> Path:
    text = RULES.replace("POSE", pose).replace("{allowed: LAY}", '{allowed: "lay(bend, pose-at(field, bend, [[31, 32]], 3))"}')
    text = text.replace("{forbidden: AGAIN,", '{forbidden: "lay(bend, pose-at(field, bend, [[33, 31]], 1))",')
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("turn", [1, 2])
def test_a_turn_is_part_of_a_named_pose(tmp_path: Path, turn: int) -> None:
    """Turned once, the road that went north and east goes east and south; twice, south and west: both meet the farm's road."""
    game = load_game(str(written(tmp_path, f"[[32, 31]], {turn}")), cached=False)
    failures = [f.message for result in run_scenarios(game.model, game.model.scenarios) for f in result.failures]
    assert failures == []


@pytest.mark.parametrize(
    ("pose", "code"),
    [("[[32, 31, 1]], 1", "wrong-shape"), ("[[32, 31]], 4", "out-of-range"), ("[[32, 31]], 1, 2", "arity")],
)
def test_a_pose_has_columns_rows_and_turns(tmp_path: Path, pose: str, code: str) -> None:
    found = check_game(written(tmp_path, pose) / "game.yaml").diagnostics
    assert {d.code for d in found if d.span.line == LINE} == {code}


@pytest.mark.parametrize(
    ("pose", "code"),
    [
        ("[[31, 32, 1]], 3", "wrong-shape"),
        ("[[31, 32]], 4", "out-of-range"),
        ("[[31, 32]], 3, 3", "arity"),
        ("[[31, 32]]", "key-spelling"),
        ("[[31, 32]], (3)", "key-spelling"),
    ],
)
def test_a_pose_in_a_choice_is_read_as_strictly(tmp_path: Path, pose: str, code: str) -> None:
    path = written(tmp_path, "[[32, 31]], 1") / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[[31, 32]], 3))", f"{pose}))"), encoding="utf-8")
    (found,) = check_game(path).diagnostics
    assert (found.code, text.splitlines()[found.span.line - 1].strip().partition(":")[0]) == (code, "as-key")
