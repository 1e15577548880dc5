"""Plays a random game of King's Abbey with relics and saints and compares what they offer and bring, at any time of a turn."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from ruamel.yaml import YAML

from custumal import State
from tests.games.kings_abbey.rules.campaigns import Crusades
from tests.games.kings_abbey.rules.evening import Evening
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.gifted import LANCE_FAME, GiftedEvening, GiftedSoloEvening
from tests.games.kings_abbey.rules.saints import DEACON
from tests.games.kings_abbey.table.cards import COMPONENTS
from tests.games.kings_abbey.table.deeds import Deeds
from tests.games.kings_abbey.table.memory import Word, coarse, word
from tests.games.kings_abbey.table.position import Position
from tests.games.kings_abbey.table.table import Option, Table
from tests.games.kings_abbey.watchers.evening import QUICK_DEFENCE, Watch, printed

GENEROUS = """
custumal: 1
variant: generous
of: kings-abbey
of-version: "1"
title: Generous
because: So that relics and saints are soon used.
edits:
  wood: {set: resources.wood.start, was: 1, to: 5}
  grain: {set: resources.grain.start, was: 1, to: 5}
  stone: {set: resources.stone.start, was: 1, to: 5}
  sand: {add: resources.sand.start, with: 4}
  denier: {set: resources.denier.start, was: 4, to: 20}
  peasants: {set: values.start-peasants, was: 1, to: 6}
  clergy: {set: values.start-clergy, was: 0, to: 4}
  relics: {add: setup.gifts, after: starting, with: {each: s in seats, do: "move leading(2, relic-box) to relics of s"}}
