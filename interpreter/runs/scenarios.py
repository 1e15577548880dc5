"""Scenarios as tests: make the position, play the choices, look whether what was expected is so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from custumal.dsl.diagnostics.catalogue.scenarios import (
    accepted_holds,
    accepted_line_holds,
    allowed,
    cannot_be_chosen,
    expectation_fails,
    forbidden_by_others,
    given_moves_nothing,
    invariant_broken,
    knows,
    knows_not,
    listed_otherwise,
    never_a_key,
    nobody_acts,
    not_allowed,
    setup_asks,
    stops_with,
)
from custumal.dsl.diagnostics.diagnostic import Problem, Span
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.dsl.model import Draw, Effect, Expectation, Expr, Fold, Forbidden, GameModel, Local, Move, Op, Scenario, Source, Swap
from custumal.dsl.model.expression_walk import every_expression
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.explanation import Fact, Reason
from custumal.interpreter.lowering.lower import lower
from custumal.interpreter.position.state import CHANCE, DECISION, Position
from custumal.interpreter.position.unseen import UNSEEN
from custumal.interpreter.program import ChoiceTuple, Program
from custumal.interpreter.reference.effects import Effects
from custumal.interpreter.reference.evaluate import if_seen
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.runs.always import Always, Broken
from custumal.interpreter.runs.failed_expectation import FailedExpectation
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Env

WHOLE = ("things", "content", "cell-things", "union", "join")
"""What gives all that lies in a place, or in places."""
SHORT = 60
"""Scenarios with more choices are played by generated code."""
SMALL = 150
"""And so are all of a game that has no more instructions."""


@dataclass(frozen=True, slots=True)
class ScenarioFailure:
    """One thing that is not as expected: where it says so, what was found, and the values inside."""

    source: Source
    problem: Problem
    facts: tuple[Fact, ...] = ()

    @property
    def message(self) -> str:
        return self.problem.message


@dataclass(frozen=True, slots=True)
class Result:
    """A scenario with everything that is not as it should be.

    `broken` says where a variant tells that this scenario of the game must fail; then its `failures` are empty if it does, and
    `instead` has what failed. `remarks` are no failures: of lines of its `given` that found nothing to move, unless they are those of a
    game that variants change. With a `shift` (one of `shifts.SHIFTS`) it says nothing of the variants, and `instead` has what failed.
    """

    scenario: Scenario
    failures: tuple[ScenarioFailure, ...]
    broken: Source | None = None
    instead: tuple[ScenarioFailure, ...] = ()
    remarks: tuple[ScenarioFailure, ...] = ()
    shift: str | None = None

    @property
    def passed(self) -> bool:
        return not self.failures


@dataclass(frozen=True, slots=True)
class Refused:
    """A choice of a scenario that can't be made, or after which something is wrong. `made` are those before it of the same list, which
    is that of `after` where it is one `before` the scenario proper; `because` are the addresses of what forbids it."""

    failure: ScenarioFailure
    key: str
    made: int
    before: bool
    because: tuple[str, ...] | None


class Unplayable(Exception):
    """The position of a scenario can't be reached; `refused` is the choice for which."""

    def __init__(self, failure: ScenarioFailure, refused: Refused | None = None) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.refused = refused


def run_scenarios(
    game: GameModel, scenarios: Iterable[Scenario] | None = None, engines: dict[object, Engine] | None = None
) -> list[Result]:
    """Run the scenarios of a game, or some of them; `engines` are those made for others, which these may share."""
    engines = {} if engines is None else engines
    return [_result(game, s, engines) for s in (game.scenarios if scenarios is None else scenarios)]


def _result(game: GameModel, scenario: Scenario, engines: dict[object, Engine]) -> Result:
    idle: list[Span] = []
    result = _judged(game, scenario, tuple(_run(game, scenario, engines, idle)))
    own = not game.variants or scenario.source.span.file in game.variant_files
    remarks = tuple(ScenarioFailure(Source(scenario.source.address, span), given_moves_nothing()) for span in idle)
    return replace(result, remarks=remarks) if remarks and own else result


