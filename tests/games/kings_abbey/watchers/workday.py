"""Plays a random game of King's Abbey and compares phases 4 to 7 of every turn with the referee's."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from tests.games.kings_abbey.rules.elias import bought
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.market import renewed
from tests.games.kings_abbey.rules.works import Works
from tests.games.kings_abbey.table.deeds import Deeds
from tests.games.kings_abbey.table.memory import Memory, Word
from tests.games.kings_abbey.table.position import UNSEEN, Position, differences
from tests.games.kings_abbey.table.table import Option, Table
from tests.games.kings_abbey.table.words import alike, word

FONDNESS = {
    "pass": 1, "preach": 6, "study": 3, "defend": 0.5, "buy": 6, "build": 12, "gather": 8, "add": 4, "sharpen": 3, "step-forward": 9,
    "baptise": 9, "ordain": 9, "ordain-ringer": 9, "train-archer": 6, "raise-tower": 4, "remodel": 9, "trade": 0.5, "load-wagon": 2,
    "take-initiative": 2, "send-pilgrim": 0.5, "join-crusade": 0.5, "take-back": 4, "second-shift": 4, "bathe": 1, "market-day": 0.5,
    "ask-for-help": 0.2, "give-up": 0.2,
}  # fmt: skip
"""How gladly a kind of choice is made, so that abbeys grow; 2 where nothing is said."""
LEFT_ALONE = re.compile(r"((wood|stone|sand|altar|walls|clergy|wagon|tool) of |.*'((tower-)?hand|abbey|towers) of |.*'market')")
"""Differences of what neither food nor the Darkness nor income touch."""


class WorksWatch:
    """A game that is followed, and how often each kind of choice was offered where the referee had a word in it."""

    def __init__(self, table: Table, dice: Random, fondness: dict[str, float] | None = None) -> None:
        self.table, self.dice, self.fondness = table, dice, FONDNESS | (fondness or {})
        self.memory, self.deeds = Memory(), Deeds()
        self.judged: Counter[str] = Counter()
        self.works: Works | None = None
        self.course: Course | None = None
        self.asked: tuple[str, set[Word]] | None = None
        self.turn = 0

    def play(self) -> None:
        while not self.table.state.is_over:
            if self.table.turn != self.turn:
                self._new_turn()
            if self.works is None and 4 <= self.table.phase <= 7:
                self._begin()
            options = self.table.options()
            if self.course is not None:
                self._judge(options)
            self._go_on(self._take(options))

    def _new_turn(self) -> None:
        self.turn = self.table.turn
        if not self.deeds.built:
            self.deeds.start(self.table.position)
        self.deeds.new_turn()
        self.works = None

    def _begin(self) -> None:
        self.memory.look(self.table.position)
        self.works = self.works_of(self.table.position.copy())
        self.course = self.works.play()
        self._ask(None)

    def works_of(self, position: Position) -> Works:
        return Works(position, self.memory, self.deeds, self.table.proposals, lambda: self.table.position)

    def _ask(self, answer: Word | None) -> bool:
        """Whether the course goes on."""
        assert self.course is not None
        try:
            self.asked = next(self.course) if answer is None else self.course.send(answer)
        except StopIteration:
            self.course = self.asked = None
        return self.asked is not None

    def _judge(self, options: list[Option]) -> None:
        """Who is asked, among what, and everything that lies or is counted."""
        assert self.works is not None and self.asked is not None
        table, (seat, words) = self.table, self.asked
        self._expect(table.phase in range(4, 8), True, f"{seat} should be asked for {words}")
        self._expect(differences(self.works.position, table.position, but=UNSEEN), [], "differences")
        self._expect(table.seat, seat, "who is asked")
        offered = {alike(table.position, self.deeds, word(table, option)) for option in options}
        expected = {alike(table.position, self.deeds, one) for one in words}
        self._expect((offered - expected, expected - offered), (set(), set()), "offered in vain, missing")
        self.judged.update({option.action for option in options})

    def _take(self, options: list[Option]) -> Option:
        """First the kind of choice, then one of them."""
        actions = sorted({option.action for option in options})
        (action,) = self.dice.choices(actions, [self.fondness.get(action, 2) for action in actions])
        return self.dice.choice([option for option in options if option.action == action])

    def _go_on(self, option: Option) -> None:
        before, chosen = self.table, word(self.table, option)
        self.memory.note(before, chosen)
        self.deeds.note(before, chosen)
        self.table = before.play(option)
        if self.course is not None or self.memory.spans:
            self.memory.look(self.table.position)
        if before.phase <= 3 and self.table.phase == 4 and len(before.position.seats) == 1:
            self._expect(bought(before.position, self.table.position), [], "market after Élias")
            self.judged["élias"] += 1
        if before.phase <= 3:
            self.deeds.see(before.position, self.table.position, lambda seat: self.memory.copies(before.position, seat, "scriptorium"))
        if self.course is not None and not self._ask(chosen):
            self._end()
        if self.table.turn > before.turn and not self.table.state.is_over:
            self._expect(renewed(before.position, self.table.position), [], "market")
            self.judged["market"] += 1

    def _end(self) -> None:
        """What comes next is said by others, but it lets alone what has been built."""
        assert self.works is not None
        self._expect(self.table.phase in range(4, 8), False, "somebody is asked again")
        if 8 <= self.table.phase <= 10:
            wrong = differences(self.works.position, self.table.position, but=UNSEEN)
            self._expect([line for line in wrong if LEFT_ALONE.match(line)], [], "differences in the evening")
            self.judged["evening"] += 1

    def _expect(self, found: object, expected: object, what: str) -> None:
        where = f"turn {self.table.turn}, phase {self.table.phase}, {self.table.seat}"
        assert found == expected, f"{where}, {what}: found {found}, expected {expected}"
