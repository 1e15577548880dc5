"""Holy Relics in a second King's Abbey, written from the rulebook: each is used once, at any time, or kept for its points."""

from __future__ import annotations

from tests.abbey_cards import BUILDINGS, TOWERS
from tests.abbey_construction import Construction
from tests.abbey_deeds import Deeds
from tests.abbey_evening import Crusades, Evening
from tests.abbey_free import Course
from tests.abbey_memory import Memory, Word, number
from tests.abbey_position import GOODS, WORTH, Position

LEVEL, PRIEST, BISHOP, TOP = 3, 9, 12, 15
BISHOP_FAME, CARDINAL_FAME = 4, {13: 3, 14: 4, 15: 5}
CROSS, MANNA, ROD, TORAH, LANCE_FAME, WALLS = 2, 3, 2, 2, 5, 5
AT_ONCE = {"holy-grail": "ascend", "holy-cross": "protect", "pot-of-manna": "feed", "aarons-rod": "wall-in", "torah": "carts"}
TABLES = {"leave-one-out-build", "leave-one-out-raise-tower"}


class Relics(Evening):
    """A position with relics.

    Args:
        relics: what crusades bring, by the card. phase: in which phase it stands; the Tables of the Law serve in construction only.
    """

    relics: dict[str, str]

    def __init__(self, position: Position, memory: Memory, proposals: int, crusades: Crusades, base_defence: int = 1) -> None:
        super().__init__(position, memory, proposals, crusades, base_defence)
        self.relics, self.phase = {}, 8
        self.deeds = Deeds()

    def options(self, seat: str) -> set[Word]:
        return super().options(seat) | self.gifts(seat)

    def gifts(self, seat: str) -> set[Word]:
        """What relics can do now."""
        held = self.position.at(f"relics of {seat}").items()
        able = {(AT_ONCE[relic.kind], f"#{thing}") for thing, relic in held if relic.kind in AT_ONCE}
        found: set[Word] = {word for word in able if word[0] != "ascend" or self.has(seat, "clergy") < TOP}
        lawful = self.phase == 7 and any(relic.kind == "tables-of-the-law" for _, relic in held)
        return found | (self.lawful_works(seat) if lawful else set())

    def lawful_works(self, seat: str) -> set[Word]:
        """A tower or a building without one kind of its cost."""
        building = Construction(self.position, self.memory, self.deeds, self.proposals, lambda: self.position)
        cards = [("leave-one-out-build", card, BUILDINGS[thing.kind].cost) for card, thing in self.position.at(f"hand of {seat}").items()]
        cards = [one for one in cards if building._allowed(seat, self.position.things[one[1]].kind)]
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
                self.spend(relic)
                for _ in range(LEVEL - self.has(seat, "clergy") % LEVEL):
                    yield from self.rise(seat)
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

    def rise(self, seat: str) -> Course:
        """One step in the clergy, with what the space brings."""
        self.position.gain(seat, "clergy", 1)
        step = self.has(seat, "clergy")
        if step == PRIEST:
            _, *goods = yield from self.ask(seat, pairs("choose-goods"))
            for good in goods:
                self.position.gain(seat, str(good))
        self.honour(seat, BISHOP_FAME if step == BISHOP else CARDINAL_FAME.get(step, 0))

    def resolve(self, seat: str, card: int) -> None:
        """Its relic comes to the owner of the crusade, unless it was promised to the helper."""
        crusade = self.position.things[card]
        relic = self.relics.get(crusade.kind)
        keeper = crusade.marks["helper"] if crusade.marks.get("relic-promised") else seat
        for thing in self.position.named("relic-box", relic) if relic else ():
            self.position.move(thing, f"relics of {keeper}")
        super().resolve(seat, card)


def pairs(action: str) -> set[Word]:
    """Two resources, the cheaper first."""
    return {(action, one, other) for one in GOODS for other in GOODS if WORTH[one] <= WORTH[other]}
