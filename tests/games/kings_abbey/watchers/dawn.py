"""Plays a random game of King's Abbey and compares phases 1 to 3 of every turn with the referee's."""

from __future__ import annotations

from collections import Counter
from random import Random

from custumal import State
from tests.games.kings_abbey.rules.day import Day
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.table.calls import told, word
from tests.games.kings_abbey.table.deeds import Deeds
from tests.games.kings_abbey.table.memory import Memory, Word
from tests.games.kings_abbey.table.position import UNSEEN, Position, differences
from tests.games.kings_abbey.table.table import Option, Table
from tests.games.kings_abbey.watchers.evening import printed

FONDNESS = {
    "pass": 1.0, "trade": 0.4, "baptise": 20, "ordain": 20, "ordain-ringer": 20, "step-forward": 12, "gather": 6, "buy": 4, "build": 20,
    "raise-tower": 4, "defend": 0.7, "give-up": 0.3, "yes": 5, "no": 1, "bathe": 0.5, "send-pilgrim": 6, "market-day": 0.5,
    "ask-for-help": 2, "take-back": 1,
}  # fmt: skip
"""How gladly a kind of choice is taken; 3 where nothing is said."""
AMID = {"amount", "deal", "yes", "no", "number", "fame", "join", "lending", "share-relic"}
"""Asked in the middle of a deed."""


class DayWatch:
    """A game that is played at random, chance included, with a referee who watches phases 1 to 3.

    Args:
        fondness: how gladly kinds of choices are taken, where it is not as usual.
    """

    def __init__(self, state: State, dice: Random, fondness: dict[str, float] | None = None) -> None:
        self.dice, self.fondness = dice, FONDNESS | (fondness or {})
        self.memory, self.deeds = Memory(), Deeds()
        self.crews: dict[int, tuple[int, int]] = {}
        self.seen: set[int] = set()
        self.judged: Counter[str] = Counter()
        """How often each kind of choice was offered and each event came, as expected."""
        self.day: Day | None = None
        self.course: Course | None = None
        self.asked: tuple[str, set[Word]] = ("", set())
        self.step = 0
        self.go_to(state)

    def follow(self) -> None:
        while not self.table.state.is_over:
            if self.course is not None or self.memory.spans:
                self.memory.look(self.table.position)
            options = [(word(self.table, option), option) for option in self.table.options()]
            if self.course is not None:
                self.judge({one for one, _ in options})
            self.make(*self.take(options))

    def take(self, options: list[tuple[Word, Option]]) -> tuple[Word, Option]:
        """First the kind of choice, then one of them."""
        actions = sorted({option.action for _, option in options})
        (action,) = self.dice.choices(actions, [self.fondness.get(action, 3) for action in actions])
        return self.dice.choice([one for one in options if one[1].action == action])

    def make(self, chosen: Word, option: Option) -> None:
        self.memory.note(self.table, chosen)
        self.deeds.note(self.table, chosen)
        self.step += 1
        self.go_to(self.table.state.play(option.choice), chosen)

    def go_to(self, state: State, chosen: Word | None = None) -> None:
        """To the next stop; where a turn begins the referee begins, too."""
        dawn = None
        while state.kind == "chance":
            table = Table(state)
            if self.course is None and dawn is None and table.phase == 1:
                dawn = table.position
            weights, outcomes = zip(*state.outcomes(), strict=True)
            state = state.play(self.dice.choices(outcomes, weights)[0])
        self.table = Table(state)
        if self.course is not None and self.day is not None:
            self.day.found = self.table.position
            self.go_on(chosen)
        elif dawn is not None:
            self.begin(dawn)

    def begin(self, dawn: Position) -> None:
        self.memory.begin(self.table.turn)
        self.memory.look(dawn)
        self.crews = {die: crew for die, crew in self.crews.items() if die in dawn.things and dawn.things[die].place.startswith("crew of")}
        self.deeds.new_turn()
        if not self.deeds.built:
            self.deeds.start(dawn)
        self.day = self.day_of(dawn)
        self.day.found = self.table.position
        self.course = self.day.play()
        self.go_on(None)

    def day_of(self, dawn: Position) -> Day:
        day = Day(dawn.copy(), self.memory, self.deeds, self.table.proposals, self.table.turn, self.seen)
        day.take_over(printed()[0], self.crews)
        return day

    def go_on(self, chosen: Word | None) -> None:
        assert self.course is not None
        try:
            self.asked = next(self.course) if chosen is None else self.course.send(chosen)
        except StopIteration:
            self.course = None
            self.end()

    # ------------------------------------------------------------ comparing

    def judge(self, offered: set[Word]) -> None:
        assert self.day is not None
        seat, expected = self.asked
        self.expect(self.table.seat, seat, f"who is asked for {sorted(map(repr, expected))}")
        left, right = (self.told(words) for words in (offered, expected))
        self.expect(sorted(map(repr, left - right)), [], f"offered, but expected was {sorted(map(repr, right))}")
        self.expect(sorted(map(repr, right - left)), [], "not offered")
        self.judged.update({str(one[0]) for one in expected})
        if not AMID & {str(one[0]) for one in expected}:
            self.compare(self.day.position)

    def told(self, words: set[Word]) -> set[Word]:
        assert self.day is not None
        return {told(self.table.position, self.deeds.reused, one) for one in words}

    def end(self) -> None:
        """Until phase 7 nothing happens by itself, but for Élias."""
        assert self.day is not None
        self.judged[f"event {self.day.position.event}"] += 1
        self.judged["turn"] += 1
        if self.table.phase in {4, 5, 6, 7} and not self.day.solo:
            self.judged["turn to its end"] += 1
            self.compare(self.day.position)

    def compare(self, expected: Position) -> None:
        self.expect(differences(expected, self.table.position, but=UNSEEN), [], "differences")

    def expect(self, found: object, expected: object, what: str) -> None:
        assert found == expected, f"step {self.step}, turn {self.table.turn}, phase {self.table.phase}, {what}: {found}, not {expected}"
