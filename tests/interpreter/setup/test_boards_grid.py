"""Flat boards: neighbourhoods, directions and lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards import COMPASS, ShapeError, grid
from custumal.interpreter.setup.boards.grid import HEXAGONAL, Grid

SIZES = st.integers(1, 9)
OPPOSITE = dict(zip(COMPASS, [*list(COMPASS)[4:], *list(COMPASS)[:4]], strict=True))


def test_members_of_a_three_by_three_grid() -> None:
    board = grid(3, 3)
    assert board.at[(2, 1)] == 1
    assert board.at[(1, 2)] == 3
    assert board.numbers["column"] == (1, 2, 3, 1, 2, 3, 1, 2, 3)
    assert board.numbers["row"] == (1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert board.relations["neighbours"][4] == (1, 3, 5, 7)
    assert board.relations["neighbours"][0] == (1, 3)
    assert board.relations["around"][4] == (0, 1, 2, 3, 5, 6, 7, 8)
    assert board.sides[1] == (None, 2, 4, 0)


def test_rays_name_the_compass() -> None:
    board = grid(8, 8)
    d5 = board.at[(4, 4)]
    assert board.toward(d5, "north") == (board.at[(4, 3)], board.at[(4, 2)], board.at[(4, 1)])
    assert board.toward(d5, "south-west") == (board.at[(3, 5)], board.at[(2, 6)], board.at[(1, 7)])
    assert board.toward(0, "west") == ()
    assert sum(len(board.toward(d5, name)) for name in COMPASS) == 27  # a queen in the middle of a chessboard


@pytest.mark.parametrize(
    ("width", "height", "length", "count"),
    # Published: 8 in noughts and crosses, 69 in four in a row, 572 in five in a row on 15 x 15, 1 020 on 19 x 19.
    [(3, 3, 3, 8), (7, 6, 4, 69), (15, 15, 5, 572), (19, 19, 5, 1020), (4, 4, 4, 10), (2, 2, 2, 6), (3, 2, 1, 6), (2, 2, 3, 0)],
)
def test_number_of_lines(width: int, height: int, length: int, count: int) -> None:
    lines = grid(width, height).lines(length)
    assert len(lines) == count
    assert len(set(map(frozenset, lines))) == count


def test_lines_of_noughts_and_crosses() -> None:
    lines = grid(3, 3).lines(3)
    assert set(lines) == {(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)}


def test_middle() -> None:
    assert grid(3, 3).middle == (4,)
    assert grid(4, 4).middle == (5, 6, 9, 10)
    assert grid(2, 3).middle == (2, 3)


def test_hexagonal_neighbours_on_a_rhombus() -> None:
    board = grid(3, 3, hexagonal=True)
    assert board.relations["neighbours"][4] == (1, 2, 3, 5, 6, 7)  # neither the north-west nor the south-east corner
    assert board.relations["around"] == board.relations["neighbours"]
    assert set(board.steps) == set(HEXAGONAL)
    counts = sorted(map(len, grid(11, 11, hexagonal=True).relations["neighbours"]))
    assert counts == [2] * 2 + [3] * 2 + [4] * 36 + [6] * 81
    assert len(board.lines(3)) == 7


def test_refused_sizes() -> None:
    with pytest.raises(ShapeError, match="height must be at least 1"):
        grid(3, 0)
    with pytest.raises(ShapeError, match="length"):
        grid(3, 3).lines(0)


def test_boards_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        grid(2, 2).width = 3  # type: ignore[misc]  # the very thing that must fail


@given(SIZES, SIZES, st.booleans())
def test_neighbours_are_mutual_and_one_step_away(width: int, height: int, hexagonal: bool) -> None:
    board = grid(width, height, hexagonal=hexagonal)
    for member, table in board.relations.items():
        for cell, near in enumerate(table):
            assert list(near) == sorted(set(near) - {cell})
            assert all(cell in table[other] for other in near)
        if not hexagonal:
            for cell, (column, row) in enumerate(board.coordinates):
                expected = {
                    other
                    for other, (c, r) in enumerate(board.coordinates)
                    if (abs(c - column) + abs(r - row) == 1 if member == "neighbours" else max(abs(c - column), abs(r - row)) == 1)
                }
                assert set(table[cell]) == expected


@given(SIZES, SIZES, st.booleans())
def test_rays_are_inverse(width: int, height: int, hexagonal: bool) -> None:
    board = grid(width, height, hexagonal=hexagonal)
    for name in board.steps:
        for cell in range(board.size):
            ray = board.toward(cell, name)
            assert ray == Grid.toward(board, cell, name)
            assert all(cell in board.toward(reached, OPPOSITE[name]) for reached in ray)


@given(SIZES, SIZES)
def test_coordinates_and_cells_correspond(width: int, height: int) -> None:
    board = grid(width, height)
    assert board.size == width * height
    assert all(board.at[place] == cell for cell, place in enumerate(board.coordinates))
    assert list(zip(board.numbers["column"], board.numbers["row"], strict=True)) == list(board.coordinates)
