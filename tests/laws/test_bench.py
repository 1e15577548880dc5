"""The yardstick is straight: the hand-written engines play the games by their published counts."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bench.cliffs import Bench, changes, play
from bench.costs import PLAYERS, RULES, alone, windows_of
from bench.exact import Solver
from bench.exploit import Tree
from bench.hand import ENGINES, Breakthrough, ConnectFour, Engine, Hex, TicTacToe, playouts
from bench.strength import wilson
from bench.timing import Spread
from bench.timing import playouts as timed
from custumal import load_game
from custumal.interpreter.cache.wasm_modules import wasm_games
from custumal.interpreter.position.state import Position
from custumal.interpreter.runs.played import MOST_DECISIONS

pytestmark = pytest.mark.slow


def perft(game: Engine, depth: int) -> int:
    if game.over:
        return 0
    moves = game.legal()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        after = game.copy()
        after.apply(move)
        leaves += perft(after, depth - 1)
    return leaves


@pytest.mark.parametrize(
    ("start", "leaves"),
    [
        (TicTacToe, [9, 72, 504, 3024, 15120, 54720, 148176]),
        (ConnectFour, [7, 49, 343, 2401, 16807]),
        (Breakthrough, [22, 484, 11132]),
        (Hex, [121, 14520]),
    ],
)
def test_hand_written_engines_count_what_is_published(start: Callable[[], Engine], leaves: list[int]) -> None:
    assert [perft(start(), depth) for depth in range(1, len(leaves) + 1)] == leaves


def test_hand_written_tic_tac_toe_ends_as_often_as_known() -> None:
    # Of the 255,168 games, the first seat wins 131,184, the second 77,904, and 46,080 are drawn.
    results = [0, 0, 0]

    def count(game: TicTacToe) -> None:
        if game.over:
            results[game.winner] += 1
            return
        for move in game.legal():
            after = game.copy()
            after.apply(move)
            count(after)

    first = TicTacToe()
    first.apply(0)  # a corner; by symmetry the corners, the sides and the centre stand for all nine
    side = TicTacToe()
    side.apply(1)
    centre = TicTacToe()
    centre.apply(4)
    totals = [0, 0, 0]
    for game, weight in ((first, 4), (side, 4), (centre, 1)):
        results[:] = [0, 0, 0]
        count(game)
        totals = [total + weight * result for total, result in zip(totals, results, strict=True)]
    assert totals == [46_080, 131_184, 77_904]


@pytest.mark.parametrize("game", ENGINES)
def test_playouts_end(game: str) -> None:
    play = playouts(ENGINES[game], Random(1).random)
    assert all(0 < play(1) <= 64 * 4 for _ in range(20))


def test_the_measure_counts_games_and_plies() -> None:
    rates = timed({"two": lambda games: 2 * games, "five": lambda games: 5 * games}, seconds=0.01, rounds=3)
    for name, length in (("two", 2), ("five", 5)):
        assert len(rates[name].games.values) == 3
        assert rates[name].plies.median == pytest.approx(length * rates[name].games.median)


def test_ratios_are_taken_round_by_round() -> None:
    slow, fast = Spread((1.0, 2.0, 4.0)), Spread((3.0, 6.0, 12.0))
    assert fast.over(slow) == Spread((3.0, 3.0, 3.0))
    assert str(fast) == "6.000 [3.000 .. 12.000]"


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        ("nine-mens-morris", {"waived", "restricted", "ensured", "tried", "hooked", "modified"}),
        ("goofspiel", {"restricted", "hooked", "modified"}),
    ],
)
def test_rules_that_are_never_in_force_change_no_choice(game: str, ways: set[str]) -> None:
    entrants = Bench(game, games=1, rounds=1)
    found = {change: entrants.changed(change) for change in changes(entrants.model)}
    played = {change: play(engine, 1) for change, engine in found.items() if not isinstance(engine, str)}
    assert {change.way for change in played} == ways
    assert all(choices == entrants.choices[0] for choices in played.values())


KUHN = {
    # First bets, bets after check, calls a bet, calls after check and bet: jack, queen, king, in the equilibrium with a third of bluffs.
    "opening first": {"jack": 1 / 3, "queen": 0.0, "king": 1.0},
    "opening last": {"jack": 1 / 3, "queen": 0.0, "king": 1.0},
    "reply last": {"jack": 0.0, "queen": 1 / 3, "king": 1.0},
    "reply first": {"jack": 0.0, "queen": 2 / 3, "king": 1.0},
}


def kuhn(state: Position, _: object, *, evenly: bool) -> Counter[str]:
    """A policy of Kuhn poker: an equilibrium, or every choice as often as any other."""
    engine = load_game("kuhn-poker").engine(2)
    keys = [engine.key(state, choice) for choice in engine.choices(state)]
    if evenly:
        return Counter(keys)
    zone, seat = engine.instance.zones["hand"], state.seat or 0
    card = ("jack", "queen", "king")[state.c[zone.content][seat]]
    share = KUHN[f"{'reply' if 'fold' in keys else 'opening'} {'first' if seat == 0 else 'last'}"][card]
    bold = "call" if "fold" in keys else "bet"
    return Counter({key: round(300 * (share if key == bold else 1 - share)) for key in keys})


def test_exploitability_is_what_is_published_of_kuhn_poker() -> None:
    """Nothing for an equilibrium; 11/12 for both seats together against who chooses at random."""
    engine = load_game("kuhn-poker").engine(2)
    assert Tree(engine, partial(kuhn, evenly=False)).exploitability() == pytest.approx(0, abs=1e-9)
    assert Tree(engine, partial(kuhn, evenly=True)).exploitability() == pytest.approx(11 / 12)


def test_solved_positions_are_solved() -> None:
    engine = load_game("tic-tac-toe").engine(2)
    state = engine.start(1)
    assert Solver(engine).worth(state) == 0
    assert Solver(engine).keeping(state) == list(range(9))
    nim = load_game("nim", options={"h1": 1, "h2": 2, "h3": 3, "h4": 0}).engine(2)
    assert Solver(nim).worth(nim.start(1)) == -1
    won = load_game("nim", options={"h1": 0, "h2": 2, "h3": 3, "h4": 0}).engine(2)
    assert len(Solver(won).keeping(won.start(1))) == 1


def test_an_interval_of_a_share() -> None:
    """As in E. B. Wilson's formula: of 10 of 10 the lower end is 1 / (1 + 3.84 / 10)."""
    assert wilson(10, 10) == "100.0 % [72 to 100] of 10"
    assert wilson(5, 10) == "50.0 % [24 to 76] of 10"


