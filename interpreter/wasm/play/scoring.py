"""How a game ends: score lines, totals, places, as functions of a seat and as the record of a game."""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_STEPS
from custumal.dsl.model import Expr, Local, RankKey
from custumal.interpreter.program import passes_id
from custumal.interpreter.setup.values import LEAST
from custumal.interpreter.wasm.expressions.core import as_number, known_value, lifted, operation
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE, NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, i32, i64, load, op, put, store, when
from custumal.interpreter.wasm.unsupported import Unsupported

SEAT = "$seat"
assert LEAST == NONE  # what has no number stands behind everything


def _of_seat(unit: Unit, name: str, actor: Local, expr: Expr) -> Function:
    fn = Function(name, ((SEAT, "i64"),), "i64")
    w = Writer(unit, fn, {actor.id: Bound(get(SEAT), NUMBER)})
    fn.body = [as_number(w, expr)]
    return fn


@operation("total")
def _total(w: Writer, expr: object) -> Node:
    total_function(w.unit)
    return lifted(w, expr, lambda seat: call("$total", seat.node))  # type: ignore[arg-type]  # an operation


def total_function(unit: Unit) -> str:
    """The sum of a seat's score lines."""

    def make() -> Function:
        fn = Function("$total", ((SEAT, "i64"),), "i64")
        found: Node = i64(0)
        for number, _ in enumerate(unit.instance.game.scoring):
            found = call("$add", found, call(score_function(unit, number), get(SEAT)))
        fn.body = [found]
        return fn

    return unit.function("$total", make)


def score_function(unit: Unit, number: int) -> str:
    """The points of one line for a seat."""
    line = unit.instance.game.scoring[number]
    name = f"$score.{number}"
    return unit.function(name, lambda: _of_seat(unit, name, line.actor, line.points))


def rank_function(unit: Unit, number: int, key: RankKey) -> str:
    """A number that is greater the better a seat stands in this key; for what is needed 1 or 0."""
    name = f"$rank.{number}"

    def make() -> Function:
        fn = _of_seat(unit, name, key.actor, key.value)
        if not key.most and not key.needed:
            found = fn.local("found")
            value = fn.body[-1]
            turned = choose(op("i64.eq", get(found), i64(NONE)), i64(NONE), op("i64.sub", i64(0), get(found)), "i64")
            fn.body = [put(found, value), turned]
        return fn

    return unit.function(name, make)


def _team_of(unit: Unit, seat: int) -> tuple[int, ...]:
    """The partners of a seat, itself included."""
    teams = unit.instance.game.teams
    if teams is None:
        return (seat,)
    w = Writer(unit, Function("$team"), {teams.seat.id: Bound(i64(seat), NUMBER, (seat,))})
    condition = (True,) if teams.condition is None else known_value(w, teams.condition)
    partners = known_value(w, teams.partners)
    if not condition or not partners:
        raise Unsupported("teams that change")
    return tuple(sorted({seat, *partners[0]})) if condition[0] else (seat,)


class Results:
    """The function that writes the results of a game: for each seat its total, whether it wins, whether it shares its place, and
    the points of each line; before them the rounds.

    Attributes:
        at: where they stand, 64 bits each.
    """

    def __init__(self, unit: Unit) -> None:
        game = unit.instance.game
        self.unit = unit
        self.teams = [_team_of(unit, seat) for seat in unit.instance.seats]
        self.seats, self.lines = len(unit.instance.seats), len(game.scoring)
        self.keys = sorted(game.ranking, key=lambda key: not key.needed)
        self.count = 1 + self.seats * (3 + self.lines)
        self.at = unit.pool.room(ENTRY * self.count)
        self.marks = unit.pool.room(ENTRY * self.seats * max(1, len(self.keys)))

    def seat_at(self, seat: int) -> int:
        return self.at + ENTRY * (1 + seat * (3 + self.lines))

    def write(self) -> Function:
        fn = Function("$results")
        fn.body = [Node("global.set", ("$fuel",), (i32(MOST_STEPS),)), store(self.at, self._rounds())]
        for seat in range(self.seats):
            fn.body += self._points(seat)
        for seat in range(self.seats):
            fn.body += [
                store(self._mark(seat, place), call(rank_function(self.unit, place, key), i64(seat))) for place, key in enumerate(self.keys)
            ]
        over = op("i32.eq", Node("global.get", ("$kind",)), i32(2))
        placed = [node for seat in range(self.seats) for node in self._placed(fn, seat)]
        if self.keys:
            fn.body.append(
                when(over, placed, [store(self.seat_at(seat) + ENTRY * more, i64(0)) for seat in range(self.seats) for more in (1, 2)])
            )
        return fn

    def _points(self, seat: int) -> list[Node]:
        at = self.seat_at(seat)
        done = [store(at + ENTRY * (3 + line), call(score_function(self.unit, line), i64(seat))) for line in range(self.lines)]
        total: Node = i64(0)
        for line in range(self.lines):
            total = call("$add", total, load(at + ENTRY * (3 + line)))
        return [*done, store(at, total), store(at + ENTRY, i64(0)), store(at + 2 * ENTRY, i64(0))]

    def _joined(self, seat: int, place: int, key: RankKey) -> Node:
        """What a team has in this key: the numbers of all partners together, or the best of them."""
        name = "$min" if key.needed else "$max" if key.join == "best" else "$add"
        found: Node | None = None
        for partner in self.teams[seat]:
            number = call(rank_function(self.unit, place, key), i64(partner))
            found = number if found is None else call(name, found, number)
        assert found is not None
        return found

    def _mark(self, seat: int, place: int) -> int:
        return self.marks + ENTRY * (seat * len(self.keys) + place)

    def _placed(self, fn: Function, seat: int) -> list[Node]:
        """The first place is that of whom nobody stands before; what is needed has to be met."""
        first, shared = fn.local("first", "i32"), fn.local("shared", "i32")
        done = [put(first, i32(1)), put(shared, i32(0))]
        for other in range(self.seats):
            if other in self.teams[seat]:
                continue
            order: Node = i64(0)
            for place in reversed(range(len(self.keys))):
                theirs, mine = load(self._mark(other, place)), load(self._mark(seat, place))
                sign = choose(op("i64.gt_s", theirs, mine), i64(1), i64(-1), "i64")
                order = choose(op("i64.eq", theirs, mine), order, sign, "i64")
            name = fn.local("order")
            done += [
                put(name, order),
                when(op("i64.gt_s", get(name), i64(0)), [put(first, i32(0))]),
                when(op("i64.eqz", get(name)), [put(shared, i32(1))]),
            ]
        for place, key in enumerate(self.keys):
            if key.needed:
                done.append(when(op("i64.eqz", load(self._mark(seat, place))), [put(first, i32(0))]))
        at = self.seat_at(seat)
        return [
            *done,
            store(at + ENTRY, op("i64.extend_i32_u", get(first))),
            store(at + 2 * ENTRY, op("i64.extend_i32_u", get(shared))),
        ]

    def _rounds(self) -> Node:
        """How many passes of its outermost steps the game has begun, of the step that had most."""
        found: Node = i64(0)
        for step in self.unit.instance.game.play:
            field = self.unit.plan.frame.get(passes_id(step.source.address))
            if field is not None:
                found = call("$max", found, load(field.at))
        return found
