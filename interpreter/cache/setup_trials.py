"""Trials of set-up: with every number of players, and with every option changed; with the fewest players also of what follows, up to the
first decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import MOST_STEPS, MOST_TRIED
from custumal.dsl.base.types import Maybe, Number, Row, Seat, Symbol, Thing, Truth, bare
from custumal.dsl.diagnostics.catalogue.numbers import COSTLY
from custumal.dsl.diagnostics.catalogue.play import comes_to_this_at_once, comes_to_this_in_setup
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Span
from custumal.dsl.model import Call, GameModel, Op, Option, Perform
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.lowering.lower import lower, lower_setup
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import Decide, Program
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import AFTER_PLAY, Machine
from custumal.interpreter.setup.errors import NOWHERE, PlayError, is_exhausted
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.options import members_of, option_word
from custumal.interpreter.setup.values import NO_STATE, Value

SEED = 1
_LEAST = 500
"""Steps for which each trial counts beside those that are taken in play."""
_STOP = 20
"""Steps for which each stop counts."""
_GLANCE = 300
"""Steps in which it is found out whether a menu offers something."""
_LISTED = 200_000
"""Steps in which the choices of the first decision are listed; if that is not enough, once more in as many as play has."""
_LARGE = 1_000
"""A game of so many elements is tried in set-up alone: to lower it takes longer than all the rest."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A number of players, and an option that has another value than by default."""

    players: int
    option: Option | None = None
    value: Value = None

    @property
    def options(self) -> Mapping[str, Value]:
        return {} if self.option is None else {self.option.name: self.value}


class _Glancing(Machine):
    """A machine that looks only for a moment whether something can be chosen at a menu of play, and else takes it that there is."""

    def _decide(self, instruction: Decide, state: Position) -> bool:
        if state.stack[:1] != [AFTER_PLAY]:
            return super()._decide(instruction, state)
        steps = self.evaluator.left
        beyond = max(0, steps[0] - _GLANCE)
        steps[0] -= beyond
        try:
            return super()._decide(instruction, state)
        except PlayError as error:
            if not is_exhausted(error):
                raise
            return self._stop(state, DECISION, None)
        finally:
            steps[0] += beyond


class Trials:
    """The trials of one game."""

    def __init__(self, game: GameModel) -> None:
        self.game = game
        self.left = MOST_TRIED
        self.listed = _LISTED

    def all(self) -> list[Diagnostic]:
        """What goes wrong in them, each once."""
        failed: dict[tuple[str, Span | None], tuple[Problem, list[_Case]]] = {}
        beyond: list[Diagnostic] = []
        for number, case in enumerate(_cases(self.game)):
            if self.left <= 0:
                break
            is_whole = number == 0 and len(self.game.sources) < _LARGE
            error = self._tried(case, lower if is_whole else lower_setup)
            if error is not None and is_whole:
                error = self._tried(case, lower_setup)
                beyond = self._in_play(case) if error is None else []
            if error is not None and error.code != COSTLY.id:
                failed.setdefault((error.code, error.span), (error.problem, []))[1].append(case)
        return beyond + [self._told(problem, cases, span) for (_, span), (problem, cases) in failed.items()]

    def _in_play(self, case: _Case) -> list[Diagnostic]:
        """What goes wrong between set-up and the first decision, tried for as long as play waits: so it is not too much, nor for ever."""
        left, self.left, self.listed = self.left, MOST_STEPS, MOST_STEPS
        error = self._tried(case, lower)
        self.left = left
        return [] if error is None else [comes_to_this_at_once(error.problem, case.players).at(error.span or NOWHERE)]

    def _tried(self, case: _Case, lowered: Callable[[Instance], Program]) -> PlayError | None:
        """What goes wrong in one set-up, and what follows it in the program, or that it takes too long."""
        try:
            if self._is_offered(case):
                instance = make_instance(self.game, case.players, case.options)
                program = lowered(instance)
                self.left -= _LEAST + len(instance.things) + len(program.code)
                self._play(_Glancing(instance, program))
        except PlayError as error:
            return error
        return None

    def _is_offered(self, case: _Case) -> bool:
        condition = None if case.option is None else case.option.condition
        if condition is None:
            return True
        plain = make_instance(self.game, case.players, {})
        return bool(plain.constants.value(condition, NO_STATE, {}))

    def _play(self, machine: Machine) -> None:
        """Play set-up, where what is asked for is the first choice of each list, and on to the first decision."""
        machine.evaluator.most = max(self.left, 0)
        state = machine.start(SEED)
        self._spend(machine)
        while state.kind != OVER and self.left > 0 and not (state.kind == DECISION and state.stack[0] == AFTER_PLAY):
            machine.apply(state, machine.draw(state) if state.kind == CHANCE else machine.choices(state)[0])
            self._spend(machine)
        if state.kind == DECISION and self.left > 0:
            self._list(machine, state)

    def _list(self, machine: Machine, state: Position) -> None:
        """Whether the choices of the first decision can be listed."""
        machine.evaluator.most = self.listed
        machine.choices(state)

    def _spend(self, machine: Machine) -> None:
        """Count the steps from one stop to the next."""
        self.left -= _STOP + machine.evaluator.most - machine.evaluator.left[0]
        machine.evaluator.most = max(self.left, 0)

    def _told(self, problem: Problem, cases: list[_Case], span: Span | None) -> Diagnostic:
        players = sorted({case.players for case in cases})
        option = cases[0].option
        chosen = None if option is None else (option.name, option_word(self.game, option, cases[0].value))
        return comes_to_this_in_setup(problem, players, chosen).at(span or NOWHERE)


def _cases(game: GameModel) -> Iterator[_Case]:
    """All numbers of players, the extremes first; then the fewest and the most with other values of the options that set-up reads."""
    fewest, most = game.players
    yield from map(_Case, dict.fromkeys((fewest, most, *range(fewest, most + 1))))
    read = _read_in_setup(game)
    for players in dict.fromkeys((fewest, most)):
        for option in game.options.values():
            values = _values(game, option) if option.name in read else ()
            yield from (_Case(players, option, value) for value in values if value != option.default)


def _read_in_setup(game: GameModel) -> set[str]:
    """The options on which it hangs what there is, where it lies and what set-up does."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting: list[object] = [game.setup, game.components, game.kinds, game.zones, game.kept, game.house_seats]
    while waiting:
        for node in nodes(waiting.pop()):
            match node:
                case Op(name="option", data=str(name)):
                    found.add(name)
                case Call(definition=name):
                    waiting += _once(game.definitions[name], seen)
                case Perform(procedure=name):
                    waiting += _once(game.procedures[name], seen)
    return found


def _once(node: object, seen: set[int]) -> list[object]:
    if id(node) in seen:
        return []
    seen.add(id(node))
    return [node]


def _values(game: GameModel, option: Option) -> tuple[Value, ...]:
    """The extremes of what an option can be."""
    nothing = (None,) if isinstance(option.type, Maybe) else ()
    match bare(option.type):
        case Truth():
            return (False, True, *nothing)
        case Number(low, high):
            return tuple(bound for bound in (low, high) if bound is not None) + nothing
        case Symbol(name):
            words = members_of(game, name)
            return (*words[:1], *words[-1:], *nothing)
        case Thing(kind) | Row(kind):
            return (0, len(game.kinds[kind].rows) - 1, *nothing)
        case Seat():
            return (0, game.players[0] - 1, *nothing)
    return nothing
