"""The virtual machine: runs a program from stop to stop. This is the reference; generated code must play the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from custumal.dsl.base.frozen import replace
from custumal.dsl.diagnostics.catalogue.play import step_goes_on
from custumal.dsl.model import Invariant, Rule
from custumal.interpreter.position.equivalence import Equivalence
from custumal.interpreter.position.knowledge import note_sights
from custumal.interpreter.position.rng import derive
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.position.unseen import Unseen, UnseenMenu
from custumal.interpreter.program import (
    HALT,
    PASS,
    Bind,
    Chance,
    ChoiceTuple,
    Choosing,
    Decide,
    DrawOne,
    Fulfil,
    Instruction,
    Over,
    Pick,
    Point,
    Program,
    RollOne,
    Seal,
    ShuffleOne,
    Split,
    links_of,
    passes_id,
)
from custumal.interpreter.reference.chance import Chances, Outcome, Stop
from custumal.interpreter.reference.control import Control, Handler
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.initial_state import opening_state
from custumal.interpreter.reference.listing import ChoiceListing
from custumal.interpreter.reference.sealed_choices import Interchangeable, interchangeable, still_possible
from custumal.interpreter.reference.statements import Statements
from custumal.interpreter.reference.visibility import seats_that_see
from custumal.interpreter.setup.errors import PlayError, is_exhausted
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Env, Value

if TYPE_CHECKING:
    from custumal.interpreter.reference.whole_choices import Apply, Choices, WholeChoices

CHANCES = (Chance, DrawOne, RollOne, ShuffleOne)
"""The instructions at which chance may have to decide."""
BUDGET = 1_000_000
LAPS = 10_000
"""After so many instructions without a stop it is said of a step that it goes on and on, not that it is too much."""
"""How many instructions may be carried out between two stops."""
AFTER_PLAY = 2
"""The instruction behind the call of `play`."""

EMPTY: Final = Position([], [], [], [], [], 0, 0, OVER, None)
"""Stands for a game that has not been set up."""


class Machine:
    """Plays one instance.

    Args:
        instance: the game with players and options.
        program: what it was lowered to.
        displace: whether a thing moved to a full place sends what lay there to the box (scenarios).
    """

    def __init__(self, instance: Instance, program: Program, *, displace: bool = False) -> None:
        self.instance = instance
        self.program = program
        self.evaluator = Evaluator(instance, program.slots)
        if instance.layout.watched:
            instance.layout = replace(instance.layout, watch=partial(seats_that_see, self.evaluator))
        self.statements = Statements(self.evaluator, displace=displace)
        self.statements.effects.open_names = program.open_names
        self.equivalence = Equivalence(instance)
        self.listing = ChoiceListing(self.evaluator, program, self.equivalence, self._trial)
        self.chances = Chances(self.listing, self.statements)
        self._wholes = self._whole_choices(self._parts, self._apply_part) if program.has_wholes else None
        self.on_step: Callable[[str], None] | None = None
        self._prepared: tuple[tuple[int, bool] | None, Position] = (None, EMPTY)
        self.control = Control(instance, program, self.listing, self.statements)
        self._run: dict[type[Instruction], Handler] = {
            **self.control.handlers(),
            **dict.fromkeys(CHANCES, self._chance),
            Decide: self._decide,
            Seal: self._seal,
            Fulfil: self._fulfil,
            Over: self._over,
        }

    def _whole_choices(self, choices: Choices, apply: Apply) -> WholeChoices:
        from custumal.interpreter.reference.whole_choices import WholeChoices  # noqa: PLC0415  # few games have any

        return WholeChoices(self.program, self.evaluator, choices, apply)

    # ------------------------------------------------------------ playing

    def start(self, seed: int) -> Position:
        """A new game at its first stop, which may be one of chance."""
        self.evaluator.anew()
        state = self.fresh(seed)
        self._go(state)
        self._look(state)
        return state

    def fresh(self, seed: int) -> Position:
        """A new game before its first instruction."""
        state = opening_state(self.evaluator, self.program.counters, len(self.program.slots))
        state.frame = list(self.program.frame)
        state.rng = self._generator(seed)
        return state

    def _generator(self, seed: int) -> int:
        """The state of the generator in a new game; 0 where nothing is ever left to chance, since to make one takes as long
        as half a small game."""
        return derive(seed, "chance") if self.program.chances else 0

    def choices(self, state: Position) -> list[ChoiceTuple]:
        """The choice tuples at a decision, in their fixed order; `pass` is the last. Elsewhere there are none."""
        return self._parts(state) if self._wholes is None else self._wholes.choices(state)

    def _parts(self, state: Position) -> list[ChoiceTuple]:
        """The same where nothing is chosen as one."""
        self.evaluator.anew()
        stop = self.program.code[state.pc]
        return self.listing.choices(stop.point, state) if state.kind == DECISION and isinstance(stop, Decide) else []

    def outcomes(self, state: Position) -> list[Outcome]:
        """What chance can bring, with weights. Elsewhere nothing."""
        self.evaluator.anew()
        return self.chances.outcomes(self._chance_at(state), state) if state.kind == CHANCE else []

    def draw(self, state: Position) -> ChoiceTuple:
        """What the generator brings at a stop of chance; the state's generator goes on, nothing else happens yet."""
        self.evaluator.anew()
        return self.chances.draw(self._chance_at(state), state)

    def apply(self, state: Position, choice: ChoiceTuple) -> None:
        """Carry out a choice tuple or outcome in place and run to the next stop. The caller knows that it is legal.

        Raises:
            PlayError: the rules ask for something impossible.
        """
        for part in (choice, *links_of(choice)):
            self._apply_part(state, part)
        self._look(state)

    def _look(self, state: Position) -> None:
        """At each stop seats take note of what rules show them."""
        if self.instance.layout.watched:
            note_sights(self.instance.layout, state)

    def _apply_part(self, state: Position, choice: ChoiceTuple) -> None:
        self.evaluator.anew()
        stop = self.program.code[state.pc]
        match stop:
            case Decide(point=point) | Chance(point=point):
                self._choose(point, choice, state)
            case DrawOne(local=local) | RollOne(local=local) | ShuffleOne(local=local):
                self.statements.put(local, choice[0], state)
                state.pc += 1
        self._go(state)

    def bind(self, state: Position, choice: ChoiceTuple) -> None:
        """Give what is chosen its names, in place, and carry nothing out."""
        stop = self.program.code[state.pc]
        if isinstance(stop, Decide | Chance):
            self._choose(stop.point, choice, state)

    def course(self, state: Position, parts: Sequence[ChoiceTuple]) -> Iterator[tuple[Position, ChoiceTuple]]:
        """What is chosen one after the other in a choice that is made as one, each with the position in which it is chosen."""
        before = state.copy()
        for part in parts:
            yield before, part
            before = before.copy()
            self._apply_part(before, part)

    def advance(self, state: Position) -> None:
        """Let chance decide until a seat must or the game is over."""
        while state.kind == CHANCE:
            self.apply(state, self.draw(state))

    def go_on(self, state: Position) -> None:
        """Run from where the program counter stands, in place, to the next stop."""
        self.evaluator.anew()
        self._go(state)
        self._look(state)

    def holds(self, invariant: Invariant, state: Position) -> bool:
        """Whether an invariant of the game holds."""
        self.evaluator.anew()
        return bool(self.evaluator.value(invariant.that, state, {}))

    def forget(self) -> None:
        """Whatever is remembered of a state may no longer be true; here nothing is remembered."""

    def point(self, state: Position) -> Point | None:
        """The point at which a seat decides."""
        stop = self.program.code[state.pc] if state.kind == DECISION else None
        return stop.point if isinstance(stop, Decide) else None

    def excluding(self, point: Point, state: Position, is_meant: Callable[[ChoiceTuple], bool]) -> str | None:
        """The address of what forbids all ways to carry out an action that are meant, which is chosen as one."""
        return None if self._wholes is None else self._wholes.excluding(point, state, is_meant)

    def all_ways(self, point: Point, state: Position) -> list[ChoiceTuple]:
        """All ways to carry out what can be chosen at a point, those too that do not count."""
        return [] if self._wholes is None else self._wholes.all(point, state)

    def chooses_wholes(self, point: Point) -> bool:
        """Whether some action at a point is chosen as one with what is chosen in its course."""
        return self._wholes is not None and any(choosing.inside is not None for choosing in point.choosings)

    def rounds(self, state: Position) -> int:
        """How many passes of its outermost steps the game has begun, of the step that had most."""
        slots = (self.program.slots.get(passes_id(step.source.address)) for step in self.instance.game.play)
        return max((state.frame[slot] for slot in slots if slot is not None), default=0)

    # ------------------------------------------------------------ scenarios

    def set_up(self, seed: int, *, run: bool = True) -> Position:
        """A new game after its set-up (or, not `run`, before it), chance resolved; it stands at a decision if set-up asks for one.
        Whoever watches sees only the first of several that are the same."""
        if self._prepared[0] != (seed, run):
            self._prepared = ((seed, run), self._set_up(seed, run))
        return self._prepared[1].copy()

    def _set_up(self, seed: int, run: bool) -> Position:
        self.evaluator.anew()
        state = self.fresh(seed)
        if run:
            state.pc = self.program.setup
            state.stack = [HALT]
            self._go(state)
            self.advance(state)
        return state

    def enter(self, state: Position, begin: str | None = None, bring: Callable[[Position], ChoiceTuple | None] | None = None) -> None:
        """Begin the play from a position and go to the first decision or the end; with a step to `begin` there, one of those for which the
        program was made, and the first seat acting first. Chance brings what `bring` says, or whatever comes where it says nothing."""
        self.evaluator.anew()
        slot = self.program.first
        if begin is not None:
            assert self.program.entering is not None
            state.frame[slot] = 1
            state.frame[self.program.entering] = self.program.begins.index(begin) + 1
        state.pc, state.stack = self.program.play, [AFTER_PLAY]
        self._go(state)
        while bring is not None and state.kind == CHANCE and (outcome := bring(state)) is not None:
            self.apply(state, outcome)
        self.advance(state)
        state.frame[slot] = None

    # ------------------------------------------------------------ running

    def _go(self, state: Position, until: int = HALT, depth: int = 0) -> None:
        """Run to the next stop, or until the program stands at `until` with so deep a stack."""
        code = self.program.code
        run = self._run
        done = 0
        try:
            for done in range(BUDGET):  # noqa: B007  # how far it came is asked below
                if state.pc == HALT:
                    state.kind, state.seat = OVER, None
                    return
                if state.pc == until and len(state.stack) == depth:
                    return
                instruction = code[state.pc]
                if self.on_step is not None:
                    self.on_step(self.program.steps[state.pc])
                if run[type(instruction)](instruction, state):
                    return
        except PlayError as error:
            if not is_exhausted(error) or done < LAPS:
                raise
        raise self.goes_on(self.program.steps[state.pc])

    def goes_on(self, step: str) -> PlayError:
        """What is raised where a step comes to no stop."""
        source = self.instance.game.sources.get(step)
        return PlayError(step_goes_on(step), None if source is None else source.span)

    def _stop(self, state: Position, kind: str, seat: int | None) -> bool:
        state.kind, state.seat = kind, seat
        return True

    def _chance_at(self, state: Position) -> Stop:
        return self.program.chances[state.pc]

    # ------------------------------------------------------------ choosing

    def _choose(self, point: Point, choice: ChoiceTuple, state: Position) -> None:
        if choice == PASS:
            state.pc = point.passed
            return
        choosing = point.choosings[choice[0]]
        if point.chosen is not None:
            self.control.put(point.chosen, choice, state)
        values = list(choice[1:])
        self._begin(choosing, values, state)
        for part in choosing.plan:
            match part:
                case Pick() | Split():
                    self.control.put(part.local, values.pop(0), state)
                case Bind():
                    self.control.put(part.local, self.statements.value(part.value, state), state)
        state.pc = choosing.target

    def _begin(self, choosing: Choosing, values: list[Value], state: Position) -> None:
        """Bind who chooses, and from where the choosing comes."""
        if choosing.actor is not None:
            self.control.put(choosing.actor, state.seat, state)
        if choosing.offered_by is None:
            return
        rule = choosing.offered_by.rule
        if self.on_step is not None:
            self.on_step(rule.source.address)
        this = values.pop(0) if rule.carrier is not None else None
        for env in self.listing.offered(choosing, state, state.seat):
            if rule.carrier is None or env[rule.carrier.this.id] == this:
                self._bind_rule(rule, env, state)
                return

    def _bind_rule(self, rule: Rule, env: Env, state: Position) -> None:
        if rule.actor is not None:
            self.control.put(rule.actor, env[rule.actor.id], state)
        if rule.carrier is not None:
            for local in (rule.carrier.this, rule.carrier.owner, rule.carrier.copies):
                self.control.put(local, env[local.id], state)

    def _trial(self, state: Position, choosing: Choosing, env: Env) -> Position:
        """The state after a choice has been carried out up to its end or first stop."""
        after = state.copy()
        for name, value in env.items():
            slot = self.program.slots.get(name)
            if slot is not None:
                after.frame[slot] = value
        after.pc = choosing.trial
        after.stack.append(HALT)
        self._go(after, choosing.trial_end, len(after.stack))
        return after

    # ------------------------------------------------------------ stops

    def _decide(self, instruction: Decide, state: Position) -> bool:
        point = instruction.point
        state.seat = self.listing.seat(point, state)
        choices = self.listing.each_choice(point, state)
        try:
            first = next(choices, None)
        except Unseen:
            # In a position as a seat sees it: what others can choose is hidden, but not that they choose.
            if point.kind == "inner" or self._wholes is not None:
                raise
            if not self.listing.has_surely_some(point, state):
                raise UnseenMenu from None
            return self._stop(state, DECISION, state.seat)
        if first is None:
            state.pc = point.nothing
            return False
        if point.kind == "inner" and next(choices, None) is None:
            self._choose(point, first, state)
            return False
        self._stop(state, DECISION, state.seat)
        return self.leads_somewhere(point, state)

    def leads_somewhere(self, point: Point, state: Position) -> bool:
        """Whether something can be chosen at a stop, where all choices may turn out to lead nowhere; if not the program goes on."""
        if self._wholes is None or self._wholes.leads_somewhere(point, state):
            return True
        state.pc = point.nothing
        return False

    def _seal(self, instruction: Seal, state: Position) -> None:
        choice = self.control.get(instruction.chosen, state)
        self.control.put(instruction.interchangeable, interchangeable(self.listing, instruction.point, choice, state), state)
        state.pc += 1

    def _fulfil(self, instruction: Fulfil, state: Position) -> None:
        point = instruction.point
        state.seat = self.listing.seat(point, state)
        choice = self._still(
            point, self.control.get(instruction.chosen, state), self.control.get(instruction.interchangeable, state), state
        )
        if choice is None:
            state.pc = point.nothing
        else:
            self._choose(point, choice, state)

    def _still(self, point: Point, choice: ChoiceTuple, groups: Interchangeable, state: Position) -> ChoiceTuple | None:
        return still_possible(self.listing, point, choice, groups, state) if choice else None

    def _chance(self, instruction: Stop, state: Position) -> bool:
        """Chance takes part only where more than one thing can happen."""
        state.seat = None
        only = self.chances.only(instruction, state)
        if only is None:
            return self._stop(state, CHANCE, None)
        if isinstance(instruction, Chance):
            if only:
                self._choose(instruction.point, only, state)
            else:
                state.pc = instruction.point.nothing
        else:
            self.control.put(instruction.local, only[0], state)
            state.pc += 1
        return False

    def _over(self, _: Over, state: Position) -> bool:
        return self._stop(state, OVER, None)
