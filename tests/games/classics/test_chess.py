"""Chess and its variants against published counts: how many sequences of moves there are from the start and from other positions.

Sources: the chess programming wiki (the start, five test positions, Chess960) and the test suites of lichess (variants).
"""

from __future__ import annotations

import re

import pytest

from custumal import Game, load_game
from custumal.interpreter.library import GAMES
from custumal.interpreter.position.state import Position
from custumal.interpreter.runs.perft import perft
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PUBLISHED = [
    ("", START, [20, 400, 8902, 197281, 4865609]),
    ("", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862]),
    ("", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
    ("", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    ("", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
    ("", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2079, 89890]),
    ("chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12189, 326672]),
    ("chess960", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18002]),
    ("king-of-the-hill", START, [20, 400, 8902, 197281]),
    ("three-check", START, [20, 400, 8902, 197281]),
    ("antichess", START, [20, 400, 8067, 153299]),
    ("atomic", START, [20, 400, 8902, 197326]),
    ("atomic", "r2qkb1r/pp3ppp/4pn2/2p3B1/3p4/P2Q1PP1/1PP1P2P/RN2KB1R w KQkq - 0 1", [40, 1238, 45237]),
    ("crazyhouse", START, [20, 400, 8902, 197281]),
]
NODES = 10_000_000 if FULL else 3_000
"""Counts up to this are made: two or three plies of each position without `--full`."""
PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}


def laid_out(game: Game, fen: str) -> Position:
    """The position of a FEN with White to move, whose clock does not matter."""
    placement, turn, castling, passed, *_ = fen.split()
    assert turn == "w" and passed == "-"
    engine = game.engine(2)
    state = engine.start(1)
    engine.advance(state)
    words = engine.instance.symbols("piece")
    rights = {right_of(placement, sign) for sign in castling if sign != "-"}

    def put(name: str, arguments: tuple[int, ...], value: int | None) -> None:
        kept = engine.instance.kept[name]
        state.c[kept.column][kept.index(arguments)] = value

    for cell, sign in enumerate(squares(placement)):
        colour = "white" if sign.isupper() else "black"
        put("piece", (cell,), None if sign == "." else words.index(f"{colour}-{PIECES[sign.upper()]}"))
    for seat in (0, 1):
        for wing in (0, 1):
            put("castling-rook", (seat, wing), next((cell for s, w, cell in rights if (s, w) == (seat, wing)), None))
    engine.forget()
    return state


def squares(placement: str) -> str:
    """The 64 squares of a FEN from A8 on, a point for an empty one."""
    return re.sub(r"\d", lambda found: "." * int(found.group()), placement.replace("/", ""))


def right_of(placement: str, sign: str) -> tuple[int, int, int]:
    """The seat and the wing of a castling right, the kingside first, and where the rook stands."""
    seat, row = (0, 56) if sign.isupper() else (1, 0)
    king = squares(placement)[row : row + 8].upper().index("K")
    column = {"K": 7, "Q": 0}.get(sign.upper(), ord(sign.upper()) - ord("A"))
    return seat, int(column < king), row + column


@pytest.mark.parametrize("variant", sorted({variant for variant, _, _ in PUBLISHED if variant}))
def test_a_variant_is_said_in_few_lines(variant: str) -> None:
    """All lines but comments and scenarios."""
    text = (GAMES / "classics" / "chess" / "variants" / f"{variant}.yaml").read_text(encoding="utf-8")
    rules = text.partition("\nscenarios:")[0]
    assert len([line for line in rules.splitlines() if line.strip() and not line.lstrip().startswith("#")]) <= 25


@pytest.mark.parametrize(("variant", "fen", "counts"), PUBLISHED, ids=lambda value: value if isinstance(value, str) else "")
def test_counts_are_the_published_ones(variant: str, fen: str, counts: list[int]) -> None:
    game = load_game("chess", [variant] if variant else [])
    for ply, count in enumerate(counts, 1):
        if count <= NODES:
            assert perft(game.engine(2), laid_out(game, fen), ply) == count, f"depth {ply}"
