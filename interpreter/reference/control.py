"""Control flow: the instructions that only lead through the program: loops, calls, hooks, what is chosen unseen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from custumal.dsl.base.limits import MOST_NESTED
from custumal.dsl.diagnostics.catalogue.numbers import too_much_nested
from custumal.dsl.model import Local
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import (
    HALT,
    Branch,
    CallRoutine,
    Gather,
    Inside,
    Instruction,
    Jump,
    Keep,
    Lap,
    Mark,
    Next,
    NextHook,
    Program,
    Recall,
    Return,
    Run,
    Spent,
    Unwind,
    Use,
    Waive,
)
from custumal.interpreter.program.calls import leaves_trial
from custumal.interpreter.reference.listing import ChoiceListing
from custumal.interpreter.reference.statements import Statements
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Env, Value

Handler = Callable[..., "bool | None"]


class Control:
    """Carries out instructions without a stop; each leaves the program counter where the program goes on."""

    def __init__(self, instance: Instance, program: Program, listing: ChoiceListing, statements: Statements) -> None:
        self.instance = instance
        self.program = program
        self.listing = listing
        self.statements = statements

    def handlers(self) -> dict[type[Instruction], Handler]:
        """The method for each instruction that never stops."""
        return {
            Run: self.run_statements,
            Branch: self.branch,
            Jump: self.jump,
            Next: self.go_next,
            Lap: self.lap,
            CallRoutine: self.call,
            Return: self.go_back,
            Mark: self.mark,
            Unwind: self.unwind,
            Inside: self.inside,
            Spent: self.spent,
            Waive: self.waive,
            Gather: self.gather,
            NextHook: self.next_hook,
            Keep: self.keep,
            Recall: self.recall,
        }

    def get(self, local: Local, state: Position) -> Value:
        return state.frame[self.program.slots[local.id]]

    def put(self, local: Local, value: Value, state: Position) -> None:
        state.frame[self.program.slots[local.id]] = value

    def _actor(self, actor: Local | None, state: Position) -> int | None:
        return None if actor is None else self.get(actor, state)

    # ------------------------------------------------------------ control

    def run_statements(self, instruction: Run, state: Position) -> None:
        self.statements.run(instruction.body, state)
        state.pc += 1

    def branch(self, instruction: Branch, state: Position) -> None:
        state.pc = state.pc + 1 if self.statements.value(instruction.condition, state) else instruction.target

    def jump(self, instruction: Jump, state: Position) -> None:
        state.pc = instruction.target

    def go_next(self, instruction: Next, state: Position) -> None:
        items, index = self.get(instruction.items, state), self.get(instruction.index, state)
        while index < len(items):
            self.put(instruction.local, items[index], state)
            index += 1
            if instruction.where is None or self.statements.value(instruction.where, state):
                self.put(instruction.index, index, state)
                state.pc += 1
                return
        state.pc = instruction.done

    def lap(self, instruction: Lap, state: Position) -> None:
        index = self.get(instruction.index, state)
        while True:
            if index == 0:
                self.put(instruction.acted, 0, state)
                if instruction.passes is not None:
                    self.put(instruction.passes, self.get(instruction.passes, state) + 1, state)
            found = self._next_of_lap(instruction, index, state)
            if found is not None:
                self.put(instruction.index, found + 1, state)
                self.put(instruction.acted, 1, state)
                state.pc += 1
                return
            ending = instruction.ending is not None and self.get(instruction.ending, state) == 1
            if ending or not self.get(instruction.acted, state):
                state.pc = instruction.done
                return
            index = 0

    def _next_of_lap(self, instruction: Lap, index: int, state: Position) -> int | None:
        items, left = self.get(instruction.items, state), self.get(instruction.left, state)
        for position in range(index, len(items)):
            if items[position] in left:
                self.put(instruction.local, items[position], state)
                if instruction.where is None or self.statements.value(instruction.where, state):
                    return position
        return None

    # ------------------------------------------------------------ calls

    def call(self, instruction: CallRoutine, state: Position) -> None:
        values = [self.statements.value(expr, state) for _, expr in instruction.arguments]
        if instruction.saved:
            saved = tuple(self.get(local, state) for local in instruction.saved)
            state.frame[self.program.saves] = with_saved(state.frame[self.program.saves], saved, instruction)
        for (local, _), value in zip(instruction.arguments, values, strict=True):
            self.put(local, value, state)
        state.stack.append(state.pc + 1)
        state.pc = instruction.target

    def go_back(self, _: Return, state: Position) -> None:
        state.pc = self.pop(state)

    def pop(self, state: Position) -> int:
        """Take the last return address, and what the call there saved."""
        address = state.stack.pop()
        call = self.program.saving.get(address)
        if call is not None:
            self.restore_saved(call, state)
        return address

    def restore_saved(self, call: CallRoutine, state: Position) -> None:
        """Put back what a call saved last."""
        *others, last = state.frame[self.program.saves]
        state.frame[self.program.saves] = tuple(others)
        for local, value in zip(call.saved, last, strict=True):
            self.put(local, value, state)

    def unwind_to(self, state: Position, depth: int) -> None:
        """Leave calls until the stack is so deep."""
        while len(state.stack) > depth:
            self.pop(state)

    def mark(self, instruction: Mark, state: Position) -> None:
        self.put(instruction.depth, len(state.stack), state)
        state.pc += 1

    def unwind(self, instruction: Unwind, state: Position) -> None:
        depth = self.get(instruction.depth, state)
        if leaves_trial(state.stack, depth):
            state.pc = HALT
        else:
            self.unwind_to(state, depth)
            state.pc = instruction.target

    def inside(self, instruction: Inside, state: Position) -> None:
        state.pc = instruction.target if self.listing.inside(instruction.routines, state) else state.pc + 1

    # ------------------------------------------------------------ rules

    def spent(self, instruction: Spent, state: Position) -> None:
        allowed = instruction.allowed
        free = self.listing.restrictions.holds(allowed, state, {}, self.get(allowed.seat, state))
        state.pc = state.pc + 1 if free else instruction.target

    def waive(self, instruction: Waive, state: Position) -> None:
        waived = self.listing.restrictions.waived(instruction.uses, state, {}, self._actor(instruction.actor, state))
        state.pc = instruction.target if waived else state.pc + 1

    def gather(self, instruction: Gather, state: Position) -> None:
        actor = self._actor(instruction.actor, state)
        found = [
            (number, *_carried(use, env))
            for number, use in enumerate(instruction.uses)
            for env in self.listing.restrictions.bindings(use, state, {}, actor, ask=False)
        ]
        self.in_turn(found, instruction, actor)
        self.put(instruction.items, tuple(found), state)
        state.pc += 1

    def in_turn(self, found: list[tuple[Value, ...]], instruction: Gather, actor: int | None) -> None:
        """Sort rules in force into the order of hooks."""
        found.sort(key=lambda item: self._rank(instruction.uses[item[0]], item[2], actor))

    def _rank(self, use: Use, owner: int | None, actor: int | None) -> tuple[int, int, str]:
        """The order of hooks: by rank, the game's, those of seats from the actor clockwise, by address."""
        seats = len(self.instance.all_seats)
        distance = -1 if owner is None else (owner - (actor or 0)) % seats
        return (use.rule.rank, distance, use.rule.source.address)

    def next_hook(self, instruction: NextHook, state: Position) -> None:
        items, index = self.get(instruction.items, state), self.get(instruction.index, state)
        if index >= len(items):
            state.pc = instruction.done
            return
        number, this, owner, copies = items[index]
        self.put(instruction.index, index + 1, state)
        for local, value in ((instruction.this, this), (instruction.owner, owner), (instruction.copies, copies)):
            self.put(local, value, state)
        state.pc = instruction.targets[number]

    # ------------------------------------------------------------ choices made unseen

    def keep(self, instruction: Keep, state: Position) -> None:
        kept = self.get(instruction.items, state) or ()
        self.put(instruction.items, (*kept, tuple(self.get(local, state) for local in instruction.values)), state)
        state.pc += 1

    def recall(self, instruction: Recall, state: Position) -> None:
        items, index = self.get(instruction.items, state) or (), self.get(instruction.index, state)
        if index >= len(items):
            state.pc = instruction.done
            return
        self.put(instruction.index, index + 1, state)
        for local, value in zip(instruction.values, items[index], strict=True):
            self.put(local, value, state)
        state.pc += 1


def _carried(use: Use, env: Env) -> Sequence[Value]:
    carrier = use.rule.carrier
    return (None, None, None) if carrier is None else (env[carrier.this.id], env[carrier.owner.id], env[carrier.copies.id])


def with_saved(saves: tuple[Any, ...], saved: tuple[Value, ...], call: CallRoutine) -> tuple[Any, ...]:
    """What a call saves behind all that is saved already.

    Raises:
        PlayError: it is too much; a limit of rules that set each other going is no bound of their depth.
    """
    if len(saves) >= MOST_NESTED:
        raise PlayError(too_much_nested(), call.saved[0].span)
    return (*saves, saved)