def _judged(game: GameModel, scenario: Scenario, failures: tuple[ScenarioFailure, ...]) -> Result:
    """A scenario of which a variant says what is so now has to fail, but for the variant's own of the same name."""
    address = scenario.source.address
    broken = next((one for one in game.accepted if one.source.address == address and one.source.span != scenario.source.span), None)
    if broken is None:
        return Result(scenario, failures)
    name, there = scenario.source.id, scenario.source.span
    if not failures:
        return Result(scenario, (ScenarioFailure(broken.source, accepted_holds(name, there)),), broken.source)
    failing = {failure.source.address for failure in failures}
    lines = {one.source.address: one.source for one in scenario.then}
    needless = (line for line in broken.lines if line.address in lines and line.address not in failing)
    told = (ScenarioFailure(line, accepted_line_holds(name, line.id, lines[line.address].span)) for line in needless)
    return Result(scenario, tuple(told), broken.source, failures)


@dataclass(frozen=True, slots=True)
class Reached:
    """Where the choices of a scenario lead, or the one at which they end; `engine` plays it."""

    engine: Engine
    state: Position
    refused: Refused | None = None


def reached(
    game: GameModel,
    scenario: Scenario,
    engines: dict[object, Engine],
    idle: list[Span] | None = None,
    machine: Callable[[Instance, Program], Machine] | None = None,
) -> Reached:
    """Play a scenario up to where it says what has to be so.

    Args:
        game: its game, with the variants in force.
        scenario: which one.
        engines: those made for other scenarios, which this one may share.
        idle: takes the lines of `given` that move nothing.
        machine: makes the machine that plays, where it is not to be the quickest.

    Raises:
        Unplayable: its position can't be reached.
        PlayError: the rules ask for something impossible.
    """
    engine = _engine(game, scenario, engines) if machine is None else _engine_of(game, scenario, machine)
    always = Always(engine, game.invariants)
    state, brought = _position(engine, scenario, always, idle)
    return Reached(engine, state, _play(engine, state, scenario, brought, always))


def laid_out(game: GameModel, scenario: Scenario, engine: Callable[[int], Engine]) -> tuple[Engine, Position]:
    """The position in which a scenario makes its choices, and an engine that plays on from there.

    Args:
        game: its game, with the variants in force.
        scenario: which one.
        engine: makes the game's own engine, with the options of the scenario, for a number of players.

    Raises:
        Unplayable: its position can't be reached.
        PlayError: the rules ask for something impossible.
    """
    players = game.players[0] if scenario.players is None else scenario.players
    if scenario.start is None:
        playing = engine(players)
    else:
        instance = make_instance(game, players, dict(scenario.options))
        program = lower(instance, (scenario.start,))
        playing = Engine(instance, compiled=len(program.code) <= SMALL, machine=Machine(instance, program))
    position, _ = _position(playing, scenario, Always(playing, ()))
    playing.forget()
    return playing, position


def not_as_expected(at: Reached, scenario: Scenario) -> list[tuple[Expectation, ScenarioFailure]]:
    """What is not so where a scenario has led."""
    found = ((one, _expect(at.engine, at.state, scenario, one)) for one in scenario.then)
    return [(one, failure) for one, failure in found if failure is not None]


def _run(game: GameModel, scenario: Scenario, engines: dict[object, Engine], idle: list[Span]) -> list[ScenarioFailure]:
    try:
        at = reached(game, scenario, engines, idle)
        return [at.refused.failure] if at.refused is not None else [failure for _, failure in not_as_expected(at, scenario)]
    except Unplayable as error:
        return [error.failure]
    except PlayError as error:
        return [ScenarioFailure(scenario.source, stops_with(error.code, error.message))]


def play_scenario(
    game: GameModel, scenario: Scenario, engines: dict[object, Engine], watch: Callable[[Engine], AbstractContextManager[None]]
) -> tuple[Engine, list[Position], list[ScenarioFailure]]:
    """Play a scenario by the plain reference inside what `watch` opens.

    Gives the engine, the positions at its decisions (before each choice and after the last), and what was not as expected.
    """
    engine = _engine(game, scenario, engines, traced=True)
    states: list[Position] = []
    always = Always(engine, game.invariants)
    with watch(engine):
        try:
            state, brought = _position(engine, scenario, always)
        except Unplayable as error:
            return engine, states, [error.failure]
        refused = _play(engine, state, scenario, brought, always, states)
        found = [] if refused is None else [refused.failure]
        found += [f for e in scenario.then if refused is None and (f := _expect(engine, state, scenario, e)) is not None]
    return engine, states, found


