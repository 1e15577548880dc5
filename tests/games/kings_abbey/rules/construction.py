"""Phase 7 of a second King's Abbey: altar, walls, towers, archers, buildings and the Remodel card."""

from __future__ import annotations

from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.reuse import Reuse
from tests.games.kings_abbey.table.cards import BUILDINGS, FARMS, HALLS, TOWERS
from tests.games.kings_abbey.table.memory import Word, number

ALTAR, WALL, ARCHER, REMODEL = {"denier": 4, "wood": 2}, {"stone": 1}, {"denier": 5}, {"grain": 2, "stone": 2}
WALLS, TOWERS_A_GAME, COPIES, SLOTS, MORE_SLOTS = 5, 4, 2, 7, 2
FIRST_SHEEP = 2
Cost = dict[str, int]


class Construction(Reuse):
    """What a seat can pay and has room for."""

    def affords(self, seat: str, cost: Cost) -> bool:
        return all(self.has(seat, good) >= many for good, many in cost.items())

    def pay(self, seat: str, cost: Cost) -> None:
        for good, many in cost.items():
            self.position.gain(seat, good, -many)

    def works(self, seat: str) -> set[Word]:
        return self._stones(seat) | self._towers(seat) | self._archers(seat) | self._buildings(seat)

    def _stones(self, seat: str) -> set[Word]:
        found: set[Word] = set()
        if not self.has(seat, "altar") and self.affords(seat, ALTAR):
            found.add(("build-altar",))
        if self.has(seat, "walls") < WALLS and self.affords(seat, WALL):
            found.add(("build-wall",))
        if seat not in self.deeds.remodelled and self.free_slots(seat) == 0 and self.affords(seat, REMODEL):
            found.add(("remodel",))
        return found

    def _towers(self, seat: str) -> set[Word]:
        if self.deeds.raised[seat] >= TOWERS_A_GAME:
            return set()
        hand = self.position.at(f"tower-hand of {seat}").items()
        return {("raise-tower", f"#{card}") for card, tower in hand if self.affords(seat, TOWERS[tower.kind].cost)}

    def _archers(self, seat: str) -> set[Word]:
        if not self.affords(seat, ARCHER):
            return set()
        towers = self.unguarded(seat, "battlement", "gate-tower")
        return {("train-archer", f"#{tower}", spot) for tower in towers for spot in self.free_folk(seat)}

    def _buildings(self, seat: str) -> set[Word]:
        hand = self.position.at(f"hand of {seat}").items()
        able = [card for card, building in hand if self.affords(seat, BUILDINGS[building.kind].cost)]
        return {("build", f"#{card}") for card in able if self.allowed(seat, self.position.things[card].kind)}

    def allowed(self, seat: str, kind: str) -> bool:
        """A hall that was built excludes the other two, a farm all others."""
        if self.slots_for(seat, kind) > self.free_slots(seat):
            return False
        if kind in FARMS:
            return not any(self.deeds.built[seat, farm] for farm in FARMS)
        if kind in HALLS and any(self.deeds.built[seat, other] for other in HALLS - {kind}):
            return False
        return self.deeds.built[seat, kind] < COPIES

    def slots_for(self, seat: str, kind: str) -> int:
        """A second copy lies on the first; a farm needs one more for its Barn."""
        return 0 if self.position.named(f"abbey of {seat}", kind) else 1 + (kind in FARMS)

    def free_slots(self, seat: str) -> int:
        kinds = {card.kind for card in self.position.at(f"abbey of {seat}").values()}
        return SLOTS + MORE_SLOTS * (seat in self.deeds.remodelled) - len(kinds) - len(kinds & FARMS)

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("build-altar",):
                self.pay(seat, ALTAR)
                self.position.kept["altar", seat] = True
            case ("build-wall",):
                self.pay(seat, WALL)
                self.position.gain(seat, "walls")
            case ("remodel",):
                self.pay(seat, REMODEL)
            case ("raise-tower", str() as card):
                self._raise(seat, number(card))
            case ("train-archer", str() as tower, tuple() as spot):
                self.pay(seat, ARCHER)
                self.position.walk(spot, (f"guard of {number(tower)}", seat, ()))
            case ("build", str() as card):
                self._build(seat, number(card))
            case _:
                yield from super().do(seat, word)

    def _raise(self, seat: str, card: int) -> None:
        tower = TOWERS[self.position.things[card].kind]
        self.pay(seat, tower.cost)
        self.position.move(card, f"towers of {seat}")
        self.honour(seat, tower.prestige)

    def _build(self, seat: str, card: int) -> None:
        kind = self.position.things[card].kind
        self.pay(seat, BUILDINGS[kind].cost)
        self.position.move(card, f"abbey of {seat}")
        self.honour(seat, BUILDINGS[kind].prestige)
        if kind == "sheep-farm":
            self.position.gain(seat, "sheep", FIRST_SHEEP)
