"""What needs no position is found while code is written; where that would be too much, it is found in play, and nothing is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game

pytestmark = pytest.mark.slow

RULES = """
custumal: 1
game: knots
players: 2
zones:
  board: {shape: {grid: [16, 16]}}
kept:
  mark(cell of board): {is: maybe seat, until: end}
define:
  far(cell of board): x in cells of board where (column of x - column of cell) * (row of x - row of cell) is 2
  near(cell of board): x in cells of board where (column of x - column of cell) * (row of x - row of cell) is 1
  corner: first(x in cells of board where column of x + row of x is 32)
play:
  turn: {rounds: seats, offer: act}
actions:
  put:
    offered: act
    choose: {cell: cells of board}
    require:
      empty: {that: mark of cell is none, because: Taken.}
      apart: {that: every x in far(cell) + near(cell) has mark of x is not me, because: Too near.}
      inside: {that: cell is not corner, because: Not in the corner.}
    do: set mark of cell to me
end:
  four: {after: play.turn, if: count(cells of board where mark is not none) > 3, do: stop turn}
ranking:
  marks: {most: count(cells of board where mark is me)}
"""


def test_too_much_to_be_found_before_play_is_found_in_play(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    game = load_game(str(tmp_path))
    state = game.start(players=2)
    choices = state.choices()
    assert len(choices) == 16 * 16 - 1
    after = state.play(choices[4 * 16 + 4]).play(choices[0])
    # Itself, the corner, the other's, and the two knights' moves and slanting neighbours that lie one way or the other.
    assert len(after.choices()) == 16 * 16 - 3 - 6