def _engine(game: GameModel, scenario: Scenario, engines: dict[object, Engine], *, traced: bool = False) -> Engine:
    """The engine for the scenario's players and options, made once for all scenarios that share them.

    A few choices are made sooner by the plain machine than the code of a large game is written; and one program serves all scenarios that
    only begin at other steps.
    """
    players = game.players[0] if scenario.players is None else scenario.players
    many = len(scenario.after) + len(scenario.when) > SHORT
    key = (players, scenario.options, scenario.start, many)
    if key not in engines:
        shared = (players, scenario.options, many)
        if shared not in engines:
            alike = {s.start: None for s in (scenario, *game.scenarios) if (s.players or game.players[0], s.options) == shared[:2]}
            begins = tuple(start for start in alike if start is not None)
            engines[shared] = _made(make_instance(game, players, dict(scenario.options)), begins, many=many, traced=traced)
        engines[key] = engines[shared]
    return engines[key]


def _made(instance: Instance, begins: tuple[str, ...], *, many: bool, traced: bool) -> Engine:
    program = lower(instance, begins, traced=traced)
    compiled = many or len(program.code) <= SMALL
    return Engine(instance, compiled=compiled, machine=Machine(instance, program, displace=True))


def _engine_of(game: GameModel, scenario: Scenario, machine: Callable[[Instance, Program], Machine]) -> Engine:
    """The engine for one scenario alone, played by this machine."""
    players = game.players[0] if scenario.players is None else scenario.players
    instance = make_instance(game, players, dict(scenario.options))
    program = lower(instance, () if scenario.start is None else (scenario.start,))
    return Engine(instance, compiled=False, machine=machine(instance, program))


def _env(scenario: Scenario) -> Env:
    return {} if scenario.actor is None else {scenario.actor.id: 0}


def acting(scenario: Scenario, state: Position) -> Env:
    """What the truths of `then` see: `me` is the seat that acts; nothing where nobody does."""
    return {} if scenario.actor is None or state.seat is None else {scenario.actor.id: state.seat}


def speaks_of_nobody(scenario: Scenario, state: Position, expectation: Expectation) -> bool:
    """Whether a truth names the seat that acts where none does."""
    if scenario.actor is None or state.seat is not None:
        return False
    exprs = (each for each in (expectation.that, expectation.sees, expectation.unseen_by) if isinstance(each, Expr))
    read = (one for each in exprs for one in (each, *every_expression(each)))
    return any(isinstance(one, Local) and one.id == scenario.actor.id for one in read)


def _position(engine: Engine, scenario: Scenario, always: Always, idle: list[Span] | None = None) -> tuple[Position, int]:
    """After set-up and `given`, at the first decision; or, with `after`, where these choices lead, changed by `given`. With how many keys
    of `when` chance has brought on the way.

    Raises:
        Unplayable: a choice of `after` is not possible, set-up asks for choices that `after` does not make, or an invariant is broken.
    """
    machine = engine.reference
    # Choices that were recorded may begin with those of chance, also during set-up: then the game has to stand at its first stop.
    recorded = bool(scenario.after) and scenario.setup and scenario.start is None
    state = machine.start(scenario.seed) if recorded else machine.set_up(scenario.seed, run=scenario.setup)
    if not recorded and state.kind == DECISION:
        raise Unplayable(ScenarioFailure(scenario.source, setup_asks(engine.instead(state))))
    if not scenario.after:
        return state, _begin(engine, state, scenario, always, idle)
    if recorded:
        always.begins(state)
        _unbroken(always.broken(state))
    else:
        _enter(engine, state, scenario, (), always)
    refused = _choose(engine, state, scenario, always, draw=True)
    if refused is not None:
        raise Unplayable(refused.failure, refused)
    before = state.copy()
    _give(engine, state, scenario, idle)
    always.given(before, state)
    engine.forget()
    return state, 0


def _begin(engine: Engine, state: Position, scenario: Scenario, always: Always, idle: list[Span] | None) -> int:
    """Carry out `given` where the game has been set up, and go to the first decision; as `_enter`."""
    if scenario.setup:
        _unbroken(always.broken_by_setup(state, scenario.seed))
    _give(engine, state, scenario, idle)
    return _enter(engine, state, scenario, scenario.when, always)


def _give(engine: Engine, state: Position, scenario: Scenario, idle: list[Span] | None) -> None:
    """Carry out `given`."""
    effects = Effects(engine.reference.evaluator, displace=True)
    for effect in scenario.given:
        if idle is not None and _finds_nothing(engine, effects, effect, state, _env(scenario)):
            idle.append(effect.span)
        effects.apply(effect, state, _env(scenario))


