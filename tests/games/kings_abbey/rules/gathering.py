"""Phase 5 of a second King's Abbey: the places for dice on the main board and what they bring, tools, wagons, the initiative."""

from __future__ import annotations

from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.reuse import Reuse
from tests.games.kings_abbey.table.cards import TOKENS
from tests.games.kings_abbey.table.deeds import Use
from tests.games.kings_abbey.table.memory import Word, number

YIELDS = {"forest": "wood", "field": "grain", "quarry": "stone", "beach": "sand"}
MORE = {
    "rich-harvest": ("grain", 1), "straight-timber": ("wood", 2), "new-quarry-face": ("stone", 1), "low-river": ("sand", 1),
    "blight": ("grain", -1), "forest-fire": ("wood", -2), "quarry-collapse": ("stone", -1), "flood": ("sand", -1),
}  # fmt: skip
"""What events add to every collection of a resource."""
MAIN, SIX = 5, 6


class Gathering(Reuse):
    """Who can fetch what, and what follows."""

    def options(self, seat: str) -> set[Word]:
        return super().options(seat) | (self.wagons(seat) if self.phase == 5 else set())

    def wagons(self, seat: str) -> set[Word]:
        """A wagon serves where its owner has put a die in this turn."""
        return {("load-wagon", site) for site in YIELDS if self.has(seat, "wagon") and (seat, site) in self.deeds.visited}

    def stays(self, seat: str) -> bool:
        """Whether a seat is asked: for a die, a wagon or a die that can come back."""
        return bool(self.position.at(f"ready of {seat}") or self.wagons(seat) or self.take_backs(seat))

    def places(self, seat: str) -> set[Word]:
        dice = self.position.at(f"ready of {seat}").keys() - self.deeds.at_home
        found = {word for site in YIELDS for die in dice for word in self._places(seat, site, die)}
        return found | ({("take-initiative", f"#{die}") for die in dice} if not self.position.count("initiative") else set())

    def _places(self, seat: str, site: str, die: int) -> set[Word]:
        if (seat, site) in self.deeds.visited or self.position.count(f"main-space of {site}") == MAIN:
            return set()
        weights = self.weights(seat, "gathering", self.shows(die)) if self.bonus_left(site) > 0 else [1]
        return {("gather", site, f"#{die}", weight) for weight in weights}

    def bonus_left(self, site: str) -> int:
        """With up to three players one of the two is blocked; the copy of a die that counts as two takes one."""
        open_ones = 1 if len(self.position.seats) <= 3 else 2
        copies = [die for die in self.position.at(f"main-space of {site}") if die in self.deeds.lying and self.deeds.lying[die].weight == 2]
        return open_ones - self.position.count(f"bonus-space of {site}") - len(copies)

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("load-wagon", str() as site):
                self.position.gain(seat, "wagon", -1)
                self.position.gain(seat, YIELDS[site])
            case ("gather", str() as site, str() as die, int() as weight):
                yield from self._gather(seat, site, number(die), weight)
            case ("take-initiative", str() as die):
                self.position.move(number(die), "initiative")
                self._token(seat)
            case _:
                yield from super().do(seat, word)

    def _gather(self, seat: str, site: str, die: int, weight: int) -> Course:
        room = self.bonus_left(site) > 0 and weight == 1
        self.use(die, Use(seat, "gathering", self.shows(die), weight))
        self.deeds.visited.add((seat, site))
        self.position.move(die, f"main-space of {site}")
        others = self.position.at(f"ready of {seat}").keys() - self.deeds.at_home if room else set()
        _, second = yield from self.ask(seat, {("add", None), *(("add", f"#{other}") for other in others)})
        dice = [die]
        if second is not None:
            dice.append(number(second))
            self.position.move(number(second), f"bonus-space of {site}")
        value = sum(self.shows(one) for one in dice)
        most = min(self.has(seat, "tool-use"), SIX * len(dice) - value)
        _, tools = yield from self.ask(seat, {("sharpen", many) for many in range(most + 1)})
        self.position.gain(seat, "tool-use", -int(str(tools)))
        self.collect(seat, YIELDS[site], (value + int(str(tools))) * weight)

    def collect(self, seat: str, good: str, value: int) -> None:
        of, more = MORE.get(self.position.event or "", ("", 0))
        price = self.price(seat, good)
        self.position.gain(seat, good, max(0, value // price + (more if of == good else 0)))
        if self.copies(seat, "money-changer"):
            self.position.gain(seat, "denier", value % price)

    def _token(self, seat: str) -> None:
        """The top one of the pile, if there is one left: which it is, is seen only now."""
        if not self.position.unseen.get("initiative-pile"):
            return
        self.position.unseen["initiative-pile"] -= 1
        found = self.found().at(f"laurels of {seat}")
        (drawn,) = found.keys() - self.position.at(f"laurels of {seat}").keys()
        self.position.things[drawn] = found[drawn]
        good = found[drawn].kind.removeprefix("token-")
        self.gain(seat, {good: TOKENS[good]})

    def gain(self, seat: str, goods: dict[str, int]) -> None:
        """A tool that is gained can be used in the same turn."""
        for good, many in goods.items():
            self.position.gain(seat, good, many)
            if good == "tool":
                self.position.gain(seat, "tool-use", many)
