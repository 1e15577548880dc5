"""Modules of WebAssembly play the games of the reference: the same choices, the same positions, the same digests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.cache import apart
from custumal.interpreter.library import shipped, shipped_variants
from custumal.interpreter.runs import series, simulate
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan
from tests.support.scale import FULL, LARGE

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from tests.support.wasm_twins import engine_of, games_of, play_both

ALONE = {("kings-abbey", "auction")}
STOPS = 100_000 if FULL else 40
GAMES = 100 if FULL else 4


_PLAYERS = re.compile(r"^players: (\d+)(?: to (\d+))?$", re.MULTILINE)


def counts(game: Path) -> range:
    """The numbers of players that are tried: all, or the most, where most is different; read from the text, so that no game is loaded."""
    found = _PLAYERS.search(game.read_text("utf-8"))
    assert found is not None
    least, most = int(found[1]), int(found[2] or found[1])
    return range(least if FULL else most, most + 1)


def instances() -> list[tuple[str, int]]:
    return [(name, players) for name, game in shipped() for players in counts(game)]


@pytest.mark.parametrize(("game", "players"), instances())
def test_every_stop_is_that_of_the_reference(game: str, players: int) -> None:
    assert play_both(engine_of(game, players), games_of(game, players), 1, STOPS) > 1


def variants() -> list[tuple[str, str]]:
    """All shipped variants; those of large games in a full run, but for one that asks for constructs of its own."""
    found = [(name, variant) for name, file in shipped() for variant in shipped_variants(file)]
    return [one for one in found if FULL or one[0] not in LARGE or one in ALONE]


@pytest.mark.parametrize(("game", "variant"), variants())
def test_variants_go_as_with_the_reference(game: str, variant: str) -> None:
    players = load_game(game, [variant]).players[1]
    assert play_both(engine_of(game, players, (variant,)), games_of(game, players, (variant,)), 1, STOPS) > 1


@pytest.mark.parametrize(("game", "players"), instances())
def test_whole_games_have_the_same_digests(game: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(game, players, 7)
    monkeypatch.setattr(series, "WARM", MOST_DECISIONS * GAMES)
    wanted = simulate.simulate(plan, GAMES)
    monkeypatch.setattr(series, "WARM", 1)
    monkeypatch.setattr(series, "MADE", 0)
    monkeypatch.setattr(apart, "module_apart", lambda *_: None)
    monkeypatch.setattr(series, "wasm_games", lambda *_: games_of(game, players))
    found = simulate.simulate(plan, GAMES)
    assert found.games == wanted.games
    assert found.digest() == wanted.digest()
