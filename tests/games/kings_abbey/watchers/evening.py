"""Plays a random game of King's Abbey and compares every evening, phases 8 to 12, and the final score with the referee's."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from ruamel.yaml import YAML

from custumal import State
from tests.games.kings_abbey.rules.campaigns import Crusades
from tests.games.kings_abbey.rules.evening import Evening
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.scoring import score, winners
from tests.games.kings_abbey.rules.solo import SoloEvening
from tests.games.kings_abbey.rules.works import Works
from tests.games.kings_abbey.table.cards import COMPONENTS
from tests.games.kings_abbey.table.deeds import Deeds
from tests.games.kings_abbey.table.memory import Memory, Word, coarse, word
from tests.games.kings_abbey.table.position import UNSEEN, Position, differences
from tests.games.kings_abbey.table.table import Option, Table
from tests.games.kings_abbey.table.words import word as works_word

FONDNESS = {
    "pass": 1.0, "trade": 0.4, "baptise": 20, "ordain": 20, "ordain-ringer": 10, "step-forward": 12, "gather": 6, "buy": 4, "build": 20,
    "raise-tower": 4, "defend": 0.7, "ask-for-help": 1, "give-up": 0.3, "second-shift": 0,
}  # fmt: skip
"""How gladly a kind of choice is taken; 3 where nothing is said."""
MOVING = 6
AT_THE_END = {
    "build", "build-altar", "build-wall", "raise-tower", "remodel", "train-archer", "step-forward", "trade", "baptise", "ordain",
    "ordain-ringer", "bathe",
}  # fmt: skip
"""With these a day can end, too, when nothing is left to be chosen."""
WITHIN = {"amount", "deal", "yes", "no", "archer", "goods"}
"""Asked in the middle of a deed."""
NEVER_ASKED = {"preach", "study", "defend"}
"""With a die that two Monk's Quarters took back: phase 3, of which nothing is said here."""
QUICK_DEFENCE = 3


@cache
def printed() -> tuple[Crusades, dict[str, int]]:
    """Of crusades the places, prestige and reward, of buildings the prestige."""
    reader = YAML(typ="safe")
    crusades = reader.load((COMPONENTS / "crusades.yaml").read_text(encoding="utf-8"))["components"]["crusade-cards"]["rows"]
    buildings = reader.load((COMPONENTS / "buildings.yaml").read_text(encoding="utf-8"))["components"]["buildings"]["rows"]
    cards = {name: (row["spaces"], row["prestige"], row["reward"]) for name, row in crusades.items()}
    return cards, {name: row["prestige"] for name, row in buildings.items()}


