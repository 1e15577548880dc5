"""Measures coverage: scenarios and random games are played, and every decision on the way is looked at."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.model import Expr, Forbidden, GameModel, Scenario
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.numbered_rules import numbered_rules
from custumal.interpreter.explain.obstacles import Explainer
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import DECISION, OVER, Position
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.reference.scores import scores
from custumal.interpreter.runs.bots import Bot, bot
from custumal.interpreter.runs.coverage import Coverage
from custumal.interpreter.runs.scenarios import acting, play_scenario
from custumal.interpreter.setup.values import Env, Value

SAMPLE = 6
"""Of a random game every so many-th decision is looked at closely."""
MOST_DECISIONS = 3_000


class _Watching(Explainer):
    """Tells the coverage of every value that it meets."""

    coverage: Coverage

    def _record(self, expr: Expr, value: Value, env: Env) -> None:
        self.coverage.note(expr, value, env)


def measure(
    game: GameModel,
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
    engines: dict[object, Engine] = {}
    for scenario in game.scenarios if scenarios else ():
        _scenario(coverage, game, scenario, engines)
        done(1)
    low, high = game.players
    for players in range(low, high + 1) if games else ():
        instance = make_instance(game, players, options or {})
        engine = Engine(instance, machine=Machine(instance, lower(instance, traced=True)))
        coverage.made()
        for number in range(games):
            _random_game(coverage, engine, bot("random", seed, number, players), number)
            done(1)
    return coverage


def _scenario(coverage: Coverage, game: GameModel, scenario: Scenario, engines: dict[object, Engine]) -> None:
    engine, states, failures = play_scenario(game, scenario, engines, coverage.watching)
    coverage.made()
    if not any(b.source.address == scenario.source.address and b.source.span != scenario.source.span for b in game.accepted):
        coverage.failures += failures
    for state in states:
        look_at(coverage, engine, state)
    if states and not failures and engine.machine is not engine.reference:  # which was watched while it was asked
        _expect(coverage, engine, states[-1], scenario)


def _expect(coverage: Coverage, engine: Engine, state: Position, scenario: Scenario) -> None:
    """What is expected asks rules too, such as those of the score."""
    env = acting(scenario, state)
    with coverage.watching(engine):
        for expectation in scenario.then:
            if not isinstance(expectation.that, Forbidden):
                engine.anew()
                engine.reference.evaluator.value(expectation.that, state, env)


def _random_game(coverage: Coverage, engine: Engine, chooser: Bot, seed: int) -> None:
    state = engine.settled(engine.start(seed))
    for number in range(MOST_DECISIONS):
        if state.kind == OVER:
            return
        if number % SAMPLE == 0:
            look_at(coverage, engine, state)
            _guard(coverage, engine, state)
        choices = engine.choices(state)
        choice = choices[chooser.below(len(choices))]
        watch(coverage, engine, state.copy(), choice)
        engine.apply(state, choice)
        engine.settled(state)


def _guard(coverage: Coverage, engine: Engine, state: Position) -> None:
    """What always has to hold is asked of a position that was played to; scenarios may make others."""
    with coverage.watching(engine):
        for invariant in coverage.game.invariants:
            engine.reference.holds(invariant, state)


def watch(coverage: Coverage, engine: Engine, state: Position, choice: tuple[Value, ...]) -> None:
    """Carry out a choice on a copy by the reference, which tells what it evaluates and where it goes."""
    machine = engine.reference
    with coverage.watching(engine):
        machine.apply(state, choice)
        machine.advance(state)
        if state.kind == OVER:
            scores(machine.evaluator, state)


def look_at(coverage: Coverage, engine: Engine, state: Position) -> None:
    """Look at every candidate of a decision, also those that are refused."""
    point = engine.reference.point(state) if state.kind == DECISION else None
    for choosing in point.choosings if point is not None else ():
        engine.anew()
        if next(iter(engine.reference.listing.offered(choosing, state, state.seat)), None) is None:
            continue  # what a rule offers that is not in force has no candidates
        watching = _Watching(engine.instance, engine.reference.listing)
        watching.coverage = coverage
        for values in engine.why.completions(state, choosing, {}):
            engine.anew()
            forbidding = watching.parts(choosing, state, state.seat, values)
            if len(forbidding) == 1:
                coverage.decided(forbidding[0][0].address)


def numbered(coverage: Coverage) -> dict[str, dict[str, object]]:
    """For every numbered rule: where it is encoded, which scenarios show it, or why it needs no code."""
    return {
        rule: {"encoded": list(entry.encoded), "shown": coverage.scenarios.get(rule, []), "unencoded": entry.unencoded}
        for rule, entry in numbered_rules(coverage.game).items()
    }
