"""A measure: one number of one game, with what a difference must be to matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from custumal.insight.play.observations import GameFacts


@dataclass(frozen=True, slots=True)
class Margin:
    """The smallest difference that matters: a share of what the base has, but at least `least`."""

    share: float = 0.0
    least: float = 0.0

    def of(self, base: float) -> float:
        return max(self.least, self.share * abs(base))


@dataclass(frozen=True, slots=True)
class Measure:
    """What is taken of a game.

    Args:
        id: its name, as in JSON and for `--margin`.
        unit: what the number counts, in the plural; `of 100 games` for shares, which are shown a hundredfold.
        what: a clause that says it, as in "we can't tell whether … change(s)".
        take: the number; None where the game has none, as a solo game has no lead.
    """

    id: str
    unit: str
    what: str
    margin: Margin
    take: Callable[[GameFacts], float | None]

    @property
    def factor(self) -> int:
        """By which its numbers are multiplied to be shown."""
        return 100 if self.unit.startswith("of 100 ") else 1


SHARE = "of 100 games"
