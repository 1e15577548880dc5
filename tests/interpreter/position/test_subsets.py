"""Sets of candidates of which some are interchangeable, against a listing of all sets."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from custumal.interpreter.position.subsets import count_subsets, subsets

KINDS = 3
MOST = 6
SMALL = [kinds for count in range(MOST + 1) for kinds in product(range(KINDS), repeat=count)]
"""Candidates by their kinds, in every order: 1,093 lists."""


def listed(kinds: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Of all sets that take the same number of each kind the one that takes the first ones."""
    representatives: dict[tuple[int, ...], tuple[int, ...]] = {}
    for each in combinations(range(len(kinds)), size):
        representatives.setdefault(tuple(sorted(kinds[position] for position in each)), each)
    return sorted(representatives.values())


@pytest.mark.parametrize("count", range(MOST + 1))
def test_sets_of_alike_candidates_are_those_that_take_the_first_ones(count: int) -> None:
    for kinds in (kinds for kinds in SMALL if len(kinds) == count):
        for size in range(count + 2):
            assert list(subsets(list(enumerate(kinds)), [size])) == listed(kinds, size), (kinds, size)


def test_the_sizes_follow_each_other_as_they_are_given() -> None:
    keyed = list(enumerate((0, 1, 0)))
    assert list(subsets(keyed, (2, 0, 1))) == [(0, 1), (0, 2), (), (0,), (1,)]
    assert list(subsets(keyed[:2], (2, 0, 1))) == [(0, 1), (), (0,), (1,)]
    assert list(subsets(keyed, ())) == []


@pytest.mark.parametrize("count", range(MOST))
def test_as_many_are_counted_as_are_listed(count: int) -> None:
    for kinds in (kinds for kinds in SMALL if len(kinds) == count):
        keyed = list(enumerate(kinds))
        sizes = [len(listed(kinds, size)) for size in range(count + 2)]
        for least, most in combinations(range(count + 3), 2):
            number = sum(sizes[least:most])
            assert count_subsets(keyed, least, most - 1, number) == number, (kinds, least, most)
            # Where that is more than enough, the count may stop early, but above it.
            assert number == 0 or count_subsets(keyed, least, most - 1, number - 1) == number, (kinds, least, most)


@pytest.mark.slow
@pytest.mark.parametrize(("least", "most"), [(0, 65_536), (32_768, 32_768), (65_535, 65_536), (2, 2)])
@pytest.mark.parametrize("class_size", [1, 2])
def test_too_many_sets_are_known_at_once(least: int, most: int, class_size: int) -> None:
    assert count_subsets([(value, value // class_size) for value in range(65_536)], least, most, 1_000) > 1_000
