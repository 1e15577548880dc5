"""Open grids: the rim, and the placements of rectangular things with edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards import Grid, ShapeError, open_grid
from custumal.interpreter.setup.boards.footprint import (
    ONE_CELL,
    Border,
    Placement,
    borders,
    clockwise,
    covered,
    distinct_turns,
    edge_index,
    fits,
    opposite,
    placements,
    turned,
    turned_size,
)

FIELD = open_grid()
SMALL = open_grid(7, 6)
CELLS = st.sets(st.integers(0, SMALL.size - 1))
FOOTPRINTS = st.tuples(st.integers(1, 3), st.integers(1, 3))
ABBEY = (3, 2)
ABBEY_EDGES = (("path", "empty", "path"), ("path", "empty"), ("path", "empty", "path"), ("path", "empty"))


def cells(*places: tuple[int, int], board: Grid = FIELD) -> tuple[int, ...]:
    return tuple(board.at[place] for place in places)


def test_the_field_is_sixty_four_square() -> None:
    assert FIELD.size == 4096
    assert [FIELD.coordinates[cell] for cell in FIELD.middle] == [(32, 32)]
    assert len(FIELD.outermost) == 4 * 63
    with pytest.raises(ShapeError, match="at most 64"):
        open_grid(65, 3)


def test_rim_of_the_abbey_has_its_ten_edge_segments() -> None:
    place = Placement(0, FIELD.middle[0])
    filled = set(covered(FIELD, ABBEY, place))
    rim = FIELD.rim(filled)
    assert filled == set(cells((32, 32), (33, 32), (34, 32), (32, 33), (33, 33), (34, 33)))
    assert len(rim) == 10
    assert set(rim) == {border.beyond for border in borders(FIELD, ABBEY, place)}
    assert list(rim) == sorted(rim)


def test_borders_of_the_abbey_run_clockwise() -> None:
    found = borders(FIELD, ABBEY, Placement(0, FIELD.middle[0]))
    beyond = [FIELD.coordinates[border.beyond] for border in found]
    assert [(border.side, border.edge) for border in found] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1),
    ]  # fmt: skip
    assert beyond == [(32, 31), (33, 31), (34, 31), (35, 32), (35, 33), (34, 34), (33, 34), (32, 34), (31, 33), (31, 32)]


def test_borders_of_one_cell() -> None:
    (cell,) = cells((10, 10))
    north, east, south, west = cells((10, 9), (11, 10), (10, 11), (9, 10))
    for turn in range(4):
        assert borders(FIELD, ONE_CELL, Placement(turn, cell)) == (
            Border(0, 0, cell, north),
            Border(1, 0, cell, east),
            Border(2, 0, cell, south),
            Border(3, 0, cell, west),
        )
    assert [border.side for border in borders(FIELD, ONE_CELL, Placement(0, 0))] == [1, 2]


def test_a_quarter_turn_is_clockwise() -> None:
    assert turned(("n", "e", "s", "w"), 1) == ("w", "n", "e", "s")
    assert turned(("n", "e", "s", "w"), 0) == ("n", "e", "s", "w")
    assert turned_size(ABBEY, 1) == (2, 3)
    assert turned_size(ABBEY, 2) == ABBEY


@pytest.mark.parametrize(
    ("size", "edges", "turns"),
    [
        (ONE_CELL, ("path",) * 4, (0,)),
        (ONE_CELL, ("path", "empty", "path", "empty"), (0, 1)),
        (ONE_CELL, ("path", "path", "empty", "empty"), (0, 1, 2, 3)),
        (ABBEY, ABBEY_EDGES, (0, 1)),  # unchanged by a half turn
        (ABBEY, ("path",) * 4, (0, 1)),
    ],
)
def test_distinct_turns(size: tuple[int, int], edges: tuple[object, ...], turns: tuple[int, ...]) -> None:
    assert distinct_turns(size, edges) == turns


def test_reading_order_becomes_clockwise() -> None:
    assert clockwise("abc", "de", "fgh", "ij") == (("a", "b", "c"), ("d", "e"), ("h", "g", "f"), ("j", "i"))


def test_placements_of_one_cell_are_cells_times_turns() -> None:
    rim = FIELD.rim(set(covered(FIELD, ABBEY, Placement(0, FIELD.middle[0]))))
    found = placements(FIELD, ONE_CELL, rim)
    assert len(found) == 40
    assert found[:4] == tuple(Placement(turn, rim[0]) for turn in range(4))
    assert placements(FIELD, ONE_CELL, reversed(rim), turns=(0, 1)) == tuple(Placement(turn, cell) for cell in rim for turn in (0, 1))


def test_placements_of_three_by_two_over_one_cell() -> None:
    found = placements(FIELD, ABBEY, FIELD.middle)
    assert len(found) == 4 * 6  # each of the six covered cells can be the one, in each turn
    assert list(found) == sorted(found, key=lambda place: (place.anchor, place.turn))


@given(FOOTPRINTS)
def test_placements_on_a_whole_board_are_those_over_any_of_its_cells(size: tuple[int, int]) -> None:
    found = placements(SMALL, size, range(SMALL.size))
    assert set(found) == {place for cell in range(SMALL.size) for place in placements(SMALL, size, [cell])}
    assert list(found) == sorted(found, key=lambda place: (place.anchor, place.turn))
    assert len(found) == 2 * sum((7 - width + 1) * (6 - height + 1) for width, height in (size, size[::-1]))


@given(CELLS)
def test_rim_is_right(filled: set[int]) -> None:
    expected = [
        cell
        for cell, (c, r) in enumerate(SMALL.coordinates)
        if cell not in filled and any(abs(c - x) + abs(r - y) == 1 for full in filled for x, y in [SMALL.coordinates[full]])
    ]
    assert list(SMALL.rim(filled)) == expected


@given(FOOTPRINTS, CELLS)
def test_placements_are_all_that_touch(size: tuple[int, int], where: set[int]) -> None:
    everywhere = [Placement(turn, anchor) for anchor in range(SMALL.size) for turn in range(4)]
    expected = [place for place in everywhere if fits(SMALL, size, place) and where & set(covered(SMALL, size, place))]
    assert list(placements(SMALL, size, where)) == expected


@given(FOOTPRINTS, st.integers(0, 3), st.integers(0, SMALL.size - 1))
def test_borders_agree_with_covered_cells(size: tuple[int, int], turn: int, anchor: int) -> None:
    place = Placement(turn, anchor)
    if not fits(SMALL, size, place):
        return
    inside = covered(SMALL, size, place)
    found = borders(SMALL, size, place)
    assert len(inside) == size[0] * size[1]
    around = {next_to for cell in inside for next_to in SMALL.relations["neighbours"][cell]} - set(inside)
    assert {border.beyond for border in found} == around
    for border in found:
        assert border.cell in inside
        assert border.beyond not in inside
        assert SMALL.sides[border.cell][border.side] == border.beyond
        assert SMALL.sides[border.beyond][opposite(border.side)] == border.cell
        assert edge_index(SMALL, size, place, border.cell, border.side) == border.edge


@given(FOOTPRINTS, st.integers(0, 3))
def test_a_turn_carries_each_edge_along(size: tuple[int, int], turn: int) -> None:
    """The printed outline, read clockwise from its own north-western corner, is the same in every turn."""
    width, height = size
    printed = tuple(tuple(f"{side}{i}" for i in range(width if side % 2 == 0 else height)) for side in range(4))
    faces = turned(printed, turn)
    seen = [faces[border.side][border.edge] for border in borders(FIELD, size, Placement(turn, FIELD.middle[0]))]
    outline = [edge for side in printed for edge in side]
    start = seen.index("00")
    assert seen[start:] + seen[:start] == outline
