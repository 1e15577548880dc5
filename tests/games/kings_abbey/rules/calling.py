"""Dice on the individual board of a second King's Abbey, written from the rulebook: preaching, the clergy, the defence, the Abbot's Den."""

from __future__ import annotations

from tests.games.kings_abbey.rules.free import Course, Free
from tests.games.kings_abbey.table.deeds import Deeds, Use
from tests.games.kings_abbey.table.memory import Word, number
from tests.games.kings_abbey.table.position import GOODS, WORTH

PREACHING_MOST, STUDY_LEAST, ANY = 3, 4, range(1, 7)
DICE = 3
PRIEST, BISHOP, TOP = 9, 12, 15
BISHOP_FAME = 4
CARDINAL_FAME = {13: 3, 14: 4, 15: 5}
LIMITS = {("fervent-preaching", "preaching"): 4, ("heresy", "preaching"): 2, ("papal-legate", "study"): 4, ("schism", "study"): 2}
"""Dice by the event and what they do."""
LAID = {"preaching": "pulpit", "study": "desks", "defence": "rampart"}
COLLECTING = 5


class Calling(Free):
    """A position with what dice have done in this turn."""

    deeds: Deeds
    phase = 3
    """Dice come back until the resources have been collected."""

    def options(self, seat: str) -> set[Word]:
        return super().options(seat) | self.take_backs(seat)

    def take_backs(self, seat: str) -> set[Word]:
        """The Abbot's Den gives back a die that was used on the board, each but once."""
        if self.phase > COLLECTING or self.deeds.taken_back[seat] >= self.copies(seat, "abbots-den"):
            return set()
        lying = [die for zone in LAID.values() for die in self.position.at(f"{zone} of {seat}")]
        return {("take-back", f"#{die}") for die in lying if die not in self.deeds.reused}

    # ------------------------------------------------------------ choices

    def usable(self, seat: str, use: str) -> set[int]:
        """Dice that may be put on the board for a purpose."""
        raise NotImplementedError

    def board_uses(self, seat: str) -> set[Word]:
        return self.preaching(seat) | self.studies(seat) | self.defences(seat)

    def on_board(self, seat: str, use: str) -> set[tuple[int, int, int]]:
        """Dice with what they may stand for and count as: the Library gives any value."""
        library = self.deeds.chosen[seat] < self.copies(seat, "library")
        left = LIMITS.get((self.position.event or "", use), DICE) - self.deeds.dice[seat, use]
        return {
            (die, value, weight)
            for die in self.usable(seat, use)
            for value in (ANY if library else [self.shows(die)])
            for weight in self.weights(seat, use, value)
            if weight <= left
        }

    def preaching(self, seat: str) -> set[Word]:
        """Each die brings a peasant, who needs a seat."""
        room = min(len(self.free_places(seat)), self.position.peasants(f"reserve of {seat}"))
        return {
            ("preach", f"#{die}", value, weight)
            for die, value, weight in self.on_board(seat, "preaching")
            if value <= PREACHING_MOST and weight <= room
        }

    def studies(self, seat: str) -> set[Word]:
        dice = self.on_board(seat, "study") if self.has(seat, "clergy") < TOP else set()
        return {("study", f"#{die}", value, weight) for die, value, weight in dice if value >= STUDY_LEAST}

    def defences(self, seat: str) -> set[Word]:
        dice = self.usable(seat, "defence")
        return {("defend", f"#{die}", weight) for die in dice for weight in self.weights(seat, "defence", self.shows(die))}

    def weights(self, seat: str, use: str, value: int) -> list[int]:
        """As how many dice one may count."""
        return [1, 2] if self.deeds.doubles(Use(seat, use, value, 2), self.copies(seat, "scriptorium")) else [1]

    def shows(self, die: int) -> int:
        return int(self.position.things[die].marks["shows"])

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("preach", str() as die, int() as value, int() as weight):
                self.lay(number(die), Use(seat, "preaching", value, weight))
                for _ in range(weight):
                    self.seat_newcomer(seat)
            case ("study", str() as die, int() as value, int() as weight):
                self.lay(number(die), Use(seat, "study", value, weight))
                for _ in range(weight):
                    yield from self.rise(seat)
            case ("defend", str() as die, int() as weight):
                self.lay(number(die), Use(seat, "defence", self.shows(number(die)), weight))
            case ("take-back", str() as die):
                self.position.move(number(die), f"ready of {seat}")
                self.position.things[number(die)].marks["reused"] = True
            case _:
                yield from super().do(seat, word)

    def use(self, die: int, use: Use) -> None:
        self.deeds.use(self.position, die, use, self.copies(use.seat, "scriptorium"))

    def lay(self, die: int, use: Use) -> None:
        self.use(die, use)
        self.position.move(die, f"{LAID[use.use]} of {use.seat}")

    def seat_newcomer(self, seat: str) -> None:
        if self.position.peasants(f"reserve of {seat}"):
            self.take_seat((f"reserve of {seat}", seat, ()))

    def rise(self, seat: str) -> Course:
        """One step in the clergy, with what the space brings."""
        if self.has(seat, "clergy") == TOP:
            return
        self.position.gain(seat, "clergy")
        step = self.has(seat, "clergy")
        if step == PRIEST:
            _, *goods = yield from self.ask(seat, pairs("choose-goods"))
            for good in goods:
                self.position.gain(seat, str(good))
        self.honour(seat, BISHOP_FAME if step == BISHOP else CARDINAL_FAME.get(step, 0))


def pairs(action: str) -> set[Word]:
    """Two resources, the cheaper first."""
    return {(action, one, other) for one in GOODS for other in GOODS if WORTH[one] <= WORTH[other]}