class Watch:
    """A game that is played at random, with a referee who watches the evenings.

    Args:
        fondness: how gladly kinds of choices are taken, where it is not as usual.
    """

    def __init__(self, state: State, dice: Random, fondness: dict[str, float] | None = None) -> None:
        self.table, self.dice = Table(state), dice
        self.fondness = FONDNESS | (fondness or {})
        self.memory = Memory()
        self.judged: Counter[str] = Counter()
        """How many stops of each kind were judged, evenings and games among them."""
        self.evening: Evening | None = None
        self.course: Course | None = None
        self.asked: tuple[str, set[Word]] = ("", set())
        self.step = 0

    def follow(self) -> None:
        while not self.table.state.is_over:
            if self.memory.spans:
                self.memory.look(self.table.position)
            options = self.table.options()
            if self.course is not None:
                self.judge(options)
            option = self.take(options)
            self.make(option)
            self.step += 1

    def take(self, options: list[Option]) -> Option:
        """First the kind of choice, then one of them."""
        actions = sorted({option.action for option in options})
        weights = [self.fondness.get(action, 3) for action in actions]
        (action,) = self.dice.choices(actions, weights if any(weights) else None)
        return self.dice.choice([option for option in options if option.action == action])

    def make(self, option: Option) -> None:
        before, chosen = self.table, word(self.table, option)
        self.memory.note(before, chosen)
        self.table = before.play(option)
        if self.evening is not None and self.course is not None:
            self.evening.found = self.table.position
            self.go_on(lambda course: course.send(chosen))
        elif self.falls(before):
            self.begin(before, option)

    # ------------------------------------------------------------ an evening

    def falls(self, before: Table) -> bool:
        """Whether the evening comes between this stop and the last one."""
        over = self.table.state.is_over or self.table.turn > before.turn
        return 5 <= before.phase <= 7 and (over or self.table.phase >= 8)

    def begin(self, before: Table, option: Option) -> None:
        """Where it is not known how the day ended, nothing is said."""
        position = self.after(before, option)
        if position is None:
            self.judged["not judged"] += 1
            return
        self.memory.look(position)
        self.evening = self.evening_of(before, position)
        self.evening.found = self.table.position
        self.course = self.evening.play()
        self.go_on(next)

    def after(self, before: Table, option: Option) -> Position | None:
        """The position after the last choice of the day, if nothing was asked about it."""
        works = Works(before.position.copy(), self.memory, Deeds(), before.proposals, lambda: self.table.position)
        if option.action == "pass":
            return works.position
        if before.phase < MOVING or option.action not in AT_THE_END:
            return None
        asked = next(works.do(before.seat or "", works_word(before, option)), None)
        return works.position if asked is None else None

    def evening_of(self, before: Table, position: Position) -> Evening:
        kind = SoloEvening if before.state.players == 1 else Evening
        return kind(position, self.memory, before.proposals, printed()[0], QUICK_DEFENCE if "quick-game" in before.variants else 1)

    def go_on(self, step: object) -> None:
        assert self.course is not None and callable(step)
        try:
            self.asked = step(self.course)
        except StopIteration:
            self.course = None
            self.judged["evening"] += 1
            self.end()

    def judge(self, options: list[Option]) -> None:
        assert self.evening is not None
        seat, expected = self.asked
        offered = {word(self.table, option) for option in options if option.action not in NEVER_ASKED}
        position = self.table.position
        self.expect(self.table.seat, seat, "who is asked")
        self.expect(sorted(map(repr, offered - expected)), [], f"offered, but expected were {sorted(map(repr, expected))}")
        missing = {coarse(position, one) for one in expected} - {coarse(position, one) for one in offered}
        self.expect(sorted(map(repr, missing)), [], "not offered")
        for action in {str(one[0]) for one in expected}:
            self.judged[action] += 1
        if not WITHIN & {str(one[0]) for one in expected}:
            self.compare(self.evening.position)
            self.count()

    def end(self) -> None:
        """The turn is over: what comes after it is the roll of the dice and what the next event does at once."""
        assert self.evening is not None
        if self.table.state.is_over:
            self.compare(self.evening.position, "trade", "tool-use")  # nobody turns them back any more
            self.count_up()
            return
        self.compare(self.evening.position, *self.by_the_event(self.evening.position))

    def by_the_event(self, expected: Position) -> tuple[str, ...]:
        """The next event is turned up; the names of what it changes."""
        assert self.evening is not None
        rolled = expected.in_turn()
        if self.table.phase == 1:
            self.evening.take_spare_dice(*rolled[: rolled.index(self.table.seat or "") + 1])
            return ("shows",)
        self.evening.take_spare_dice(*rolled)
        expected.unseen["event-pile"] -= 1
        expected.things |= self.table.position.copy().at("current-event")
        self.evening.meet_event()
        return ("shows", "viking-dice", "attack", "answered", "rolled", *self.asked_about(expected))

    @staticmethod
    def asked_about(expected: Position) -> list[str]:
        """What seats lose by an event one after the other, perhaps with a choice: whoever has none has lost it already."""
        match expected.event:
            case "tax-collectors":
                return ["denier"]
            case "plague":
                return [*(f"{zone} of {seat}" for zone in ("benches", "baptistery") for seat in expected.seats), "out-of-play"]
        return []

    def count(self) -> None:
        """What every seat would have if the game ended now."""
        assert self.evening is not None
        evening, prestige = self.evening, printed()[1]
        self.expect(list(self.table.state.scores), [score(evening, prestige, seat) for seat in evening.position.seats], "scores")

    def count_up(self) -> None:
        self.count()
        assert self.evening is not None
        won = {f"p{seat}" for seat in self.table.state.winners}
        self.expect(won, winners(self.evening, printed()[1]), "winners")
        self.judged["game"] += 1

    # ------------------------------------------------------------ comparing

    def compare(self, expected: Position, *but: str) -> None:
        """Dice in reserve are alike: they are only counted."""
        found = self.table.position
        own = [f"{zone} of {seat}" for zone in ("ready", "spare-dice") for seat in expected.seats]
        self.expect(differences(expected, found, but=(*own, *UNSEEN, *but)), [], "differences")
        self.expect([found.count(place) for place in own], [expected.count(place) for place in own], f"dice at {own}")

    def expect(self, found: object, expected: object, what: str) -> None:
        where = f"step {self.step}, turn {self.table.turn}, phase {self.table.phase}"
        assert found == expected, f"{where}, {what}: found {found}, expected {expected}"
