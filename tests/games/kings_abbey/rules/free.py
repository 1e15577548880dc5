"""What may be done at any time in a second King's Abbey, written from the rulebook: exchanges, baptism, lay brothers, baths, Stables."""

from __future__ import annotations

from collections.abc import Generator

from tests.games.kings_abbey.table.memory import Memory, Word, coarse, number, spot_in
from tests.games.kings_abbey.table.position import WORTH, Position, Spot

Course = Generator[tuple[str, set[Word]], Word, None]
"""Asks a seat for one of the choices and is told which was made."""
PASS: Word = ("pass",)
LAST_BENCH, BAPTISTERY = 4, 2
PLACES = [(bench, row) for bench in range(1, LAST_BENCH + 1) for row in (1, 2, 3)]
"""On benches, in the order in which they are filled."""
HALLS = ("calefactory", "chapterhouse", "refectory")
HALL_FAME = 10


class Free:
    """A position that changes by what seats do whenever they are asked.

    Args:
        position: what lies where; it is changed. proposals: how many offers may be declined in a turn, for each Stables.
    """

    def __init__(self, position: Position, memory: Memory, proposals: int) -> None:
        self.position, self.memory, self.proposals = position, memory, proposals

    def copies(self, seat: str, kind: str) -> int:
        return self.memory.copies(self.position, seat, kind)

    def has(self, seat: str, what: str) -> int:
        return int(self.position.amount(seat, what))

    # ------------------------------------------------------------ asking

    def menu(self, seat: str, words: set[Word]) -> set[Word]:
        """A choice among these and whatever may be done at any time; nobody is asked who can only decline."""
        offered = words | self.options(seat)
        return offered | {PASS} if offered else set()

    def menus(self, seat: str) -> Course:
        """What can be done at any time, until the seat has had enough."""
        while offered := self.menu(seat, set()):
            word = yield seat, offered
            if word == PASS:
                return
            yield from self.do(seat, word)

    def last_call(self, seat: str, among: int = 2) -> Course:
        """Before something is counted, or lost among several: who can go to the baptistery, from there or from card to card is asked."""
        if among > 1 and (self.comings(seat) or self.baths(seat)):
            yield from self.menus(seat)

    def options(self, seat: str) -> set[Word]:
        return self.trades(seat) | self.comings(seat) | self.baths(seat) | self.markets(seat) | self.second_shifts(seat)

    def price(self, seat: str, good: str) -> int:
        if good == "stone" and self.copies(seat, "masons-guild"):
            return 3
        return 2 if good == "grain" and self.copies(seat, "garden") >= 2 else WORTH[good]

    def trades(self, seat: str) -> set[Word]:
        if not self.has(seat, "trade"):
            return set()
        return {("trade", give, take) for give in WORTH for take in WORTH if give != take and self.amounts(seat, give, take)}

    def amounts(self, seat: str, give: str, take: str) -> list[int]:
        """How many may be given: never one more than what is received is worth, except for change."""
        price, found = self.price(seat, take), []
        for many in range(1, self.has(seat, give) + 1):
            value = many * WORTH[give]
            if value >= price and (value // price > (value - WORTH[give]) // price or self.copies(seat, "money-changer")):
                found.append(many)
        return found

    def comings(self, seat: str) -> set[Word]:
        """To the baptistery from the last bench, and from there to a card without peasant."""
        font = f"baptistery of {seat}"
        found: set[Word] = set()
        if self.position.peasants(font) < BAPTISTERY:
            found |= {("baptise", spot) for spot in self.standing(seat) if spot[2] and spot[2][0] == LAST_BENCH}
        if self.position.peasants(font):
            spot = (font, seat, ())
            found |= {("ordain", spot, f"#{card}") for card in self.unserved(seat)}
            found |= {("ordain-ringer", spot, f"#{card}") for card in self.unguarded(seat, "bell-tower")}
        return found

    def standing(self, seat: str) -> list[Spot]:
        """The spots of all peasants on the individual board."""
        homes = {f"benches of {seat}", f"baptistery of {seat}"}
        homes |= {f"brother of {card}" for card in self.position.at(f"abbey of {seat}")}
        homes |= {f"guard of {card}" for card in self.position.at(f"towers of {seat}")}
        return [spot for spot, many in self.position.folk.items() if many and spot[0] in homes]

    def free_folk(self, seat: str) -> list[Spot]:
        """Peasants on benches and in the baptistery."""
        return [spot for spot in self.standing(seat) if spot[0].startswith(("benches", "baptistery"))]

    def free_places(self, seat: str) -> list[tuple[int, int]]:
        """On the benches."""
        taken = self.position.bench_spots(seat)
        return [place for place in PLACES if place not in taken]

    def workers(self, seat: str) -> list[Spot]:
        return [spot for spot in self.standing(seat) if spot[0].startswith(("brother", "guard"))]

    def head_count(self, seat: str) -> int:
        return sum(self.position.folk[spot] for spot in self.standing(seat))

    def unserved(self, seat: str) -> list[int]:
        return [card for card in self.position.at(f"abbey of {seat}") if not self.memory.staffed(self.position, card)]

    def unguarded(self, seat: str, *kinds: str) -> list[int]:
        towers = self.position.at(f"towers of {seat}")
        return [card for card, tower in towers.items() if tower.kind in kinds and not self.position.manned(card)]

    def baths(self, seat: str) -> set[Word]:
        if self.memory.counts["bathe", seat] >= self.copies(seat, "bath-house"):
            return set()
        goals = [*self.unserved(seat), *self.unguarded(seat, "battlement", "gate-tower", "bell-tower")]
        return {("bathe", spot, f"#{card}") for spot in self.workers(seat) for card in goals}

    def markets(self, seat: str) -> set[Word]:
        stables, counts = self.copies(seat, "stables"), self.memory.counts
        if counts["market", seat] >= stables or counts["market-day", seat] - counts["market", seat] >= stables * self.proposals:
            return set()
        return {
            ("market-day", partner, give, take)
            for partner in self.position.seats
            for give in WORTH
            for take in WORTH
            if partner != seat and give != take and self.has(partner, take) and self.has(seat, give) * WORTH[give] >= self.price(seat, take)
        }

    def second_shifts(self, seat: str) -> set[Word]:
        """Two Monk's Quarters take a die back from a resource location."""
        if self.copies(seat, "monks-quarters") < 2 or self.memory.counts["second-shift", seat]:
            return set()
        things = self.position.things.items()
        return {("second-shift", f"#{die}") for die, thing in things if thing.place.startswith(("main-", "bonus-")) and thing.owner == seat}

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        position = self.position
        match word:
            case ("trade", str() as give, str() as take):
                yield from self._trade(seat, give, take)
            case ("market-day", str() as partner, str() as give, str() as take):
                yield from self._market(seat, partner, give, take)
            case ("baptise", _):
                position.walk(spot_in(word), (f"baptistery of {seat}", seat, ()))
            case ("ordain" | "bathe" | "ordain-ringer", _, str() as card):
                zone = "guard" if position.things[number(card)].place.startswith("towers") else "brother"
                position.walk(spot_in(word), (f"{zone} of {number(card)}", seat, ()))
                self.open_halls(seat)
            case ("second-shift", str() as die):
                position.move(number(die), f"ready of {seat}")
            case _:
                raise AssertionError(f"unknown: {word}")

    def take_seat(self, spot: Spot) -> None:
        """On the first free place, bench by bench from below; where all are taken, in the reserve."""
        owner, free = spot[1], self.free_places(spot[1])
        self.position.walk(spot, (f"benches of {owner}", owner, free[0]) if free else (f"reserve of {owner}", owner, ()))

    def open_halls(self, seat: str) -> None:
        """A hall brings prestige when its first lay brother comes."""
        for card, turn in self.memory.tended.items():
            if card in self.position.things:
                self.position.things[card].marks["tended-since"] = turn
        for card in self.memory.newly:
            if self.position.things[card].kind in HALLS:
                self.position.things[card].marks["opened"] = True
                self.honour(seat, HALL_FAME)

    def honour(self, seat: str, fame: int) -> None:
        self.position.gain(seat, "prestige", fame)

    def ask(self, seat: str, words: set[Word]) -> Generator[tuple[str, set[Word]], Word, Word]:
        """Nobody is asked where there is only one thing to choose."""
        if len({coarse(self.position, one) for one in words}) == 1:
            return min(words, key=repr)
        chosen = yield seat, words
        return chosen

    def _trade(self, seat: str, give: str, take: str) -> Course:
        self.position.gain(seat, "trade", -1)
        _, many = yield from self.ask(seat, {("amount", many) for many in self.amounts(seat, give, take)})
        value, price = int(str(many)) * WORTH[give], self.price(seat, take)
        self.position.gain(seat, give, -int(str(many)))
        self.position.gain(seat, take, value // price)
        if self.copies(seat, "money-changer"):
            self.position.gain(seat, "denier", value % price)

    def _market(self, seat: str, partner: str, give: str, take: str) -> Course:
        price = self.price(seat, take)
        deals: set[Word] = {
            ("deal", many, received)
            for many in range(1, self.has(seat, give) + 1)
            for received in range(1, min(self.has(partner, take), many * WORTH[give] // price) + 1)
        }
        _, many, received = yield from self.ask(seat, deals)
        (answer,) = yield partner, {("yes",), ("no",)}
        if answer == "yes":
            for who, what, by in ((seat, give, -1), (partner, give, 1)):
                self.position.gain(who, what, by * int(str(many)))
            for who, what, by in ((partner, take, -1), (seat, take, 1)):
                self.position.gain(who, what, by * int(str(received)))
