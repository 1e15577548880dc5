"""Playouts come to the same positions, whichever machine plays them, and a search to the same choice."""

from __future__ import annotations

from random import Random

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.search import playout as playouts
from custumal.interpreter.search import rollouts
from custumal.interpreter.search.levels import Budget
from custumal.interpreter.search.playout import CUT, LONGEST, MOST, playout
from custumal.interpreter.search.search import Search

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

GAMES = ["backgammon", "connect-four", "draughts", "nine-mens-morris", pytest.param("monolyth", marks=pytest.mark.slow)]


def wholly(engine: Engine, monkeypatch: pytest.MonkeyPatch, *, fast: bool) -> rollouts.Rollouts:
    """All playouts of an engine by one machine."""
    made = rollouts.Rollouts(engine)
    monkeypatch.setattr(rollouts, "WARM", 0)
    monkeypatch.setattr(rollouts, "MADE", 0)
    monkeypatch.setattr(made, "_is_worth_it", lambda: fast)
    playouts._ROLLOUTS[engine] = made
    return made


def midgame(engine: Engine, decisions: int) -> Position:
    random, state = Random(decisions), engine.settled(engine.start(decisions))
    for _ in range(decisions):
        if state.kind != OVER:
            engine.apply(state, random.choice(engine.choices(state)))
            engine.advance(state)
    return state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cut", [True, False])
def test_both_machines_come_to_the_same_position(game: str, cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = load_game(game).engine(2)
    for decisions in (0, 5, 11):
        ends = []
        for fast in (True, False):
            made = wholly(engine, monkeypatch, fast=fast)
            state = midgame(engine, decisions)
            playout(engine, state, Random(decisions), cut=cut)
            ends.append({**state.to_json(), "known": None})
            assert (made._fast.count > 0) is fast
        assert ends[0] == ends[1]


def test_a_playout_that_is_cut_ends_when_every_seat_has_decided() -> None:
    engine = load_game("connect-four").engine(2)
    state = engine.start(1)
    assert CUT < LONGEST < MOST
    assert playouts._played_on(engine, state, 7, LONGEST, 3) == 3
    assert playouts._played_on(engine, engine.start(1), 7, 2, 3) == 2


def test_a_search_chooses_the_same_by_either_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = load_game("connect-four").engine(2)
    found = []
    for fast in (True, False):
        wholly(engine, monkeypatch, fast=fast)
        found.append(Search(engine, midgame(engine, 4), 3).run(Budget(60)))
    assert found[0] == found[1]
