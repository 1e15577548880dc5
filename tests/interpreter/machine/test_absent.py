"""What a rule names and a game has not: guarded it plays, asked about it is nothing, else play ends at that place, on both
machines alike; and what is bound to come to it is found by the check."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.dsl.model import GameModel
from custumal.interpreter.api import Game
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.position.state import CHANCE, OVER
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.runs.played import MOST_DECISIONS
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.wasm.play.compiled import compiled
from custumal.interpreter.wasm.play.games import WasmGames, loaded, machine_code
from tests.support.wasm_twins import play_both

FRAME = """
custumal: 1
game: lesser
players: 2 to 3
options: {size: {is: 1 to 4, default: 3}}
house-seats: {bank: {if: players is 3}}
resources: {coin: {start: 3}}
kinds: {stone: {printed: {weight: 1 to 3}}}
components: {stones: {kind: stone, in: heap, rows: {big: {weight: 3, if: players is 3}, small: {weight: 1}}}}
zones: {heap: stone, pool(seat): stone, board: {holds: stone, shape: {grid: [size, size]}}, wheel: {holds: stone, shape: {ring: size}}}
kept:
  pot: {is: 0 to 99, until: end}
  mark(cell of board): {is: truth, until: end}
  spot: {is: cell of board, start: "at(board, 1, 1)"}
define:
  corner: at(board, 2, 2)
  heavy(s stone): weight of s > 1
play: {turn: {repeat: 2, do: {go: {players: seats, offer: turn}}}}
actions: {act: {offered: turn, do: [raise pot by 1, DO]}}
scoring: {points: SCORE}
ranking: {most: {most: my total}}
"""
NEEDS = [
    ('"set mark of at(board, 2, 2) to true"', "size > 1", "no-such-position"),
    ('"move small to at(wheel, 2)"', "size > 1", "no-such-position"),
    ('"raise pot by count(at(board, 2, 2))"', "size > 1", "no-such-position"),
    ("set spot to corner", "size > 1", "no-such-position"),
    ("raise pot by weight of big", "players is 3", "not-in-game"),
    ("raise pot by weight of big - 1", "players is 3", "not-in-game"),
    ("give 1 coin to bank", "players is 3", "not-in-game"),
    ("set coin of bank to 2", "players is 3", "not-in-game"),
    ("gain 1 coin for bank", "players is 3", "not-in-game"),
    ("move small to pool of bank", "players is 3", "not-in-game"),
    ("raise pot by count(pool of bank)", "players is 3", "not-in-game"),
]
ASKS = [
    "raise pot by 2 if big is in heap",
    "raise pot by 2 if heavy(big)",
    "raise pot by 2 if me is bank",
    "raise pot by count(s in heap where s is not big)",
    '"raise pot by count([big, small])"',
    "discard big",
    "move big to pool of me",
    "swap big with small",
]


def lesser(folder: Path, do: str = "raise pot by 1", score: str = "pot") -> Path:
    path = folder / "game.yaml"
    path.write_text(FRAME.replace("DO", do).replace("SCORE", score), encoding="utf-8")
    return path


def model(path: Path) -> GameModel:
    checked = check_game(path)
    assert checked.game is not None, checked.diagnostics
    return checked.game


def played(game: GameModel, players: int, size: int, *, compiled: bool) -> tuple[object, ...]:
    """What the score is in the end, or for what play ends before."""
    try:
        engine = Game(game, {"size": size}).engine(players, compiled=compiled)
        state = engine.start(1)
        while state.kind != OVER:
            engine.apply(state, engine.draw(state) if state.kind == CHANCE else engine.choices(state)[0])
        return scores(engine.evaluator, state)
    except PlayError as error:
        return (error.code,)


def lacking(code: str) -> tuple[int, int]:
    """Players and size with which what the code is about is missing."""
    return (2, 1) if code == "no-such-position" else (2, 3)


@pytest.mark.parametrize(("do", "guard", "code"), NEEDS)
def test_what_is_not_there_ends_play_unless_it_is_guarded(do: str, guard: str, code: str, tmp_path: Path) -> None:
    plain, guarded = do, f"{do[:-1]} if {guard}{do[-1]}" if do.endswith('"') else f"{do} if {guard}"
    players, size = lacking(code)
    for machine in (False, True):
        assert played(model(lesser(tmp_path, plain)), players, size, compiled=machine) == (code,)
        assert played(model(lesser(tmp_path, plain)), 3, 3, compiled=machine) != (code,)
        assert code not in played(model(lesser(tmp_path, guarded)), players, size, compiled=machine)


@pytest.mark.parametrize(("do", "guard", "code"), NEEDS)
def test_the_check_finds_what_nothing_guards_and_nothing_else(do: str, guard: str, code: str, tmp_path: Path) -> None:
    found = [d for d in check_game(lesser(tmp_path, do), trial=try_setup).diagnostics if d.is_error]
    assert [d.code for d in found] == [code]
    assert ("with the option size 1" in found[0].message) is (code == "no-such-position")
    guarded = f"{do[:-1]} if {guard}{do[-1]}" if do.endswith('"') else f"{do} if {guard}"
    assert check_game(lesser(tmp_path, guarded), trial=try_setup).game is not None


@pytest.mark.parametrize("do", ASKS)
def test_to_ask_about_what_is_not_there_is_no_mistake(do: str, tmp_path: Path) -> None:
    path = lesser(tmp_path, do)
    assert check_game(path, trial=try_setup).game is not None
    for players in (2, 3):
        plain, fast = (played(model(path), players, 3, compiled=machine) for machine in (False, True))
        assert plain == fast
        assert len(plain) == players


@pytest.mark.parametrize("do", ASKS)
def test_a_module_plays_as_the_reference_does(do: str, tmp_path: Path) -> None:
    for players in (2, 3):
        engine = Game(model(lesser(tmp_path, do)), {"size": 3}).engine(players, compiled=False)
        made = compiled(engine.instance, engine.program, MOST_DECISIONS)
        module = loaded(machine_code(made.text))
        assert module is not None
        fast = WasmGames(made, module, engine.instance, engine.program, engine.reference.start(0))
        assert play_both(engine, fast, 1, 20) == 2 * players


def test_a_series_ends_where_a_single_game_would(tmp_path: Path) -> None:
    path = lesser(tmp_path, "raise pot by weight of big if pot > 1")
    with pytest.raises(PlayError, match="There is no `big` in this game") as raised:
        simulate(Plan(str(path), 2, 1), 2)
    assert raised.value.span is not None
