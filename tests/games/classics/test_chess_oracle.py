"""Chess and its variants against python-chess: at every step of random games the same moves, the same end, the same winner.

The extra `oracle` brings python-chess.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from custumal import State, load_game
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

chess = pytest.importorskip("chess", reason="python-chess comes with an extra of its own: pip install 'custumal[oracle]'")
variants = pytest.importorskip("chess.variant", reason="python-chess comes with an extra of its own: pip install 'custumal[oracle]'")

BOARDS = {
    "": chess.Board,
    "king-of-the-hill": variants.KingOfTheHillBoard,
    "three-check": variants.ThreeCheckBoard,
    "antichess": variants.AntichessBoard,
    "atomic": variants.AtomicBoard,
    "crazyhouse": variants.CrazyhouseBoard,
    "chess960": chess.Board,
}
LEFT = {"antichess": 0, "atomic": 2}
"""python-chess also ends these where what is left can't win. Our rules know no such end, or only that of two bare kings."""
GAMES = 200 if FULL else 2
PARTS = 4 if FULL else 1


def board_of(variant: str, start: State) -> Any:
    """Their board at the start of one of our games."""
    board = BOARDS[variant](chess960=variant == "chess960")
    if variant == "chess960":
        pieces = json.loads(start.view(1).to_json())["kept"]["piece"]
        row = "".join(letter(pieces[f"at(board, {column}, 8)"]) for column in range(1, 9))
        board.set_fen(f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w KQkq - 0 1")
    return board


def letter(piece: str) -> str:
    role = piece.partition("-")[2]
    return "n" if role == "knight" else role[0]


def key_of(board: Any, move: Any) -> str:
    """Our key for a move of theirs."""
    if board.is_castling(move):
        return f"castle({'kingside' if board.is_kingside_castling(move) else 'queenside'})"
    origin, target = cell(move.from_square), cell(move.to_square)
    if move.drop:
        return f"drop({chess.piece_name(move.drop)}, {target})"
    if move.promotion:
        return f"promote({origin}, {target}, {chess.piece_name(move.promotion)})"
    return f"move({origin}, {target})"


def cell(square: int) -> str:
    return f"at(board, {chess.square_file(square) + 1}, {8 - chess.square_rank(square)})"


def over(variant: str, board: Any) -> bool:
    """Whether the rules that both have end the game; what may be claimed there is a rule here."""
    dead = chess.popcount(board.occupied) == LEFT[variant] if variant in LEFT else board.is_insufficient_material()
    drawn = board.is_fifty_moves() or board.is_repetition(3)
    return dead or drawn or board.is_variant_end() or not any(board.legal_moves)


def winners(board: Any) -> tuple[int, ...]:
    return {"1-0": (1,), "0-1": (2,)}.get(board.result(), (1, 2))


def side_by_side(variant: str, random: Random) -> Iterator[tuple[State, Any]]:
    state = load_game("chess", [variant] if variant else []).start(players=2, seed=random.getrandbits(32))
    board = board_of(variant, state)
    yield state, board
    while not state.is_over:
        moves = {key_of(board, move): move for move in board.legal_moves}
        choices = {choice.key: choice for choice in state.choices()}
        assert sorted(moves) == sorted(choices), board.fen()
        key = random.choice(sorted(moves))
        board.push(moves[key])
        state = state.play(choices[key])
        yield state, board


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("variant", BOARDS)
def test_the_same_game(variant: str, part: int) -> None:
    random = Random(f"{variant} {part}")
    for _ in range(GAMES // PARTS):
        for state, board in side_by_side(variant, random):
            assert state.is_over == over(variant, board), board.fen()
        assert state.winners == winners(board), board.fen()
