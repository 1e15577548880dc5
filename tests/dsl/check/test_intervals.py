"""What is known of a computed number holds whatever the operands are within their bounds."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.base.types import Number
from custumal.dsl.check.typing.intervals import COMPARISONS, beyond, compared, interval

OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
}


@st.composite
def operands(draw: st.DrawFn) -> tuple[int, Number]:
    """A number, and bounds between which it lies; either bound may be unknown."""
    value = draw(st.integers(-9, 9))
    low, high = value - draw(st.integers(0, 6)), value + draw(st.integers(0, 6))
    return value, Number(draw(st.sampled_from((low, None))), draw(st.sampled_from((high, None))))


@pytest.mark.parametrize("name", OPERATIONS)
@given(first=operands(), second=operands())
def test_no_result_lies_outside_its_bounds(name: str, first: tuple[int, Number], second: tuple[int, Number]) -> None:
    (a, left), (b, right) = first, second
    if name in ("div", "mod") and b == 0:
        return
    found, result = interval(name, left, right), OPERATIONS[name](a, b)
    assert found.low is None or found.low <= result
    assert found.high is None or result <= found.high


def test_bounds_that_could_be_closer_are_not_given_away() -> None:
    die = Number(1, 6)
    assert interval("add", die, die) == Number(2, 12)
    assert interval("mul", die, Number(-2, 3)) == Number(-12, 18)
    assert interval("div", Number(0, 20), die) == Number(0, 20)
    assert interval("mod", Number(None, None), die) == Number(0, 5)
    assert interval("mod", Number(None, None), Number(-6, -1)) == Number(-5, 0)


def members(number: Number) -> range:
    assert number.low is not None and number.high is not None
    return range(number.low, number.high + 1)


BOUNDED = [Number(low, high) for low in range(-2, 4) for high in range(low, 4)]


@pytest.mark.parametrize("name", COMPARISONS)
def test_a_comparison_is_foretold_exactly_where_all_members_agree(name: str) -> None:
    for left, right in product(BOUNDED, repeat=2):
        found = {bool(getattr(operator, name)(a, b)) for a in members(left) for b in members(right)}
        assert compared(name, left, right) == (found.pop() if len(found) == 1 else None), (left, right)


@pytest.mark.parametrize("name", COMPARISONS)
@given(first=operands(), second=operands())
def test_a_comparison_is_never_foretold_wrongly(name: str, first: tuple[int, Number], second: tuple[int, Number]) -> None:
    (a, left), (b, right) = first, second
    assert compared(name, left, right) in (None, getattr(operator, name)(a, b))


def test_a_coordinate_is_beyond_a_board_where_none_of_its_values_is_on_any() -> None:
    sizes = [size for size in BOUNDED if size.low is not None and size.low >= 1]
    for coordinate, size in product(BOUNDED, sizes):
        on_board = any(1 <= x <= n for x in members(coordinate) for n in members(size))
        assert (beyond(coordinate, size) is None) == on_board, (coordinate, size)
        assert on_board or beyond(coordinate, size) in members(coordinate)


def test_nothing_is_known_of_what_a_divisor_leaves_that_may_be_either_side_of_nothing() -> None:
    for divisor in (Number(0, 5), Number(-5, 0), Number(-2, 2)):
        found = interval("mod", Number(-9, 9), divisor)
        left = {a % b for a in range(-9, 10) for b in members(divisor) if b}
        assert (found.low is None or found.low <= min(left)) and (found.high is None or found.high >= max(left))
