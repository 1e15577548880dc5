"""Where everything is in a second Monastery, written from the rulebook, and what may be chosen there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.games.monastery.ground import FACES, Ground, Monk, Tile, abbey

Option = tuple[object, ...]
View = dict[str, Any]
COLOURS = ("red", "blue", "green", "yellow")
"""From the top of the grid."""
PHRASES = {"red": "LIBERA+NOS", "blue": "+QUAESUMUS", "green": "AB+OMNIBUS", "yellow": "MALIS+AMEN"}
"""As they stand in their row, with the cross."""
BLESSINGS, LARGE_LETTER, LETTERS = 20, 3, 9
PRICES: list[tuple[int, ...]] = [tuple(range(1, 11)), (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)]
"""By column, and when the own phrase is complete."""
ICONS = {"almonry": "alms", "workshop": "tools", "library": "swap", "stables": "build", "abbots-house": "snap-election"}


class Letter(NamedTuple):
    name: str
    letter: str
    small: bool = False


class Position:
    """The state of a game; chance is read from what seats see.

    Args:
        look: what a seat sees at this moment, with things named `name#number`; players: how many play; paired, simpler: the variants.
    """

    def __init__(
        self,
        look: Callable[[str], View],
        players: int,
        *,
        paired: bool = False,
        simpler: bool = False,
        readings: frozenset[str] = frozenset(),
    ) -> None:
        self.look, self.paired, self.simpler, self.readings = look, paired, simpler, readings
        self.seats = [f"p{seat + 1}" for seat in range(players)]
        view = look("p1")
        self.colour: dict[str, str] = view["kept"]["colour-of"]
        (centre,) = view["zones"]["grounds"]["things"]
        self.abbey = abbey(number(centre["thing"]), [(x, y) for x, y in centre["cells"]])
        self.ground = Ground(self.abbey)
        self.monks: dict[int, Monk] = {}
        for thing in centre["on"]["floor"]["things"]:
            self._monk(thing["thing"]).move(self.abbey)
        for thing in view["zones"]["crosses"]["things"]:
            self._monk(thing["thing"]).cross = COLOURS[thing["cells"][0][0] - 1]
        self.grid = {
            (x + 1, COLOURS.index(colour) + 1): Letter(f"{colour}{len(row[:x].replace('+', '')) + 1}", letter)
            for colour, row in PHRASES.items()
            for x, letter in enumerate(row)
            if letter != "+" and colour in self.colour.values()
        }
        self.strips: dict[str, dict[int, Letter]] = {seat: {} for seat in self.seats}
        self.blessings, self.fresh, self.points = (dict.fromkeys(self.seats, 0) for _ in range(3))
        self.walking = dict.fromkeys(self.seats, 0)
        self.hands: dict[str, dict[int, str]] = {seat: {} for seat in self.seats}
        self.open: dict[str, set[int]] = {seat: set() for seat in self.seats}  # behind whose screen all know what to lie
        self.returned: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}  # who knows what to be in the bag
        self.prices, self.copies = PRICES, {name: face.copies for name, face in FACES.items() if name != "abbey"}
        self.bag = sum(copies for name, copies in self.copies.items() if FACES[name].family != "secret-way")
        self.hour, self.bell = 0, "matins"
        self.abbot = min(self.seats, key=self.line)
        self.ending = ""
        self.used: set[str] = set()

    def _monk(self, name: str) -> Monk:
        self.monks[number(name)] = Monk(number(name), owner_in(name))
        return self.monks[number(name)]

    def forget_bag(self, but: str = "") -> None:
        """Somebody has drawn from the bag: nobody else knows any more whether what they put there is still there."""
        for seat, tiles in self.returned.items():
            if seat != but:
                tiles.clear()

    def line(self, seat: str) -> int:
        return COLOURS.index(self.colour[seat])

    def team(self, seat: str) -> list[str]:
        at = self.seats.index(seat)
        return [seat, self.seats[(at + 2) % 4]] if self.paired else [seat]

    def in_turn(self) -> list[str]:
        first = self.seats.index(self.abbot)
        return self.seats[first:] + self.seats[:first]

    def totals(self) -> list[int]:
        large = {seat: LARGE_LETTER * sum(not letter.small for letter in self.strips[seat].values()) for seat in self.seats}
        unplaced = {seat: sum(FACES[name].circle or 0 for name in self.hands[seat].values()) for seat in self.seats}
        return [large[seat] - unplaced[seat] + self.blessings[seat] for seat in self.seats]

    def winners(self) -> tuple[int, ...]:
        total = dict(zip(self.seats, self.totals(), strict=True))
        teams = [self.team(seat) for seat in self.seats]
        best = max(teams, key=lambda team: (sum(total[seat] for seat in team), max(self.line(seat) for seat in team)))
        return tuple(sorted(self.seats.index(seat) + 1 for seat in best))

    def any_spot(self) -> bool:
        out = [name for name, face in FACES.items() if face.family == "secret-way" and name[11:] not in self.colour.values()]
        lying = Counter(tile.name for tile in self.ground.tiles.values())
        left = [name for name, copies in self.copies.items() if name not in out and lying[name] < copies]
        return any(self.ground.spots(name, as_if_built=True) for name in left)

    def pool(self) -> int:
        return BLESSINGS - sum(self.blessings.values()) - sum(tile.gift for tile in self.ground.tiles.values())

    def bless(self, seat: str, scorer: str | None = None) -> None:
        """One blessing; where it is received in the own Scoring it can be spent in the next only."""
        if self.pool() == 0:
            holders = [other for other in self.seats if self.blessings[other]]
            if not holders:
                return
            for other in holders:
                self.blessings[other] -= 1
                self.fresh[other] -= other == scorer and self.fresh[other] > 0
        self.blessings[seat] += 1
        self.fresh[seat] += seat == scorer

    def standing(self, seat: str) -> list[Monk]:
        return [monk for monk in self.monks.values() if monk.owner == seat and monk.tile is not None and not monk.praying]

    def placements(self, action: str, seat: str) -> set[Option]:
        return {(action, name, *spot) for name in set(self.hands[seat].values()) for spot in self.ground.spots(name)}

    def walks(self, seat: str) -> set[Option]:
        found: set[Option] = set()
        for monk in self.standing(seat):
            here = monk.tile
            if here is not None and (here.constructed or not (here.full() or monk.arrived)):
                found |= {("walk", monk.place(), to.number) for to in self.next_tiles(monk, here, self.walking[seat])}
        return found

    def next_tiles(self, monk: Monk, here: Tile, left: int) -> list[Tile]:
        """Where a monk may step, so that it can end on a tile with room."""
        owners = {f"secret-way-{self.colour[seat]}" for seat in self.team(monk.owner)}
        secret = [tile for tile in self.ground.tiles.values() if tile.name in owners and not tile.prayed_on]
        near = [tile for tile in {*self.ground.joined(here), *secret} - {here} if tile.face.family != "feature"]
        return [tile for tile in near if left > 0 and (not tile.full(monk) or self.next_tiles(monk, tile, left - 1))]

    def other_boxes(self, seat: str) -> set[Option]:
        stay = [monk for monk in self.standing(seat) if monk.box is not None and not monk.arrived]
        return {("change-box", m.place(), box) for m in stay if m.tile is not None for box in m.tile.empty_boxes()}

    def may_pray(self, monk: Monk) -> bool:
        tile = monk.tile
        if tile is None or not tile.constructed or tile.built == self.hour or tile.face.circle is None:
            return False
        if tile.name == "chapel" and not self.simpler:
            return monk.owner not in [other.owner for other in tile.monks if other.praying]
        return len(tile.monks) == 1 or (tile.name == "prison-cell" and "prayer-beside-prisoners" in self.readings)

    def price(self, seat: str, column: int) -> int:
        return self.prices[len(self.strips[seat]) == LETTERS][column - 1]

    def spaces(self, seat: str, letter: str) -> list[int]:
        phrase = PHRASES[self.colour[seat]].replace("+", "")
        return [
            at
            for at, wanted in enumerate(phrase)
            if (wanted == letter or "any-space-takes-a-letter" in self.readings) and at not in self.strips[seat]
        ]

    def purchases(self, seat: str) -> set[Option]:
        money = self.points[seat] + self.blessings[seat] - self.fresh[seat]
        letters: set[Option] = {
            ("buy-letter", at, taker)
            for at, letter in self.grid.items()
            if self.price(seat, at[0]) <= money
            for taker in self.seats
            if self.spaces(taker, letter.letter)
        }
        waiting = [monk for monk in self.monks.values() if monk.cross is not None]
        return letters | {("buy-monk", m.cross, m.owner) for m in waiting if self.price(seat, self.cross_column(m.cross)) <= money}

    @staticmethod
    def cross_column(colour: str | None) -> int:
        return PHRASES[colour or ""].index("+") + 1

    def pay(self, seat: str, price: int) -> None:
        self.blessings[seat] -= max(0, price - self.points[seat])
        self.points[seat] = max(0, self.points[seat] - price)

    def at_work(self, seat: str, name: str) -> bool:
        """Whether a seat may use what is printed on a tile."""
        tiles = [tile for tile in self.ground.tiles.values() if tile.name == name and tile.constructed and tile.built < self.hour]
        return not self.simpler and any(tile.holds(seat) and not tile.prayed_on for tile in tiles)

    def icons(self, seat: str) -> set[Option]:
        unturned = [at for at, letter in self.grid.items() if not letter.small]
        found: set[Option] = set()
        for name, action in ICONS.items():
            if name in self.used or not self.at_work(seat, name):
                continue
            if action == "build":
                found |= self.placements(action, seat)
            elif action == "swap":
                found |= {(action, at) for at in unturned} if len(unturned) > 1 else set()
            elif action != "tools" or self.bag:
                found.add((action,))
        return found


def number(name: str) -> int:
    return int(name.partition("#")[2])


def kind(name: str) -> str:
    return name.partition("#")[0].partition("(")[0]


def owner_in(name: str) -> str:
    return name.partition("(")[2][:2]


def in_hand(view: View) -> dict[int, str]:
    """The tiles behind one's own screen."""
    held = view["zones"]["screen"][view["seat"]]["things"]
    return {number(entry["thing"]): kind(entry["thing"]) for entry in held}


def lying(view: View) -> dict[int, set[tuple[int, int]]]:
    """The cells of the tiles on the ground."""
    return {number(entry["thing"]): {(x, y) for x, y in entry["cells"]} for entry in view["zones"]["grounds"]["things"]}
