"""Whether what a game says always to hold does so at every step of a scenario, and which step broke it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from custumal.dsl.model import Invariant
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.errors import PlayError


@dataclass(frozen=True, slots=True)
class _Step:
    """What is done from a position on: its name, or what chance brings there. Where somebody chooses no position is kept: there all that
    is in force holds."""

    before: Position | None
    step: Literal["choice", "brings", "set-up", "beginning"]
    what: str | ChoiceTuple = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant that does not hold, and the step that broke it: a choice, or what chance `brings`, with its `key`, or what comes before
    all choices."""

    invariant: Invariant
    step: Literal["choice", "brings", "set-up", "beginning"]
    key: str = ""


class Always:
    """The invariants that are in force in a scenario, but for those that its `given` breaks.

    They are tested wherever somebody has to choose, and at the end. Where chance stands they need not hold yet; but what it brought is
    remembered, so that the right step is named.

    Args:
        engine: plays the scenario.
        invariants: what has to hold.
    """

    def __init__(self, engine: Engine, invariants: Iterable[Invariant]) -> None:
        self.engine = engine
        self.in_force = list(invariants)
        self._steps: list[_Step] = []

    def chosen(self, before: Position, key: str) -> None:
        """This is about to be chosen, or said to be brought by chance."""
        self._about_to(before, key)

    def brings(self, before: Position, outcome: ChoiceTuple) -> None:
        """Chance is about to bring this by itself."""
        self._about_to(before, outcome)

    def _about_to(self, before: Position, what: str | ChoiceTuple) -> None:
        if not self.in_force:
            return
        by_chance = before.kind == CHANCE
        self._steps.append(_Step(before.copy() if by_chance else None, "brings" if by_chance else "choice", what))

    def begins(self, state: Position) -> None:
        """The game is about to begin here, set up or laid out."""
        if self.in_force:
            self._steps = [_Step(None, "set-up"), _Step(state.copy(), "beginning")]

    def broken_by_setup(self, state: Position, seed: int) -> Broken | None:
        """An invariant that does not hold where the game is set up, nor where somebody first chooses in a game that goes on from there.
        Until then it may be that it does not hold yet."""
        return self._broken_from_the_start([one for one in self.in_force if not self._is_so(one, state)], seed)

    def _broken_from_the_start(self, doubtful: list[Invariant], seed: int) -> Broken | None:
        own = self._first_stop(seed) if doubtful else None
        broken = None if own is None else next((one for one in doubtful if not self._is_so(one, own)), None)
        return None if broken is None else Broken(broken, "set-up")

    def _first_stop(self, seed: int) -> Position | None:
        """Where the game itself first stops; by a machine of its own, at which nobody looks."""
        machine = Machine(self.engine.instance, self.engine.program, displace=True)
        try:
            state = machine.start(seed)
            machine.advance(state)
        except PlayError:
            return None
        return state

    def given(self, before: Position, after: Position) -> None:
        """`given` has made one position of another in the middle of a game: what it broke is not in force any more."""
        self.in_force = [one for one in self.in_force if self._is_so(one, after) or not self._is_so(one, before)]

    def begun(self, laid: Position, state: Position, seed: int, is_set_up: bool) -> Broken | None:
        """What is broken at the first stop `state` of a game that began in a position that was `laid` out, set up before or not. What
        does not hold there any more is not in force, unless the game itself breaks it."""
        failing = [one for one in self.in_force if not self.engine.reference.holds(one, state) and not self._is_so(one, laid)]
        self.in_force = [one for one in self.in_force if one not in failing]
        by_rules = None if is_set_up else self._broken_from_the_start(failing, seed)
        return by_rules or self.broken(state)

    def broken(self, state: Position) -> Broken | None:
        """What is broken here by the steps since the last such question; nothing is asked where chance stands."""
        if state.kind == CHANCE or not self._steps:
            return None
        found = next((one for one in self.in_force if not self.engine.reference.holds(one, state)), None)
        steps, self._steps = self._steps, []
        return None if found is None else self._blamed(found, steps)

    def _blamed(self, invariant: Invariant, steps: list[_Step]) -> Broken:
        """The last step before which it still held, or the first one."""
        held = (step for step in reversed(steps) if step.before is not None and self._is_so(invariant, step.before))
        step = next(held, steps[0])
        if isinstance(step.what, str):
            return Broken(invariant, step.step, step.what)
        assert step.before is not None
        return Broken(invariant, step.step, self.engine.key(step.before, step.what))

    def _is_so(self, invariant: Invariant, state: Position) -> bool:
        """Whether it holds in a position at which no game stops; there it may be that it can't even be asked."""
        try:
            return self.engine.reference.holds(invariant, state)
        except PlayError:
            return False
