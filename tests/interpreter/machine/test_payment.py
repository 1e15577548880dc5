"""Ways to pay, against a search through all amounts that could be taken from each payment source."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from custumal.interpreter.reference.payment import STEPS, Amounts, PaymentSource, ways_to_pay, with_own
from custumal.interpreter.setup.errors import PlayError

PLENTY = 10**6
RESOURCES = range(3)


def gives(sources: Sequence[PaymentSource], units: Amounts, at: int, held: Sequence[int], cost: Amounts) -> bool:
    """Whether a source gives what it may, when those before it have: at most what is held, due and allowed; exactly that,
    unless one of its rank behind it pays for the same, for then the seat says how they share."""
    source, before = sources[at], list(zip(sources, units, strict=True))[:at]
    held_still = held[source.resource] - sum(taken for other, taken in before if other.resource == source.resource)
    due_still = cost[source.covers] - sum(taken for other, taken in before if other.covers == source.covers)
    most = max(0, min(held_still, due_still, PLENTY if source.most is None else source.most))
    shared = any((other.rank, other.covers) == (source.rank, source.covers) for other in sources[at + 1 :])
    return units[at] <= most if shared else units[at] == most


def every_way(sources: Sequence[PaymentSource], held: Sequence[int], cost: Amounts) -> Iterator[Amounts]:
    """All ways, those first that take most from the earlier sources."""
    for units in product(range(max(0, *cost), -1, -1), repeat=len(sources)):
        paid = [sum(taken for source, taken in zip(sources, units, strict=True) if source.covers == resource) for resource in RESOURCES]
        is_paid = all(amount == max(due, 0) for amount, due in zip(paid, cost, strict=True))
        if is_paid and all(gives(sources, units, at, held, cost) for at in range(len(sources))):
            yield units


def cases(number: int) -> Iterator[tuple[list[PaymentSource], list[int], Amounts]]:
    """Costs of up to three of two resources, up to three further sources; what is held and what a source allows may be below 0."""
    decide = random.Random(1)
    for _ in range(number):
        cost = (decide.randint(-1, 3), decide.randint(-1, 3), 0)
        held = [decide.randint(-1, 4) for _ in RESOURCES]
        accepted = [
            (decide.randint(-1, 2), decide.choice(RESOURCES), decide.randint(0, 1), decide.choice((None, -1, 0, 1, 2)))
            for _ in range(decide.randint(0, 3))
        ]
        yield with_own(cost, accepted), held, cost


def test_the_ways_to_pay_are_all_that_there_are() -> None:
    several = 0
    for sources, held, cost in cases(1_500):
        found = list(ways_to_pay(sources, held, cost, [PLENTY]))
        assert found == list(every_way(sources, held, cost)), (sources, held, cost)
        several += len(found) > 1
    assert several > 50


def test_sources_come_by_rank_and_own_resources_before_others() -> None:
    for sources, _, cost in cases(1_000):
        assert [source.rank for source in sources] == sorted(source.rank for source in sources)
        assert all(cost[source.covers] > 0 for source in sources)
    first, *_ = with_own((1, 0, 0), [(0, 1, 0, None)])
    assert first == PaymentSource(0, 0, 0, None)


def test_a_search_for_ways_to_pay_is_given_up() -> None:
    sources = with_own((2, 0, 0), [(0, 1, 0, None), (0, 2, 0, None)])
    # The ways (2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2), and what they have in common.
    needed = STEPS * (1 + 3 + 6 + 6)
    left = [needed]
    assert len(list(ways_to_pay(sources, [9, 9, 9], (2, 0, 0), left))) == 6
    assert left == [0]
    with pytest.raises(PlayError) as caught:
        list(ways_to_pay(sources, [9, 9, 9], (2, 0, 0), [needed - 1]))
    assert caught.value.code == "costly"
