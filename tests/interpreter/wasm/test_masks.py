"""Sets as masks, choices that are counted, what is connected and sets of several: the same as the reference finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.costs import RULES, alone, windows_of
from custumal import load_game
from custumal.interpreter.cache import apart
from custumal.interpreter.runs import series, simulate
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from custumal.interpreter.wasm.play.compiled import compiled
from custumal.interpreter.wasm.play.games import WasmGames, loaded, machine_code
from tests.support.wasm_twins import play_both

pytestmark = pytest.mark.slow


def play(path: Path, players: int, stops: int) -> WasmGames:
    """A random game by both, up to some stop."""
    engine = load_game(str(path)).engine(players)
    made = compiled(engine.instance, engine.program, MOST_DECISIONS)
    module = loaded(machine_code(made.text))
    assert module is not None
    fast = WasmGames(made, module, engine.instance, engine.program, engine.reference.start(0))
    assert play_both(engine, fast, 1, stops) > 1
    return fast


WINDOWS = [(game, window) for game in ("hands", "market", "menus") for window in windows_of((RULES / f"{game}.yaml").read_text("utf-8"))]


@pytest.mark.parametrize(("game", "window"), WINDOWS)
def test_windows_go_as_with_the_reference(game: str, window: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(alone((RULES / f"{game}.yaml").read_text("utf-8"), window), "utf-8")
    play(path, 3, 12)


QUESTIONS = """
custumal: 1
game: asked
title: Asked
players: 2
lists: {colour: [red, green, blue]}
zones: {board: {shape: {grid: [9, 9]}}}
kept:
  paint(cell of board): maybe colour
  lit(cell of board): truth
  owner(cell of board): maybe seat
  found: {is: number, until: end}
define:
  area(c cell of board): reach(x in [c] through n in neighbours of x where paint of n is paint of c and lit of n)
  shade(c cell of board): reach(x in [c] through n in neighbours of x where paint of n is not none)
setup:
  some:
    each: c in cells of board where row of c <= 6
    do: set paint of c to if column of c <= 4 then red else if row of c <= 3 then green else blue
  more: {each: c in cells of board where column of c <= 7, do: set lit of c to true}
play: {turn: {rounds: seats, offer: turn}}
actions:
  light:
    offered: turn
    choose: {cell: cells of board}
    require: {wide: {that: "ASKED", because: It is small.}}
    do: [set lit of cell to not lit of cell, set owner of cell to me, raise found by 1]
  colour:
    offered: turn
    choose: {cell: cells of board where owner is not me, colour: all(colour)}
    do: [set paint of cell to colour, reset owner of cell, raise found by 1]
  rest: {offered: turn, do: raise found by 1}
end: {enough: {after: play.turn, if: found >= 60, do: stop game}}
scoring:
  mine: count(cells of board where owner is me and lit)
  rows: if (every c in cells of board where row of c is 1 has lit of c) then 5 else 0
  areas-of-me: if (some c in area(at(board, 1, 1)) where owner of c is me) then 10 else 0
  areas: max(count(area(c)) for c in cells of board)
ranking: {most: my total}
"""

ASKED = [
    "count(area(cell)) >= 3",
    "count(shade(cell)) >= 2 and owner of cell is not me",
    "some c in area(cell) where owner of c is me or row of c is 2",
    "every c in shade(cell) where lit of c has paint of c is not blue",
    "no c in area(cell) where column of c > 6 and not lit of c",
    "owner of cell is none or lit of cell",
    "some line in lines-through(cell, 3) where every c in line has lit of c and owner of c is not me",
    "every line in lines-through(cell, 3) has some c in line where lit of c",
    "paint of cell is paint of at(board, 2, 2) and cell is not in area(at(board, 1, 1))",
]


@pytest.mark.parametrize("asked", ASKED)
def test_questions_are_answered_as_by_the_reference(asked: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(QUESTIONS.replace("ASKED", asked), "utf-8")
    play(path, 2, 25)


COUNTED = {
    **{f"{game} {window}": (game, window) for game, window in WINDOWS if window in ("pair", "several", "blank", "number", "anywhere")},
    "asked": ("", ASKED[5]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_what_is_counted_and_found_is_what_is_listed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games choose by number: the same games as by the ordinary machine, which lists."""
    game, window = COUNTED[name]
    rules = alone((RULES / f"{game}.yaml").read_text("utf-8"), window) if game else QUESTIONS.replace("ASKED", window)
    path = tmp_path / "game.yaml"
    path.write_text(rules.replace("moves >= 140", "moves >= 40").replace("moves >= 200", "moves >= 40"), "utf-8")
    plan = Plan(str(path), 3 if game else 2, 7)
    monkeypatch.setattr(series, "WARM", MOST_DECISIONS * 3)
    wanted = simulate.simulate(plan, 3)
    monkeypatch.setattr(series, "WARM", 1)
    monkeypatch.setattr(series, "MADE", 0)
    monkeypatch.setattr(apart, "module_apart", lambda *_: None)
    assert simulate.simulate(plan, 3).digest() == wanted.digest()
