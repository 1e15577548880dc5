"""Scenarios of a game that fail with a variant only because they begin elsewhere with it: they say nothing of its rules.

Two things can be shown, and nothing else counts. A choice of the recorded game with which a scenario begins can't be made any more. Or
chance brings something else than in the game alone, and the scenario holds there only because of what chance brings: with another seed
it fails in the game alone as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from custumal.dsl.model import GameModel, Scenario
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.position.state import CHANCE, Position
from custumal.interpreter.program import ChoiceTuple, Program
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.runs.scenarios import Result, Unplayable, reached, run_scenarios
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance

RECORD = "record"
DEAL = "deal"
SHIFTS = (RECORD, DEAL)
"""The recorded game, or the choices, with which a scenario begins can't be made; its deal is another."""
SEEDS = 5
"""So many other seeds are tried."""


def with_shifts(results: Iterable[Result], game: GameModel, base: Callable[[], GameModel]) -> list[Result]:
    """The results of scenarios with variants, those told apart that only begin elsewhere.

    Args:
        results: of scenarios of the game and of its variants.
        game: the game with the variants.
        base: gives the game alone, if it is needed.
    """
    return [result if result.passed or not game.variants else _judged(result, game, base) for result in results]


def _judged(result: Result, game: GameModel, base: Callable[[], GameModel]) -> Result:
    scenario = result.scenario
    if result.broken is not None or scenario.source.span.file in game.variant_files:
        return result
    before = next((one for one in base().scenarios if one.source.span == scenario.source.span), None)
    found = None if before is None else _shift(base(), before, game, scenario)
    return result if found is None else replace(result, failures=(), instead=result.failures, shift=found)


def _shift(base: GameModel, before: Scenario, game: GameModel, scenario: Scenario) -> str | None:
    """Why a scenario fails with variants that holds in the game alone, if it is no contradiction."""
    with_variants = _Course.of(game, scenario)
    if with_variants.never_begun:
        return RECORD
    alone = _Course.of(base, before)
    is_alike = all(one == other for one, other in zip(alone.brought, with_variants.brought, strict=False))
    if is_alike and len(with_variants.brought) <= len(alone.brought):
        return None
    return DEAL if _hangs_on_chance(base, before) else None


def _hangs_on_chance(base: GameModel, scenario: Scenario) -> bool:
    """Whether a scenario fails in the game alone with another seed."""
    engines: dict[object, Engine] = {}
    others = (replace(scenario, seed=scenario.seed + more) for more in range(1, SEEDS + 1))
    return any(not result.passed for other in others for result in run_scenarios(base, [other], engines))


@dataclass(frozen=True, slots=True)
class _Course:
    """What chance brings in a scenario up to where it says what has to be so; `never_begun`: a choice before it can't be made."""

    brought: tuple[str, ...]
    never_begun: bool

    @classmethod
    def of(cls, game: GameModel, scenario: Scenario) -> _Course:
        watched: list[_Watched] = []

        def machine(instance: Instance, program: Program) -> Machine:
            watched.append(_Watched(instance, program))
            return watched[0]

        never_begun = False
        with suppress(PlayError):
            try:
                reached(game, scenario, {}, machine=machine)
            except Unplayable as error:
                never_begun = error.refused is not None and error.refused.because is not None
        return cls(tuple(watched[0].brought), never_begun)


class _Watched(Machine):
    """Plays scenarios and notes what chance brings.

    Args:
        instance, program: as for any machine.
    """

    def __init__(self, instance: Instance, program: Program) -> None:
        super().__init__(instance, program, displace=True)
        self.brought: list[str] = []
        self._keys = Keys(self)

    def apply(self, state: Position, choice: ChoiceTuple) -> None:
        if state.kind == CHANCE:
            self.brought.append(self._keys.at_stop(state, choice))
        super().apply(state, choice)
