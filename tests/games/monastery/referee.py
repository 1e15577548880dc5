"""A second Monastery, written from the rulebook as one course of events, that watches games of the first one.

`Referee.play` yields who decides and what may be chosen, and receives the option that was taken, with the number of the monk behind it
if it concerns one; `look` shows it what chance has brought. A decision with one option only is no decision: it is not yielded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

from tests.games.monastery.ground import FACES, Monk, Tile, square
from tests.games.monastery.position import ICONS, Option, Position, in_hand, kind, lying

Course = Generator[tuple[str, set[Option]], Option, None]
Choosing = Generator[tuple[str, set[Option]], Option, Option]
HOURS = {
    "matins": ("service", 3), "lauds": ("study", 0), "prime": ("toil", 0), "terce": ("toil", 0), "sext": ("service", 2),
    "nones": ("study", 0), "afternoon": ("toil", 0), "vespers": ("service", 1), "compline": ("study", 0), "night": ("night", 0),
}  # fmt: skip
WORKED = {"study": "grey", "toil": "brown"}
PASS: Option = ("pass",)


class Referee(Position):
    """Says at each decision what may be chosen, and what follows."""

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
                    if not self.grid or not self.any_spot():
                        self.ending = "no place" if self.grid else "no letter"
                        return
        self.ending = "night"

    @staticmethod
    def _ask(seat: str, options: Iterable[Option]) -> Choosing:
        among = set(options)
        if len(among) == 1:
            return among.pop()
        return (yield seat, among)

    def _round(self, sort: str) -> Course:
        order = self.in_turn()
        for seat in order:
            yield from self._moving(seat)
        for monk in self.monks.values():
            monk.scored = False
        for seat in order:
            yield from self._scoring(seat, sort)

    def _moving(self, seat: str) -> Course:
        self.walking[seat], may_place = 2 * len(self.standing(seat)), True
        for monk in self.monks.values():
            monk.arrived = False
        while True:
            options = {PASS} | self.walks(seat) | self.other_boxes(seat)
            options |= self.placements("place", seat) | ({("exchange",)} if self.bag else set()) if may_place else set()
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

    def _place(self, seat: str, name: str, at: list[Any], scorer: str | None = None) -> None:
        which = next(tile for tile, cells in lying(self.look(seat)).items() if cells == {at[0]})
        assert self.hands[seat].pop(which) == name
        self.open[seat].discard(which)
        tile = Tile(which, name, square(*at))
        self.ground.add(tile)
        if tile.face.family == "feature":
            tile.constructed = True
            for _ in {other for other, _, _ in self.ground.borders(tile)}:
                self.bless(seat, scorer)

    def _exchange(self, seat: str) -> Course:
        held = in_hand(self.look(seat))
        if len({*self.hands[seat].values(), *held.values()}) <= 1 and len(held) == len(self.hands[seat]):
            self.hands[seat] = held  # a tile like it came, so it was no question which goes
            self.forget_bag(but=seat)
            self.open[seat].clear()
            known, mine = Counter(kind(entry["thing"]) for entry in self.look(seat)["zones"]["bag"]["known"]), self.returned[seat]
            for name in set(held.values()) or known - mine:
                mine[name] = max(mine[name], 1)
            return
        assert len(held) == len(self.hands[seat]) + 1
        assert held.items() >= self.hands[seat].items()
        (drawn,) = (name for which, name in held.items() if which not in self.hands[seat])
        self.hands[seat], self.bag = held, self.bag - 1
        self.forget_bag(but=seat)
        self.returned[seat] -= Counter([drawn])
        _, back = yield from self._ask(seat, {("back", name) for name in held.values()})
        after = in_hand(self.look(seat))
        (gone,) = held.keys() - after.keys()
        assert held.pop(gone) == back
        self.bag += 1
        self.returned[seat][back] += 1
        self.open[seat].clear()  # for others it could have been any of them

    def _walk(self, monk: Monk, to: Tile) -> Course:
        monk.move(None)
        while True:
            self.walking[monk.owner] -= 1
            self.blessings[monk.owner] += to.gift
            to.gift = 0
            if not to.full():
                break
            options = {("go-on", tile.number) for tile in self.next_tiles(monk, to, self.walking[monk.owner])}
            _, further = yield from self._ask(monk.owner, options)
            to = self.ground.tiles[int(str(further))]
        if to.constructed:
            monk.move(to)
            return
        _, box = yield from self._ask(monk.owner, {("in-box", box) for box in to.empty_boxes()})
        monk.move(to, int(str(box)))
        monk.arrived = True

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

    def _scoring(self, seat: str, sort: str) -> Course:
        self.used = set()
        self.points[seat] = 0
        yield from self._construct(seat)
        prayed = yield from self._pray(seat, set())
        worked: set[Tile] = set()
        for tile in self.ground.tiles.values():
            working = tile.constructed and tile.built < self.hour and not tile.prayed_on and tile.holds(seat)
            if working and tile.face.tone in (WORKED[sort], "both"):
                more = {} if self.simpler else {"farm": 2, "scriptum": 1}
                self.points[seat] += 1 + more.get(tile.name, 0)
                worked.add(tile)
        if "prayer-after-work" in self.readings and not prayed and self._praying(seat, worked):
            yield from self._pray(seat, worked)
        yield from self._spend(seat)
        unspent = self.points[seat]
        for _ in range((unspent > 0) + (unspent >= 5) + (unspent >= 10) + (unspent >= 15)):
            self.bless(seat, seat)
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

    def _praying(self, seat: str, worked: set[Tile]) -> list[int]:
        """Tiles on which a monk can be set praying; of several own monks on a worked tile one has worked there."""
        ready = [monk.tile for monk in self.standing(seat) if monk.tile is not None and self.may_pray(monk)]
        return [tile.number for tile in ready if tile not in worked or ready.count(tile) > 1]

    def _pray(self, seat: str, worked: set[Tile]) -> Generator[tuple[str, set[Option]], Option, bool]:
        while True:
            option = yield from self._ask(seat, {PASS} | self.icons(seat) | {("pray", tile) for tile in self._praying(seat, worked)})
            match option:
                case ("pass",):
                    return False
                case ("pray", int() as at, int() as who):
                    tile = self.ground.tiles[at]
                    self.monks[who].praying = True
                    twice = tile.name == "chapel" and not self.simpler
                    self.points[seat] += (tile.face.circle or 0) * (2 if twice else 1)
                    return True
            yield from self._icon(seat, option)

    def _spend(self, seat: str) -> Course:
        while True:
            option = yield from self._ask(seat, {PASS} | self.icons(seat) | self.purchases(seat))
            match option:
                case ("pass",):
                    return
                case ("buy-letter", (int() as column, int() as row), str() as taker):
                    self.pay(seat, self.price(seat, column))
                    letter = self.grid.pop((column, row))
                    own = taker in self.team(seat)
                    self.strips[taker][self.spaces(taker, letter.letter)[0]] = letter._replace(small=not own)
                    if not own:
                        self.bless(seat, seat)
                case ("buy-monk", str() as cross, str() as owner):
                    self.pay(seat, self.price(seat, self.cross_column(cross)))
                    next(m for m in self.monks.values() if (m.cross, m.owner) == (cross, owner)).move(self.abbey)
                case _:
                    yield from self._icon(seat, option)

    def _icon(self, seat: str, option: Option) -> Course:
        self.used.add(next(name for name, action in ICONS.items() if action == option[0]))
        match option:
            case ("alms",):
                self.bless(seat, seat)
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

    def _service(self, tiles: int) -> Course:
        if self.hour > 1:
            brewing = [seat for seat in self.in_turn() if self.at_work(seat, "brewhouse")]
            for seat in brewing:
                yield from self._brew(seat)
            for monk in [monk for monk in self.monks.values() if monk.praying]:
                monk.praying = False
                monk.move(self.abbey)
            yield from self._election()
        self.bag = max(0, self.bag - tiles * len(self.seats))
        self.forget_bag()
        for seat in self.seats:
            held = in_hand(self.look(seat))
            assert held.items() >= self.hands[seat].items()
            self.hands[seat] = held
            if self.hour == 1:
                self.open[seat] = {which for which, name in held.items() if FACES[name].family == "secret-way"}

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
            icons = self.icons(caller) if caller == self.abbot else set()
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
        brewing = [seat for seat in self.in_turn() if self.at_work(seat, "brewhouse")]
        for seat in brewing:
            yield from self._brew(seat, staying)
        for monk in self.monks.values():
            if monk.tile is not None and monk not in staying:
                monk.praying = False
                monk.move(self.abbey)
