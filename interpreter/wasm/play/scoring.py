"""How a game ends: score lines, totals, places, as functions of a seat and as the record of a game."""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_STEPS
from custumal.dsl.model import Expr, Local
from custumal.interpreter.program import passes_id
from custumal.interpreter.wasm.expressions.core import as_number, lifted, operation
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, NUMBER
from custumal.interpreter.wasm.play.standings import standings_of
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, get, i32, i64, load, op, store, when, wide

SEAT = "$seat"


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


class Results:
    """The function that writes the results of a game: for each seat its total, whether it wins, whether it shares its place, and
    the points of each line; before them the rounds.

    Attributes:
        at: where they stand, 64 bits each.
    """

    def __init__(self, unit: Unit) -> None:
        game = unit.instance.game
        self.unit = unit
        self.standings = standings_of(unit)
        self.seats, self.lines = len(unit.instance.seats), len(game.scoring)
        self.count = 1 + self.seats * (3 + self.lines)
        self.at = unit.pool.room(ENTRY * self.count)

    def seat_at(self, seat: int) -> int:
        return self.at + ENTRY * (1 + seat * (3 + self.lines))

    def write(self) -> Function:
        fn = Function("$results")
        fn.body = [Node("global.set", ("$fuel",), (i32(MOST_STEPS),)), store(self.at, self.rounds() or i64(0))]
        for seat in range(self.seats):
            fn.body += self._points(seat)
        if self.standings.keys:
            over = op("i32.eq", Node("global.get", ("$kind",)), i32(2))
            placed = [node for seat in range(self.seats) for node in self._placed(seat)]
            fn.body.append(when(over, [call(self.standings.filled()), *placed]))
        return fn

    def _points(self, seat: int) -> list[Node]:
        at = self.seat_at(seat)
        done = [store(at + ENTRY * (3 + line), call(score_function(self.unit, line), i64(seat))) for line in range(self.lines)]
        total: Node = i64(0)
        for line in range(self.lines):
            total = call("$add", total, load(at + ENTRY * (3 + line)))
        return [*done, store(at, total), store(at + ENTRY, i64(0)), store(at + 2 * ENTRY, i64(0))]

    def _placed(self, seat: int) -> list[Node]:
        """Whether a seat wins, and whether it shares its place."""
        at, row = self.seat_at(seat), i32(self.standings.row(seat))
        return [
            store(at + ENTRY, wide(call(self.standings.wins(), row))),
            store(at + 2 * ENTRY, wide(call(self.standings.shares(), row))),
        ]

    def rounds(self) -> Node | None:
        """How many passes of its outermost steps the game has begun, of the step that had most; None where no step is counted."""
        found: Node | None = None
        for step in self.unit.instance.game.play:
            field = self.unit.plan.frame.get(passes_id(step.source.address))
            if field is not None:
                found = call("$max", i64(0) if found is None else found, load(field.at))
        return found
