"""Crusades of a second King's Abbey as they lie on the table."""

from __future__ import annotations

from tests.games.kings_abbey.rules.free import Free

Crusades = dict[str, tuple[int, int, dict[str, int]]]
"""Places for dice, prestige and reward of each, as they are printed."""


class Campaigns(Free):
    """A position with crusades."""

    crusades: Crusades

    def places_left(self, card: int) -> int:
        """Places that no die fills."""
        filled = sum(int(die.marks["counts"]) for die in self.position.at(f"crew of {card}").values())
        return max(0, self.crusades[self.position.things[card].kind][0] - filled)
