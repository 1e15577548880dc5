"""Trials of set-up: with every number of players, and with every option changed; of what follows, too, up to the first decision, as far as
that does not take too long."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import MOST_STEPS, MOST_TRIED
from custumal.dsl.diagnostics.catalogue.numbers import COSTLY
from custumal.dsl.diagnostics.catalogue.play import comes_to_this_at_once, comes_to_this_in_play, comes_to_this_in_setup
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Span
from custumal.dsl.model import GameModel
from custumal.interpreter.cache.sure_faults import SureFaults
from custumal.interpreter.cache.trial_cases import Case, begun_cases, first_cases, further_cases
from custumal.interpreter.lowering.lower import lower, lower_setup
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import Decide, Program
from custumal.interpreter.reference.instances import make_instance, refusal
from custumal.interpreter.reference.machine import AFTER_PLAY, Machine
from custumal.interpreter.setup.errors import NOWHERE, PlayError, is_exhausted
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.options import option_word
from custumal.interpreter.setup.values import Value

Told = list[tuple[str, object]]
When = Callable[[Problem, list[int], Told], Problem]
"""How it is said when something goes wrong, for so many players, with these options."""

SEED = 1
_LEAST = 500
"""Steps for which each trial counts beside those that are taken in play."""
_STOP = 20
"""Steps for which each stop counts."""
_GLANCE = 300
"""Steps in which it is found out whether a menu offers something."""
_LISTED = 200_000
"""Steps in which the choices of the first decision are listed; if that is not enough, once more in as many as play has."""
_FURTHER = 25_000
"""Steps that may be taken for what is tried beside the numbers of players and the extremes of options."""
_OFTEN = 4
"""As often as this at least the first decision has to be affordable, so that it is tried with others."""
_EACH = 12
"""Steps for which each entry of the rules counts in every one of these trials."""
_LARGE = 1_000
"""A game of so many elements is tried in set-up alone: to lower it takes longer than all the rest."""


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
        self.sure = SureFaults(game)
        self.failed: dict[tuple[str, Span | None], _Failure] = {}
        """What went wrong, by what it is and where it arose."""

    def all(self) -> list[Diagnostic]:
        """What goes wrong in them, each once."""
        begins = len(self.game.sources) < _LARGE and self._first()
        for case in first_cases(self.game):
            self._set_up(case)
        if not self.failed:
            self._further(begins=begins)
        return [failure.told(self.game, span) for (_, span), failure in self.failed.items()]

    def _further(self, *, begins: bool) -> None:
        """What is tried beside the first cases; for the larger a game is, the longer it takes until it can be tried."""
        self.left, self.listed = min(self.left, _FURTHER), _FURTHER // _OFTEN
        for case in begun_cases(self.game) if begins else ():
            self._begin(case)
            self.left -= _EACH * len(self.game.sources)
        for case in further_cases(self.game):
            self._set_up(case)
            self.left -= _EACH * len(self.game.sources)

    def _first(self) -> bool:
        """Whether play comes to its first decision with the fewest players and all options as by default, and soon enough to be tried with
        others, too."""
        case, before = Case(self.game.players[0]), self.left
        error = self._tried(case, lower)
        if error is None:
            return (before - self.left) * _OFTEN < _FURTHER
        if self._tried(case, lower_setup) is None:
            self._in_play(case)
        return False

    def _begin(self, case: Case) -> None:
        """Try one case up to the first decision; set-up alone if it does not come so far."""
        error = self._spent_on(case, lower)
        if error is not None and error.code != COSTLY.id and self._spent_on(case, lower_setup) is None:
            self._note(error, case, comes_to_this_at_once)

    def _set_up(self, case: Case) -> None:
        error = self._spent_on(case, lower_setup)
        if error is not None and error.code != COSTLY.id:
            self._note(error, case, comes_to_this_in_setup)

    def _spent_on(self, case: Case, lowered: Callable[[Instance], Program]) -> PlayError | None:
        return self._tried(case, lowered) if self.left > 0 else None

    def _note(self, error: PlayError, case: Case, when: When) -> None:
        failure = self.failed.setdefault((error.code, error.span), _Failure(error.problem, when, case.chosen, []))
        failure.cases.append(case)

    def _in_play(self, case: Case) -> None:
        """What goes wrong between set-up and the first decision, tried for as long as play waits: so it is not too much, nor for ever."""
        left, self.left, self.listed = self.left, MOST_STEPS, MOST_STEPS
        error = self._tried(case, lower)
        self.left, self.listed = left, _LISTED
        if error is not None:
            self._note(error, case, comes_to_this_at_once)

    def _tried(self, case: Case, lowered: Callable[[Instance], Program]) -> PlayError | None:
        """What goes wrong in one set-up, and what follows it in the program, or that it takes too long."""
        try:
            if refusal(self.game, case.players, case.options) is None:
                instance = make_instance(self.game, case.players, case.options)
                for problem, span in self.sure.of(instance):
                    self._note(PlayError(problem, span), case, comes_to_this_in_play)
                program = lowered(instance)
                self.left -= _LEAST + len(instance.things) + len(program.code)
                self._play(_Glancing(instance, program))
        except PlayError as error:
            return error
        return None

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
        try:
            machine.choices(state)
        finally:
            self.left -= machine.evaluator.most - machine.evaluator.left[0]

    def _spend(self, machine: Machine) -> None:
        """Count the steps from one stop to the next."""
        self.left -= _STOP + machine.evaluator.most - machine.evaluator.left[0]
        machine.evaluator.most = max(self.left, 0)


@dataclass(frozen=True, slots=True)
class _Failure:
    """What goes wrong, when, and with which players and options; those with the same options as the first are told."""

    problem: Problem
    when: When
    chosen: tuple[tuple[str, Value], ...]
    cases: list[Case]

    def told(self, game: GameModel, span: Span | None) -> Diagnostic:
        players = sorted({case.players for case in self.cases if case.chosen == self.chosen})
        options = [(name, option_word(game, game.options[name], value)) for name, value in self.chosen]
        return self.when(self.problem, players, options).at(span or NOWHERE)
