"""King's Abbey against a referee of its own: in whole games, phases 4 to 7 offer what the rulebook allows and bring what it says.

By default a few games are played; with CUSTUMAL_FULL=1 in the environment more than a hundred.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from custumal import Game, load_game
from tests.abbey_deeds import Deeds
from tests.abbey_elias import bought
from tests.abbey_free import Course
from tests.abbey_market import renewed
from tests.abbey_memory import Memory, Word
from tests.abbey_position import Option, Table, differences
from tests.abbey_words import alike, word
from tests.abbey_works import Works

FULL = bool(os.environ.get("CUSTUMAL_FULL"))
SEEDS, RICH_SEEDS = (30, 20) if FULL else (1, 1)
FONDNESS = {
    "pass": 1, "preach": 6, "study": 3, "defend": 0.5, "buy": 6, "build": 12, "gather": 8, "add": 4, "sharpen": 3, "step-forward": 9,
    "baptise": 9, "ordain": 9, "ordain-ringer": 9, "train-archer": 6, "raise-tower": 4, "remodel": 9, "trade": 0.5, "load-wagon": 2,
    "take-initiative": 2, "send-pilgrim": 0.5, "join-crusade": 0.5, "take-back": 4, "second-shift": 4, "bathe": 1, "market-day": 0.5,
    "ask-for-help": 0.2, "give-up": 0.2,
}  # fmt: skip
"""How gladly a kind of choice is made, so that abbeys grow; 2 where nothing is said."""
COMMON = {
    "buy", "gather", "add", "sharpen", "load-wagon", "take-initiative", "step-forward", "build", "build-altar", "build-wall",
    "raise-tower", "trade", "pass", "market", "evening",
}  # fmt: skip
"""What every game must have shown."""
RARE = {"baptise", "ordain", "ordain-ringer", "train-archer", "remodel", "market-day", "deal", "amount", "yes", "no"}
RAREST = {"bathe", "take-back", "second-shift", "again-preach", "again-study", "again-defend"}
LEFT_ALONE = re.compile(r"((wood|stone|sand|altar|walls|clergy|wagon|tool) of |.*'((tower-)?hand|abbey|towers) of |.*'market')")
"""Differences of what neither food nor the Darkness nor income touch."""


class Watch:
    """A game that is followed, and how often each kind of choice was offered where the referee had a word in it."""

    def __init__(self, table: Table, dice: Random) -> None:
        self.table, self.dice = table, dice
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
        self.works = Works(self.table.position.copy(), self.memory, self.deeds, self.table.proposals, lambda: self.table.position)
        self.course = self.works.play()
        self._ask(None)

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
        self._expect(differences(self.works.position, table.position), [], "differences")
        self._expect(table.seat, seat, "who is asked")
        offered = {alike(table.position, self.deeds, word(table, option)) for option in options}
        expected = {alike(table.position, self.deeds, one) for one in words}
        self._expect((offered - expected, expected - offered), (set(), set()), "offered in vain, missing")
        self.judged.update({option.action for option in options})

    def _take(self, options: list[Option]) -> Option:
        """First the kind of choice, then one of them."""
        actions = sorted({option.action for option in options})
        (action,) = self.dice.choices(actions, [FONDNESS.get(action, 2) for action in actions])
        return self.dice.choice([option for option in options if option.action == action])

    def _go_on(self, option: Option) -> None:
        before, chosen = self.table, word(self.table, option)
        self.memory.note(before, chosen)
        self.deeds.note(before.position, before.seat or "", chosen)
        self.table = before.play(option)
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
            wrong = differences(self.works.position, self.table.position)
            self._expect([line for line in wrong if LEFT_ALONE.match(line)], [], "differences in the evening")
            self.judged["evening"] += 1

    def _expect(self, found: object, expected: object, what: str) -> None:
        where = f"turn {self.table.turn}, phase {self.table.phase}, {self.table.seat}"
        assert found == expected, f"{where}, {what}: found {found}, expected {expected}"


def follow(game: Game, players: int, seed: int) -> Counter[str]:
    watch = Watch(Table(game.start(players=players, seed=seed)), Random(seed))
    watch.play()
    return watch.judged


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("players", [1, 3, 4] + [2, 5] * FULL)
def test_the_works_are_as_the_rulebook_says(players: int, seed: int) -> None:
    assert follow(load_game("kings-abbey"), players, seed).keys() >= COMMON


RICH = """
custumal: 1
variant: rich
of: kings-abbey
of-version: "1"
title: Rich
because: To see what is rare.
edits:
  wood: {set: resources.wood.start, was: 1, to: 30}
  grain: {set: resources.grain.start, was: 1, to: 30}
  stone: {set: resources.stone.start, was: 1, to: 30}
  denier: {set: resources.denier.start, was: 4, to: 60}
  tool: {set: resources.tool.start, was: 1, to: 3}
  wagon: {set: resources.wagon.start, was: 1, to: 3}
  peasants: {set: values.start-peasants, was: 1, to: 8}
  clergy: {set: values.start-clergy, was: 0, to: 8}
  kept: {set: values.keep-limit, was: 3, to: 40}
setup:
  cards: {each: s in seats, do: draw 8 from stock-pile(left) to hand of s, rule: KAB-P04-BUY-06}
  sand: {each: s in seats, do: gain 30 * sand for s, rule: KAB-SET-25}
"""


TWINS = """  twins:
    rule: KAB-P04-BUY-06
    each: >-
      b in stock-pile(left) + stock-pile(right)
      where b.type is monks-quarters or b.type is abbots-den or b.type is scriptorium or b.type is library
    do: move b to hand of first(seats)
"""
"""One seat has all buildings for which dice are used again, count more or show what they should."""


@pytest.mark.parametrize(("players", "variant"), [(2, RICH)] + [(3, RICH), (2, RICH + TWINS)] * FULL)
def test_rich_abbeys_show_what_is_rare(players: int, variant: str, tmp_path: Path) -> None:
    (tmp_path / "rich.yaml").write_text(variant, encoding="utf-8")
    game = load_game(str(tmp_path / "rich.yaml"))
    judged: Counter[str] = Counter()
    for seed in range(RICH_SEEDS):
        judged += follow(game, players, seed)
    assert judged.keys() >= COMMON | RARE | (set() if variant == RICH else RAREST)
