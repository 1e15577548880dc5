"""Modules try every choice: bots that look one step ahead choose as by the ordinary machine, sequences of choices are as many as
published."""

from __future__ import annotations

from typing import Any

import pytest

from custumal.interpreter.runs import perft as counting
from custumal.interpreter.runs import series, simulate
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan
from custumal.interpreter.wasm.play.games import Trapped, WasmGames
from custumal.interpreter.wasm.unsupported import Unsupported

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from tests.support.wasm_twins import engine_of, games_of

pytestmark = pytest.mark.slow

OPEN = [
    ("tic-tac-toe", ("greedy", "random"), 20), ("connect-four", ("greedy", "greedy"), 6), ("reversi", ("random", "greedy"), 4),
    ("oware", ("greedy", "greedy"), 4), ("draughts", ("greedy", "random"), 2), ("pig", ("greedy", "greedy"), 4),
    ("monolyth", ("greedy", "random", "greedy"), 2),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seats", "games"), OPEN)
def test_bots_that_look_ahead_choose_the_same(game: str, seats: tuple[str, ...], games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(game, len(seats), 3, seats=seats)
    monkeypatch.setattr(series, "WARM", MOST_DECISIONS * games)
    wanted = simulate.simulate(plan, games)
    ordinary = simulate.play_game
    played: list[int] = []
    monkeypatch.setattr(series, "WARM", 1)
    monkeypatch.setattr(series, "is_kept", lambda *_: True)
    monkeypatch.setattr(series, "wasm_games", lambda *_: games_of(game, len(seats)))

    def noted(*given: Any) -> Any:
        played.append(given[-1])
        return ordinary(*given)

    monkeypatch.setattr(simulate, "play_game", noted)
    found = simulate.simulate(plan, games)
    assert played == [0]  # the ordinary machine plays the first game only
    assert found.games == wanted.games
    assert found.digest() == wanted.digest()


def test_where_something_is_hidden_nobody_looks_ahead_in_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not games_of("kuhn-poker", 2).can_be_greedy
    monkeypatch.setattr(series, "WARM", 1)
    monkeypatch.setattr(series, "wasm_games", None)
    assert len(simulate.simulate(Plan("kuhn-poker", 2, 3, seats=("greedy", "random")), 3).games) == 3


PUBLISHED = {
    "tic-tac-toe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connect-four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "draughts": [7, 49, 302, 1469, 7361, 36768],
    "chess": [20, 400, 8902],
}


@pytest.mark.parametrize("game", PUBLISHED)
def test_sequences_are_as_many_as_published(game: str) -> None:
    fast, start = games_of(game, 2), engine_of(game, 2).start(1)
    assert [fast.perft(start.copy(), depth + 1, 1 << 30) for depth in range(len(PUBLISHED[game]))] == PUBLISHED[game]


def test_a_position_that_a_module_can_not_count_from_is_counted_by_the_ordinary_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise Unsupported("no room")

    monkeypatch.setattr(WasmGames, "perft", full)
    engine = engine_of("tic-tac-toe", 2)
    assert counting.perft(engine, engine.start(1), 5) == PUBLISHED["tic-tac-toe"][4]


def test_no_call_of_a_module_goes_on_and_on() -> None:
    fast, start = games_of("chess", 2), engine_of("chess", 2).start(1)
    assert fast.perft(start, 2, 1_000) == 400
    with pytest.raises(Trapped):
        fast.perft(start, 40, 1_000)


def test_what_chance_brings_is_left_to_the_ordinary_machine() -> None:
    assert not games_of("pig", 2).can_count
    assert games_of("chess", 2).can_count
