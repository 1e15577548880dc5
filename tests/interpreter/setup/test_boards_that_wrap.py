"""Boards without edges: cylinders and tori of squares, hexagons and cubes."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards import COMPASS, cubes, grid
from custumal.interpreter.setup.boards.grid import HEXAGONAL
from tests.support.game_frames import check_text
from tests.support.small_games import Play

SIZES = st.integers(1, 7)
WRAPS = st.sampled_from(["columns", "rows", "both"])


@pytest.mark.parametrize(("size", "count"), [(4, 0), (5, 10), (6, 0), (7, 28)])
def test_queens_on_a_torus(size: int, count: int) -> None:
    """How many ways there are to put as many queens on a torus as it has columns, none of which attacks another (OEIS A007705)."""
    board = grid(size, size, wraps="both")
    attacked = [{cell for name in COMPASS for cell in board.toward(start, name)} for start in range(board.size)]
    placed = ([row * size + column for row, column in enumerate(columns)] for columns in permutations(range(size)))
    assert sum(all(not attacked[queen].intersection(queens) for queen in queens) for queens in placed) == count


@given(SIZES, SIZES, WRAPS, st.booleans())
def test_a_board_that_wraps_is_one_that_is_repeated(width: int, height: int, wraps: str, hexagonal: bool) -> None:
    """Beside a cell lies what lies beside its copy in the middle of nine boards, each number taken as that of its copy."""
    board, large = grid(width, height, hexagonal=hexagonal, wraps=wraps), grid(3 * width, 3 * height, hexagonal=hexagonal)
    for cell in range(board.size):
        column, row = cell % width, cell // width
        middle = (row + height) * 3 * width + column + width
        for name in HEXAGONAL if hexagonal else COMPASS:
            reached = large.steps[name][middle]
            assert reached is not None
            x, y = reached % (3 * width) - width, reached // (3 * width) - height
            kept = (0 <= x < width or wraps != "rows") and (0 <= y < height or wraps != "columns")
            copy = y % height * width + x % width
            assert board.steps[name][cell] == (copy if kept and copy != cell else None)


@given(SIZES, SIZES, WRAPS)
def test_neighbours_are_mutual_and_nobody_is_its_own(width: int, height: int, wraps: str) -> None:
    for board in (grid(width, height, wraps=wraps), grid(width, height, hexagonal=True, wraps=wraps), cubes(width, height, 2, wraps=wraps)):
        for relation in board.relations.values():
            assert all(cell not in near and all(cell in relation[other] for other in near) for cell, near in enumerate(relation))


@given(st.integers(3, 7), st.integers(3, 7))
def test_on_a_torus_all_cells_are_alike(width: int, height: int) -> None:
    board, box = grid(width, height, wraps="both"), cubes(width, height, 3, wraps="both")
    assert {(len(near), len(around)) for near, around in zip(*board.relations.values(), strict=True)} == {(4, 8)}
    assert {len(near) for near in box.columns.neighbours} == {4}
    assert {len(board.toward(cell, "east")) for cell in range(board.size)} == {width - 1}


def test_lines_go_across_the_seam_once() -> None:
    """Three in a row on four by four: from each cell in four directions; where only columns wrap, downwards from the upper rows."""
    torus, cylinder = grid(4, 4, wraps="both").lines(3), grid(4, 4, wraps="columns").lines(3)
    assert [len(set(map(frozenset, found))) for found in (torus, cylinder)] == [len(torus), len(cylinder)] == [4 * 16, 16 + 3 * 8]


def test_a_line_all_around_is_one_line() -> None:
    assert grid(3, 3, wraps="both").lines(4) == ()
    assert len(grid(3, 3, wraps="both").lines(3)) == 12  # the lines of the affine plane of order 3


def test_a_man_walks_round_a_cylinder() -> None:
    game = Play("""
        zones: {tower: {shape: {grid: [3, 2], wraps: columns}}}
        kept: {at-cell: {is: cell of tower, start: "at(tower, 1, 1)", until: end}}
        play: {turn: {rounds: seats, until: passes(turn) > 99, offer: turn}}
        actions:
          walk: {offered: turn, choose: {way: all(direction)}, require: {there: {that: "some toward(at-cell, way)", because: The end.}},
            do: "set at-cell to first(toward(at-cell, way)) otherwise at-cell"}
        """)
    assert "walk(west)" in game.keys and "walk(north)" not in game.keys
    assert game.do("walk(west)").kept("at-cell") == 2
    assert game.do("walk(east)", "walk(east)").kept("at-cell") == 1


def test_cubes_and_their_columns_know_where_they_stand() -> None:
    game = Play(
        """
        kinds: {block: {printed: {shape: polycube}}}
        components: {blocks: {kind: block, in: "at(tower, 1, 1, 1)", rows: {one: {shape: [[0, 0, 0]]}}}}
        zones: {tower: {holds: one block, shape: {cubes: [3, 2, 2], wraps: both}}}
        kept: {found: {is: 0 to 99, until: end}}
        play:
          a: {do: "set found to sum(10 * x of c + y of c for c in columns of tower where index of c is 6)"}
          b: {do: "raise found by count(c in cells of tower where x of c is 3 and y of c is 2 and level of c is 1)"}
        """.replace("in: tower,", 'in: "at(tower, 1, 1, 1)",')
    )
    assert game.kept("found") == 33


@pytest.mark.parametrize("shape", ["{grid: open, wraps: both}", "{ring: 5, wraps: rows}", "{grid: [3, 3], turns: quarter, wraps: both}"])
def test_what_has_no_edges_to_join_is_refused(shape: str, tmp_path: Path) -> None:
    text = f"custumal: 1\ngame: g\nplayers: 2\nzones: {{board: {{shape: {shape}}}}}\n"
    assert "clashing-keys" in {problem.code for problem in check_text(text, tmp_path).diagnostics}
