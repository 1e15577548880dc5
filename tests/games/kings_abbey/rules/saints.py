"""Patron Saints in a second King's Abbey, written from the rulebook: a vow on becoming a Deacon, then support each turn or one favour."""

from __future__ import annotations

from itertools import combinations

from tests.games.kings_abbey.rules.calling import pairs
from tests.games.kings_abbey.rules.campaigns import Campaigns
from tests.games.kings_abbey.rules.construction import Construction
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.relics import Relics
from tests.games.kings_abbey.table.memory import Word, number, spot_in
from tests.games.kings_abbey.table.position import Spot

DEACON, SPARED, ARCHERS, SIX, MARKERS = 6, 2, 2, 6, 2


class Saints(Relics, Campaigns):
    """A position with saints, and relics if there are any."""

    home = False
    """Whether the dice of the turn have been taken back."""

    def gifts(self, seat: str) -> set[Word]:
        found = super().gifts(seat) | self.supports(seat)
        if self.position.kept.get(("devotion-of", seat)) == "favour":
            for thing, saint in self.position.at(f"patron of {seat}").items():
                found |= self.favours(seat, f"#{thing}", saint.kind)
        return found

    def favours(self, seat: str, saint: str, name: str) -> set[Word]:
        match name:
            case "arnaud":
                return {("protect", saint)}
            case "andre":
                return {("invoke", saint)}
            case "elie":
                allowed = Construction(self.position, self.memory, self.deeds, self.proposals, lambda: self.position).allowed
                return {
                    ("build-free", f"#{card}") for card, thing in self.position.at(f"hand of {seat}").items() if allowed(seat, thing.kind)
                }
            case "gauvin":
                return {("spare", f"#{card}") for card in self.position.at(f"crusades of {seat}") if self.nearly(card)}
            case "lionel":
                return self.trainings(seat)
            case "rodolphe":
                return self.spannings(seat)
            case "renaud":
                return pairs("harvest")
        raise AssertionError(name)

    def nearly(self, card: int) -> bool:
        return bool(self.position.at(f"crew of {card}")) and 0 < self.places_left(card) <= SPARED

    def places_left(self, card: int) -> int:
        return 0 if card in self.memory.spared else super().places_left(card)

    def trainings(self, seat: str) -> set[Word]:
        posts = sorted(self.unguarded(seat, "battlement", "gate-tower"))
        folk = sum(self.position.folk[spot] for spot in self.free_folk(seat))
        chosen = [some for many in range(1, ARCHERS + 1) for some in combinations(posts, many) if many <= folk]
        return {("train-free", tuple(f"#{post}" for post in some)) for some in chosen}

    def spannings(self, seat: str) -> set[Word]:
        """From the baptistery to two buildings, or from a building to a second one."""
        asleep, font = self.unserved(seat), (f"baptistery of {seat}", seat, ())
        found: set[Word] = set()
        if self.position.peasants(font[0]):
            found |= {("span", font, f"#{one}", f"#{other}") for one in asleep for other in asleep if one != other}
        for spot in self.workers(seat):
            zone, _, card = spot[0].rpartition(" of ")
            if zone == "brother":
                found |= {("span", spot, f"#{card}", f"#{other}") for other in asleep}
        return found

    def supports(self, seat: str) -> set[Word]:
        """With a 1 and another die of this turn's roll that have not been used."""
        if self.home or not self.position.at(f"shrine of {seat}") or self.memory.counts["support", seat]:
            return set()
        used = self.memory.used | self.deeds.reused
        dice = {die: thing for die, thing in self.position.at(f"ready of {seat}").items() if die not in used}
        ones = [die for die, thing in dice.items() if thing.marks["shows"] == 1]
        return {("support", f"#{one}", f"#{other}") for one in ones for other in dice if other != one}

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("protect", str() as saint) if self.position.things[number(saint)].place.startswith("patron"):
                self.spend(saint)
                self.position.gain(seat, "saint-defence", MARKERS)
            case ("invoke", str() as saint):
                self.position.move(number(saint), f"invoked of {seat}")
            case ("build-free", str() as card):
                self.spend_saint(seat)
                self.put_up(seat, number(card))
            case ("spare", str() as card):
                self.spend_saint(seat)
                self.memory.spared.add(number(card))
            case ("train-free", tuple() as posts):
                yield from self.train(seat, [str(post) for post in posts])
            case ("span", _, str() as first, _):
                self.span(seat, spot_in(word), number(first))
            case ("harvest", str() as one, str() as other):
                self.spend_saint(seat)
                self.harvest(seat, one, other)
            case ("support", str() as one, str() as other):
                for die in (one, other):
                    self.position.move(number(die), f"altar-dice of {seat}")
                _, *goods = yield from self.ask(seat, pairs("goods"))
                for good in goods:
                    self.position.gain(seat, str(good))
            case _:
                yield from super().do(seat, word)

    def spend_saint(self, seat: str) -> None:
        (saint,) = self.position.at(f"patron of {seat}")
        self.position.discard(saint)

    def train(self, seat: str, posts: list[str]) -> Course:
        for post in posts:
            word = yield from self.ask(seat, {("archer", spot) for spot in self.free_folk(seat)})
            self.position.walk(spot_in(word), (f"guard of {number(post)}", seat, ()))
        self.spend_saint(seat)

    def span(self, seat: str, spot: Spot, first: int) -> None:
        if spot[0].startswith("baptistery"):
            self.position.walk(spot, (f"brother of {first}", seat, ()))
        self.open_halls(seat)
        self.spend_saint(seat)

    def harvest(self, seat: str, one: str, other: str) -> None:
        """Two sixes on one resource together, on two resources each by itself; nothing is changed and no event counts."""
        if one == other:
            self.position.gain(seat, one, 2 * SIX // self.price(seat, one))
        else:
            for good in (one, other):
                self.position.gain(seat, good, SIX // self.price(seat, good))

    def honour(self, seat: str, fame: int) -> None:
        super().honour(seat, fame * (2 if self.position.at(f"invoked of {seat}") else 1))

    def rise(self, seat: str) -> Course:
        yield from super().rise(seat)
        if self.has(seat, "clergy") == DEACON and self.vow_is_due(seat):
            _, way = yield seat, {("vow", "support"), ("vow", "favour")}
            self.take_vow(seat, str(way))

    def vow_is_due(self, seat: str) -> bool:
        waiting = self.position.kept.get(("devotion-of", seat)) is None
        return waiting and self.has(seat, "clergy") >= DEACON and self.position.count(f"patron of {seat}") > 0

    def take_vow(self, seat: str, way: str) -> None:
        """For good: the saint is revealed, or kept for a single use."""
        self.position.kept["devotion-of", seat] = way
        if way == "support":
            for saint in self.position.at(f"patron of {seat}"):
                self.position.move(saint, f"shrine of {seat}")
