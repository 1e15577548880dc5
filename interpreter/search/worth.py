"""Which choice is tried next: formulas, with nothing but what every machine works out to the last bit (sums, products, roots)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

EXPLORING = 0.7
"""How much a choice that was seldom tried is preferred, where the end alone counts."""
RACING = 0.4
"""The same where points count on the way: there rewards lie nearer to each other."""
WIDEST = 2.0
"""After n visits so many times n to the power of 0.4 of the choices have been tried, the best at first sight first."""
FIRST_SIGHT = 0.5
"""How much the points right after a choice count, in standard deviations."""
MOST_AT_SIGHT = 250
"""Choices of a decision that are looked at one by one."""
LOOKED_AT = 2
"""Choices are looked at one by one where a search begins, and at other decisions once they have been visited so often."""
HABITUAL = 5.0
"""How much it counts what a choice promises by habit."""
DRAWS = 4
"""In a playout of a race the most promising of so many choices is made, drawn at random."""
ASKED = 16
"""It is asked whether the best choice is sure each time so many iterations have been made."""
SURE = 0.5
"""The best choice is taken to be sure when none could be tried as often in this part of the tries that are left."""
_LOG_OF_2 = 0.6931471805599453


def log(number: int) -> float:
    """The natural logarithm of a number from 1 on, on straight lines between the powers of two."""
    exponent = number.bit_length() - 1
    return (exponent + number / (1 << exponent) - 1.0) * _LOG_OF_2


def may_widen(known: int, visits: int) -> bool:
    """Whether a further choice is tried at a decision that has been visited so often, of which so many choices are known."""
    part = known / WIDEST
    return part * part * sqrt(part) < visits


def worth(total: float, visits: int, offered: int, exploring: float, prior: float, promise: float) -> float:
    """What speaks for trying a choice again (UCT), with what it promised at first sight and by habit as long as little is known.

    Args:
        total: the sum of its rewards in so many `visits`.
        offered: how often there was this choice.
        exploring: how much those are preferred that were seldom tried.
        prior: what it promised at first sight.
        promise: what it promises by habit.
    """
    return total / visits + exploring * sqrt(log(offered) / visits) + (FIRST_SIGHT * prior + HABITUAL * promise) / (1 + visits)


def at_first_sight(margins: Sequence[float]) -> list[float]:
    """Margins in standard deviations from their mean."""
    total = spread = 0.0
    for margin in margins:
        total += margin
    mean = total / len(margins)
    for margin in margins:
        spread += (margin - mean) * (margin - mean)
    deviation = sqrt(spread / len(margins))
    return [(margin - mean) / deviation if deviation else 0.0 for margin in margins]
