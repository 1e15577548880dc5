"""What a command line asks for: a game with variants, options and players, and who plays its seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from custumal.interpreter.api import Game, load_game
from custumal.terminal.problems import Mistake


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game as it was asked for; `players` is None where that was left open."""

    game: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    players: int | None = None

    def load(self) -> Game:
        """The game with its options.

        Raises:
            RuleFileError, UnknownGame, PlayError: as `load_game`.
        """
        return load_game(self.game, self.variants, self.options)

    def number_of_players(self, game: Game, seats: Iterable[int] = ()) -> int:
        """As many as were asked for, else as many as have seats, else two or the next possible number.

        Raises:
            Mistake: the game is not for so many.
        """
        low, high = game.players
        players = self.players if self.players is not None else max(*seats, min(max(low, 2), high), 0)
        if not low <= players <= high:
            raise Mistake(f"{game.title()} is for {_range(low, high)}, not {players}.")
        return players


def _range(low: int, high: int) -> str:
    many = f"{low}" if low == high else f"{low} to {high}"
    return f"{many} player{'' if high == 1 else 's'}"


def seated(given: Iterable[tuple[str, str]], players: int, known: Iterable[str], others: str) -> list[str]:
    """Who plays each seat: what was given, else `others`.

    Raises:
        Mistake: there is no such seat, or nobody of this name.
    """
    found = [others] * players
    names = list(known)
    for seat, who in given:
        if who not in names:
            raise Mistake(f"Nobody called `{who}` can play a seat; there are {', '.join(names)}.")
        if int(seat) > players:
            raise Mistake(f"There is no seat {seat} with {players} player{'' if players == 1 else 's'}.")
        found[int(seat) - 1] = who
    return found
