"""What all games of a series together say, of which no more is kept than sums."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from math import sqrt

from custumal.interpreter.runs.played import Played


@dataclass(slots=True)
class Spread:
    """Whole numbers, one of each game: how many, their sum and that of their squares, the least and the most."""

    count: int = 0
    sum: int = 0
    squares: int = 0
    min: int = 0
    max: int = 0

    def add(self, number: int) -> None:
        """One number more."""
        self.min = number if not self.count else min(self.min, number)
        self.max = number if not self.count else max(self.max, number)
        self.count += 1
        self.sum += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """The mean, 0 of none."""
        return self.sum / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation, 0 of none."""
        return sqrt(self.count * self.squares - self.sum * self.sum) / self.count if self.count else 0.0


@dataclass(slots=True)
class SeatTotals:
    """What the games say of one seat."""

    scores: Spread = field(default_factory=Spread)
    wins: int = 0
    shared: int = 0

    def add(self, score: int, *, won: bool, shared: bool) -> None:
        """One game more."""
        self.scores.add(score)
        self.wins += won and not shared
        self.shared += won and shared


@dataclass(slots=True)
class Totals:
    """What all games together say; they are added in order of their numbers. `seconds` passed while they were played, which does not
    count what was done before the first one began."""

    finished: int = 0
    seconds: float = 0.0
    decisions: Spread = field(default_factory=Spread)
    rounds: Spread = field(default_factory=Spread)
    seats: list[SeatTotals] = field(default_factory=list)
    lines: dict[str, float] = field(default_factory=dict)
    _whole: hashlib.blake2b = field(default_factory=lambda: hashlib.blake2b(digest_size=16))

    @property
    def count(self) -> int:
        """How many games there were."""
        return self.decisions.count

    def add(self, game: Played) -> None:
        """One game more."""
        self.finished += game.finished
        self.decisions.add(game.decisions)
        self.rounds.add(game.rounds)
        self.seats = self.seats or [SeatTotals() for _ in game.scores]
        for number, (seat, score) in enumerate(zip(self.seats, game.scores, strict=True)):
            seat.add(score, won=number in game.winners, shared=game.shared)
        for name, mean in game.lines.items():
            self.lines[name] = self.lines.get(name, 0) + mean
        self._whole.update(game.digest)

    def digest(self) -> str:
        """A hash over the records of all games: equal digests, equal play."""
        return self._whole.hexdigest()


@dataclass(slots=True)
class EveryGame(Totals):
    """Totals that keep each game as well, for series of which all games have room."""

    games: list[Played] = field(default_factory=list)

    def add(self, game: Played) -> None:
        """One game more."""
        Totals.add(self, game)
        self.games.append(game)
