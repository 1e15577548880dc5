"""The count of steps is a measure: it is the same every time, grows as the work does, and stops what would not end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.support.steps import MOST, Cost, TooCostly, counted


def twice(xs: list[int]) -> int:
    """As a reader would: every item once."""
    return sum(x + x for x in xs)


def pairs(xs: list[int]) -> int:
    """A slip: every item with every other, in a loop that calls nothing."""
    found = 0
    for x in xs:
        for y in xs:
            if x == y:
                found += 1
    return found


def pairs_at_once(xs: list[int]) -> int:
    """The same on one line."""
    return sum(x == y for x in xs for y in xs)


def steps(call: Callable[[list[int]], int], size: int) -> int:
    return counted(lambda: call(list(range(size))))[1].steps


@pytest.mark.parametrize("call", [twice, pairs, pairs_at_once])
def test_a_count_is_the_same_every_time(call: Callable[[list[int]], int]) -> None:
    assert steps(call, 50) == steps(call, 50)


def test_work_that_grows_as_its_square_is_told_from_work_that_does_not() -> None:
    assert steps(twice, 400) < 2.5 * steps(twice, 200)
    for slip in (pairs, pairs_at_once):
        assert steps(slip, 400) > 3.5 * steps(slip, 200)


def test_what_would_not_end_is_stopped() -> None:
    def endless() -> None:
        while True:
            with suppress(Exception):
                sys.getrecursionlimit()

    before = sys.gettrace()
    with pytest.raises(TooCostly):
        counted(endless, 10_000)
    assert sys.gettrace() is before


def test_what_toils_in_c_is_told_by_its_time() -> None:
    """One line, few steps; the list is gone through for every number in it."""
    numbers = list(range(8_000))
    _, cost = counted(lambda: sum(map(numbers.count, numbers)))
    assert cost.steps < 20
    assert cost.time > 1_000 * cost.steps


def test_an_honest_cost_is_fair_and_toil_is_not() -> None:
    assert counted(lambda: twice(list(range(10_000))))[1].is_fair
    assert Cost(MOST, 9 * MOST).is_fair
    assert not Cost(20, 2 * MOST).is_fair
