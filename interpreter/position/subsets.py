"""Subsets of candidates of which some are interchangeable: a set is known by how many of each class it takes, the first ones of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations

from custumal.interpreter.setup.values import Value

Keyed = Sequence[tuple[Value, Hashable]]
"""Candidates, each with a key that is equal for those that are interchangeable."""


def count_subsets(keyed: Keyed, least: int, most: int, enough: int) -> int:
    """How many such sets there are of these sizes; of more than `enough` at least so many, without a look at the rest."""
    left = len(keyed)
    by_size = {0: 1} if least <= left else {}
    for size in Counter(key for _, key in keyed).values():
        left -= size
        found, further = 0, defaultdict[int, int](int)
        for taken, ways in by_size.items():
            # What comes later can bring a set up to its least size, so each of these will be part of one at least.
            totals = range(max(taken, least - left), min(taken + size, most) + 1)
            found += ways * len(totals)
            if found > enough:
                return found
            for total in totals:
                further[total] += ways
        by_size = further
    return sum(by_size.values())


def subsets(keyed: Keyed, sizes: Iterable[int]) -> Iterator[tuple[Value, ...]]:
    """All such sets of each size, ordered by the positions of their members."""
    values = [value for value, _ in keyed]
    if len({key for _, key in keyed}) == len(keyed):
        for size in sizes:
            yield from combinations(values, size)
        return
    neighbours = _neighbours(keyed)
    for size in sizes:
        for positions in _positions(neighbours, size):
            yield tuple(values[position] for position in positions)


def _neighbours(keyed: Keyed) -> list[tuple[int, int]]:
    """For each candidate the one of its class before it (-1 for none), and how many of its class come behind it."""
    before: list[int] = []
    last: dict[Hashable, int] = {}
    for position, (_, key) in enumerate(keyed):
        before.append(last.get(key, -1))
        last[key] = position
    behind = Counter[Hashable]()
    counts = []
    for _, key in reversed(keyed):
        counts.append(behind[key])
        behind[key] += 1
    return list(zip(before, reversed(counts), strict=True))


def _positions(neighbours: list[tuple[int, int]], size: int) -> Iterator[list[int]]:
    """One position after the other is taken or left out. With one that is left out all of its class behind it are, too;
    `open_` are those that can still be taken, so that no way is begun that leads nowhere."""
    chosen: list[int] = []
    taken = [False] * len(neighbours)
    turns: list[int] = []
    at, open_ = 0, len(neighbours)
    while True:
        if len(chosen) < size <= len(chosen) + open_:
            while neighbours[at][0] >= 0 and not taken[neighbours[at][0]]:
                at += 1
            taken[at] = True
            chosen.append(at)
            turns.append(open_)
            at, open_ = at + 1, open_ - 1
            continue
        if len(chosen) == size:
            yield chosen
        if not chosen:
            return
        at, open_ = chosen.pop(), turns.pop()
        taken[at] = False
        at, open_ = at + 1, open_ - 1 - neighbours[at][1]
