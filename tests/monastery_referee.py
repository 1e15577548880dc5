"""A second Monastery, written from the rulebook as one course of events, that watches games of the first one.

`Referee.play` yields who decides and what may be chosen, and receives the option that was taken, with the number of the monk behind it
if it concerns one; `look` shows it what chance has brought. A decision with one option only is no decision: it is not yielded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import Any, NamedTuple

from tests.monastery_ground import FACES, Ground, Monk, Tile, abbey, square

Option = tuple[object, ...]
View = dict[str, Any]
Course = Generator[tuple[str, set[Option]], Option, None]
Choosing = Generator[tuple[str, set[Option]], Option, Option]
COLOURS = ("red", "blue", "green", "yellow")
"""From the top of the grid."""
PHRASES = {"red": "LIBERA+NOS", "blue": "+QUAESUMUS", "green": "AB+OMNIBUS", "yellow": "MALIS+AMEN"}
"""As they stand in their row, with the cross."""
HOURS = {
    "matins": ("service", 3), "lauds": ("study", 0), "prime": ("toil", 0), "terce": ("toil", 0), "sext": ("service", 2),
    "nones": ("study", 0), "afternoon": ("toil", 0), "vespers": ("service", 1), "compline": ("study", 0), "night": ("night", 0),
}  # fmt: skip
WORKED = {"study": "grey", "toil": "brown"}
BLESSINGS, LARGE_LETTER, IN_BAG = 20, 3, 48
ICONS = {"almonry": "alms", "workshop": "tools", "library": "swap", "stables": "build", "abbots-house": "snap-election"}
PASS: Option = ("pass",)


class Letter(NamedTuple):
    name: str
    letter: str
    small: bool = False


class Referee:
    """Knows the position of a game and says what may be chosen in it and what follows.

    Args:
        look: what a seat sees at this moment, with things named `name#number`; players: how many play; paired, simpler: the variants.
    """

    def __init__(self, look: Callable[[str], View], players: int, *, paired: bool = False, simpler: bool = False) -> None:
        self.look, self.paired, self.simpler = look, paired, simpler
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
        self.bag, self.hour, self.bell = IN_BAG, 0, "matins"
        self.abbot = min(self.seats, key=self._line)
        self.ending = ""
        self.used: set[str] = set()

    def _monk(self, name: str) -> Monk:
        self.monks[number(name)] = Monk(number(name), owner_in(name))
        return self.monks[number(name)]

    def _line(self, seat: str) -> int:
        return COLOURS.index(self.colour[seat])

    def team(self, seat: str) -> list[str]:
        at = self.seats.index(seat)
        return [seat, self.seats[(at + 2) % 4]] if self.paired else [seat]

    def in_turn(self) -> list[str]:
        first = self.seats.index(self.abbot)
        return self.seats[first:] + self.seats[:first]

    def play(self) -> Course:
        for _ in range(2):
            for self.bell, (sort, tiles) in HOURS.items():
                self.hour += 1
                if sort == "service":
                    yield from self._service(tiles)
                elif sort == "night":
                    yield from self._night()
                else:
                    yield from self._round(sort)
                    if not self.grid or not self._any_spot():
                        self.ending = "no place" if self.grid else "no letter"
                        return
        self.ending = "night"

    def totals(self) -> list[int]:
        large = {seat: LARGE_LETTER * sum(not letter.small for letter in self.strips[seat].values()) for seat in self.seats}
        unplaced = {seat: sum(FACES[name].circle or 0 for name in self.hands[seat].values()) for seat in self.seats}
        return [large[seat] - unplaced[seat] + self.blessings[seat] for seat in self.seats]

    def winners(self) -> tuple[int, ...]:
        total = dict(zip(self.seats, self.totals(), strict=True))
        teams = [self.team(seat) for seat in self.seats]
        best = max(teams, key=lambda team: (sum(total[seat] for seat in team), max(self._line(seat) for seat in team)))
        return tuple(sorted(self.seats.index(seat) + 1 for seat in best))

    def _any_spot(self) -> bool:
        out = [name for name, face in FACES.items() if face.family == "secret-way" and name[11:] not in self.colour.values()]
        lying = Counter(tile.name for tile in self.ground.tiles.values())
        left = [name for name, face in FACES.items() if name not in out and lying[name] < face.copies]
        return any(self.ground.spots(name, as_if_built=True) for name in left)

    @staticmethod
    def _ask(seat: str, options: Iterable[Option]) -> Choosing:
        among = set(options)
        if len(among) == 1:
            return among.pop()
        return (yield seat, among)

    # Blessings

    def pool(self) -> int:
        return BLESSINGS - sum(self.blessings.values()) - sum(tile.gift for tile in self.ground.tiles.values())

    def _bless(self, seat: str, scorer: str | None = None) -> None:
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

    # Placement and movement

    def _round(self, sort: str) -> Course:
        order = self.in_turn()
        for seat in order:
            yield from self._moving(seat)
        for monk in self.monks.values():
            monk.scored = False
        for seat in order:
            yield from self._scoring(seat, sort)

    def _standing(self, seat: str) -> list[Monk]:
        return [monk for monk in self.monks.values() if monk.owner == seat and monk.tile is not None and not monk.praying]

    def _moving(self, seat: str) -> Course:
        self.walking[seat], may_place = 2 * len(self._standing(seat)), True
        for monk in self.monks.values():
            monk.arrived = False
        while True:
            options = {PASS} | self._walks(seat) | self._other_boxes(seat)
            options |= self._placements("place", seat) | ({("exchange",)} if self.bag else set()) if may_place else set()
            option = yield from self._ask(seat, options)
            match option:
                case ("pass",):
                    break
                case ("place", str() as name, *at):
                    may_place = False
                    self._place(seat, name, at)
                case ("exchange",):
                    may_place = False
                    yield from self._exchange(seat)
                case ("walk", _, int() as to, int() as who):
                    yield from self._walk(self.monks[who], self.ground.tiles[to])
                case ("change-box", _, int() as box, int() as who):
                    self.monks[who].box = box
        yield from self._encourage(seat)
        self.walking[seat] = 0

    def _placements(self, action: str, seat: str) -> set[Option]:
        return {(action, name, *spot) for name in set(self.hands[seat].values()) for spot in self.ground.spots(name)}

    def _place(self, seat: str, name: str, at: list[Any], scorer: str | None = None) -> None:
        which = next(tile for tile, cells in lying(self.look(seat)).items() if cells == {at[0]})
        assert self.hands[seat].pop(which) == name
        tile = Tile(which, name, square(*at))
        self.ground.add(tile)
        if tile.face.family == "feature":
            tile.constructed = True
            for _ in {other for other, _, _ in self.ground.borders(tile)}:
                self._bless(seat, scorer)

    def _exchange(self, seat: str) -> Course:
        held = in_hand(self.look(seat))
        if len({*self.hands[seat].values(), *held.values()}) <= 1 and len(held) == len(self.hands[seat]):
            self.hands[seat] = held  # a tile like it came, so it was no question which goes
            return
        assert len(held) == len(self.hands[seat]) + 1
        assert held.items() >= self.hands[seat].items()
        self.hands[seat], self.bag = held, self.bag - 1
        _, back = yield from self._ask(seat, {("back", name) for name in held.values()})
        after = in_hand(self.look(seat))
        (gone,) = held.keys() - after.keys()
        assert held.pop(gone) == back
        self.bag += 1

    def _walks(self, seat: str) -> set[Option]:
        found: set[Option] = set()
        for monk in self._standing(seat):
            here = monk.tile
            if here is not None and (here.constructed or not (here.full() or monk.arrived)):
                found |= {("walk", monk.place(), to.number) for to in self._next(monk, here, self.walking[seat])}
        return found

    def _next(self, monk: Monk, here: Tile, left: int) -> list[Tile]:
        """Where a monk may step, so that it can end on a tile with room."""
        owners = {f"secret-way-{self.colour[seat]}" for seat in self.team(monk.owner)}
        secret = [tile for tile in self.ground.tiles.values() if tile.name in owners and not tile.prayed_on]
        near = [tile for tile in {*self.ground.joined(here), *secret} - {here} if tile.face.family != "feature"]
        return [tile for tile in near if left > 0 and (not tile.full(monk) or self._next(monk, tile, left - 1))]

    def _walk(self, monk: Monk, to: Tile) -> Course:
        monk.move(None)
        while True:
            self.walking[monk.owner] -= 1
            self.blessings[monk.owner] += to.gift
            to.gift = 0
            if not to.full():
                break
            options = {("go-on", tile.number) for tile in self._next(monk, to, self.walking[monk.owner])}
            _, further = yield from self._ask(monk.owner, options)
            to = self.ground.tiles[int(str(further))]
        if to.constructed:
            monk.move(to)
            return
        _, box = yield from self._ask(monk.owner, {("in-box", box) for box in to.empty_boxes()})
        monk.move(to, int(str(box)))
        monk.arrived = True

    def _other_boxes(self, seat: str) -> set[Option]:
        stay = [monk for monk in self._standing(seat) if monk.box is not None and not monk.arrived]
        return {("change-box", m.place(), box) for m in stay if m.tile is not None for box in m.tile.empty_boxes()}

    def _encourage(self, seat: str) -> Course:
        while True:
            amounts = range(1, self.blessings[seat] + 1)
            building = [tile.number for tile in self.ground.tiles.values() if not tile.constructed]
            option = yield from self._ask(seat, {PASS} | {("encourage", tile, amount) for tile in building for amount in amounts})
            match option:
                case ("encourage", int() as tile, int() as amount):
                    self.ground.tiles[tile].gift += amount
                    self.blessings[seat] -= amount
                case _:
                    return

    # Scoring

    def _scoring(self, seat: str, sort: str) -> Course:
        self.used = set()
        self.points[seat] = 0
        yield from self._construct(seat)
        yield from self._pray(seat)
        for tile in self.ground.tiles.values():
            working = tile.constructed and tile.built < self.hour and not tile.prayed_on and tile.holds(seat)
            if working and tile.face.tone in (WORKED[sort], "both"):
                more = {} if self.simpler else {"farm": 2, "scriptum": 1}
                self.points[seat] += 1 + more.get(tile.name, 0)
        yield from self._spend(seat)
        unspent = self.points[seat]
        for _ in range((unspent > 0) + (unspent >= 5) + (unspent >= 10) + (unspent >= 15)):
            self._bless(seat, seat)
        self.points[seat] = self.fresh[seat] = 0

    def _construct(self, seat: str) -> Course:
        todo = {t.number: t for t in self.ground.tiles.values() if not t.constructed and t.full() and t.holds(seat)}
        while todo:
            _, which = yield from self._ask(seat, {("construct", tile) for tile in todo})
            tile = todo.pop(int(str(which)))
            for monk in [monk for monk in tile.monks if monk.owner == seat]:
                self.points[seat] += tile.face.boxes[(monk.box or 0) - 1]
                monk.scored = True
            if tile.face.family in ("path", "field", "garden"):
                each = 2 if tile.face.family == "garden" else 1
                self.points[seat] += each * (len(self.ground.group(tile, constructed=True)) - 1)
            if all(monk.scored for monk in tile.monks):
                tile.constructed, tile.built = True, self.hour
                for monk in tile.monks:
                    monk.box = None

    def _may_pray(self, monk: Monk) -> bool:
        tile = monk.tile
        if tile is None or not tile.constructed or tile.built == self.hour or tile.face.circle is None:
            return False
        if tile.name == "chapel" and not self.simpler:
            return monk.owner not in [other.owner for other in tile.monks if other.praying]
        return len(tile.monks) == 1

    def _pray(self, seat: str) -> Course:
        while True:
            ready = [monk.tile.number for monk in self._standing(seat) if monk.tile is not None and self._may_pray(monk)]
            option = yield from self._ask(seat, {PASS} | self._icons(seat) | {("pray", tile) for tile in ready})
            match option:
                case ("pass",):
                    return
                case ("pray", int() as at, int() as who):
                    tile = self.ground.tiles[at]
                    self.monks[who].praying = True
                    twice = tile.name == "chapel" and not self.simpler
                    self.points[seat] += (tile.face.circle or 0) * (2 if twice else 1)
                    return
            yield from self._icon(seat, option)

    def price(self, seat: str, column: int) -> int:
        return (column + 1) // 2 if len(self.strips[seat]) == len(PHRASES["red"]) - 1 else column

    def _spaces(self, seat: str, letter: str) -> list[int]:
        phrase = PHRASES[self.colour[seat]].replace("+", "")
        return [at for at, wanted in enumerate(phrase) if wanted == letter and at not in self.strips[seat]]

    def _purchases(self, seat: str) -> set[Option]:
        money = self.points[seat] + self.blessings[seat] - self.fresh[seat]
        letters: set[Option] = {
            ("buy-letter", at, taker)
            for at, letter in self.grid.items()
            if self.price(seat, at[0]) <= money
            for taker in self.seats
            if self._spaces(taker, letter.letter)
        }
        waiting = [monk for monk in self.monks.values() if monk.cross is not None]
        return letters | {("buy-monk", m.cross, m.owner) for m in waiting if self.price(seat, self._cross(m.cross)) <= money}

    @staticmethod
    def _cross(colour: str | None) -> int:
        return PHRASES[colour or ""].index("+") + 1

    def _pay(self, seat: str, price: int) -> None:
        self.blessings[seat] -= max(0, price - self.points[seat])
        self.points[seat] = max(0, self.points[seat] - price)

    def _spend(self, seat: str) -> Course:
        while True:
            option = yield from self._ask(seat, {PASS} | self._icons(seat) | self._purchases(seat))
            match option:
                case ("pass",):
                    return
                case ("buy-letter", (int() as column, int() as row), str() as taker):
                    self._pay(seat, self.price(seat, column))
                    letter = self.grid.pop((column, row))
                    own = taker in self.team(seat)
                    self.strips[taker][self._spaces(taker, letter.letter)[0]] = letter._replace(small=not own)
                    if not own:
                        self._bless(seat, seat)
                case ("buy-monk", str() as cross, str() as owner):
                    self._pay(seat, self.price(seat, self._cross(cross)))
                    next(m for m in self.monks.values() if (m.cross, m.owner) == (cross, owner)).move(self.abbey)
                case _:
                    yield from self._icon(seat, option)

    # Icons

    def _at_work(self, seat: str, name: str) -> bool:
        """Whether a seat may use what is printed on a tile."""
        tiles = [tile for tile in self.ground.tiles.values() if tile.name == name and tile.constructed and tile.built < self.hour]
        return not self.simpler and any(tile.holds(seat) and not tile.prayed_on for tile in tiles)

    def _icons(self, seat: str) -> set[Option]:
        unturned = [at for at, letter in self.grid.items() if not letter.small]
        found: set[Option] = set()
        for name, action in ICONS.items():
            if name in self.used or not self._at_work(seat, name):
                continue
            if action == "build":
                found |= self._placements(action, seat)
            elif action == "swap":
                found |= {(action, at) for at in unturned} if len(unturned) > 1 else set()
            elif action != "tools" or self.bag:
                found.add((action,))
        return found

    def _icon(self, seat: str, option: Option) -> Course:
        self.used.add(next(name for name, action in ICONS.items() if action == option[0]))
        match option:
            case ("alms",):
                self._bless(seat, seat)
            case ("tools",):
                yield from self._exchange(seat)
            case ("build", str() as name, *at):
                self._place(seat, name, at, seat)
            case ("swap", (int() as column, int() as row)):
                first = (column, row)
                seconds = {("second", at) for at, letter in self.grid.items() if not letter.small and at != first}
                _, other = yield from self._ask(seat, seconds)
                second = next(at for at in self.grid if at == other)
                self.grid[first], self.grid[second] = (self.grid[at]._replace(small=True) for at in (second, first))
            case _:
                yield from self._election("abbots-house", seat)

    # Services and nights

    def _service(self, tiles: int) -> Course:
        if self.hour > 1:
            brewing = [seat for seat in self.in_turn() if self._at_work(seat, "brewhouse")]
            for seat in brewing:
                yield from self._brew(seat)
            for monk in [monk for monk in self.monks.values() if monk.praying]:
                monk.praying = False
                monk.move(self.abbey)
            yield from self._election()
        self.bag = max(0, self.bag - tiles * len(self.seats))
        for seat in self.seats:
            held = in_hand(self.look(seat))
            assert held.items() >= self.hands[seat].items()
            self.hands[seat] = held

    def _brew(self, seat: str, staying: set[Monk] | None = None) -> Course:
        """What a seat with a monk in the Brewhouse stands up, and at night leaves where it is."""
        while True:
            mine = [monk for monk in self.monks.values() if monk.owner == seat and monk.tile is not None]
            options = {PASS} | {("stand-up", monk.place()[0]) for monk in mine if monk.praying}
            if staying is not None:
                away = [monk for monk in mine if monk.tile is not self.abbey and monk not in staying]
                options |= {("stay-out", monk.place()) for monk in away}
            option = yield from self._ask(seat, options)
            match option:
                case ("stand-up", _, int() as who):
                    self.monks[who].praying = False
                case ("stay-out", _, int() as who) if staying is not None:
                    staying.add(self.monks[who])
                case _:
                    return

    def _election(self, more: str = "", caller: str = "") -> Course:
        halls = ("abbey", more)
        votes = Counter(dict.fromkeys(self.seats, 0))
        votes.update(monk.owner for monk in self.monks.values() if monk.tile is not None and monk.tile.name in halls)
        leading = [seat for seat in self.seats if votes[seat] == max(votes.values())]
        if len(leading) == 1:
            self.abbot = leading[0]
        else:
            _, chosen = yield from self._ask(self.abbot, {("tie", seat) for seat in leading if seat != self.abbot})
            self.abbot = str(chosen)
        yield from self._imprison(caller)

    def _imprison(self, caller: str) -> Course:
        """An Abbot whose Scoring it is may use icons here too."""
        cells = [tile for tile in self.ground.tiles.values() if tile.name == "prison-cell" and tile.constructed and not tile.full()]
        while cells:
            icons = self._icons(caller) if caller == self.abbot else set()
            option = yield from self._ask(self.abbot, {PASS} | icons | {("imprison", monk.owner) for monk in self.abbey.monks})
            match option:
                case ("pass",):
                    return
                case ("imprison", _, int() as who):
                    self.monks[who].move(cells[0])
                    self.monks[who].praying = True
                    return
            yield from self._icon(caller, option)

    def _night(self) -> Course:
        staying: set[Monk] = set()
        brewing = [seat for seat in self.in_turn() if self._at_work(seat, "brewhouse")]
        for seat in brewing:
            yield from self._brew(seat, staying)
        for monk in self.monks.values():
            if monk.tile is not None and monk not in staying:
                monk.praying = False
                monk.move(self.abbey)


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
