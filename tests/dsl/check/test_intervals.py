"""What is known of a computed number holds whatever the operands are within their bounds."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.base.types import Number
from custumal.dsl.check.typing.intervals import interval

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
