"""Which instructions belong to which routine, and so which return addresses can stand on the stack where a program has stopped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from custumal.interpreter.program.flow import Flow
from custumal.interpreter.program.instructions import CallRoutine, Mark, Program, Unwind
from custumal.interpreter.program.internals import HALT


class Calls:
    """Answers for one program. `flows` are those of its instructions."""

    def __init__(self, program: Program, flows: Sequence[Flow]) -> None:
        self.code = program.code
        self.flows = flows
        self._routines: dict[int, frozenset[int]] = {}

    def could_stand(self, pc: int, stack: Sequence[int]) -> bool:
        """Whether a program can have come to an instruction by these calls, the outermost first."""
        entry = 0
        for address in stack:
            call = self.code[address - 1] if 0 < address < len(self.code) else None
            if not isinstance(call, CallRoutine) or address - 1 not in self.routine(entry):
                return False
            entry = call.target
        return pc in self.routine(entry)

    def could_be_marked(self, depth: str, at: int, stack: Sequence[int]) -> bool:
        """Whether the slot with this id can mark so deep a stack: a routine that is under way there sets the mark."""
        entry = 0
        for address in stack[:at]:
            call = self.code[address - 1]
            assert isinstance(call, CallRoutine)
            entry = call.target
        return 0 <= at <= len(stack) and not self.marks[depth].isdisjoint(self.routine(entry))

    @cached_property
    def marks(self) -> dict[str, frozenset[int]]:
        """Where the stack is marked, by the id of the slot."""
        found: dict[str, set[int]] = {}
        for pc, instruction in enumerate(self.code):
            if isinstance(instruction, Mark):
                found.setdefault(instruction.depth.id, set()).add(pc)
        return {depth: frozenset(places) for depth, places in found.items()}

    def routine(self, entry: int) -> frozenset[int]:
        """The instructions that are reached from an entry without a return, or by unwinding to a mark among them."""
        if entry not in self._routines:
            found, waiting = {entry}, [entry]
            while waiting:
                new = [*self._next(waiting.pop())]
                waiting += [pc for pc in new if pc not in found]
                found.update(new)
            self._routines[entry] = frozenset(found)
        return self._routines[entry]

    def _next(self, pc: int) -> Sequence[int]:
        instruction = self.code[pc]
        match instruction:
            case CallRoutine():
                return (pc + 1,)
            case Unwind():
                return ()
            case Mark(depth):
                return (pc + 1, *self._unwound.get(depth.id, ()))
        return [target for target, _ in self.flows[pc].ways]

    @cached_property
    def _unwound(self) -> dict[str, list[int]]:
        """Where unwinding to each mark leads."""
        found: dict[str, list[int]] = {}
        for instruction in self.code:
            if isinstance(instruction, Unwind):
                found.setdefault(instruction.depth.id, []).append(instruction.target)
        return found


def leaves_trial(stack: Sequence[int], depth: int) -> bool:
    """Whether unwinding the stack so far leaves what is only tried out, which is then over: the return address of a trial is HALT."""
    return HALT in stack[depth:]
