"""Who stands where: what each seat and its partners have in the keys of the ranking, as rows in memory, and what follows from them."""

from __future__ import annotations

from functools import cached_property

from custumal.dsl.model import Op, RankKey
from custumal.interpreter.setup.values import LEAST
from custumal.interpreter.wasm.expressions.core import Body, all_of, as_number, each, known_value, lifted, operation, operation_walk, value
from custumal.interpreter.wasm.expressions.sets import gather
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, give, i32, i64, load, no, op, plus, put, store, when, wide

SEAT, MINE = "$seat", "$mine"
TEAM, LEADS, MARKS = 0, ENTRY, 2 * ENTRY
"""Where in the row of a seat its team stands, whether it is the first seat of it, and the marks of the team."""
assert LEAST == NONE  # what has no number stands behind everything


class Standings:
    """Writes the functions for the ranking of one module. `at` is where the rows stand."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.seats = len(unit.instance.seats)
        self.keys: tuple[RankKey, ...] = tuple(sorted(unit.instance.game.ranking, key=lambda key: not key.needed))
        self.width = MARKS + ENTRY * len(self.keys)
        self.at = unit.pool.room(self.width * self.seats)

    def row(self, seat: int) -> int:
        return self.at + self.width * seat

    # ------------------------------------------------------------ rows

    def filled(self) -> str:
        """Works out all rows."""

        def make() -> Function:
            fn = Function("$stand")
            fn.body = [node for seat in range(self.seats) for node in self._row(seat)]
            return fn

        return self.unit.function("$stand", make)

    def _row(self, seat: int) -> list[Node]:
        row = self.row(seat)
        same = [op("i64.eq", load(self.row(before) + TEAM), load(row + TEAM)) for before in range(seat)]
        leads = all_of([no(one) for one in same]) or i32(1)
        marks = [store(row + MARKS + ENTRY * number, self._joined(row, key, number)) for number, key in enumerate(self.keys)]
        return [store(row + TEAM, call(self.team(), i64(seat))), store(row + LEADS, wide(leads)), *marks]

    def _joined(self, row: int, key: RankKey, number: int) -> Node:
        """What a team has in this key: the numbers of all partners together, or the best of them."""
        if self.unit.instance.game.teams is None:
            return call(self._own(key, number), i64((row - self.at) // self.width))
        name = "$min" if key.needed else "$max" if key.join == "best" else "$add"
        nobody = 1 if key.needed else NONE if key.join == "best" else 0
        found: Node = i64(nobody)
        for seat in range(self.seats):
            belongs = op("i32.wrap_i64", op("i64.and", op("i64.shr_u", load(row + TEAM), i64(seat)), i64(1)))
            found = call(name, found, choose(belongs, call(self._own(key, number), i64(seat)), i64(nobody), "i64"))
        return found

    def _own(self, key: RankKey, number: int) -> str:
        """A number that is greater the better a seat stands in this key; for what is needed 1 or 0."""
        name = f"$rank.{number}"

        def make() -> Function:
            fn = Function(name, ((SEAT, "i64"),), "i64")
            found = as_number(Writer(self.unit, fn, {key.actor.id: Bound(get(SEAT), NUMBER)}), key.value)
            if not key.most and not key.needed:
                own = fn.local("found")
                turned = choose(op("i64.eq", get(own), i64(NONE)), i64(NONE), op("i64.sub", i64(0), get(own)), "i64")
                fn.body = [put(own, found), turned]
            else:
                fn.body = [found]
            return fn

        return self.unit.function(name, make)

    def team(self) -> str:
        """The seats that play together with one, itself included, as bits."""

        def make() -> Function:
            fn = Function("$team", ((SEAT, "i64"),), "i64")
            teams, mask = self.unit.instance.game.teams, fn.local("mask")
            fn.body = [put(mask, op("i64.shl", i64(1), get(SEAT)))]
            if teams is not None:
                w = Writer(self.unit, fn, {teams.seat.id: Bound(get(SEAT), NUMBER)})
                known = (True,) if teams.condition is None else known_value(w, teams.condition)
                joined = each(w, teams.partners, lambda one: [put(mask, op("i64.or", get(mask), op("i64.shl", i64(1), one.node)))])
                if not known:
                    assert teams.condition is not None
                    joined = [when(value(w, teams.condition), joined)]
                fn.body += [] if known and not known[0] else joined
            fn.body.append(get(mask))
            return fn

        return self.unit.function("$team", make)

    # ------------------------------------------------------------ places

    def better(self) -> str:
        """Whether the row at one address stands before that at another."""

        def make() -> Function:
            fn = Function("$better", (("$a", "i32"), ("$b", "i32")), "i32")
            for number, _ in enumerate(self.keys):
                a, b = load(MARKS + ENTRY * number, get("$a")), load(MARKS + ENTRY * number, get("$b"))
                fn.body += [when(op("i64.gt_s", a, b), [give(i32(1))]), when(op("i64.lt_s", a, b), [give(i32(0))])]
            fn.body.append(i32(0))
            return fn

        return self.unit.function("$better", make)

    def place(self) -> str:
        """The place of the seat whose row stands at an address."""

        def make() -> Function:
            fn = Function("$place", ((MINE, "i32"),), "i64")
            before: Node = i64(1)
            for seat in range(self.seats):
                row = self.row(seat)
                leads = choose(op("i32.wrap_i64", load(row + LEADS)), call(self.better(), i32(row), get(MINE)), i32(0), "i32")
                before = op("i64.add", before, wide(leads))
            fn.body = [before]
            return fn

        return self.unit.function("$place", make)

    def wins(self) -> str:
        """Whether the seat whose row stands at an address is first and has what is needed."""

        def make() -> Function:
            fn = Function("$wins", ((MINE, "i32"),), "i32")
            needed = [op("i64.ne", load(MARKS + ENTRY * n, get(MINE)), i64(0)) for n, key in enumerate(self.keys) if key.needed]
            fn.body = [all_of([op("i64.eq", call(self.place(), get(MINE)), i64(1)), *needed]) or i32(0)]
            return fn

        return self.unit.function("$wins", make)

    def shares(self) -> str:
        """Whether another team stands on the place of the seat whose row stands at an address."""

        def make() -> Function:
            fn = Function("$shares", ((MINE, "i32"),), "i32")
            for seat in range(self.seats):
                row = i32(self.row(seat))
                apart = op("i64.ne", load(self.row(seat) + TEAM), load(TEAM, get(MINE)))
                level = all_of([apart, no(call(self.better(), row, get(MINE))), no(call(self.better(), get(MINE), row))])
                assert level is not None
                fn.body.append(when(level, [give(i32(1))]))
            fn.body.append(i32(0))
            return fn

        return self.unit.function("$shares", make)

    def deciding(self) -> str:
        """The number of the key that tells the first place from the next; -1 where all share it."""

        def make() -> Function:
            fn = Function("$deciding", (), "i64")
            first, next_ = fn.local("first", "i32"), fn.local("next", "i32")
            rows = [i32(self.row(seat)) for seat in range(self.seats)]
            fn.body = [call(self.filled()), put(first, rows[0]), put(next_, i32(0))]
            fn.body += [when(call(self.better(), row, get(first)), [put(first, row)]) for row in rows[1:]]
            for row in rows:
                nearer = choose(get(next_), call(self.better(), row, get(next_)), i32(1), "i32")
                behind = all_of([call(self.better(), get(first), row), nearer])
                assert behind is not None
                fn.body.append(when(behind, [put(next_, row)]))
            fn.body.append(when(op("i32.eqz", get(next_)), [give(i64(-1))]))
            for number, _ in enumerate(self.keys):
                a, b = load(MARKS + ENTRY * number, get(first)), load(MARKS + ENTRY * number, get(next_))
                fn.body.append(when(op("i64.ne", a, b), [give(i64(number))]))
            fn.body.append(i64(-1))
            return fn

        return self.unit.function("$deciding", make)

    def is_player(self, seat: Node) -> Node:
        return op("i64.lt_u", seat, i64(self.seats))

    def row_of(self, seat: Node) -> Node:
        return plus(op("i32.mul", op("i32.wrap_i64", seat), i32(self.width)), self.at)

    # ------------------------------------------------------------ asked in the rules

    @cached_property
    def place_asked(self) -> str:
        """The place of a seat if the game ended now; nothing for a house seat."""
        fn = Function("$seat_place", ((SEAT, "i64"),), "i64")
        fn.body = [
            when(no(self.is_player(get(SEAT))), [give(i64(NONE))]),
            call(self.filled()),
            call(self.place(), self.row_of(get(SEAT))),
        ]
        return self.unit.function(fn.name, lambda: fn)

    @cached_property
    def win_asked(self) -> str:
        """Whether a seat would win if the game ended now."""
        fn = Function("$is_winner", ((SEAT, "i64"),), "i32")
        asked = [] if not self.keys else [call(self.filled()), give(call(self.wins(), self.row_of(get(SEAT))))]
        fn.body = [when(self.is_player(get(SEAT)), asked), i32(0)] if asked else [i32(0)]
        return self.unit.function(fn.name, lambda: fn)


def standings_of(unit: Unit) -> Standings:
    """Those of a module, made when they are first asked for."""
    found = unit.kept(("standings",), lambda: Standings(unit))
    assert isinstance(found, Standings)
    return found


@operation("seat-place")
def _place(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda seat: call(standings_of(w.unit).place_asked, seat.node))


@operation("is-winner")
def _wins(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda seat: call(standings_of(w.unit).win_asked, seat.node))


@operation("winners")
def _winners(w: Writer, expr: Op) -> Node:
    return gather(w, expr)


@operation_walk("winners")
def _each_winner(w: Writer, _expr: Op, body: Body) -> list[Node]:
    standings, seat = standings_of(w.unit), w.fn.local("winner")
    return [
        node
        for number in range(standings.seats)
        for node in (put(seat, i64(number)), when(call(standings.win_asked, get(seat)), body(Bound(get(seat), NUMBER))))
    ]


@operation("decided-by")
def _decided(w: Writer, expr: Op) -> Node:
    standings = standings_of(w.unit)
    number = next((n for n, key in enumerate(standings.keys) if key.source.id == str(expr.data)), None)
    return i32(0) if number is None else op("i64.eq", call(standings.deciding()), i64(number))
