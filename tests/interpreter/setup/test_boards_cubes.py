"""Boxes of cubes: levels, columns and walls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards import SIDES, ShapeError, cubes

SIZES = st.integers(1, 5)


def test_members() -> None:
    board = cubes(4, 4, 3)
    assert board.size == 48
    assert board.at[(1, 1, 1)] == 0
    assert board.at[(4, 1, 1)] == 3
    assert board.at[(1, 2, 1)] == 4
    assert board.at[(1, 1, 2)] == 16
    assert board.partial["under"][16] == 0
    assert board.partial["under"][0] is None
    assert board.partial["above"][0] == 16
    assert board.partial["above"][47] is None
    assert board.numbers["level"] == (1,) * 16 + (2,) * 16 + (3,) * 16
    assert board.relations["neighbours"][0] == (1, 4, 16)


def test_columns_stand_from_bottom_to_top() -> None:
    board = cubes(4, 4, 3)
    assert board.columns.size == 16
    assert board.columns.cells[5] == (5, 21, 37)
    assert board.columns.at[(2, 2)] == 5
    assert board.columns.neighbours[5] == (1, 4, 6, 9)
    assert board.columns.neighbours[0] == (1, 4)
    assert board.column_of[37] == 5


@pytest.mark.parametrize(("levels", "wall", "border"), [(3, 12, 36), (4, 16, 48)])
def test_walls_of_the_monolith(levels: int, wall: int, border: int) -> None:
    board = cubes(4, 4, levels)
    assert [len(board.walls[side]) for side in SIDES] == [wall] * 4
    outside = set().union(*board.walls.values())
    assert len(outside) == border
    columns = {board.column_of[cell] for cell in outside}
    assert len(columns) == 12
    corners = [k for k in columns if sum(board.columns.cells[k][0] in board.walls[side] for side in SIDES) == 2]
    assert [board.columns.coordinates[k] for k in sorted(corners)] == [(1, 1), (4, 1), (1, 4), (4, 4)]


def test_walls_face_the_compass() -> None:
    board = cubes(3, 2, 2)
    assert {board.coordinates[cell][1] for cell in board.walls["north"]} == {1}
    assert {board.coordinates[cell][1] for cell in board.walls["south"]} == {2}
    assert {board.coordinates[cell][0] for cell in board.walls["west"]} == {1}
    assert {board.coordinates[cell][0] for cell in board.walls["east"]} == {3}


def test_no_cells_are_refused() -> None:
    with pytest.raises(ShapeError, match="height must be at least 1, not 0"):
        cubes(4, 4, 0)


@given(SIZES, SIZES, SIZES)
def test_neighbours_share_a_face(x: int, y: int, levels: int) -> None:
    board = cubes(x, y, levels)
    for cell, place in enumerate(board.coordinates):
        expected = [
            other for other, there in enumerate(board.coordinates) if sum(abs(a - b) for a, b in zip(place, there, strict=True)) == 1
        ]
        assert list(board.relations["neighbours"][cell]) == expected


@given(SIZES, SIZES, SIZES)
def test_columns_and_steps_agree(x: int, y: int, levels: int) -> None:
    board = cubes(x, y, levels)
    assert sorted(cell for column in board.columns.cells for cell in column) == list(range(board.size))
    for k, column in enumerate(board.columns.cells):
        assert [board.partial["under"][cell] for cell in column] == [None, *column[:-1]]
        assert [board.partial["above"][cell] for cell in column] == [*column[1:], None]
        assert all(board.column_of[cell] == k for cell in column)
        assert all(board.coordinates[cell][:2] == board.columns.coordinates[k] for cell in column)
