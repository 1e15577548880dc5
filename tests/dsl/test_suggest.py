"""The name that was meant: the same one in whatever order names come, also where they are too many to compare all of them."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from custumal.dsl.diagnostics.suggest import MOST_COMPARED, nearest, nearest_many

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
