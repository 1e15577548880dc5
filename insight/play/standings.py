"""Who is ahead, from the totals of all seats."""

from __future__ import annotations

from collections.abc import Sequence


def leaders(totals: tuple[int, ...]) -> frozenset[int]:
    """The seats with most points."""
    best = max(totals)
    return frozenset(seat for seat, total in enumerate(totals) if total == best)


def ahead_from(standings: Sequence[tuple[int, ...]], winners: Sequence[int]) -> int | None:
    """The first of the standings from which on the winner is always alone ahead; None without one winner, or where the last says else."""
    ahead = [leaders(totals) == frozenset(winners) for totals in standings]
    if len(winners) != 1 or not ahead[-1]:
        return None
    return len(ahead) - next((back for back, one in enumerate(reversed(ahead)) if not one), len(ahead))
