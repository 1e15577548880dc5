"""What seats of King's Abbey have done, where no piece on the table shows it: dice that were used, cards that were built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from tests.games.kings_abbey.table.memory import Word, number
from tests.games.kings_abbey.table.position import Position
from tests.games.kings_abbey.table.table import Table

USES = {"pulpit": "preaching", "desks": "study", "rampart": "defence", "crew": "crusading", "front": "fighting"}
"""What dice do that lie there."""
BOARD = {"preaching", "study", "defence"}


class Use(NamedTuple):
    """One die and what it did."""

    seat: str
    use: str
    value: int
    weight: int


class Deeds:
    """Of the game `built`, `raised` and `remodelled`, all else of the turn."""

    def __init__(self) -> None:
        self.built: Counter[tuple[str, str]] = Counter()
        """Copies of a building, also those that were lost."""
        self.raised: Counter[str] = Counter()
        self.remodelled: set[str] = set()
        self.new_turn()

    def start(self, position: Position) -> None:
        """Buildings that stand before the first turn count, too."""
        self.built.update((seat, card.kind) for seat in position.seats for card in position.at(f"abbey of {seat}").values())

    def new_turn(self) -> None:
        self.uses: list[tuple[Use, bool]] = []
        """All dice used, and whether a die of the same value lay there already."""
        self.lying: dict[int, Use] = {}
        """What each die does that lies somewhere."""
        self.dice: Counter[tuple[str, str]] = Counter()
        """Dice used by each seat for each purpose, one that counts as two as two."""
        self.chosen: Counter[str] = Counter()
        """Dice whose value the Library gave."""
        self.visited: set[tuple[str, str]] = set()
        self.taken_back: Counter[str] = Counter()
        self.reused: set[int] = set()
        self.at_home: set[int] = set()
        """Dice that may be used on the own board only."""
        self.bought: set[str] = set()

    def use(self, position: Position, die: int, use: Use, copies: int) -> None:
        """A die is used, by a seat that has so many activated Scriptoria."""
        self.uses.append((use, copies > 1 and self._joins(use)))
        self.lying[die] = use
        self.dice[use.seat, use.use] += use.weight
        self.chosen[use.seat] += use.use in BOARD and use.value != position.things[die].marks["shows"]

    def take_back(self, die: int) -> None:
        self.lying.pop(die, None)
        self.reused.add(die)

    def doubles(self, use: Use, copies: int) -> bool:
        """Whether the Scriptorium can make another die count as two.

        One does by itself, and with two copies a second one that joins a die of its value, but not for resources.
        """
        joined = [paired for other, paired in self.uses if other.seat == use.seat and other.weight == 2]
        alone, pairs = joined.count(False), joined.count(True)
        by_itself = alone == 0 and pairs < 2
        return copies > 0 and (by_itself or (copies > 1 and pairs == 0 and self._joins(use)))

    def _joins(self, use: Use) -> bool:
        return use.use != "gathering" and use._replace(weight=1) in self.lying.values()

    def see(self, before: Position, found: Position, copies: Callable[[str], int]) -> None:
        """Dice that were laid down in a choice, with what was said of them, and the activated Scriptoria of each seat."""
        for die, thing in found.things.items():
            use, was = USES.get(thing.place.partition(" ")[0]), before.things.get(die)
            if use and was and was.place.startswith("ready"):
                self.use(found, die, Use(thing.owner, use, thing.marks["stands-for"], thing.marks["counts"]), copies(thing.owner))

    def note(self, table: Table, word: Word) -> None:
        """What else is to be remembered of a choice, before it takes effect."""
        seat = table.seat or ""
        match word:
            case ("take-back", str() as die):
                self.taken_back[seat] += 1
                self.take_back(number(die))
            case ("second-shift", str() as die):
                self.take_back(number(die))
                self.at_home.add(number(die))
            case ("build" | "build-free" | "leave-one-out-build", str() as card, *_):
                self.built[seat, table.position.things[number(card)].kind] += 1
            case ("raise-tower" | "leave-one-out-raise-tower", *_):
                self.raised[seat] += 1
            case ("remodel",):
                self.remodelled.add(seat)
