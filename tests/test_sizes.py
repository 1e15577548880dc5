"""Sizes that only play can know: too much is refused by name, before it takes the memory of a machine."""

from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.errors import PlayError

GAME = """
custumal: 1
game: large
title: Large
players: 2
options:
  size: {is: number, default: 3}
kinds:
  stone: {printed: {}}
components:
  stones: {kind: stone, in: heap, copies: 4 * size}
zones:
  heap: stone
  board: {holds: one stone, shape: {grid: [size, size]}}
kept:
  seen(a cell of board, b cell of board, c cell of board): {is: truth, until: turn}
actions:
  put:
    offered: turn
    choose: {taken: any among heap, cell: cells of board}
    require:
      free: {that: "cell is empty and some taken and not seen(cell, cell, cell)", because: It is taken.}
    do: [move first(taken) to cell, "set seen(cell, cell, cell) to true"]
play:
  turn: {rounds: seats, until: no heap, offer: turn}
scoring: {none: 0}
ranking: {most: my total}
"""


@pytest.fixture
def large(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("size", "code"),
    [(6, "too-many-choices"), (20, "kept-too-large"), (200, "board-too-large"), (100_000, "too-many-things"), (10**18, "too-many-things")],
)
def test_what_is_too_large_is_named(large: Path, size: int, code: str) -> None:
    with pytest.raises(PlayError) as caught:
        load_game(str(large), options={"size": size}).start(players=2, seed=1).choices()
    assert caught.value.code == code
    assert caught.value.span is not None


def test_what_is_small_is_played(large: Path) -> None:
    state = load_game(str(large), options={"size": 1}).start(players=2, seed=1)
    # Alike stones are one candidate, so that a set is known by its size.
    assert len(state.choices()) == 4


@pytest.mark.parametrize(("do", "found"), [("set pot to pot * 3 + 1", "pot * 3"), ("raise pot by pot + 7", "raise pot by pot + 7")])
def test_a_number_beyond_64_bits_is_shown_where_it_arises(tmp_path: Path, do: str, found: str) -> None:
    text = GAME.replace("kept:\n", "kept:\n  pot: {is: number, until: end}\n").replace("do: [", f"do: [{{repeat: 100, do: {do}}}, ")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    state = load_game(str(tmp_path), options={"size": 1}).start(players=2, seed=1)
    with pytest.raises(PlayError) as caught:
        state.play(state.choices()[-1])
    span = caught.value.span
    assert caught.value.code == "number-overflow"
    assert span is not None
    assert text.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1] == found
