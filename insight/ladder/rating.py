"""Ratings from all games at once: the model of Plackett and Luce on the places, with a term for each seat, by maximum likelihood.

The chance of an order is that of drawing it from an urn, in which each seat weighs exp(rating of its bot + what the seat is worth); of
seats that share a place all orders are as likely. Sources: R. Plackett, "The analysis of permutations" (1975); R. Luce, "Individual
choice behavior" (1959). A bot that won or lost everything would have no finite rating, so each is taken to have drawn one game more, with
a bot of the mean rating.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

ELO = 400 / math.log(10)
"""Elo points of one unit of the model: with 400 more a bot wins ten games for each that it loses."""
Order = tuple[int, ...]
"""Seats, the first first."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the number of the bot in each seat, and the place of each seat."""

    bots: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ratings:
    """In Elo points, with 0 as the mean of all bots, and of all seats."""

    bots: tuple[float, ...]
    seats: tuple[float, ...]


@cache
def orders(places: tuple[int, ...]) -> tuple[Order, ...]:
    """All orders of the seats that these places allow."""
    groups = [[seat for seat, place in enumerate(places) if place == one] for one in sorted(set(places))]
    found: list[Order] = [()]
    for group in groups:
        found = [(*before, *one) for before in found for one in permutations(group)]
    return tuple(found)


def rated(results: Iterable[Result], bots: int, players: int) -> Ratings:
    """The ratings that make these results likeliest."""
    import numpy as np  # noqa: PLC0415  # comes with scipy, an extra
    from scipy.optimize import minimize  # noqa: PLC0415  # an extra, and slow to load

    counted = Counter(results)
    start = np.zeros(bots + players)
    found = minimize(_unlikely, start, args=(_drawn(counted, bots), bots), jac=True, method="BFGS")
    by_bot, by_seat = found.x[:bots], found.x[bots:]
    return Ratings(_elo(by_bot - by_bot.mean()), _elo(by_seat - by_seat.mean()))


def _elo(values: Any) -> tuple[float, ...]:
    return tuple(float(ELO * value) for value in values)


Draws = list[tuple[float, Any, Any]]
"""For each order of each result: its weight, and the numbers of the bots and of the seats in this order."""


def _drawn(counted: Counter[Result], bots: int) -> Draws:
    import numpy as np  # noqa: PLC0415  # comes with scipy, an extra

    return [
        (times / len(orders(one.places)), np.array([one.bots[seat] for seat in order]), bots + np.array(order))
        for one, times in counted.items()
        for order in orders(one.places)
    ]


def _unlikely(strengths: Any, draws: Draws, bots: int) -> tuple[float, Any]:
    """The negative logarithm of the likelihood with its gradient. Seats are held near 0, which decides nothing but where 0 lies."""
    import numpy as np  # noqa: PLC0415  # comes with scipy, an extra

    value = 1e-6 * float((strengths**2).sum())
    gradient = 2e-6 * strengths
    for weight, who, where in draws:
        weighing = strengths[who] + strengths[where]
        scaled = np.exp(weighing - weighing.max())
        left = scaled[::-1].cumsum()[::-1]  # what is in the urn at each draw
        value -= weight * float((weighing - weighing.max() - np.log(left)).sum())
        drawn = weight * (scaled * (1 / left).cumsum() - 1)
        np.add.at(gradient, who, drawn)
        np.add.at(gradient, where, drawn)
    mine = strengths[:bots] - strengths[:bots].mean()
    value += float((np.logaddexp(0, mine) + np.logaddexp(0, -mine)).sum()) / 2
    pull = np.tanh(mine / 2) / 2
    gradient[:bots] += pull - pull.mean()
    return value, gradient


def middle(values: Sequence[float], error: float) -> tuple[float, float]:
    """Between which values all lie but a part of `error`, half of it on either side."""
    ordered = sorted(values)
    out = int(error / 2 * len(ordered))
    return ordered[out], ordered[len(ordered) - 1 - out]