"""
GIFTS = {
    "ascend", "protect", "feed", "wall-in", "carts", "leave-one-out-build", "leave-one-out-raise-tower", "invoke", "build-free", "spare",
    "train-free", "span", "harvest", "support",
}  # fmt: skip
NO_MENU = {
    "peasant", "victims", "suffer-loss", "amount", "deal", "yes", "no", "number", "fame", "join", "lending", "add", "sharpen",
    "choose-goods", "ring", "vow", "goods", "archer", "one", "choosing", "share-relic",
}  # fmt: skip
"""What is asked in the middle of a deed or of an event: nothing else can be done then."""
VOWS: set[Word] = {("vow", "support"), ("vow", "favour")}


@cache
def holy() -> tuple[Crusades, dict[str, str]]:
    """The crusades with those that bring relics, and which relic each brings."""
    file = COMPONENTS.parent / "variants" / "holy-relics.yaml"
    rows: Any = YAML(typ="safe").load(file.read_text(encoding="utf-8"))["components"]["relic-crusades"]["rows"]
    more = {name: (row["spaces"], row["prestige"], row["reward"]) for name, row in rows.items()}
    return printed()[0] | more, {name: row["relic"] for name, row in rows.items()}


class GiftWatch(Watch):
    """Besides the evenings whatever relics and saints offer, what follows when it is taken, vows, and the Lance."""

    def __init__(self, state: State, dice: Random, fondness: dict[str, float] | None = None) -> None:
        super().__init__(state, dice, fondness)
        self.deeds, self.turn = Deeds(), 0
        self.gift: GiftedEvening | None = None
        self.giving: Course | None = None
        self.lance_of = ""

    def after(self, before: Table, option: Option) -> Position | None:
        """Saints change what construction brings: only a day that ends with a seat's declining is known to its end."""
        return super().after(before, option) if option.action == "pass" else None

    def evening_of(self, before: Table, position: Position) -> Evening:
        evening = self.gifted(before, position)
        evening.phase = 8
        return evening

    def gifted(self, table: Table, position: Position) -> GiftedEvening:
        kind = GiftedSoloEvening if table.state.players == 1 else GiftedEvening
        base = QUICK_DEFENCE if "quick-game" in table.variants else 1
        gifted = kind(position, self.memory, self.deeds, table.proposals, *holy(), base)
        gifted.phase = table.phase
        return gifted

    def take(self, options: list[Option]) -> Option:
        self.keep_up()
        if self.course is None:
            self.judge_gifts(options)
        return super().take(options)

    def keep_up(self) -> None:
        """What this turn's dice and cards have done."""
        table = self.table
        if table.turn != self.turn:
            self.turn = table.turn
            if not self.deeds.built:
                self.deeds.start(table.position)
            self.deeds.new_turn()
            self.memory.begin(table.turn)
            self.lance_of = self.holder("holy-lance")
        self.memory.look(table.position)

    def holder(self, relic: str) -> str:
        found = [seat for seat in self.table.position.seats if self.table.position.named(f"relics of {seat}", relic)]
        return found[0] if found else ""

    # ------------------------------------------------------------ outside of evenings

    def judge_gifts(self, options: list[Option]) -> None:
        if self.giving is not None:
            seat, expected = self.asked
            self.expect(self.table.seat, seat, "who is asked")
            self.compare_words({word(self.table, option) for option in options}, expected)
            return
        seat, actions = self.table.seat or "", {option.action for option in options}
        state = self.gifted(self.table, self.table.position)
        due = [who for who in self.table.position.seats if state.vow_is_due(who)]
        if due:
            self.expect((due, state.has(seat, "clergy")), ([seat], DEACON), "who makes a vow")
            self.compare_words({word(self.table, option) for option in options}, VOWS)
            return
        self.judge_lance(seat, actions)
        expected = state.gifts(seat) if not actions & NO_MENU else set()
        self.compare_words({word(self.table, option) for option in options if option.action in GIFTS | {"vow"}}, expected)

    def compare_words(self, offered: set[Word], expected: set[Word]) -> None:
        position = self.table.position
        self.expect(sorted(map(repr, offered - expected)), [], f"offered, but expected were {sorted(map(repr, expected))}")
        missing = {coarse(position, one) for one in expected} - {coarse(position, one) for one in offered}
        self.expect(sorted(map(repr, missing)), [], "not offered")
        for action in {str(one[0]) for one in expected}:
            self.judged[action] += 1

    def judge_lance(self, seat: str, actions: set[str]) -> None:
        """When Vikings come its holder is asked before anything else."""
        if self.table.phase == 2 and self.table.position.event == "vikings-sighted" and self.lance_of:
            self.expect((seat, actions), (self.lance_of, {"yes", "no"}), "the Lance")
            self.judged["lance"] += 1

    def make(self, option: Option) -> None:
        before, chosen = self.table, word(self.table, option)
        self.deeds.note(before, chosen)
        lance, self.lance_of = self.lance_of, "" if before.phase >= 2 else self.lance_of
        giving, evening = self.giving, self.course
        super().make(option)
        if self.course is not None or evening is not None:
            return
        if giving is not None:
            self.give(lambda course: course.send(chosen), before)
        elif option.action in GIFTS:
            self.gift = self.gifted(before, before.position.copy())
            self.giving = self.gift.do(before.seat or "", chosen)
            self.give(next, before)
        elif option.action == "vow":
            self.compare_vow(before, str(chosen[1]))
        elif lance and before.phase == 2 and before.position.event == "vikings-sighted":
            self.compare_lance(before, option.action)

    def give(self, step: Any, before: Table) -> None:
        assert self.gift is not None and self.giving is not None
        try:
            self.asked = step(self.giving)
        except StopIteration:
            self.giving = None
            if self.goes_on(before):
                self.compare(self.gift.position)
                self.judged["gift"] += 1

    def goes_on(self, before: Table) -> bool:
        """Whether the same seat is asked on."""
        now = self.table
        return not now.state.is_over and (now.turn, now.phase, now.seat) == (before.turn, before.phase, before.seat)

    def compare_vow(self, before: Table, way: str) -> None:
        expected = self.gifted(before, before.position.copy())
        expected.take_vow(before.seat or "", way)
        for seat in expected.position.seats:
            self.expect(self.table.position.kept["devotion-of", seat], expected.position.kept["devotion-of", seat], "vows")
        shrine = f"shrine of {before.seat}"
        self.expect(self.table.position.at(shrine).keys(), expected.position.at(shrine).keys(), "revealed saints")

    def compare_lance(self, before: Table, answer: str) -> None:
        """Beaten alone, the Vikings bring five prestige to the holder and nothing else happens."""
        if answer == "yes":
            expected = self.gifted(before, before.position.copy())
            expected.honour(before.seat or "", LANCE_FAME)
            (lance,) = expected.position.named(f"relics of {before.seat}", "holy-lance")
            expected.position.discard(lance)
            self.compare(expected.position)
            self.judged["Vikings beaten"] += 1
        else:
            self.expect(self.table.position.count("attack") > 0, True, "Vikings attack")

    def count_up(self) -> None:
        super().count_up()
        self.judged["relic at the end"] += sum(len(self.table.position.at(f"relics of {seat}")) for seat in self.table.position.seats)
