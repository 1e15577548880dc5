"""How bots that search are called, and how much each of them thinks."""

from __future__ import annotations

import re

from custumal.dsl.base.frozen import dataclass

LEVELS = {"easy": 30, "normal": 200, "hard": 2_000}
"""Iterations of the named levels."""
MOST_ITERATIONS = 10**9
"""More than there is time for."""
FORM = "mcts:N or mcts:Ns"
_NAME = re.compile(r"mcts:([1-9][0-9]{0,6})(s?)")


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a decision is thought about: a number of iterations, which gives the same choice everywhere, or of seconds; where both
    are given until one is over."""

    iterations: int | None
    seconds: float | None = None


def budget(name: str) -> Budget | None:
    """The budget of a level, of `mcts:2000` or of `mcts:1s`; None for what is no bot that searches."""
    if name in LEVELS:
        return Budget(LEVELS[name])
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    number = int(found[1])
    return Budget(None, float(number)) if found[2] else Budget(number)
