"""Rings, tracks and slots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards import ShapeError, ring, slots, track

SIZES = st.integers(1, 40)


def test_ring_goes_around() -> None:
    board = ring(13)
    assert board.partial["next"][12] == 0
    assert board.partial["previous"][0] == 12
    assert board.relations["onward"][11] == (12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert board.at[(1,)] == 0
    assert board.coordinates[12] == (13,)
    assert board.numbers["index"] == tuple(range(1, 14))
    assert None not in board.partial["next"]


@pytest.mark.parametrize(
    ("crystal", "filled", "landing"),
    [
        (0, range(1, 13), [1, 2, 3, 4]),
        (11, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12], [12, 0, 1, 2]),
        (5, [7, 9, 10, 11], [7, 9, 10, 11]),
        (3, [7, 9], [7, 9]),
        (7, [2], [2]),
    ],
)
def test_walks_of_the_crystal_in_monolyth_follow_onward(crystal: int, filled: list[int], landing: list[int]) -> None:
    assert [cell for cell in ring(13).relations["onward"][crystal] if cell in filled][:4] == landing


def test_track_ends() -> None:
    board = track(4)
    assert board.partial["next"] == (1, 2, 3, None)
    assert board.partial["previous"] == (None, 0, 1, 2)
    assert tuple(board.relations["onward"]) == ((1, 2, 3), (2, 3), (3,), ())
    assert None in board.partial["next"]


def test_slots_have_only_an_index() -> None:
    board = slots(3)
    assert (board.size, board.numbers, board.relations, board.partial) == (3, {"index": (1, 2, 3)}, {}, {})
    assert slots(0).size == 0


def test_a_ring_of_one_leads_to_itself() -> None:
    assert ring(1).partial["next"] == (0,)
    assert tuple(ring(1).relations["onward"]) == ((),)


def test_no_cells_are_refused() -> None:
    for build in (ring, track):
        with pytest.raises(ShapeError, match="at least 1, not 0"):
            build(0)
    with pytest.raises(ShapeError):
        slots(-1)


@given(SIZES)
def test_onward_is_next_repeated(size: int) -> None:
    for board in (ring(size), track(size)):
        for cell in range(size):
            ahead = board.partial["next"][cell]
            walked = []
            while ahead is not None and ahead != cell:
                walked.append(ahead)
                ahead = board.partial["next"][ahead]
            assert board.relations["onward"][cell] == tuple(walked)


@given(SIZES)
def test_previous_undoes_next(size: int) -> None:
    for board in (ring(size), track(size)):
        for cell, ahead in enumerate(board.partial["next"]):
            assert ahead is None or board.partial["previous"][ahead] == cell
