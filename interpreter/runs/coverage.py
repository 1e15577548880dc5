"""Which rules were ever asked, held, failed or decided something, in scenarios and in random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Call, Decision, Expr, GameModel, Step
from custumal.dsl.model.expression_walk import every_expression
from custumal.interpreter.engine import Engine
from custumal.interpreter.runs.scenarios import ScenarioFailure
from custumal.interpreter.setup.values import Env, Value


@dataclass(slots=True)
class Tally:
    """What happened to one rule element: how often it was evaluated, was true, was false, and alone refused a candidate."""

    evaluated: int = 0
    true: int = 0
    false: int = 0
    decided: int = 0


@dataclass(slots=True)
class Coverage:
    """The counts of all rule elements by address; `scenarios` are, by numbered rule, the scenarios that cite it."""

    game: GameModel
    counts: dict[str, Tally] = field(default_factory=dict)
    scenarios: dict[str, list[str]] = field(default_factory=dict)
    failures: list[ScenarioFailure] = field(default_factory=list)
    _places: dict[tuple[Span, type[Expr]], str] = field(default_factory=dict)
    _met: dict[int, tuple[Expr, Tally | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for address, expr in elements(self.game):
            self.counts.setdefault(address, Tally())
            if expr is not None:
                self._places[_place(expr)] = address
        for scenario in self.game.scenarios:
            for rule in scenario.source.rules:
                self.scenarios.setdefault(rule, []).append(scenario.source.id)

    def note(self, expr: Expr, value: Value, _env: Env) -> None:
        """An expression had a value; told by the evaluators."""
        met = self._met.get(id(expr))
        if met is None:  # an expression is kept, so that no other gets its number
            address = self._places.get(_place(expr))
            met = self._met[id(expr)] = expr, None if address is None else self.counts[address]
        count = met[1]
        if count is None:
            return
        count.evaluated += 1
        if value is True:
            count.true += 1
        elif value is False:
            count.false += 1

    def step(self, address: str) -> None:
        """The program was inside a step or action."""
        while address:
            count = self.counts.get(address)
            if count is not None:
                count.evaluated += 1
            address = address.rpartition(".")[0]

    def decided(self, address: str) -> None:
        """This alone refused a candidate."""
        self.counts.setdefault(address, Tally()).decided += 1

    def made(self) -> None:
        """An engine was made: what was read to make its places and things, before anything is played."""
        rows = (row for kind in self.game.kinds.values() for row in kind.rows)
        read = (*(zone.room for zone in self.game.zones.values()), *(one for row in rows for one in (row.copies, row.condition)))
        for expr in read:
            for inner in () if expr is None else (expr, *every_expression(expr)):
                if isinstance(inner, Call):
                    self.step(self.game.definitions[inner.definition].source.address)

    @contextmanager
    def watching(self, engine: Engine) -> Iterator[None]:
        """Inside, the reference machine of the engine tells what it evaluates and where it goes."""
        machine = engine.reference
        waiving = machine.listing.restrictions
        machine.evaluator.on_value, waiving.on_waived = self.note, self.step
        machine.on_step = machine.statements.on_step = self.step
        try:
            yield
        finally:
            machine.evaluator.on_value, waiving.on_waived = None, None
            machine.on_step = machine.statements.on_step = None

    def never(self) -> list[str]:
        """The elements that were never evaluated."""
        return [address for address, count in self.counts.items() if count.evaluated == 0 and count.decided == 0]


def _place(expr: Expr) -> tuple[Span, type[Expr]]:
    """An expression and what it is about may stand at the same place, as in `x is not old`."""
    return expr.span, type(expr)


def elements(game: GameModel) -> Iterator[tuple[str, Expr | None]]:
    """The rule elements of a game, each with the expression whose value tells what became of it."""
    for definition in game.definitions.values():
        yield definition.source.address, definition.body
    for step in (*game.setup, *game.play):
        yield from _of_step(step)
    for action in game.actions.values():
        yield action.source.address, None
        yield from _of_decision(action.decision)
        yield from _of_body(action.body)
    for procedure in game.procedures.values():
        yield procedure.source.address, None
        yield from _of_body(procedure.body)
    for rule in game.standing:
        inside = rule.that.that if rule.that is not None else rule.changes[0][1] if rule.changes else rule.up_to or rule.applies
        yield rule.source.address, inside
        yield from _of_decision(rule.decision)
        yield from _of_body(rule.body)
    for end in game.end:
        yield end.source.address, end.applies
    for line in game.scoring:
        yield line.source.address, line.points
    for invariant in game.invariants:
        yield invariant.source.address, invariant.that


def _of_decision(decision: Decision | None) -> Iterator[tuple[str, Expr | None]]:
    for require in (*decision.require, *decision.ensure) if decision is not None else ():
        yield require.source.address, require.that


def _of_step(step: Step) -> Iterator[tuple[str, Expr | None]]:
    yield step.source.address, step.condition
    yield from _of_decision(step.decision)
    for inner in (step.body, step.other, step.passing):
        yield from _of_body(inner)


def _of_body(body: Iterable[object]) -> Iterator[tuple[str, Expr | None]]:
    for part in body:
        if isinstance(part, Step):
            yield from _of_step(part)
