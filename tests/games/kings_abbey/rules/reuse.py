"""Dice that come back in a second King's Abbey after phase 3: the Abbot's Den and the Monk's Quarters, and what such dice do then."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.kings_abbey.rules.calling import COLLECTING, Calling
from tests.games.kings_abbey.table.deeds import Deeds
from tests.games.kings_abbey.table.memory import Memory, Word
from tests.games.kings_abbey.table.position import Position


class Reuse(Calling):
    """A position with the dice that can come back.

    Args:
        found: the position at the stop after the choice, which shows what chance has brought.
    """

    def __init__(self, position: Position, memory: Memory, deeds: Deeds, proposals: int, found: Callable[[], Position]) -> None:
        super().__init__(position, memory, proposals)
        self.deeds, self.found = deeds, found
        self.phase = 4

    def options(self, seat: str) -> set[Word]:
        return super().options(seat) | self.board_uses(seat)

    def usable(self, seat: str, use: str) -> set[int]:  # noqa: ARG002 - in phase 3 the purpose matters
        """Those that came back, once the resources are collected only those of the Monk's Quarters."""
        back = self.position.at(f"ready of {seat}").keys() & self.deeds.reused
        return back if self.phase <= COLLECTING else back & self.deeds.at_home
