"""What a search says of a choice."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.program import ChoiceTuple


@dataclass(frozen=True, slots=True)
class Ranked:
    """A choice with how often it was tried, and its mean reward from 0 (lost) to 1 (won); `exact` where that is proven."""

    choice: ChoiceTuple
    visits: int
    value: float
    exact: bool


def best_first(found: Iterable[Ranked]) -> list[Ranked]:
    """Proven victories, then what was tried most; proven defeats last."""
    return sorted(found, key=_rank, reverse=True)


def _rank(one: Ranked) -> tuple[int, int, float]:
    sure = one.exact and (1 if one.value >= 1 else -1 if one.value <= 0 else 0)
    return int(sure), one.visits, one.value
