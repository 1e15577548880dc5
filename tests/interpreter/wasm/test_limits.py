"""What can't go on in a module is left to the ordinary machine: the same errors in the same words, and no game that is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from time import sleep

import pytest

from custumal import load_game
from custumal.interpreter.cache import apart, wasm_modules
from custumal.interpreter.runs import series, simulate
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan
from custumal.interpreter.setup.errors import PlayError

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

GAMES = 30
HEAD = """\
custumal: 1
game: small
title: Small
players: 2
kept:
  total: {is: number, start: 1, until: end}
  turns: {is: number, until: end}
play:
  turn: {rounds: seats, offer: turn}
"""
END = """\
end:
  enough: {after: play.turn, if: turns >= 120, do: stop turn}
scoring:
  points: turns
ranking:
  points: {most: my total}
"""


def small(rest: str) -> str:
    return HEAD + dedent(rest) + END


DOUBLED = small(
    """\
    actions:
      double: {offered: turn, do: [raise turns by 1, raise total by total]}
      wait: {offered: turn, do: raise turns by 1}
    """
)
"""Some games double often enough to leave 64 bits, most do not."""
LARGE_FACTORS = small(
    """\
    actions:
      square: {offered: turn, do: [raise turns by 1, {if: total < 5000000000, do: set total to total * 3}]}
    """
)
"""Factors of more than 31 bits are not for modules, but they are all right."""
ENDLESS = small(
    """\
    actions:
      wait:
        offered: turn
        do:
          - raise turns by 1
          - until: turns > 500 and total is 2
            do: raise turns by 0
    """
)


@pytest.fixture
def rules(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
        return str(tmp_path / "game.yaml")

    return write


def result(plan: Plan) -> object:
    """What all games say, or the error in which they end."""
    try:
        return [(game.number, game.scores, game.digest) for game in simulate.simulate(plan, GAMES).games]
    except PlayError as error:
        return error.code, error.message, error.span


@pytest.mark.parametrize("text", [DOUBLED, LARGE_FACTORS, ENDLESS])
def test_what_can_not_go_on_there_is_told_as_ever(text: str, rules: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(rules(text), 2, 3)
    monkeypatch.setattr(series, "WARM", MOST_DECISIONS * GAMES)
    wanted = result(plan)
    monkeypatch.setattr(series, "WARM", 1)
    monkeypatch.setattr(series, "MADE", 0)
    monkeypatch.setattr(apart, "module_apart", lambda *_: None)
    assert result(plan) == wanted


def test_some_games_are_played_there_and_some_are_not(rules: Callable[[str], str]) -> None:
    game = load_game(rules(DOUBLED))
    engine = game.engine(2)
    fast = wasm_modules.wasm_games(engine.instance, engine.program, engine.start(0), MOST_DECISIONS, {}, None)
    assert fast is not None
    played = list(fast.series(3, range(GAMES)))
    assert [one if isinstance(one, int) else one.number for one in played] == list(range(GAMES))
    assert {isinstance(one, int) for one in played} == {True, False}
    assert all(isinstance(one, int) or one.totals == (120, 120) for one in played)


def test_without_wasmtime_the_ordinary_machine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("nim", 2, 5)
    wanted = simulate.simulate(plan, GAMES)
    monkeypatch.setattr(wasm_modules, "can_run", lambda: False)
    monkeypatch.setattr(series, "WARM", 1)
    monkeypatch.setattr(series, "MADE", 0)
    monkeypatch.setattr(apart, "module_apart", lambda *_: None)
    assert simulate.simulate(plan, GAMES).digest() == wanted.digest()


def test_a_module_is_kept_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("nim")
    engine = game.engine(2)
    opening = engine.start(0)
    first = wasm_modules.wasm_games(engine.instance, engine.program, opening, MOST_DECISIONS, game.values, game.cache_key)
    assert first is not None
    assert wasm_modules.is_kept(engine.instance, MOST_DECISIONS, game.values, game.cache_key)

    def refuse(*_: object) -> None:
        raise AssertionError("it was made again")

    monkeypatch.setattr("custumal.interpreter.wasm.play.games.machine_code", refuse)
    again = wasm_modules.wasm_games(engine.instance, engine.program, opening, MOST_DECISIONS, game.values, game.cache_key)
    assert again is not None
    assert list(again.series(1, range(5))) == list(first.series(1, range(5)))


@pytest.mark.slow
def test_another_process_makes_the_module_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played meanwhile; afterwards the module is found in the cache, and says the same."""
    game = load_game("nine-mens-morris")
    assert game.cache_key is not None
    engine = game.engine(2)
    making = apart.module_apart(2, game.values, MOST_DECISIONS - 1, game.cache_key)
    assert making is not None
    while making.is_under_way():
        sleep(0.05)
    assert wasm_modules.is_kept(engine.instance, MOST_DECISIONS - 1, game.values, game.cache_key)

    def refuse(*_: object) -> None:
        raise AssertionError("it was made again")

    monkeypatch.setattr("custumal.interpreter.wasm.play.games.machine_code", refuse)
    opening = engine.start(0)
    fast = wasm_modules.wasm_games(engine.instance, engine.program, opening, MOST_DECISIONS - 1, game.values, game.cache_key)
    assert fast is not None
    assert next(iter(fast.series(5, range(1)))) is not None


def test_a_process_that_is_not_waited_for_ends_at_once() -> None:
    game = load_game("kings-abbey")
    assert game.cache_key is not None
    making = apart.module_apart(5, game.values, MOST_DECISIONS - 2, game.cache_key)
    assert making is not None
    process = making._process
    del making
    assert process.poll() is not None
