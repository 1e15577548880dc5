"""Phase 3 of a second King's Abbey, written from the rulebook: preaching, the clergy, the defence of the abbey."""

from __future__ import annotations

from tests.abbey_crusading import Crusading
from tests.abbey_deeds import Use
from tests.abbey_free import PASS, Course
from tests.abbey_memory import Word, number
from tests.abbey_position import GOODS, WORTH

PREACHING_MOST, STUDY_LEAST = 3, 4
DICE = 3
PLACES_ON_BENCHES = 12
PRIEST, BISHOP, TOP = 9, 12, 15
BISHOP_FAME = 4
CARDINAL_FAME = {13: 3, 14: 4, 15: 5}
LIMITS = {("fervent-preaching", "preaching"): 4, ("heresy", "preaching"): 2, ("papal-legate", "study"): 4, ("schism", "study"): 2}
"""Dice by the event and what they do."""
LAID = {"preaching": "pulpit", "study": "desks", "defence": "rampart"}


class Day(Crusading):
    """A turn from the roll of the dice to the end of phase 3."""

    def play(self) -> Course:
        yield from self.roll()
        yield from self.event()
        for seat in self.position.in_turn():
            yield from self.calling(seat)

    def calling(self, seat: str) -> Course:
        while offered := self.menu(seat, self.preaching(seat) | self.studies(seat) | self.defences(seat) | self.crusading(seat)):
            word = yield seat, offered
            if word == PASS:
                return
            yield from self.do(seat, word)

    def options(self, seat: str) -> set[Word]:
        return super().options(seat) | self.take_backs(seat)

    def take_backs(self, seat: str) -> set[Word]:
        """The Abbot's Den gives back a die that was used on the board, each but once."""
        if self.deeds.taken_back[seat] >= self.copies(seat, "abbots-den"):
            return set()
        lying = [die for zone in LAID.values() for die in self.position.at(f"{zone} of {seat}")]
        return {("take-back", f"#{die}") for die in lying if die not in self.deeds.reused}

    # ------------------------------------------------------------ choices

    def on_board(self, seat: str, use: str) -> set[tuple[int, int, int]]:
        """Dice with what they may stand for and count as: the Library gives any value."""
        library = self.deeds.chosen[seat] < self.copies(seat, "library")
        left = LIMITS.get((self.position.event or "", use), DICE) - self.deeds.dice[seat, use]
        return {
            (die, value, weight)
            for die, lying in self.position.at(f"ready of {seat}").items()
            if self.may_begin(seat, use, die)
            for value in (range(1, 7) if library else [int(lying.marks["shows"])])
            for weight in self.weights(seat, use, value)
            if weight <= left
        }

    def preaching(self, seat: str) -> set[Word]:
        """Each die brings a peasant, who needs a seat."""
        room = min(PLACES_ON_BENCHES - len(self.position.bench_spots(seat)), self.position.peasants(f"reserve of {seat}"))
        return {
            ("preach", f"#{die}", value, weight)
            for die, value, weight in self.on_board(seat, "preaching")
            if value <= PREACHING_MOST and weight <= room
        }

    def studies(self, seat: str) -> set[Word]:
        dice = self.on_board(seat, "study") if self.has(seat, "clergy") < TOP else set()
        return {("study", f"#{die}", value, weight) for die, value, weight in dice if value >= STUDY_LEAST}

    def defences(self, seat: str) -> set[Word]:
        return {
            ("defend", f"#{die}", weight)
            for die, lying in self.position.at(f"ready of {seat}").items()
            if self.may_begin(seat, "defence", die)
            for weight in self.weights(seat, "defence", lying.marks["shows"])
        }

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("preach", str() as die, int() as value, int() as weight):
                self.lay(Use(seat, "preaching", value, weight), number(die))
                for _ in range(weight):
                    self.seat_newcomer(seat)
            case ("study", str() as die, int() as value, int() as weight):
                self.lay(Use(seat, "study", value, weight), number(die))
                for _ in range(weight):
                    yield from self.rise(seat)
            case ("defend", str() as die, int() as weight):
                self.lay(Use(seat, "defence", self.position.things[number(die)].marks["shows"], weight), number(die))
            case ("take-back", str() as die):
                self.deeds.taken_back[seat] += 1
                self.deeds.take_back(number(die))
                self.position.move(number(die), f"ready of {seat}")
            case _:
                yield from super().do(seat, word)

    def lay(self, use: Use, die: int) -> None:
        self.begin(use.seat, use.use)
        self.deeds.use(self.position, die, use, self.copies(use.seat, "scriptorium"))
        self.position.move(die, f"{LAID[use.use]} of {use.seat}")

    def rise(self, seat: str) -> Course:
        """One step in the clergy, with what the space brings."""
        if self.has(seat, "clergy") == TOP:
            return
        self.position.gain(seat, "clergy")
        step = self.has(seat, "clergy")
        if step == PRIEST:
            pairs: set[Word] = {("choose-goods", one, other) for one in GOODS for other in GOODS if WORTH[one] <= WORTH[other]}
            _, *goods = yield from self.ask(seat, pairs)
            for good in goods:
                self.position.gain(seat, str(good))
        if step == BISHOP:
            self.position.gain(seat, "prestige", BISHOP_FAME)
        self.position.gain(seat, "prestige", CARDINAL_FAME.get(step, 0))
