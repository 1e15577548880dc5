"""Modules of WebAssembly play the games of the reference: the same choices, the same positions, the same digests."""

from __future__ import annotations

import pytest

from custumal import load_game
from custumal.interpreter.library import shipped, shipped_variants
from custumal.interpreter.runs import series, simulate
from custumal.interpreter.runs.played import MOST_DECISIONS, Plan
from custumal.interpreter.wasm.unsupported import Unsupported
from tests.support.scale import FULL, LARGE

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from tests.support.wasm_twins import engine_of, games_of, made_of, play_both

PLAYED = (
    "backgammon",
    "belle-lucie",
    "breakthrough",
    "chess",
    "connect-four",
    "go",
    "goofspiel",
    "hex",
    "kings-abbey",
    "kuhn-poker",
    "liars-dice",
    "monastery",
    "monolyth",
    "nim",
    "nine-mens-morris",
    "oware",
    "pig",
    "reversi",
    "spades",
    "tic-tac-toe",
)
"""The shipped games that have a module, at every number of players. The list is exact, so that none is lost."""
WITHOUT = {("kings-abbey", "auction")}
"""The variants of these games that have none."""
STOPS = 100_000 if FULL else 40
GAMES = 100 if FULL else 4


def counts(game: str) -> range:
    """The numbers of players that are tried: all, or the most, where most is different."""
    least, most = load_game(game).players
    return range(least if FULL else most, most + 1)


def instances() -> list[tuple[str, int]]:
    return [(name, players) for name in PLAYED for players in counts(name)]


def missing(game: str) -> str | None:
    """What of a game has no form yet."""
    try:
        for players in counts(game):
            made_of(game, players)
    except Unsupported as refused:
        return refused.what
    return None


@pytest.mark.parametrize("game", [name for name, _ in shipped()])
def test_these_games_have_a_module(game: str) -> None:
    assert (missing(game) is None) is (game in PLAYED), missing(game)


@pytest.mark.parametrize(("game", "players"), instances())
def test_every_stop_is_that_of_the_reference(game: str, players: int) -> None:
    assert play_both(engine_of(game, players), games_of(game, players), 1, STOPS) > 1


def variants() -> list[tuple[str, str]]:
    """The shipped variants of these games; those of large ones in a full run."""
    found = [(name, variant) for name, file in shipped() if name in PLAYED for variant in shipped_variants(file)]
    return [one for one in found if one not in WITHOUT and (FULL or one[0] not in LARGE)]


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
    monkeypatch.setattr(series, "wasm_games", lambda *_: games_of(game, players))
    found = simulate.simulate(plan, GAMES)
    assert found.games == wanted.games
    assert found.digest() == wanted.digest()
