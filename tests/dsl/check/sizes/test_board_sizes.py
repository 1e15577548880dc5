"""However many sizes a board is given, and whatever can't be read of them: it is told, and nothing else goes wrong."""

from pathlib import Path

import pytest

from tests.support.game_frames import check_text

WORDS = {"grid": ("row", "column"), "cubes": ("level",), "ring": ("index",), "track": ("index",)}
TAKES = {"grid": 2, "cubes": 3}
SIZES = ("", "3", "3, 3", "3, 3, 3", "3, 3, 3, 3", "3, )", "3, 3, )", "3, 3, most", "3, nobody", "), )")

GAME = """custumal: 1
game: sizes
players: 2
values: {most: 4}
zones:
  board: {shape: {FORM: [SIZES]}}
kept:
  mark(cell of board): maybe seat
actions:
  claim:
    offered: turn
    choose: {target: cells of board where ASKED}
    require: {near: {that: count(c in cells of board where c is target) > 0, because: Far.}}
    do: set mark of target to me
play:
  turn: {rounds: seats, offer: turn, until: every c in cells of board has mark of c is not none}
ranking: {most: {most: count(c in cells of board where mark of c is me)}}
"""


@pytest.mark.parametrize("form", WORDS)
@pytest.mark.parametrize("sizes", SIZES)
def test_whatever_sizes_a_board_has_they_are_judged(form: str, sizes: str, tmp_path: Path) -> None:
    asked = " and ".join(f"{word} of it > 1" for word in WORDS[form])
    text = GAME.replace("FORM", form).replace("[SIZES]", f"[{sizes}]" if form in TAKES else sizes or "[]").replace("ASKED", asked)
    found = check_text(text, tmp_path).diagnostics
    fits = ")" not in sizes and "nobody" not in sizes and len(sizes.split(", ")) == TAKES.get(form, 1) and sizes != ""
    assert any(one.is_error for one in found) != fits
