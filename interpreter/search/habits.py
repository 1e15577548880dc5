"""How choices have done in one search, wherever they were chosen: what playouts go by (a tournament over the averages of MAST), and which
choices are tried first (progressive history).

Sources: H. Finnsson, Y. Björnsson, "Simulation-based approach to general game playing" (2008); J. Nijssen, M. Winands, "Enhancements for
multi-player Monte-Carlo tree search" (2011).
"""

from __future__ import annotations

from collections.abc import Hashable

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.search.search_tree import Name, Rewards

MOST_NOTES = 4_096
"""Choices of one iteration that are counted."""
Kind = tuple[int, Hashable]
"""Where somebody chooses, and which action, or which way to go on, that is."""


@dataclass(slots=True)
class Habit:
    """How often something was chosen, and the sum of what came of it."""

    visits: int = 0
    total: float = 0.0

    def expected(self, before: float) -> float:
        """Its mean reward, starting out from what was expected before anything was known."""
        return (self.total + before) / (self.visits + 1)


_UNKNOWN = Habit()


class Habits:
    """What all seats have chosen: each choice by its name, each kind of choice, all choices of a seat."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Habit] = {}
        self._notes: list[tuple[int, Habit]] = []

    def promise(self, seat: int, kind: Kind, name: Name) -> float:
        """What is expected of a choice: of all that the seat does, then of its kind, then of just this."""
        found = self._found
        of_all = found.get(seat, _UNKNOWN).expected(0.5)
        of_kind = found.get((seat, kind), _UNKNOWN).expected(of_all)
        return found.get((seat, kind, name), _UNKNOWN).expected(of_kind)

    def note(self, seat: int, kind: Kind, name: Name) -> None:
        """It is chosen in this iteration."""
        if len(self._notes) < 3 * MOST_NOTES:
            for key in ((seat, kind, name), (seat, kind), seat):
                self._notes.append((seat, self._found.setdefault(key, Habit())))

    def count(self, rewards: Rewards) -> None:
        """The iteration has ended so."""
        for seat, habit in self._notes:
            habit.visits += 1
            habit.total += rewards[seat]
        self._notes.clear()
