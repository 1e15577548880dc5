"""Regions: each routine of the program is one function, entered at any address to which something leads from elsewhere.

A region takes the address at which it begins and gives that at which the program goes on in another one, or that it has stopped.
"""

from __future__ import annotations

from functools import cached_property

from custumal.interpreter.program import (
    Branch,
    CallRoutine,
    Chance,
    Decide,
    DrawOne,
    Fulfil,
    Gather,
    Inside,
    Jump,
    Lap,
    Next,
    NextHook,
    Recall,
    Return,
    RollOne,
    Run,
    ShuffleOne,
    Spent,
    Unwind,
    Waive,
)  # fmt: skip
from custumal.interpreter.program.calls import Calls
from custumal.interpreter.program.flow import Flows
from custumal.interpreter.wasm.expressions.unit import Unit
from custumal.interpreter.wasm.flow import can as questions
from custumal.interpreter.wasm.flow import chance, control, hooks, moving, payment, sealed, stops, swaps, trading
from custumal.interpreter.wasm.flow.region import Region

WRITERS = (chance, control, hooks, moving, payment, questions, sealed, stops, swaps, trading)
"""Loaded with this module, so that they have registered what they write."""
_LEFT = (CallRoutine, Decide, Fulfil, Chance, DrawOne, RollOne, ShuffleOne, Unwind)
"""Instructions behind which the program is entered again."""
_PLAIN = (Branch, CallRoutine, Gather, Jump, Lap, Next, NextHook, Return, Run, Spent, Waive)
"""Instructions of routines that never stop."""
_JUMPING = (Inside, Recall, Lap, Next, NextHook, Spent, Waive)
"""Instructions that jump even to the next one."""


class Regions:
    """Which instruction belongs to which region, and which can be entered from outside or by a jump."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        program = unit.program
        self.code = program.code
        flows = Flows(program)
        self.calls = Calls(program, [flows.of(pc, one) for pc, one in enumerate(program.code)])
        called = (one.target for one in program.code if isinstance(one, CallRoutine))
        self.entries = list(dict.fromkeys([0, *called, program.setup, program.play]))
        self.home: dict[int, int] = {}
        for entry in self.entries:
            for pc in sorted(self.calls.routine(entry)):
                self.home.setdefault(pc, entry)

    @cached_property
    def leaders(self) -> set[int]:
        """Addresses that are more than the next instruction of one before them."""
        found = set(self.entries)
        for pc, one in enumerate(self.code):
            if pc not in self.home:
                continue
            found |= {target for target, _ in self.calls.flows[pc].ways if target != pc + 1 or isinstance(one, _JUMPING)}
            if isinstance(one, _LEFT):
                found.add(pc + 1)
            if isinstance(one, Unwind):
                found.add(one.target)
            if self.home.get(pc + 1) != self.home[pc]:
                found.add(pc + 1)
            if self.home.get(pc - 1) != self.home[pc]:
                found.add(pc)
        return {pc for pc in found | self.unit.trial_ends if pc in self.home}

    @cached_property
    def plain(self) -> set[int]:
        """The routines that never stop and leave nothing but by their end: they are called like functions, without a return address
        on the stack."""
        inside: dict[int, list[int]] = {}
        for pc, home in self.home.items():
            inside.setdefault(home, []).append(pc)
        found = {entry for entry in self.entries if entry not in (0, self.unit.program.setup, self.unit.program.play)}
        found = {entry for entry in found if self.calls.routine(entry) <= set(inside.get(entry, ()))}
        found = {entry for entry in found if all(isinstance(self.code[pc], _PLAIN) for pc in inside[entry])}
        calls = [one for one in self.code if isinstance(one, CallRoutine)]
        found -= {one.target for one in calls if one.saved}
        found = {entry for entry in found if not any(getattr(self.code[pc], "saved", ()) for pc in inside[entry])}
        while True:
            called = {entry: {one.target for pc in inside[entry] if isinstance(one := self.code[pc], CallRoutine)} for entry in found}
            kept = {entry for entry in found if called[entry] <= found}
            if kept == found:
                return found
            found = kept

    def write(self) -> dict[int, str]:
        """All regions; by address the name of the function in which it can be entered."""
        names: dict[int, str] = {}
        for entry in self.entries:
            inside = sorted(pc for pc, home in self.home.items() if home == entry)
            if inside:
                name = Region(self.unit, entry, inside, self.leaders, self.plain).write()
                names.update(dict.fromkeys((pc for pc in inside if pc in self.leaders), name))
        return names
