"""Choice sequences of the public games against published counts.

Sources: the tables of OpenSpiel, Fairy-Stockfish and the Regular Boardgames project, and "Perft for Reversi" (A. Bik).
"""

from __future__ import annotations

from typing import Any

import pytest

from custumal import load_game
from custumal.interpreter.runs.perft import divide, perft
from tests.support.scale import FULL

PUBLISHED: list[tuple[str, dict[str, Any], list[int]]] = [
    ("tic-tac-toe", {}, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("connect-four", {}, [7, 49, 343, 2401, 16807, 117649, 823536]),
    ("reversi", {}, [4, 12, 56, 244, 1396, 8200, 55092]),
    ("breakthrough", {}, [22, 484, 11132, 256036]),
    ("breakthrough", {"size": 6}, [16, 256, 4308, 71478, 1248290]),
    ("hex", {"size": 3}, [9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960]),
    ("nim", {}, [16, 206, 2116, 17338, 113912, 602492]),
    ("nine-mens-morris", {}, [24, 552, 12144]),
    ("draughts", {}, [7, 49, 302, 1469, 7361, 36768, *([179740, 845931] if FULL else [])]),
]
INTERNATIONAL = [9, 81, 658, 4265, 27117, *([167140, 1049442] if FULL else [])]
"""International draughts, as its programs count (A. Bik, "Perft for draughts")."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "counts"), PUBLISHED, ids=lambda value: str(value) if isinstance(value, str | dict) else "")
def test_counts_are_the_published_ones(name: str, options: dict[str, Any], counts: list[int]) -> None:
    game = load_game(name, options=options)
    engine = game.engine(game.players[0])
    for ply, count in enumerate(counts, 1):
        assert perft(engine, engine.start(1), ply) == count, f"depth {ply}"


@pytest.mark.slow
def test_counts_of_international_draughts() -> None:
    engine = load_game("draughts", variants=["international"]).engine(2)
    assert [perft(engine, engine.start(1), ply) for ply in range(1, len(INTERNATIONAL) + 1)] == INTERNATIONAL


def test_divide_adds_up_to_the_count() -> None:
    game = load_game("tic-tac-toe")
    engine = game.engine(2)
    parts = divide(engine, engine.start(1), 4)
    assert len(parts) == 9
    assert sum(count for _, count in parts) == 3024


def test_outcomes_of_chance_are_branches() -> None:
    """Kuhn poker: 3 · 2 deals, then pass or bet, …: 30 betting sequences end within three choices (known: 5 for each deal)."""
    game = load_game("kuhn-poker")
    engine = game.engine(2)
    assert perft(engine, engine.start(1), 1) == 3
    assert perft(engine, engine.start(1), 2) == 6
    assert perft(engine, engine.start(1), 3) == 12
