"""The fast machine: plays the same games as the reference, with generated Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Any

from custumal.dsl.base.limits import MOST_STEPS, MOST_WAYS
from custumal.dsl.diagnostics.catalogue.numbers import COSTLY
from custumal.dsl.diagnostics.catalogue.play import loop_goes_on
from custumal.dsl.model import Can, Expr, Invariant
from custumal.interpreter.codegen.helpers import PURE, reading, writing
from custumal.interpreter.codegen.module import Module, build, invariants, load
from custumal.interpreter.position.state import CHANCE, DECISION, Position
from custumal.interpreter.program import HALT, ChoiceTuple, Decide, Point, Program
from custumal.interpreter.program.calls import leaves_trial
from custumal.interpreter.reference.control import with_saved
from custumal.interpreter.reference.listing import Walk, few_enough
from custumal.interpreter.reference.machine import BUDGET, LAPS, Machine
from custumal.interpreter.reference.payment import held_by, ways_to_pay, with_own
from custumal.interpreter.reference.sealed_choices import interchangeable
from custumal.interpreter.setup.errors import PlayError, exhausted, is_exhausted
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Numbers, Value

TRIAL = 20
"""The steps that a trial takes beside those of its rules: as long as these takes a copy of a state."""

FREE = 1_000
"""Stretches of play between two stops that are so few that it need not be counted how long they take."""

Step = Callable[[Position], Any]


class CompiledMachine(Machine):
    """Plays one instance, with the same interface and the same games as `Machine`.

    A list given by `choices` must not be changed: it is kept until the state goes on. Whoever changes a state by other
    means than this machine calls `forget`.

    Args:
        instance: the game with players and options.
        program: what it was lowered to.
        module: the generated module if it has been made before (see `custumal.interpreter.codegen.module`).
    """

    def __init__(self, instance: Instance, program: Program, module: Module | None = None) -> None:
        super().__init__(instance, program)
        self.module = build(instance, program) if module is None else module
        self._last: list[Any] = [None, None]
        kept = [instance.kept[name] for name in instance.kept_of_resource]
        self._stocks = [(layout.column, layout.base) for layout in kept]
        names = load(self.module, instance, self._helpers())
        self._resume: dict[int, Callable[[Position, ChoiceTuple], Any]] = {pc: names[name] for pc, name in self.module.stops.items()}
        self._entry: dict[int, Step] = {pc: names[name] for pc, name in self.module.entries.items()}
        self._list: dict[int, Callable[[Position, int], list[ChoiceTuple]]] = {
            pc: names[self.module.lists[number]] for pc, number in program.decides.items() if number in self.module.lists
        }
        self._can: dict[str, Callable[[Position, int], bool]] = {action: names[name] for action, name in self.module.cans.items()}
        self.evaluator.scoring.update({line: names[name] for line, name in self.module.scores.items()})
        names["returns"].update(self._entry)
        self._steps: dict[Step, int] = {names[name]: steps for name, steps in self.module.steps.items()}
        solo = self.module.solo
        self.apply = self._make_apply() if solo is None or self.module.counts else self._resume[solo]  # type: ignore[method-assign,assignment] # functions are called faster than methods
        self.choices = self._make_choices()  # type: ignore[method-assign,assignment] # likewise
        self.advance = self._make_advance()  # type: ignore[method-assign,assignment] # likewise
        if self._wholes is not None:
            self._wholes = self._whole_choices(self.choices, self.apply)
            self.choices, self.apply = self._wholes.choices, self._wholes.apply  # type: ignore[method-assign] # likewise
        if instance.layout.watched:
            self.apply, self.advance = self._looking(self.apply), partial(Machine.advance, self)  # type: ignore[method-assign,assignment] # likewise
        self._opening: Position | None = None

    def holds(self, invariant: Invariant, state: Position) -> bool:
        self.evaluator.anew()
        return self._invariants[invariant.source.id](state)

    @cached_property
    def _invariants(self) -> dict[str, Callable[[Position], bool]]:
        return invariants(self.instance, self.program, self._helpers())

    def forget(self) -> None:
        """The choices that are kept may no longer be true."""
        self._last[0] = None

    def start(self, seed: int) -> Position:
        if self._opening is None:
            # Chance is asked at stops only, so up to the first one all games are the same.
            self._opening = self.fresh(seed)
            self.evaluator.anew()
            try:
                self._proceed(self._entry[0], self._opening)
            except PlayError as error:
                self._opening = None
                raise self._placed(error, self.program.play) from None
            self._look(self._opening)
        state = self._opening.copy()
        if self.program.chances:
            state.rng = self._generator(seed)
        return state

    def _go(self, state: Position, until: int = -1, depth: int = 0) -> None:
        self.forget()
        super()._go(state, until, depth)

    # ------------------------------------------------------------ the driver

    def _looking(self, apply: Callable[[Position, ChoiceTuple], None]) -> Callable[[Position, ChoiceTuple], None]:
        """Where rules say who may look seats take note of what they see at each stop."""

        def looking(state: Position, choice: ChoiceTuple) -> None:
            apply(state, choice)
            self._look(state)

        return looking

    def _proceed(self, step: Step | None, state: Position, free: int = FREE) -> None:
        """Go on until a stop. Of the first stretches it is not counted how long they take."""
        if step is None:
            return
        for _ in range(free):
            step = step(state)
            if step is None:
                return
        spend, steps = self.evaluator.spend, self._steps
        done = free
        try:
            for done in range(free, BUDGET):  # noqa: B007  # how far it came is asked below
                spend(steps.get(step, 1), None)
                step = step(state)
                if step is None:
                    return
        except PlayError as error:
            if not is_exhausted(error) or done < LAPS:
                raise
        pc = next((pc for pc, entry in self._entry.items() if entry is step), state.pc)
        raise self.goes_on(self.program.steps[pc])

    def _make_apply(self) -> Callable[[Position, ChoiceTuple], None]:
        resume, proceed, left = self._resume, self._proceed, self.evaluator.left
        placed = self._placed

        def apply(state: Position, raw: ChoiceTuple) -> None:
            left[0] = MOST_STEPS
            pc = state.pc
            try:
                step = resume[pc](state, raw)
                if step is not None:
                    proceed(step, state)
            except PlayError as error:
                raise placed(error, pc) from None

        return apply

    def _placed(self, error: PlayError, pc: int) -> PlayError:
        """Too much work with a place in the rules: at the least the step of this address. `placed_errors` does all else again."""
        source = self.instance.game.sources.get(self.program.steps[pc])
        return error if source is None or error.code != COSTLY.id else error.at(source.span)

    def _make_advance(self) -> Callable[[Position], None]:
        draw = self.draw

        def advance(state: Position) -> None:
            while state.kind == CHANCE:
                self.apply(state, draw(state))

        return advance

    def _make_choices(self) -> Callable[[Position], list[ChoiceTuple]]:
        last, lists, left, stop_at = self._last, self._list, self.evaluator.left, self._decision_at

        def choices(state: Position) -> list[ChoiceTuple]:
            if last[0] is state:
                return last[1]  # type: ignore[no-any-return] # a list of raw choices
            if state.kind != DECISION or state.seat is None:
                return []
            left[0] = MOST_STEPS
            try:
                found = lists[state.pc](state, state.seat)
            except PlayError as error:
                raise error.at(stop_at(state).source.span) if error.code == COSTLY.id else error from None
            if len(found) > MOST_WAYS:
                few_enough(found, stop_at(state))
            last[0], last[1] = state, found
            return found

        return choices

    def _decision_at(self, state: Position) -> Point:
        stop = self.program.code[state.pc]
        assert isinstance(stop, Decide)
        return stop.point

    # ------------------------------------------------------------ what generated code calls

    def _helpers(self) -> dict[str, Any]:
        own = {
            "added": lambda items, item: (*items, item),
            "but": lambda found, refused: [raw for raw in found if raw not in refused] if refused else found,
            "can": self._ask,
            "can_be": self.listing.can_be,
            "first_cells": self.equivalence.representative_cells,
            "firsts": self.equivalence.representatives,
            "in_turn": self.control.in_turn,
            "inside": self.listing.inside,
            "exhausted": _exhausted,
            "last": self._last,
            "leaves_trial": leaves_trial,
            "leads_somewhere": self.leads_somewhere,
            "left": self.evaluator.left,
            "likes": partial(interchangeable, self.listing),
            "listed": self._listed,
            "only_outcome": self.chances.only,
            "paid": self._paid,
            "payable": self._payable,
            "picked": self.listing.picked,
            "proceed": self._proceed,
            "purses_pay": self._purses_pay,
            "come_back": self.control.pop,
            "returns": {},
            "still": self._still,
            "stuck": _stuck,
            "tried": self._tried,
            "unwind": self.control.unwind_to,
            "with_saved": with_saved,
        }
        return {**PURE, **reading(self.evaluator), **writing(self.statements.effects), **own}

    def _ask(self, question: Can, seat: int, arguments: tuple[Value, ...] | None, state: Position) -> bool:
        fast = self._can.get(question.action.rsplit(".", 1)[-1]) if not question.ignoring and not arguments else None
        return self.listing.can(question, seat, arguments, state) if fast is None else fast(state, seat)

    def _listed(self, point: Point, number: int, state: Position, seat: int) -> Iterable[ChoiceTuple]:
        return self.listing.of(number, point.choosings[number], Walk(state, seat))

    def _paid(self, found: Sequence[Value], steps: int, about: Any) -> Sequence[Value]:
        self.evaluator.spend(len(found) * steps, None if about is None else about.span)
        return found

    def _payable(self, state: Position, seat: int | None, cost: Numbers | None) -> bool:
        if seat is None or cost is None:
            return True
        columns = state.c
        return all([due <= 0 or columns[column][base + seat] >= due for (column, base), due in zip(self._stocks, cost, strict=True)])  # noqa: C419 # a list is faster for few

    def _purses_pay(self, state: Position, seat: int | None, cost: Numbers | None, accepted: Sequence[Any]) -> bool:
        if seat is None or cost is None:
            return True
        held = held_by(self.evaluator, state, seat)
        for resource, due in enumerate(cost):
            if due > held[resource] and due > held[resource] + sum(_worth(purse, held) for purse in accepted if purse[2] == resource):
                return False
        return next(ways_to_pay(with_own(cost, accepted), held, cost, self.evaluator.left), None) is not None

    def _tried(self, pc: int, state: Position, bound: dict[int, Value], after: Position | None, written: tuple[int, ...]) -> Position:
        """The state after a routine has been carried out up to its end or first stop, with these values in the frame.

        `after` is what an earlier trial from the same state has left, in which it has written no more than these columns (none: it may
        have written anything).
        """
        if after is None or not written:
            after = state.copy()
        else:
            after.go_back_to(state, written)
        for slot, value in bound.items():
            after.frame[slot] = value
        after.stack.append(HALT)
        step = self._entry[pc]
        self.evaluator.spend(TRIAL + self._steps.get(step, 1), None)
        self._proceed(step(after), after, 0)
        return after


def _worth(purse: tuple[int, int, int, int | None], held: Sequence[int]) -> int:
    """What an accepted purse could cover at most, if nothing else were paid from it."""
    _, resource, _, most = purse
    return max(held[resource], 0) if most is None else max(min(held[resource], most), 0)


def _exhausted(about: Any) -> None:
    raise exhausted(None if about is None else about.span)


def _stuck(condition: Expr) -> None:
    raise PlayError(loop_goes_on(), condition.span)
