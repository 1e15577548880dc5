"""How many rounds a game had: by both machines, and as its rules and its moves tell."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.position.state import DECISION

pytestmark = pytest.mark.slow


def _game(name: str, players: int, seed: int, *, compiled: bool) -> tuple[int, int]:
    """The rounds of a random game and its decisions."""
    engine, dice = load_game(name).engine(players, compiled=compiled), Random(seed)
    state, decisions = engine.settled(engine.start(seed)), 0
    while state.kind == DECISION:
        engine.apply(state, dice.choice(engine.choices(state)))
        engine.settled(state)
        decisions += 1
    return engine.rounds(state), decisions


def _shared(decisions: int, players: int) -> int:
    """The rounds in which each player decides once, the last one as far as it came."""
    return -(-decisions // players)


def _of_cards(_decisions: int, _players: int) -> int:
    return 13  # goofspiel: one for each prize


@pytest.mark.parametrize(
    ("name", "players", "rounds"),
    [
        ("tic-tac-toe", 2, _shared),
        ("connect-four", 2, _shared),
        ("hex", 2, _shared),
        ("goofspiel", 2, _of_cards),
        ("goofspiel", 4, _of_cards),
    ],
)
def test_rounds_follow_from_the_rules(name: str, players: int, rounds: Callable[[int, int], int]) -> None:
    for seed in range(3):
        found, decisions = _game(name, players, seed, compiled=True)
        assert found == rounds(decisions, players)


def test_both_machines_count_the_same() -> None:
    fast, plain = (_game("monolyth", 3, 5, compiled=compiled) for compiled in (True, False))
    assert fast == plain
    rounds, decisions = fast
    assert 20 <= rounds <= _shared(decisions, 3)  # nobody's turn passes without a decision
