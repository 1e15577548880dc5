"""Holy Relics in a second King's Abbey, written from the rulebook: each is used once, at any time, or kept for its points."""

from __future__ import annotations

from tests.games.kings_abbey.rules.calling import TOP, Calling
from tests.games.kings_abbey.rules.construction import Construction
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.table.cards import BUILDINGS, TOWERS
from tests.games.kings_abbey.table.memory import Word, number

LEVEL, BUILDING = 3, 7
CROSS, MANNA, ROD, TORAH, WALLS = 2, 3, 2, 2, 5
AT_ONCE = {"holy-grail": "ascend", "holy-cross": "protect", "pot-of-manna": "feed", "aarons-rod": "wall-in", "torah": "carts"}
TABLES = {"leave-one-out-build", "leave-one-out-raise-tower"}


class Relics(Calling):
    """A position with relics; the Tables of the Law serve in construction only."""

    def options(self, seat: str) -> set[Word]:
        return super().options(seat) | self.gifts(seat)

    def gifts(self, seat: str) -> set[Word]:
        """What relics can do now."""
        held = self.position.at(f"relics of {seat}").items()
        able = {(AT_ONCE[relic.kind], f"#{thing}") for thing, relic in held if relic.kind in AT_ONCE}
        found: set[Word] = {word for word in able if word[0] != "ascend" or self.has(seat, "clergy") < TOP}
        lawful = self.phase == BUILDING and any(relic.kind == "tables-of-the-law" for _, relic in held)
        return found | (self.lawful_works(seat) if lawful else set())

    def lawful_works(self, seat: str) -> set[Word]:
        """A tower or a building without one kind of its cost."""
        building = Construction(self.position, self.memory, self.deeds, self.proposals, lambda: self.position)
        cards = [("leave-one-out-build", card, BUILDINGS[thing.kind].cost) for card, thing in self.position.at(f"hand of {seat}").items()]
        cards = [one for one in cards if building.allowed(seat, self.position.things[one[1]].kind)]
        if self.deeds.raised[seat] < 4:
            towers = self.position.at(f"tower-hand of {seat}").items()
            cards += [("leave-one-out-raise-tower", card, TOWERS[thing.kind].cost) for card, thing in towers]
        return {
            (action, f"#{card}", omitted)
            for action, card, cost in cards
            for omitted in cost
            if all(self.has(seat, good) >= many for good, many in cost.items() if good != omitted)
        }

    # ------------------------------------------------------------ doing

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("ascend", str() as relic):
                for _ in range(LEVEL - self.has(seat, "clergy") % LEVEL):
                    yield from self.rise(seat)
                self.spend(relic)
            case ("protect", str() as relic) if self.position.things[number(relic)].place.startswith("relics"):
                self.spend(relic)
                self.position.gain(seat, "cross-defence", CROSS)
            case ("feed", str() as relic):
                self.spend(relic)
                self.position.gain(seat, "grain", MANNA)
            case ("wall-in", str() as relic):
                self.spend(relic)
                self.position.gain(seat, "walls", min(ROD, WALLS - self.has(seat, "walls")))
            case ("carts", str() as relic):
                self.spend(relic)
                self.position.gain(seat, "wagon", TORAH)
            case (str() as action, str() as card, str() as omitted) if action in TABLES:
                self.work_by_law(seat, number(card), omitted)
            case _:
                yield from super().do(seat, word)

    def spend(self, thing: str) -> None:
        self.position.discard(number(thing))

    def work_by_law(self, seat: str, card: int, omitted: str) -> None:
        (tables,) = self.position.named(f"relics of {seat}", "tables-of-the-law")
        self.position.discard(tables)
        kind = self.position.things[card].kind
        printed = BUILDINGS.get(kind) or TOWERS[kind]
        for good, many in printed.cost.items():
            self.position.gain(seat, good, -many * (good != omitted))
        self.put_up(seat, card)

    def put_up(self, seat: str, card: int) -> None:
        kind = self.position.things[card].kind
        printed = BUILDINGS.get(kind) or TOWERS[kind]
        self.position.move(card, f"abbey of {seat}" if kind in BUILDINGS else f"towers of {seat}")
        self.honour(seat, printed.prestige)
        self.position.gain(seat, "sheep", 2 * (kind == "sheep-farm"))