def _enter(engine: Engine, state: Position, scenario: Scenario, keys: Sequence[str], always: Always) -> int:
    """Begin to play, up to the first decision. Gives how many of the keys chance has brought on the way."""
    laid, bringing = state.copy(), _Bringing(engine, keys, always)
    always.begins(state)
    engine.reference.enter(state, scenario.start, bringing)
    is_laid_out = bool(scenario.given) or scenario.start is not None or not scenario.setup
    _unbroken(always.begun(laid, state, scenario.seed, scenario.setup) if is_laid_out else always.broken(state))
    return bringing.brought


def _unbroken(broken: Broken | None) -> None:
    """Refuse a position in which an invariant is broken.

    Raises:
        Unplayable: one is.
    """
    if broken is not None:
        raise Unplayable(_breach(broken))


def _breach(broken: Broken) -> ScenarioFailure:
    source = broken.invariant.source
    return ScenarioFailure(source, invariant_broken(source.id, broken.step, broken.key))


class _Bringing:
    """What chance brings before the first choice: what the next keys say, then whatever comes.

    Args:
        engine: plays the scenario.
        keys: its choices.
        always: is told.
    """

    def __init__(self, engine: Engine, keys: Sequence[str], always: Always) -> None:
        self.engine = engine
        self.keys = list(keys)
        self.always = always
        self.brought = 0

    def __call__(self, state: Position) -> ChoiceTuple:
        key = next(iter(self.keys[self.brought :]), None)
        outcome = None if key is None else self.engine.find(state, key)
        if key is None or outcome is None:
            self.keys = []
            return _by_itself(self.engine.reference, state, self.always)
        self.brought += 1
        self.always.chosen(state, key)
        return outcome


def _by_itself(by: Engine | Machine, state: Position, always: Always) -> ChoiceTuple:
    """What chance brings here by itself."""
    outcome = by.draw(state)
    always.brings(state, outcome)
    return outcome


def _settle(by: Engine | Machine, state: Position, always: Always) -> Broken | None:
    """Let chance decide until a seat must or the game is over. Gives what is broken there."""
    while state.kind == CHANCE:
        by.apply(state, _by_itself(by, state, always))
    return always.broken(state)


def _is_whole(things: Expr) -> bool:
    """Whether an expression gives all that lies in a place, or in each of several."""
    if isinstance(things, Fold):
        return things.kind == "union" and things.where is None and things.value is not None and _is_whole(things.value)
    return isinstance(things, Op) and things.name in WHOLE


def _finds_nothing(engine: Engine, effects: Effects, effect: Effect, state: Position, env: Env) -> bool:
    """Whether an effect looks for things, or for a place, that are not there. To empty what is empty is no such search."""
    if not isinstance(effect, Move | Draw | Swap):
        return False
    engine.anew()
    value = effects.evaluator.value
    if effect.condition is not None and not value(effect.condition, state, env):
        return False
    match effect:
        case Swap(a=one, b=other):
            return not effects.things_of(one, state, env) or not effects.things_of(other, state, env)
        case Draw(count=count, origin=origin, target=target):
            return value(count, state, env) > 0 and (not effects.things_of(origin, state, env) or value(target, state, env) is None)
        case Move(things=things, target=target):
            if _is_whole(things):
                return False
            return value(things, state, env) in (None, ()) or (target is not None and value(target, state, env) is None)


def _play(
    engine: Engine, state: Position, scenario: Scenario, brought: int, always: Always, states: list[Position] | None = None
) -> Refused | None:
    """Make the choices but for those that chance has `brought` already; with `states` by the plain reference, which leaves a copy of every
    position there."""
    refused = _choose(engine, state, scenario, always, states, brought)
    if refused is not None:
        return refused
    broken = _settle(engine if states is None else engine.reference, state, always)
    if states is not None:
        engine.forget()
        states.append(state.copy())
    return None if broken is None else Refused(_breach(broken), broken.key, len(scenario.when), before=False, because=None)


