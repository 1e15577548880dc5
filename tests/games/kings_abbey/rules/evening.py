"""Phases 8 to 12 of a second King's Abbey, written from the rulebook: food, the Darkness, income, crusades, the end of a turn."""

from __future__ import annotations

from copy import deepcopy

from tests.games.kings_abbey.rules.campaigns import Campaigns, Crusades
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.table.memory import Memory, Word, number, spot_in
from tests.games.kings_abbey.table.position import GOODS, Position

DARKNESS = (3, 3, 4, 5, 6, 7, 8, 9)
DEACON, PRIEST, CARDINAL = 6, 9, 15
"""Top spaces of the levels of the clergy."""
WALLS, MOST_CRUSADES, START_DICE, TOKENS = 5, 2, 9, 2
BARNS = (("sheep-farm", "sheep", 5), ("dairy-farm", "cow", 3))
LIMIT = 3
ALMS = 3


class Evening(Campaigns):
    """The end of a turn.

    Args:
        crusades: what the cards say; base_defence: the space on which defence markers start.
    """

    def __init__(self, position: Position, memory: Memory, proposals: int, crusades: Crusades, base_defence: int = 1) -> None:
        super().__init__(position, memory, proposals)
        self.crusades, self.base_defence = crusades, base_defence
        self.found = position
        """What is found at the stop that follows a choice: there drawn cards are seen."""

    def play(self) -> Course:
        for seat in self.position.in_turn():
            yield from self.feed(seat)
        for seat in self.position.in_turn():
            yield from self.last_call(seat)
        for seat in self.position.in_turn():
            yield from self.lose_folk(seat, max(0, self.darkness() - self.defence(seat)))
        self.position.kept["dark-step", ""] = min(len(DARKNESS), self.position.kept["dark-step", ""] + 1)
        for seat in self.position.in_turn():
            yield from self.last_call(seat)
            self.earn(seat)
        yield from self.campaigns()
        yield from self.clean_up()

    # ------------------------------------------------------------ food

    def feed(self, seat: str) -> Course:
        yield from self.last_call(seat)
        if self.copies(seat, "garden"):
            self.position.gain(seat, "grain", self.has(seat, "grain") // 3)
        self.breed(seat)
        if self.hungry(seat) > self.has(seat, "grain") or (self.hungry(seat) and self.has(seat, "sheep")):
            yield from self.meal(seat)
        need = self.hungry(seat)
        eaten = min(need, self.has(seat, "grain"))
        self.position.gain(seat, "grain", -eaten)
        yield from self.lose_folk(seat, need - eaten)

    def breed(self, seat: str) -> None:
        for farm, animal, most in BARNS:
            for card in self.position.named(f"abbey of {seat}", farm):
                grown = self.memory.staffed(self.position, card) and self.memory.tended.get(card, 0) < self.memory.turn
                self.position.gain(seat, animal, int(grown and self.has(seat, animal) < most))

    def hungry(self, seat: str) -> int:
        """Levels for which there is no bread, cow or eaten sheep."""
        heads = self.head_count(seat)
        due = (heads > 0) + (heads > 4) + (heads > 8)
        due += (self.position.event == "famine" and heads > 0) - (self.position.event == "full-granaries")
        return max(0, due - self.copies(seat, "bakery") - self.has(seat, "cow") - 2 * self.memory.counts["eat-sheep", seat])

    def meal(self, seat: str) -> Course:
        while True:
            sheep: set[Word] = {("eat-sheep",)} if self.hungry(seat) and self.has(seat, "sheep") else set()
            if not (offered := self.menu(seat, sheep)):
                return
            word = yield seat, offered
            match word:
                case ("pass",):
                    return
                case ("eat-sheep",):
                    self.position.gain(seat, "sheep", -1)
                case _:
                    yield from self.do(seat, word)

    def lose_folk(self, seat: str, many: int) -> Course:
        """For each a peasant of the individual board, as long as there is one, and two prestige in any case."""
        for _ in range(many):
            victims: set[Word] = {("peasant", spot) for spot in self.standing(seat)}
            if victims:
                word = yield from self.ask(seat, victims)
                self.position.walk(spot_in(word), None)
                self.memory.look(self.position)
            self.position.gain(seat, "prestige", -2)

    # ------------------------------------------------------------ Darkness and income

    def darkness(self) -> int:
        change = {"quiet-borders": -1, "long-night": 1}.get(self.position.event or "", 0)
        return max(0, DARKNESS[int(self.position.kept["dark-step", ""]) - 1] + change)

    def defence(self, seat: str) -> int:
        position = self.position
        clergy = self.has(seat, "clergy")
        posts = [card for kind in ("battlement", "gate-tower") for card in position.named(f"towers of {seat}", kind)]
        chapel = bool(position.named(f"towers of {seat}", "chapel"))
        marker = self.base_defence + (clergy >= DEACON) + (clergy >= CARDINAL) + (chapel and clergy >= PRIEST)
        built = self.has(seat, "altar") + (self.has(seat, "walls") >= WALLS) + sum(position.manned(card) for card in posts)
        staffed = sum(self.copies(seat, kind) for kind in ("barracks", "cellarium", "cloister")) + (self.copies(seat, "masons-guild") >= 2)
        dice = sum(int(die.marks["counts"]) for die in position.at(f"rampart of {seat}").values())
        return max(1, marker + built + staffed + dice + self.more_defence(seat))

    def more_defence(self, seat: str) -> int:
        """Markers of relics and saints."""
        return sum(int(self.position.kept.get((what, seat), 0)) for what in ("cross-defence", "saint-defence"))

    def earn(self, seat: str) -> None:
        brewed = self.copies(seat, "brewery") * len(self.workers(seat))
        self.position.gain(seat, "denier", self.head_count(seat) + brewed)

    # ------------------------------------------------------------ crusades

    def campaigns(self) -> Course:
        for seat in self.position.in_turn():
            for card in self.position.at(f"crusades of {seat}"):
                if self.places_left(card) == 0:
                    self.resolve(seat, card)
        for seat in self.position.in_turn():
            if len(self.position.at(f"crusades of {seat}")) < MOST_CRUSADES:
                yield from self.take_cross(seat)

    def resolve(self, seat: str, card: int) -> None:
        """Dice and peasants come home, then everybody gets the share agreed on, the owner the rest."""
        position, marks = self.position, self.position.things[card].marks
        _, fame, reward = self.crusades[position.things[card].kind]
        self.send_home(*position.at(f"crew of {card}"))
        for spot in [spot for spot, many in position.folk.items() if many and spot[0] == f"pilgrims of {card}"]:
            for _ in range(position.folk[spot]):
                self.take_seat(spot)
        helper, goods, glory = marks["helper"], marks["promised-goods"], marks["promised-fame"]
        if helper is not None:
            self.reward(helper, goods)
            self.honour(helper, glory)
        else:
            goods, glory = {}, 0
        self.reward(seat, {good: many - goods.get(good, 0) for good, many in reward.items()})
        self.honour(seat, fame - glory)
        position.discard(card)

    def reward(self, seat: str, goods: dict[str, int]) -> None:
        for good, many in goods.items():
            self.position.gain(seat, good, many)
            if good == "tool":
                self.position.gain(seat, "tool-use", many)

    def send_home(self, *dice: int) -> None:
        for die in dice:
            self.position.move(die, f"ready of {self.position.things[die].owner}")

    def take_cross(self, seat: str) -> Course:
        while True:
            able = self.has(seat, "denier") >= 1 and self.position.unseen["crusade-pile"] > 0
            if not (offered := self.menu(seat, {("take-cross",)} if able else set())):
                return
            word = yield seat, offered
            match word:
                case ("pass",):
                    return
                case ("take-cross",):
                    self.position.gain(seat, "denier", -1)
                    self.draw_crusade(seat)
                    return
                case _:
                    yield from self.do(seat, word)

    def draw_crusade(self, seat: str) -> None:
        """Which card it is, is seen afterwards."""
        self.position.unseen["crusade-pile"] -= 1
        place = f"crusades of {seat}"
        (card,) = self.found.at(place).keys() - self.position.at(place).keys()
        assert card not in self.position.things
        self.position.things[card] = deepcopy(self.found.things[card])

    # ------------------------------------------------------------ the end of a turn

    def clean_up(self) -> Course:
        for die in self.position.at("initiative").values():
            self.position.kept["first-player", ""] = die.owner
        for seat in self.position.in_turn():
            self.collect_dice(seat)
            yield from self.abandon(seat)
            yield from self.store(seat)
        self.dawn()

    def collect_dice(self, seat: str) -> None:
        lent = ("pulpit", "desks", "rampart", "main-space", "bonus-space", "initiative", "front")
        things = self.position.things.items()
        self.send_home(*(die for die, thing in things if thing.owner == seat and thing.place.partition(" of ")[0] in lent))
        spare, ready = f"spare-dice of {seat}", self.position.at(f"ready of {seat}")
        if ready and not self.copies(seat, "monks-quarters") and not self.position.at(spare):
            self.position.move(min(ready), spare)

    def meet_event(self) -> None:
        """What a new event does before anybody is asked."""
        position = self.position
        for seat in position.in_turn():
            match position.event:
                case "royal-alms":
                    position.gain(seat, "denier", ALMS)
                case "pilgrims" if position.peasants(f"reserve of {seat}"):
                    self.take_seat((f"reserve of {seat}", seat, ()))

    def take_spare_dice(self, *seats: str) -> None:
        """Before the roll of the next turn."""
        for seat in seats:
            if self.copies(seat, "monks-quarters"):
                self.send_home(*self.position.at(f"spare-dice of {seat}"))

    def abandon(self, seat: str) -> Course:
        while True:
            begun = [card for card in self.position.at(f"crusades of {seat}") if self.under_way(card) and self.places_left(card)]
            if not (offered := self.menu(seat, {("give-up", f"#{card}") for card in begun})):
                return
            word = yield seat, offered
            match word:
                case ("pass",):
                    return
                case ("give-up", card):
                    self.give_up(number(card))
                case _:
                    yield from self.do(seat, word)

    def under_way(self, card: int) -> bool:
        return bool(self.position.at(f"crew of {card}")) or self.position.peasants(f"pilgrims of {card}") > 0

    def give_up(self, card: int) -> None:
        self.send_home(*self.position.at(f"crew of {card}"))
        for spot in [spot for spot in self.position.folk if spot[0] == f"pilgrims of {card}"]:
            while self.position.folk[spot]:
                self.position.walk(spot, None)
        self.position.things[card].marks |= {"helper": None, "promised-fame": 0, "promised-goods": {}}

    def store(self, seat: str) -> Course:
        if self.surplus(seat):
            yield from self.menus(seat)
        for good, many in self.surplus(seat).items():
            self.position.gain(seat, good, -many)

    def surplus(self, seat: str) -> dict[str, int]:
        """Tokens above the limit, by resource; a Tithe Barn keeps all."""
        limit = LIMIT + self.copies(seat, "cellarium")
        over = {good: self.has(seat, good) - limit for good in GOODS}
        return {} if self.copies(seat, "tithe-barn") else {good: many for good, many in over.items() if many > 0}

    def dawn(self) -> None:
        """The pieces of an attack, the event and, unless it was the last turn, the market."""
        position = self.position
        for spot in [spot for spot in position.folk if spot[0] == "fallen"]:
            while position.folk[spot]:
                position.walk(spot, None)
        for die in [*position.at("attack"), *position.at("answered")]:
            position.move(die, "viking-dice")
        for card in [*position.at("current-event")]:
            position.discard(card)
        if position.unseen["event-pile"]:
            self.renew_market()
            for seat in position.seats:
                position.kept["trade", seat] = TOKENS
                position.kept["tool-use", seat] = position.kept["tool", seat]

    def renew_market(self) -> None:
        """The cheapest card of each column is discarded."""
        for column in (1, 2):
            if stalls := self._stalls(column):
                self.position.discard(stalls[0])
        self.refill_market()

    def refill_market(self) -> None:
        """Cards slide down and others come from the piles."""
        for column in (1, 2):
            for row, card in enumerate(self._stalls(column), 1):
                self.position.move(card, "market", (column, row))
        for row in range(1, 5):
            for column, pile, other in ((1, "left", "right"), (2, "right", "left")):
                if not any(thing.cell == (column, row) for thing in self.position.at("market").values()):
                    self._fill((column, row), pile, other)

    def _stalls(self, column: int) -> list[int]:
        """The cards of a column from the cheapest."""
        return [
            card for _, card in sorted((thing.cell, card) for card, thing in self.position.at("market").items() if thing.cell[0] == column)
        ]

    def _fill(self, stall: tuple[int, int], *piles: str) -> None:
        for pile in piles:
            if self.position.unseen[f"stock-pile of {pile}"]:
                self.position.unseen[f"stock-pile of {pile}"] -= 1
                (card,) = [card for card, thing in self.found.at("market").items() if thing.cell == stall]
                assert card not in self.position.things
                self.position.things[card] = deepcopy(self.found.things[card])
                return
