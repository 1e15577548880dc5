"""The name that was meant: the same one in whatever order names come, also where they are too many to compare all of them."""

from __future__ import annotations

from functools import cache
from itertools import islice, product
from random import Random
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.diagnostics.suggest import MOST_COMPARED, edits, nearest, nearest_many
from tests.support.steps import counted, forget

NAMES = st.lists(st.text("abcde-", min_size=1, max_size=8), max_size=12, unique=True)


@given(st.text("abcde-", min_size=1, max_size=8), NAMES, st.randoms(use_true_random=False))
def test_the_order_of_names_does_not_matter(word: str, names: list[str], dice: Random) -> None:
    others = dice.sample(names, len(names))
    assert nearest_many(word, names) == nearest_many(word, others) == nearest_many(word, set(names))


def test_of_very_many_long_names_the_nearest_is_found() -> None:
    names = [f"actions.give-up.require.r{number:04}" for number in range(3 * MOST_COMPARED)]
    for seed in range(5):
        shuffled = Random(seed).sample([*names, "actions.give-up.require.unfinished"], len(names) + 1)
        assert nearest("actions.give-up.require.unfiinished", shuffled) == "actions.give-up.require.unfinished"


def test_of_a_long_address_the_nearest_is_found() -> None:
    rooms = [
        f"components.buildings.abbots-den.abilities.take-back.{key}.{word}" for key in ("require", "choose", "cost") for word in "abcdefgh"
    ]
    assert (
        nearest("components.buildings.abbots-den.abilities.take-back.rqeuire.fresh", [*rooms, f"{rooms[0][:-1]}fresh"])
        == f"{rooms[0][:-1]}fresh"
    )


@cache
def _by_definition(left: str, right: str) -> int:
    """The fewest edits, letter by letter from the end."""
    if not left or not right:
        return len(left) + len(right)
    ways = [_by_definition(left[:-1], right) + 1, _by_definition(left, right[:-1]) + 1]
    ways.append(_by_definition(left[:-1], right[:-1]) + (left[-1] != right[-1]))
    if left[-2:] == right[-2:][::-1] and len(left) > 1 < len(right):
        ways.append(_by_definition(left[:-2], right[:-2]) + 1)
    return min(ways)


@given(st.text("abc", max_size=9), st.text("abc", max_size=9), st.integers(0, 10))
def test_edits_are_the_fewest_that_lead_from_one_word_to_the_other(left: str, right: str, most: int) -> None:
    assert edits(left, right, most) == min(_by_definition(left, right), most + 1)


@pytest.mark.parametrize("number", [100, 300])
def test_many_like_names_cost_a_bounded_number_of_steps_each(number: int) -> None:
    known = [f"value-number-{first}{second}" for first, second in islice(product(ascii_lowercase, repeat=2), number)]
    wrong = [name.replace("value", "valve") for name in known]
    forget()
    found, cost = counted(lambda: [nearest(name, known) for name in wrong])
    assert found == known if number <= MOST_COMPARED else all(found)
    assert cost.steps < 25_000 * number