def _choose(
    engine: Engine, state: Position, scenario: Scenario, always: Always, states: list[Position] | None = None, made: int = 0,
    *, draw: bool = False,
) -> Refused | None:  # fmt: skip
    """Make choices one after the other, up to the first that is not possible, but for those that are `made` already.

    With `draw` they are those `after` which the scenario begins: the generator goes on where a key says what chance brought, so that it
    stands where it stood in the recorded game.
    Invariants are tested after each, and after what chance brings by itself.
    """
    by = engine if states is None else engine.reference
    keys = scenario.after if draw else scenario.when
    for number, key in enumerate(keys[made:], start=made + 1):
        if states is not None:
            engine.forget()
            states.append(state.copy())
        choice = engine.find_any_copy(state, key)
        if choice is None and state.kind == CHANCE:
            broken = _settle(by, state, always)
            if broken is not None:
                return Refused(_breach(broken), broken.key, number - 1, draw, None)
            choice = engine.find_any_copy(state, key)
        elif draw and state.kind == CHANCE:
            by.draw(state)
        if choice is None:
            found = engine.why_not(state, key)
            reasons = _refusal(engine, state, key, found)
            is_silent = any(map(_is_of_step, found))
            problem = cannot_be_chosen(key, reasons, before=number if draw else None, is_silent=is_silent)
            addresses = tuple(reason.address for reason in found)
            return Refused(ScenarioFailure(scenario.source, problem), key, number - 1, draw, addresses)
        always.chosen(state, key)
        by.apply(state, choice)
        broken = always.broken(state)
        if broken is not None:
            return Refused(_breach(broken), broken.key, number - 1, draw, None)
    return None


def _is_of_step(reason: Reason) -> bool:
    """Whether it says that a choice of a step, not an action, is not asked for."""
    return reason.address.startswith(("setup.", "play.")) and reason.address.endswith(".offered")


def _refusal(engine: Engine, state: Position, key: str, reasons: Sequence[Reason]) -> str:
    """Why a key is refused, or what could be chosen instead, and what was probably meant."""
    said = "; ".join(f"{r.text} [{r.address}]" for r in reasons) or engine.instead(state)
    return f"{said}{did_you_mean(engine.near(state, key, reasons), '')}"


def _expect(engine: Engine, state: Position, scenario: Scenario, expectation: Expectation) -> ScenarioFailure | None:
    if isinstance(expectation.that, Forbidden):
        return _expect_choice(engine, state, expectation.source, expectation.that)
    if speaks_of_nobody(scenario, state, expectation):
        return ScenarioFailure(expectation.source, nobody_acts())
    if engine.evaluator.value(expectation.that, state, acting(scenario, state)):
        return _expect_knowledge(engine, state, scenario, expectation, expectation.that)
    message, facts = FailedExpectation(engine, expectation.that, expectation.text).explanation(state, acting(scenario, state))
    return ScenarioFailure(expectation.source, expectation_fails(message), facts)


def _expect_knowledge(engine: Engine, state: Position, scenario: Scenario, expectation: Expectation, that: Expr) -> ScenarioFailure | None:
    """Whether the seats know what holds that have to, and those don't that can't."""
    for asked, wanted in ((expectation.sees, True), (expectation.unseen_by, False)):
        for seat in () if asked is None else engine.evaluator.value(asked, state, acting(scenario, state)):
            known = if_seen(engine.asked, that, engine.seen(state, seat), acting(scenario, state)) is not UNSEEN
            if known is not wanted:
                return ScenarioFailure(expectation.source, knows(f"p{seat + 1}") if known else knows_not(f"p{seat + 1}"))
    return None


def _expect_choice(engine: Engine, state: Position, source: Source, wanted: Forbidden) -> ScenarioFailure | None:
    choice = engine.find_any_copy(state, wanted.key)
    if wanted.allowed:
        if choice is not None:
            return None
        reasons = _refusal(engine, state, wanted.key, engine.why_not(state, wanted.key))
        return ScenarioFailure(source, not_allowed(wanted.key, reasons))
    if choice is not None:
        return ScenarioFailure(source, allowed(wanted.key))
    if not engine.possible_keys.has(wanted.key, wanted.because):
        return ScenarioFailure(source, never_a_key(wanted.key, engine.near(state, wanted.key, ())))
    if engine.why.is_listed_otherwise(state, wanted.key):
        return ScenarioFailure(source, listed_otherwise(wanted.key, engine.near(state, wanted.key, ())))
    if wanted.because is None:
        return None
    found = [r.address for r in engine.why_not(state, wanted.key)]
    if wanted.because in found:
        return None
    return ScenarioFailure(source, forbidden_by_others(wanted.key, found, wanted.because))