def test_in_hex_the_one_who_joins_the_own_edges_wins() -> None:
    """Straight down a column, and straight along a row; the other one never gets across."""
    for first, moves in ((1, range(0, 121, 11)), (2, range(11))):
        game = Hex()
        game.seat = first
        others = iter(range(1, 121, 11) if first == 1 else range(11, 22))
        for move in moves:
            assert not game.over
            game.apply(move)
            if not game.over:
                game.apply(next(others))
        assert game.over
        assert game.winner == first


def windows() -> list[tuple[str, str]]:
    return [(path.stem, window) for path in sorted(RULES.glob("*.yaml")) for window in windows_of(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("game", "window"), windows())
def test_what_is_measured_is_played_alike_by_both_machines(game: str, window: str, tmp_path: Path) -> None:
    """A module, and the reference beside it at the first stops."""
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    from tests.support.wasm_twins import play_both  # noqa: PLC0415  # it needs wasmtime

    path = tmp_path / "game.yaml"
    path.write_text(alone((RULES / f"{game}.yaml").read_text(encoding="utf-8"), window), encoding="utf-8")
    engine = load_game(str(path)).engine(PLAYERS)
    fast = wasm_games(engine.instance, engine.program, engine.reference.start(0), MOST_DECISIONS, {}, None)
    assert fast is not None
    assert play_both(engine, fast, 1, 20) == 20
