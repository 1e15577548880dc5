"""Edges of things of several cells are written as they are read: from left to right and downwards, also on the west and the south."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.reference.scores import scores

RULES = """
custumal: 1
game: halls
players: 2
lists:
  edge: [road, grass]
kinds:
  tile: {printed: {edges: edge per side, size: row of number}}
components:
  great:
    kind: tile
    in: middle of field
    rows:
      hall: {size: [3, 2], edges: {north: [grass, grass, grass], east: [grass, grass], south: SOUTH, west: WEST}}
  small: {kind: tile, in: stack, rows: {cross: {edges: {north: road, east: road, south: road, west: road}}}}
zones:
  field: {holds: one tile, shape: {grid: open, edges: edge, turns: quarter}}
  stack: tile
actions:
  wait: {offered: turn}
play:
  turn: {players: seats, offer: turn}
scoring:
  row: {points: sum(row of c for c in at-roads) - (min(row of c for c in rim of field) otherwise 0)}
  column: {points: sum(column of c for c in at-roads) - (min(column of c for c in rim of field) otherwise 0)}
ranking:
  most: {most: total of me}
define:
  at-roads: union(cells of p for p in poses(cross, rim of field) where some b in borders of p where b.theirs is road)
"""


@pytest.mark.parametrize(("south", "west", "place"), [
    ("[grass, grass, grass]", "[road, grass]", (0, 1)),
    ("[grass, grass, grass]", "[grass, road]", (0, 2)),
    ("[road, grass, grass]", "[grass, grass]", (1, 3)),
    ("[grass, grass, road]", "[grass, grass]", (3, 3)),
])  # fmt: skip
def test_a_road_leaves_the_hall_where_it_is_written(tmp_path: Path, south: str, west: str, place: tuple[int, int]) -> None:
    """Columns and rows count from the north-western cell of the hall."""
    (tmp_path / "game.yaml").write_text(RULES.replace("SOUTH", south).replace("WEST", west), encoding="utf-8")
    engine = load_game(str(tmp_path), cached=False).engine(2)
    column, row = place
    assert scores(engine.evaluator, engine.start(1))[0] == column + row
