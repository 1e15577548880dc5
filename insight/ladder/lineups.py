"""Who plays whom: line-ups of bots, each in all rotations, so that every bot of it sits everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

Lineup = tuple[str, ...]


def lineups(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """All tables of so many different bots; where there are too few of them, all in which at least two different ones sit."""
    if len(bots) >= players:
        return tuple(combinations(bots, players))
    return tuple(one for one in combinations_with_replacement(bots, players) if len(set(one)) > 1)


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """Everybody one seat further, until all have sat everywhere."""
    return tuple(lineup[turn:] + lineup[:turn] for turn in range(len(lineup)))
