"""Runs the structured statements of a program: everything without a stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from custumal.dsl.base.types import Place, bare
from custumal.dsl.diagnostics.catalogue.play import loop_goes_on
from custumal.dsl.model import Build, Const, Draw, Expr, Local, Move, Reveal, Swap, Trade, Write
from custumal.interpreter.position.digests import Noted, noted, tallied
from custumal.interpreter.position.mutation import arrange_thing, forget_counts
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import (
    Arrange,
    Assign,
    Count,
    ForEach,
    Forget,
    Measure,
    Pay,
    Remember,
    Restore,
    Statement,
    Tally,
    Times,
    Trace,
    Until,
    When,
)
from custumal.interpreter.reference.effects import Effects
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.payment import pay
from custumal.interpreter.reference.restrictions import counter_index
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import COUNTERS
from custumal.interpreter.setup.values import Env, Value

NO_NAMES: Env = {}
MOST_PASSES = 1_000_000
"""The most passes of one loop without a stop."""


class Statements:
    """Carries out statements with the reference evaluator; all names stand in the frame."""

    def __init__(self, evaluator: Evaluator, *, displace: bool = False) -> None:
        self.evaluator = evaluator
        self.effects = Effects(evaluator, displace=displace)
        self.slots = evaluator.slots
        self.on_step: Callable[[str], None] | None = None

    def run(self, statements: Sequence[Statement], state: Position) -> None:
        """Carry out one after the other."""
        for statement in statements:
            _RUN[type(statement)](self, statement, state)

    def value(self, expr: Expr, state: Position) -> Value:
        if self.evaluator.on_value is None:
            # Both are asked at every stop of chance, and nobody watches.
            if type(expr) is Local:
                return state.frame[self.slots[expr.id]]
            if type(expr) is Const:
                return expr.value
        return self.evaluator.value(expr, state, NO_NAMES)

    def put(self, local: Local, value: Value, state: Position) -> None:
        state.frame[self.slots[local.id]] = value

    # ------------------------------------------------------------ one method for each statement

    def trace(self, statement: Trace, _state: Position) -> None:
        if self.on_step is not None:
            self.on_step(statement.address)

    def effect(self, statement: Write | Move | Draw | Swap | Trade | Reveal | Build, state: Position) -> None:
        self.effects.apply(statement, state, NO_NAMES)

    def assign(self, statement: Assign, state: Position) -> None:
        self.put(statement.local, self.value(statement.value, state), state)

    def when(self, statement: When, state: Position) -> None:
        self.run(statement.then if self.value(statement.condition, state) else statement.other, state)

    def for_each(self, statement: ForEach, state: Position) -> None:
        for member in self.value(statement.source, state):
            self.put(statement.local, member, state)
            if statement.where is None or self.value(statement.where, state):
                self.run(statement.body, state)

    def times(self, statement: Times, state: Position) -> None:
        for _ in range(self.value(statement.count, state)):
            self.run(statement.body, state)

    def until(self, statement: Until, state: Position) -> None:
        for _ in range(MOST_PASSES):
            if self.value(statement.condition, state):
                return
            self.run(statement.body, state)
        raise PlayError(loop_goes_on(), statement.condition.span)

    def restore(self, statement: Restore, state: Position) -> None:
        seat = None if statement.seat is None else self.value(statement.seat, state)
        self.effects.restore(statement.kept, state, seat)

    def count(self, statement: Count, state: Position) -> None:
        arguments = [self.value(argument, state) for argument in statement.arguments]
        state.c[COUNTERS][counter_index(self.evaluator, statement.counter, arguments)] += 1

    def forget(self, statement: Forget, state: Position) -> None:
        seat = None if statement.seat is None else self.value(statement.seat, state)
        forget_counts(statement.counter, state, seat)

    def tally(self, statement: Tally, state: Position) -> None:
        seat = None if statement.seat is None else self.value(statement.seat, state)
        self.put(statement.local, tallied(self.value(statement.local, state), seat, len(self.evaluator.instance.all_seats)), state)

    def measure(self, statement: Measure, state: Position) -> None:
        self.evaluator.measures[statement.address] = self.value(statement.value, state)

    def remember(self, statement: Remember, state: Position) -> None:
        before: Noted = self.value(statement.local, state)
        seat = None if statement.seat is None else self.value(statement.seat, state)
        self.put(statement.local, noted(before, seat, self.evaluator.look(statement.names, state, before)), state)

    def pay(self, statement: Pay, state: Position) -> None:
        seat, cost = self.value(statement.seat, state), self.value(statement.cost, state)
        if seat is not None and cost is not None:
            split = None if statement.split is None else self.value(statement.split, state)
            pay(self.evaluator, state, NO_NAMES, seat, cost, statement.sources, split)

    def arrange(self, statement: Arrange, state: Position) -> None:
        number = self._pile(statement.place, state)
        arrange_thing(state, number, self.value(statement.position, state), self.value(statement.local, state))
        if self.effects.on_done is not None:
            self.effects.on_done(state, True)

    def pile(self, place: Expr, state: Position) -> tuple[int, ...]:
        """The things in a place that holds several, bottom first."""
        return state.piles[self._pile(place, state)]

    def _pile(self, place: Expr, state: Position) -> int:
        of = bare(place.type)
        assert isinstance(of, Place)
        zone = self.evaluator.instance.zones[of.zone]
        return int(zone.piles + self.value(place, state) * zone.cells)


_RUN: dict[type[Statement], Callable[..., None]] = {
    **dict.fromkeys((Write, Move, Draw, Swap, Trade, Reveal, Build), Statements.effect),
    Assign: Statements.assign,
    When: Statements.when,
    ForEach: Statements.for_each,
    Times: Statements.times,
    Until: Statements.until,
    Restore: Statements.restore,
    Count: Statements.count,
    Forget: Statements.forget,
    Measure: Statements.measure,
    Remember: Statements.remember,
    Tally: Statements.tally,
    Pay: Statements.pay,
    Arrange: Statements.arrange,
    Trace: Statements.trace,
}
