"""What is compared: a game with variants and options, and how it is played, in plain values that every process understands."""

from __future__ import annotations

from dataclasses import dataclass

from custumal.interpreter.api import Game, load_game


@dataclass(frozen=True, slots=True)
class Side:
    """One set of rules."""

    game: str
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def load(self) -> Game:
        """The game; see `load_game` for what it raises."""
        return load_game(self.game, self.variants, dict(self.options))


@dataclass(frozen=True, slots=True)
class Match:
    """Two sets of rules, who sits at the table, and the seed of all blocks; the first `followed` blocks are looked at choice by choice.

    `seats` are the bots, p1 first. Where they differ, every block is played in all rotations, so that each bot sits everywhere.
    `judge` is how many tries a judge makes from each position that it looks at; 0 where none is asked.
    """

    base: Side
    variant: Side
    seats: tuple[str, ...]
    seed: int
    followed: int
    judge: int = 0

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def rotations(self) -> tuple[tuple[str, ...], ...]:
        """The bots of each game of a block."""
        if len(set(self.seats)) == 1:
            return (self.seats,)
        return tuple(self.seats[turn:] + self.seats[:turn] for turn in range(self.players))
