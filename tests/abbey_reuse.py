"""Dice that come back in a second King's Abbey: the Abbot's Den and the Monk's Quarters, and what such dice do on the individual board."""

from __future__ import annotations

from collections.abc import Callable

from tests.abbey_deeds import Deeds, Use
from tests.abbey_free import Course, Free
from tests.abbey_memory import Memory, Word, number
from tests.abbey_position import GOODS, Position

DICE_A_TURN = 3
MORE_DICE = {
    ("fervent-preaching", "preaching"): 1, ("heresy", "preaching"): -1, ("papal-legate", "study"): 1, ("schism", "study"): -1,
}  # fmt: skip
PLACES_ON_BENCHES = [(bench, row) for bench in (1, 2, 3, 4) for row in (1, 2, 3)]
"""In the order in which they are filled."""
PRIEST, BISHOP, TOP = 9, 12, 15
BISHOP_FAME, CARDINAL_FAME = 4, {13: 3, 14: 4, 15: 5}


class Reuse(Free):
    """A position with the dice that can come back.

    Args:
        found: the position at the stop after the choice, which shows what chance has brought.
    """

    def __init__(self, position: Position, memory: Memory, deeds: Deeds, proposals: int, found: Callable[[], Position]) -> None:
        super().__init__(position, memory, proposals)
        self.deeds, self.found = deeds, found
        self.phase = 4

    def options(self, seat: str) -> set[Word]:
        return super().options(seat) | self.take_backs(seat) | self.reuses(seat)

    def take_backs(self, seat: str) -> set[Word]:
        """Dice of phase 3 come back until the resources have been collected, each of them once."""
        if self.phase > 5 or self.deeds.taken_back[seat] >= self.copies(seat, "abbots-den"):
            return set()
        on_board = {die for zone in ("pulpit", "desks", "rampart") for die in self.position.at(f"{zone} of {seat}")}
        return {("take-back", f"#{die}") for die in on_board - self.deeds.reused}

    def reuses(self, seat: str) -> set[Word]:
        found: set[Word] = set()
        for die in self.position.at(f"ready of {seat}").keys() & self.deeds.reused:
            if self.phase <= 5 or die in self.deeds.at_home:
                found |= self._uses(seat, die)
        return found

    def _uses(self, seat: str, die: int) -> set[Word]:
        shows = self.shows(die)
        values = set(range(1, 7)) if self.deeds.chosen[seat] < self.copies(seat, "library") else {shows}
        found: set[Word] = set()
        for weight in (1, 2):
            found |= {("preach", f"#{die}", value, weight) for value in values if self._preaches(Use(seat, "preaching", value, weight))}
            found |= {("study", f"#{die}", value, weight) for value in values if self._studies(Use(seat, "study", value, weight))}
            if self.counts_as(Use(seat, "defence", shows, weight)):
                found.add(("defend", f"#{die}", weight))
        return found

    def shows(self, die: int) -> int:
        return int(self.position.things[die].marks["shows"])

    def counts_as(self, use: Use) -> bool:
        return use.weight == 1 or self.deeds.doubles(use, self.copies(use.seat, "scriptorium"))

    def _within_limit(self, use: Use) -> bool:
        limit = DICE_A_TURN + MORE_DICE.get((self.position.event or "", use.use), 0)
        return self.deeds.dice[use.seat, use.use] + use.weight <= limit and self.counts_as(use)

    def _preaches(self, use: Use) -> bool:
        room = len(PLACES_ON_BENCHES) - len(self.position.bench_spots(use.seat))
        seated = min(room, self.position.peasants(f"reserve of {use.seat}"))
        return use.value <= 3 and use.weight <= seated and self._within_limit(use)

    def _studies(self, use: Use) -> bool:
        return use.value >= 4 and self.has(use.seat, "clergy") < TOP and self._within_limit(use)

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("take-back", str() as die):
                self.position.move(number(die), f"ready of {seat}")
            case ("preach", str() as die, int() as value, int() as weight):
                self.use(number(die), Use(seat, "preaching", value, weight))
                self.position.move(number(die), f"pulpit of {seat}")
                self.seat_peasants(seat, weight)
            case ("study", str() as die, int() as value, int() as weight):
                self.use(number(die), Use(seat, "study", value, weight))
                self.position.move(number(die), f"desks of {seat}")
                for _ in range(weight):
                    yield from self.rise(seat)
            case ("defend", str() as die, int() as weight):
                self.use(number(die), Use(seat, "defence", self.shows(number(die)), weight))
                self.position.move(number(die), f"rampart of {seat}")
            case _:
                yield from super().do(seat, word)

    def use(self, die: int, use: Use) -> None:
        self.deeds.use(self.position, die, use, self.copies(use.seat, "scriptorium"))

    def seat_peasants(self, seat: str, many: int) -> None:
        free = [cell for cell in PLACES_ON_BENCHES if cell not in self.position.bench_spots(seat)]
        for cell in free[:many]:
            self.position.walk((f"reserve of {seat}", seat, ()), (f"benches of {seat}", seat, cell))

    def rise(self, seat: str) -> Course:
        """One step in the clergy, with what it brings."""
        if self.has(seat, "clergy") == TOP:
            return
        self.position.gain(seat, "clergy")
        level = self.has(seat, "clergy")
        if level == PRIEST:
            pairs: set[Word] = {("choose-goods", one, other) for at, one in enumerate(GOODS) for other in GOODS[at:]}
            _, one, other = yield from self.ask(seat, pairs)
            self.position.gain(seat, str(one))
            self.position.gain(seat, str(other))
        self.honour(seat, BISHOP_FAME if level == BISHOP else CARDINAL_FAME.get(level, 0))
