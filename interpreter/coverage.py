"""Which rules were ever asked, held, failed or decided something, in scenarios and in random games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from custumal.dsl.check.walk import every_expression
from custumal.dsl.diagnostic import Span
from custumal.dsl.model import Call, Decision, Expr, Forbidden, Game, Scenario, Step
from custumal.interpreter.bots import Bot, bot
from custumal.interpreter.explain import Explainer
from custumal.interpreter.instance import Instance
from custumal.interpreter.lower import lower
from custumal.interpreter.machine import Machine
from custumal.interpreter.scenarios import Failure, play_scenario
from custumal.interpreter.scores import scores
from custumal.interpreter.state import DECISION, OVER, State
from custumal.interpreter.table import Table
from custumal.interpreter.values import Env, Value

SAMPLE = 6
"""Of a random game every so many-th decision is looked at closely."""
MOST_DECISIONS = 3_000


@dataclass(slots=True)
class Count:
    """What happened to one rule element: how often it was evaluated, was true, was false, and alone refused a candidate."""

    evaluated: int = 0
    true: int = 0
    false: int = 0
    decided: int = 0


@dataclass(slots=True)
class Coverage:
    """The counts of all rule elements by address; `scenarios` are, by numbered rule, the scenarios that cite it."""

    game: Game
    counts: dict[str, Count] = field(default_factory=dict)
    scenarios: dict[str, list[str]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    _places: dict[tuple[Span, type[Expr]], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for address, expr in elements(self.game):
            self.counts.setdefault(address, Count())
            if expr is not None:
                self._places[_place(expr)] = address
        for scenario in self.game.scenarios:
            for rule in scenario.source.rules:
                self.scenarios.setdefault(rule, []).append(scenario.source.id)

    def note(self, expr: Expr, value: Value, _env: Env) -> None:
        """An expression had a value; told by the evaluators."""
        address = self._places.get(_place(expr))
        if address is None:
            return
        count = self.counts[address]
        count.evaluated += 1
        if value is True:
            count.true += 1
        elif value is False:
            count.false += 1

    def step(self, address: str) -> None:
        """The program was inside a step or deed."""
        while address:
            count = self.counts.get(address)
            if count is not None:
                count.evaluated += 1
            address = address.rpartition(".")[0]

    def decided(self, address: str) -> None:
        """This alone refused a candidate."""
        self.counts.setdefault(address, Count()).decided += 1

    def made(self) -> None:
        """A table was made: what was read to make its places and things, before anything is played."""
        rows = (row for kind in self.game.kinds.values() for row in kind.rows)
        read = (*(zone.room for zone in self.game.zones.values()), *(one for row in rows for one in (row.copies, row.condition)))
        for expr in read:
            for inner in () if expr is None else (expr, *every_expression(expr)):
                if isinstance(inner, Call):
                    self.step(self.game.definitions[inner.definition].source.address)

    @contextmanager
    def watching(self, table: Table) -> Iterator[None]:
        """Inside, the reference machine of the table tells what it evaluates and where it goes."""
        machine = table.reference
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


def elements(game: Game) -> Iterator[tuple[str, Expr | None]]:
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


# ---------------------------------------------------------------- gathering


class _Watching(Explainer):
    """Tells the coverage of every value that it meets."""

    coverage: Coverage

    def _record(self, expr: Expr, value: Value, env: Env) -> None:
        self.coverage.note(expr, value, env)


def measure(
    game: Game,
    games: int = 0,
    seed: int = 1,
    *,
    scenarios: bool = True,
    options: dict[str, Value] | None = None,
    advance: Callable[[int], None] | None = None,
) -> Coverage:
    """The coverage of a game by its scenarios and by so many random games at each number of players.

    `advance` is told of every scenario and game that is done.
    """
    done = advance or (lambda _: None)
    coverage = Coverage(game)
    tables: dict[object, Table] = {}
    for scenario in game.scenarios if scenarios else ():
        table, states, failures = play_scenario(game, scenario, tables, coverage.watching)
        coverage.made()
        if not any(b.address == scenario.source.address and b.span != scenario.source.span for b in game.breaks):
            coverage.failures += failures
        for state in states:
            look_at(coverage, table, state)
        if states and not failures:
            _expect(coverage, table, states[-1], scenario)
        done(1)
    low, high = game.players
    for players in range(low, high + 1) if games else ():
        instance = Instance(game, players, options or {})
        table = Table(instance, machine=Machine(instance, lower(instance, traced=True)))
        coverage.made()
        for number in range(games):
            _random_game(coverage, table, bot("random", seed, number, players), number)
            done(1)
    return coverage


def _expect(coverage: Coverage, table: Table, state: State, scenario: Scenario) -> None:
    """What is expected asks rules too, such as those of the score."""
    env: Env = {} if scenario.actor is None else {scenario.actor.id: 0}
    with coverage.watching(table):
        for expectation in scenario.then:
            if not isinstance(expectation.that, Forbidden):
                table.reference.evaluator.value(expectation.that, state, env)


def _random_game(coverage: Coverage, table: Table, chooser: Bot, seed: int) -> None:
    state = table.settled(table.start(seed))
    for number in range(MOST_DECISIONS):
        if state.kind == OVER:
            return
        if number % SAMPLE == 0:
            look_at(coverage, table, state)
            _guard(coverage, table, state)
        choices = table.choices(state)
        raw = choices[chooser.below(len(choices))]
        watch(coverage, table, state.copy(), raw)
        table.apply(state, raw)
        table.settled(state)


def _guard(coverage: Coverage, table: Table, state: State) -> None:
    """What always has to hold is asked of a position that was played to; scenarios may make others."""
    with coverage.watching(table):
        for invariant in coverage.game.invariants:
            table.reference.holds(invariant, state)


def watch(coverage: Coverage, table: Table, state: State, raw: tuple[Value, ...]) -> None:
    """Carry out a choice on a copy by the reference, which tells what it evaluates and where it goes."""
    machine = table.reference
    with coverage.watching(table):
        machine.apply(state, raw)
        machine.advance(state)
        if state.kind == OVER:
            scores(machine.evaluator, state)


def look_at(coverage: Coverage, table: Table, state: State) -> None:
    """Look at every candidate of a decision, also those that are refused."""
    point = table.reference.point(state) if state.kind == DECISION else None
    for choosing in point.choosings if point is not None else ():
        if next(iter(table.reference.listing.offered(choosing, state, state.seat)), None) is None:
            continue  # what a rule offers that is not in force has no candidates
        watching = _Watching(table.instance, table.reference.listing)
        watching.coverage = coverage
        for values in table.why.completions(state, choosing, {}):
            forbidding = watching.parts(choosing, state, state.seat, values)
            if len(forbidding) == 1:
                coverage.decided(forbidding[0][0].address)


def numbered(coverage: Coverage) -> dict[str, dict[str, object]]:
    """For every numbered rule: where it is encoded, which scenarios show it, or why it needs no code."""
    game = coverage.game
    reasons = dict(game.unencoded)
    cited: dict[str, list[str]] = {}
    for address, source in game.sources.items():
        if not address.startswith("scenarios."):
            for rule in source.rules:
                cited.setdefault(rule, []).append(address)
    rules = dict.fromkeys((*game.rulebook, *cited, *reasons))
    return {
        rule: {"encoded": cited.get(rule, []), "shown": coverage.scenarios.get(rule, []), "unencoded": reasons.get(rule)} for rule in rules
    }
