"""Relics and saints in each part of a turn of a second King's Abbey, written from the rulebook."""

from __future__ import annotations

from tests.games.kings_abbey.rules.campaigns import Crusades
from tests.games.kings_abbey.rules.day import Day
from tests.games.kings_abbey.rules.evening import Evening
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.saints import Saints
from tests.games.kings_abbey.rules.solo import SoloEvening
from tests.games.kings_abbey.rules.works import Works
from tests.games.kings_abbey.table.deeds import Deeds
from tests.games.kings_abbey.table.memory import Memory
from tests.games.kings_abbey.table.position import Position

LANCE, LANCE_FAME = "holy-lance", 5


class GiftedDay(Saints, Day):
    """Phases 1 to 3."""

    relics: dict[str, str]
    """What crusades bring, by the card."""
    offered = False
    """Whether the relic of a crusade is offered to its helper."""

    def attack(self) -> Course:
        """Who holds the Lance is asked first: the Vikings are beaten alone, and nothing else is gained or lost."""
        for seat in self.position.in_turn():
            for lance in self.position.named(f"relics of {seat}", LANCE):
                (answer,) = yield seat, {("yes",), ("no",)}
                if answer == "yes":
                    self.honour(seat, LANCE_FAME)
                    self.position.discard(lance)
                    return
        yield from super().attack()

    def lose(self, card: int) -> None:
        """Who serves two buildings stays on the other one."""
        for other in [other for other, first in self.memory.spans.items() if first == card]:
            ((_, owner, cell),) = [spot for spot, many in self.position.folk.items() if many and spot[0] == f"brother of {card}"]
            self.position.walk((f"brother of {card}", owner, cell), (f"brother of {other}", owner, cell))
        super().lose(card)

    def ask_for_help(self, seat: str, card: int, helper: str) -> Course:
        if self.position.things[card].kind in self.relics:
            promised = {helper if self.position.things[card].marks["relic-promised"] else seat}
            keepers = {seat, helper} if self.agreed(card) is None else promised
            _, keeper = yield from self.ask(seat, {("share-relic", one) for one in keepers})
            self.offered = keeper == helper
        yield from super().ask_for_help(seat, card, helper)

    def agree(self, card: int, terms: dict[str, object]) -> None:
        promised = {"relic-promised": self.offered} if self.position.things[card].kind in self.relics else {}
        super().agree(card, terms | promised)


class GiftedWorks(Saints, Works):
    """Phases 4 to 7."""


class GiftedEvening(Saints, Evening):
    """Phases 8 to 12.

    Args:
        relics: what crusades bring, by the card.
    """

    def __init__(
        self, position: Position, memory: Memory, deeds: Deeds, proposals: int, crusades: Crusades, relics: dict[str, str], base: int
    ) -> None:
        super().__init__(position, memory, proposals, crusades, base)
        self.deeds, self.relics, self.phase = deeds, relics, 8

    def resolve(self, seat: str, card: int) -> None:
        """Its relic comes to the owner of the crusade, unless it was promised to the helper."""
        crusade = self.position.things[card]
        relic = self.relics.get(crusade.kind)
        keeper = crusade.marks["helper"] if crusade.marks.get("relic-promised") else seat
        for thing in self.position.named("relic-box", relic) if relic else ():
            self.position.move(thing, f"relics of {keeper}")
        super().resolve(seat, card)
        self.memory.spared.discard(card)

    def give_up(self, card: int) -> None:
        super().give_up(card)
        if self.position.things[card].kind in self.relics:
            self.position.things[card].marks["relic-promised"] = False

    def send_home(self, *dice: int) -> None:
        super().send_home(*dice)
        self.memory.used.update(dice)

    def clean_up(self) -> Course:
        self.home = True
        yield from super().clean_up()

    def dawn(self) -> None:
        for seat in self.position.seats:
            for die in self.position.at(f"altar-dice of {seat}"):
                self.position.move(die, f"ready of {seat}")
            for saint in self.position.at(f"invoked of {seat}"):
                self.position.discard(saint)
        super().dawn()


class GiftedSoloEvening(GiftedEvening, SoloEvening):
    """Phases 8 to 12 of the game for one."""
