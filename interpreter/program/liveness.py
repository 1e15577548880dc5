"""Which values of the frame may still be read, from each instruction on: live variable analysis, backwards over the program.

What is not live where the game has stopped is left over from what is finished, and nothing can depend on it. Calls are followed into
the routine and past it, where all is written that the routine writes in any case; what is read behind a return is found where the return
address stands on the stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from custumal.dsl.model import GameModel, Local, Op
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.program.calls import Calls
from custumal.interpreter.program.flow import Flow, Flows
from custumal.interpreter.program.instructions import CallRoutine, Program
from custumal.interpreter.program.internals import HALT
from custumal.interpreter.program.live_counters import LiveCounters, Uses
from custumal.interpreter.program.written_always import with_routines, written_before_return

_CARRIED_OUT = ("setup", "play", "actions", "procedures", "end", "scenarios")
"""Parts of a game that are in the program as instructions."""


class Liveness:
    """Answers for one program of a game."""

    def __init__(self, program: Program, game: GameModel) -> None:
        self.program = program
        self.game = game
        self.flows = Flows(program)

    def at(self, pc: int, stack: Sequence[int]) -> int:
        """The slots that may be read from a stop on, with these return addresses, as bits; see `chance_at`. What calls have saved
        is put back, so that it need not be there."""
        behind = 0
        for address in stack:
            behind |= 0 if address == HALT else self._live[address] & ~self.flows.bits(self.saved(address))
        return self._live[pc] | behind & ~self.written(pc) | self._always

    def written(self, pc: int) -> int:
        """The slots that are written in any case before the routine of an instruction has returned, as bits."""
        return 0 if pc == HALT else self._written[pc]

    def counters_at(self, pc: int, stack: Sequence[int]) -> Uses:
        """The uses of counters that may come from a stop on, with these return addresses."""
        return self.counters.at(pc, [(address, self.saved(address)) for address in stack])

    def chance_at(self, live: int) -> bool:
        """Whether chance may decide something yet."""
        return bool(live & self.flows.chance)

    def saved(self, address: int) -> tuple[Local, ...]:
        """What the call before a return address saves."""
        call = self.program.code[address - 1] if address > 0 else None
        return call.saved if isinstance(call, CallRoutine) else ()

    def is_read_behind(self, address: int, local: Local) -> bool:
        """Whether a value that the call before a return address has saved may be read from there on."""
        return bool(self._live[address] & self.flows.bits([local]))

    @cached_property
    def _always(self) -> int:
        """What is read wherever somebody asks: by definitions, by standing rules, by whether an action can be taken."""
        parts = [getattr(self.game, name) for name in type(self.game).__dataclass_fields__ if name not in _CARRIED_OUT]
        asked = [node for node in nodes((parts, tuple(self.program.actions.values()))) if isinstance(node, Op)]
        own = sum(1 << slot for name, slot in self.program.slots.items() if name.startswith("@"))
        return (self.flows.reads(asked) & own) | 1 << self.program.reason | 1 << self.program.saves

    def is_set(self, pc: int, slot: int) -> bool:
        """Whether every way to an instruction has written a slot."""
        return not self._unset[pc] >> slot & 1

    @cached_property
    def counters(self) -> LiveCounters:
        """Which counters may still be read where."""
        beside = [getattr(self.game, name) for name in type(self.game).__dataclass_fields__ if name not in _CARRIED_OUT]
        return LiveCounters(self.program, self.flows, self._flows, beside)

    @cached_property
    def calls(self) -> Calls:
        """Which calls can be under way where."""
        return Calls(self.program, self._flows)

    @cached_property
    def _alone(self) -> list[Flow]:
        return [self.flows.of(pc, instruction) for pc, instruction in enumerate(self.program.code)]

    @cached_property
    def _written(self) -> list[int]:
        return written_before_return(self.program.code, self._alone, self.flows)

    @cached_property
    def _flows(self) -> list[Flow]:
        return with_routines(self.program.code, self._alone, self._written, self.flows)

    @cached_property
    def _unset(self) -> list[int]:
        """The slots that may not have been written yet when an instruction is reached, forwards from the beginning."""
        unset = [0] * len(self._flows)
        unset[0] = self.flows.chance - 1
        waiting = [0]
        while waiting:
            pc = waiting.pop()
            for target, written in self._flows[pc].ways:
                found = unset[target] | unset[pc] & ~written
                if found != unset[target]:
                    unset[target] = found
                    waiting.append(target)
        return unset

    @cached_property
    def _live(self) -> list[int]:
        flows = self._flows
        before: list[list[int]] = [[] for _ in flows]
        for pc, flow in enumerate(flows):
            for target, _ in flow.ways:
                before[target].append(pc)
        live = [0] * len(flows)
        waiting = [*range(len(flows))]
        while waiting:
            pc = waiting.pop()
            found = flows[pc].reads
            for target, written in flows[pc].ways:
                found |= live[target] & ~written
            if found != live[pc]:
                live[pc] = found
                waiting += before[pc]
        return live
