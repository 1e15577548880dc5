"""What is chosen before the first turn of a second King's Abbey: starting buildings in an auction, a second building in the quick game."""

from __future__ import annotations

from itertools import product
from typing import cast

from tests.games.kings_abbey.rules.evening import Evening
from tests.games.kings_abbey.rules.free import PASS, Course
from tests.games.kings_abbey.table.cards import BUILDINGS
from tests.games.kings_abbey.table.memory import Word, number
from tests.games.kings_abbey.table.position import WORTH

PURSE = ("wood", "grain", "stone", "sand", "denier")
FLOCK = 2


class Opening(Evening):
    """Before the first turn; nothing may be done yet at any time."""

    def auctions(self) -> Course:
        """One after the other, until one seat is left, which takes a building for nothing."""
        while len(self.homeless()) > 1:
            yield from self.auction(self.homeless())
        for seat in self.homeless():
            word = yield from self.ask(seat, {("last", f"#{card}") for card in self.position.at("starting")})
            self.house(seat, number(word[1]))

    def homeless(self) -> list[str]:
        return [seat for seat in self.position.in_turn() if not self.position.at(f"abbey of {seat}")]

    def auction(self, seats: list[str]) -> Course:
        """Open bids that rise; whoever passes waits for the next auction. The last seat is asked only while nobody has bid."""
        best, winner, bidding, at = 0, "", list(seats), 0
        while bidding and not (winner and len(bidding) == 1):
            seat = bidding[at % len(bidding)]
            bids: set[Word] = {("bid", value) for value in range(best + 1, self.wealth(seat) + 1)}
            word = (yield seat, bids | {PASS}) if bids else PASS
            if word == PASS:
                at = bidding.index(seat)
                bidding.remove(seat)
            else:
                best, winner, at = int(str(word[1])), seat, bidding.index(seat) + 1
        yield from self.sell(winner or seats[0], best)

    def wealth(self, seat: str) -> int:
        return sum(WORTH[good] * self.has(seat, good) for good in PURSE)

    def sell(self, seat: str, price: int) -> Course:
        words: set[Word] = {("sold", f"#{card}", *paid) for card in self.position.at("starting") for paid in self.payments(seat, price)}
        _, card, *paid = yield from self.ask(seat, words)
        for good, many in zip(PURSE, paid, strict=True):
            self.position.gain(seat, good, -int(str(many)))
        self.house(seat, number(card))

    def payments(self, seat: str, price: int) -> list[tuple[int, ...]]:
        """At least the price, and nothing that could stay; there is no change."""
        found = []
        for paid in product(*(range(self.has(seat, good) + 1) for good in PURSE)):
            value = sum(many * WORTH[good] for good, many in zip(PURSE, paid, strict=True))
            least = min((WORTH[good] for good, many in zip(PURSE, paid, strict=True) if many), default=0)
            if value >= price and (value - least < price or not value):
                found.append(paid)
        return found

    def house(self, seat: str, card: int) -> None:
        """A starting building has its lay brother at once and brings no prestige."""
        self.position.move(card, f"abbey of {seat}")
        self.position.walk((f"reserve of {seat}", seat, ()), (f"brother of {card}", seat, ()))

    def second_buildings(self) -> Course:
        """Each seat takes a card of the market for nothing, with reward and prestige, without a lay brother."""
        for seat in self.position.in_turn():
            stalls = {card.cell: thing for thing, card in self.position.at("market").items()}
            _, stall = yield from self.ask(seat, {("choosing", cell) for cell in stalls})
            card = stalls[cast("tuple[int, ...]", stall)]
            kind = self.position.things[card].kind
            self.position.move(card, f"abbey of {seat}")
            self.reward(seat, BUILDINGS[kind].reward)
            self.honour(seat, BUILDINGS[kind].prestige)
            self.position.gain(seat, "sheep", FLOCK * (kind == "sheep-farm"))
        self.refill_market()
