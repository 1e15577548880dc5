"""What was mixed is mixed anew as the standard library mixes, number by number, so that its proofs of fairness hold here."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.knowledge.assigning import shuffled


@given(st.lists(st.integers()), st.integers())
def test_things_are_shuffled_as_by_the_standard_library(things: list[int], seed: int) -> None:
    ours, theirs, expected = random.Random(seed), random.Random(seed), list(things)
    theirs.shuffle(expected)
    assert shuffled(things, ours) == expected
    assert ours.getstate() == theirs.getstate()
