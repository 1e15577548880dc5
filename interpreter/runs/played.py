"""A series of games as it is planned, and one game of it as it was played."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from custumal.dsl.base import limits
from custumal.interpreter.runs.records import RecordFiles

MOST_DECISIONS = limits.MOST_DECISIONS
"""A game that asks more often is given up and counted as unfinished."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: everything a process needs to know, in plain values. Each game is recorded in its file as soon as it ends."""

    game: str
    players: int
    seed: int
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    seats: tuple[str, ...] = ()
    check_invariants: bool = False
    records: RecordFiles | None = None

    def bot_of(self, seat: int) -> str:
        """Who plays a seat; at random where nothing is said."""
        return self.seats[seat] if seat < len(self.seats) else "random"


@dataclass(slots=True)
class Played:
    """One finished (or given up) game. `shared`: whether rivals won together; partners of one team are no rivals."""

    number: int
    finished: bool
    decisions: int
    rounds: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    shared: bool
    lines: dict[str, float]
    digest: bytes


def digest_of(text: bytes) -> bytes:
    """The digest of one game: `text` is the JSON of its seed, all that was chosen and all that chance did, the totals and the winners."""
    return blake2b(text, digest_size=16).digest()
