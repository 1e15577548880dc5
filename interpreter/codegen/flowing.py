"""The course of play: stretches between two stops as functions, jumps followed at compile time.

A function returns the function to go on with, or None at a stop. Return addresses of calls that are followed here are known
while code is written and reach the state's stack only where a stop or a jump needs them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from custumal.dsl.model import Expr, Local
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import known_before, lower, lower_atom, may_be_none, when
from custumal.interpreter.codegen.points import is_native, list_point, write_point
from custumal.interpreter.codegen.statements import preload, write
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.flow import (
    HALT,
    Assign,
    Branch,
    Call,
    Chance,
    Choosing,
    Decide,
    DrawOne,
    Gather,
    Inside,
    Jump,
    Keep,
    Lap,
    Mark,
    Name,
    Next,
    NextHook,
    Over,
    Pick,
    Point,
    Recall,
    Return,
    RollOne,
    Run,
    ShuffleOne,
    Spent,
    Split,
    Unwind,
    Waive,
)
from custumal.interpreter.lowering.walk import nodes
from custumal.interpreter.state import CHANCE, DECISION, OVER
from custumal.interpreter.values import Value

RAW = "raw"
Stack = tuple[int, ...]
TINY = (Jump, Return, Unwind, Over, Mark)
"""Instructions that may be written several times in one function."""

STOPS = (Decide, Chance, DrawOne, RollOne, ShuffleOne)
LONGEST = 60
"""The most instructions in one function."""


class Flow:
    """Writes the functions of a program, each once it is needed.

    Attributes:
        stops: address of a stop -> name of the function that carries out a choice or outcome there.
        entries: address -> name of the function that goes on there.
        lists: number of a point -> name of the function that lists it.
        solo: the address of the only stop that the program has, if that is a menu.
    """

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.code = unit.program.code
        self.stops: dict[int, str] = {}
        self.entries: dict[int, str] = {}
        self.lists: dict[int, str] = {}
        self.solo = self._only_menu()
        self.saving = any(isinstance(instruction, Call) and instruction.saved for instruction in self.code)
        self._waiting: list[int] = []
        self._assigned: dict[str, list[Expr]] = {}
        for node in nodes(self.code):
            if isinstance(node, Assign):
                self._assigned.setdefault(node.local.id, []).append(node.value)

    def _only_menu(self) -> int | None:
        stops = [pc for pc, instruction in enumerate(self.code) if isinstance(instruction, STOPS)]
        only = self.code[stops[0]] if len(stops) == 1 else None
        return stops[0] if isinstance(only, Decide) and only.point.kind != "inner" else None

    def entry(self, pc: int) -> str:
        """The name of the function that goes on at an address."""
        if pc not in self.entries:
            self.entries[pc] = f"go{pc}" if pc >= 0 else "halt"
            self._waiting.append(pc)
        return self.entries[pc]

    def listing(self, point: Point) -> str:
        if point.number not in self.lists:
            self.lists[point.number] = write_point(self.unit, point)
        return self.lists[point.number]

    def table_of(self, local: Local) -> tuple[Value, ...]:
        """The members of a list that the program only ever sets to one known tuple; else ()."""
        values = self._assigned.get(local.id, [])
        known = known_before(Writer(self.unit), values[0]) if len(values) == 1 and not isinstance(values[0], Local) else None
        found = self.unit.pool.constant_of(known) if known is not None and self.unit.pool.is_constant(known) else ()
        return found if isinstance(found, tuple) else ()

    def stays_full(self, lap: Lap) -> bool:
        """Whether the seats of a lap are known and none can leave."""
        values = self._assigned.get(lap.left.id, [])
        same = len(values) == 1 and isinstance(values[0], Local) and values[0].id == lap.items.id
        return same and bool(self.table_of(lap.items))

    def write(self) -> None:
        """Write all that can be reached."""
        for pc, instruction in enumerate(self.code):
            if isinstance(instruction, STOPS):
                self.stops[pc] = f"at{pc}"
                path = Path(self, pc)
                path.resume(pc)
                self.unit.functions.append(path.w.function(f"at{pc}", (STATE, RAW)))
            if isinstance(instruction, Call):
                self.entry(pc + 1)
        for start in (0, self.unit.program.setup, self.unit.program.play, HALT):
            self.entry(start)
        while self._waiting:
            pc = self._waiting.pop()
            path = Path(self, None)
            path.restore(pc)
            path.go(pc, ())
            self.unit.functions.append(path.w.function(self.entries[pc], (STATE,)))


class Path:
    """One function: where control goes from an address, until a stop or a jump to another function."""

    def __init__(self, flow: Flow, stop: int | None) -> None:
        self.flow = flow
        self.stop = stop
        self.w = Writer(flow.unit)
        self._written: set[int] = set()
        self._behind: tuple[int, Stack] | None = None

    # ------------------------------------------------------------ where to go

    def go(self, pc: int, stack: Stack) -> None:
        """Go on at an address; every way from here ends the function, or falls out of the block to what stands behind it."""
        if self._behind == (pc, stack):
            return
        if pc == HALT:
            self._push(stack)
            self._halt(HALT)
            return
        instruction = self.flow.code[pc]
        if (pc in self._written and not isinstance(instruction, TINY)) or len(self._written) > LONGEST:
            self._leave(pc, stack)
            return
        self._written.add(pc)
        _FOLLOW[type(instruction)](self, pc, instruction, stack)

    def _leave(self, pc: int, stack: Stack) -> None:
        self._push(stack)
        self._give(n.name(self.flow.entry(pc)))

    def _give(self, function: n.Node) -> None:
        """The function to go on with; where this one is all of `apply`, it goes on itself."""
        if self.stop is not None and self.stop == self.flow.solo:
            self.w.emit(n.run(n.call("proceed", function, self.w.state)))
            self.w.emit(n.give())
        else:
            self.w.emit(n.give(function))

    def _push(self, stack: Stack) -> None:
        for address in stack:
            self.w.emit(n.run(n.method(self.w.stack, "append", n.const(address))))

    def _halt(self, pc: int) -> None:
        self._set("pc", n.const(pc))
        self._set("kind", n.const(OVER))
        self._set("seat", n.NONE)
        self._remember(n.NONE, n.NONE)
        self.w.emit(n.give())

    def _set(self, word: str, value: n.Node) -> None:
        self.w.emit(n.assign_attribute(self.w.state, word, value))

    def _remember(self, state: n.Node, legal: n.Node) -> None:
        """The choices of the last stop are kept, so that they are listed once."""
        self.w.emit(n.assign_index(n.name("last"), n.const(0), state))
        if not n.known(legal):
            self.w.emit(n.assign_index(n.name("last"), n.const(1), legal))

    def restore(self, pc: int) -> None:
        """At a return address: what the call before it saved."""
        call = self.flow.code[pc - 1] if pc > 0 else None
        if not isinstance(call, Call) or not call.saved:
            return
        self.w.emit(n.run(n.call("restore_saved", self.w.unit.pool.model(call), self.w.state)))

    # ------------------------------------------------------------ straight on

    def run(self, pc: int, instruction: Run, stack: Stack) -> None:
        write(self.w, instruction.body)
        self.go(pc + 1, stack)

    def branch(self, pc: int, instruction: Branch, stack: Stack) -> None:
        preload(self.w, instruction)
        known = known_before(self.w, instruction.condition)
        if known is not None and self.w.unit.pool.is_constant(known):
            self.go(pc + 1 if self.w.unit.pool.constant_of(known) else instruction.target, stack)
            return
        when(self.w, instruction.condition, lambda: self._within(pc + 1, stack, (instruction.target, stack)))
        self.go(instruction.target, stack)

    def _within(self, pc: int, stack: Stack, behind: tuple[int, Stack] | None) -> None:
        """Go on in a block behind which (if it does not stand in a loop) the program goes on at `behind`."""
        outer, self._behind = self._behind, behind
        try:
            self.go(pc, stack)
        finally:
            self._behind = outer

    def jump(self, _pc: int, instruction: Jump, stack: Stack) -> None:
        self.go(instruction.target, stack)

    def call(self, pc: int, instruction: Call, stack: Stack) -> None:
        w = self.w
        values = [w.named(lower(w, expr), "v") for _, expr in instruction.arguments]
        if instruction.saved:
            self._push(stack)
            saves = n.index(w.frame, n.const(w.unit.program.saves))
            saved = n.row(*(w.local(local) for local in instruction.saved))
            w.emit(n.assign_index(w.frame, n.const(w.unit.program.saves), n.call("added", saves, saved)))
        for (local, _), value in zip(instruction.arguments, values, strict=True):
            w.store(local, value)
        if instruction.saved:
            self._push((pc + 1,))
            self.go(instruction.target, ())
        else:
            self.go(instruction.target, (*stack, pc + 1))

    def back(self, _pc: int, _: Return, stack: Stack) -> None:
        if stack:
            self.go(stack[-1], stack[:-1])
        else:
            self._give(n.index(n.name("returns"), n.method(self.w.stack, "pop")))

    def mark(self, pc: int, instruction: Mark, stack: Stack) -> None:
        self.w.store(instruction.depth, n.plus(n.call("len", self.w.stack), len(stack)))
        self.go(pc + 1, stack)

    def unwind(self, _pc: int, instruction: Unwind, stack: Stack) -> None:
        w = self.w
        self._push(stack)
        depth = w.local(instruction.depth)
        if self.flow.saving:
            w.emit(n.run(n.call("unwind", w.state, depth)))
            self._forget_all()
        else:
            w.emit(ast.Delete([ast.Subscript(w.stack, ast.Slice(depth, None, None), ast.Del())]))
        self.go(instruction.target, ())

    def over(self, pc: int, _: Over, stack: Stack) -> None:
        self._push(stack)
        self._halt(pc)

    def _forget_all(self) -> None:
        for local in [local for local in self.w.env if local in self.w.unit.program.slots]:
            self.w.forget(local)

    # ------------------------------------------------------------ loops

    def next(self, pc: int, instruction: Next, stack: Stack) -> None:
        w = self.w
        items, index = w.load(instruction.items), w.fresh("i")
        w.emit(n.assign(index, w.local(instruction.index)))
        w.forget(instruction.local.id)
        with w.inside([]) as body:
            member = w.named(n.index(items, n.name(index)), "v")
            w.emit(n.increase(index, n.const(1)))
            w.store(instruction.local, member)
            when(w, instruction.where, lambda: self._found(instruction.index, index, pc, stack))
        more = n.compare(n.name(index), "<", n.call("len", items))
        w.emit(n.if_(more, body) if instruction.where is None else n.while_(more, body))
        self.go(instruction.done, stack)

    def _found(self, local: Local, index: str, pc: int, stack: Stack) -> None:
        self.w.store(local, n.name(index))
        self._within(pc + 1, stack, None)

    def lap(self, pc: int, instruction: Lap, stack: Stack) -> None:
        if instruction.where is None and self.flow.stays_full(instruction):
            self._full_lap(pc, instruction, stack)
            return
        w = self.w
        items, left, index = w.load(instruction.items), w.load(instruction.left), w.fresh("i")
        w.emit(n.assign(index, w.local(instruction.index)))
        count = w.named(n.call("len", items), "n")
        for local in (instruction.local, instruction.acted, instruction.passes):
            if local is not None:
                w.forget(local.id)
        with w.inside([]) as lap:
            w.emit(n.if_(n.compare(n.name(index), "==", n.const(0)), self._new_lap(instruction)))
            w.emit(n.while_(n.compare(n.name(index), "<", count), self._go_of_seat(pc, instruction, items, left, index, stack)))
            idle = n.negate(w.local(instruction.acted))
            ending = None if instruction.ending is None else n.compare(w.local(instruction.ending), "==", n.const(1))
            with w.inside([]) as done:
                self._within(instruction.done, stack, None)
            w.emit(n.if_(idle if ending is None else n.either(ending, idle), done))
            w.emit(n.assign(index, n.const(0)))
        w.emit(n.while_(n.const(True), lap))

    def _full_lap(self, pc: int, instruction: Lap, stack: Stack) -> None:
        """Nobody ever leaves the table: each has a go in turn."""
        w = self.w
        items, index = w.unit.pool.value(self.flow.table_of(instruction.items)), w.fresh("i")
        w.emit(n.assign(index, w.local(instruction.index)))
        with w.inside([]) as behind:
            if instruction.ending is not None:
                with w.inside([]) as done:
                    self._within(instruction.done, stack, None)
                w.emit(n.if_(n.compare(w.local(instruction.ending), "==", n.const(1)), done))
            w.emit(n.assign(index, n.const(0)))
        w.emit(n.if_(n.compare(n.name(index), "==", n.const(len(self.flow.table_of(instruction.items)))), behind))
        with w.inside([]) as new:
            if instruction.passes is not None:
                w.store(instruction.passes, n.plus(w.local(instruction.passes), 1))
            # Somebody always has a go, and nothing else ever says otherwise.
            w.store(instruction.acted, n.const(1))
        w.emit(n.if_(n.compare(n.name(index), "==", n.const(0)), new))
        w.store(instruction.local, n.index(items, n.name(index)))
        w.store(instruction.index, n.plus(n.name(index), 1))
        self.go(pc + 1, stack)

    def _new_lap(self, instruction: Lap) -> n.Block:
        w = self.w
        with w.inside([]) as block:
            w.store(instruction.acted, n.const(0))
            if instruction.passes is not None:
                w.store(instruction.passes, n.plus(w.local(instruction.passes), 1))
        return block

    def _go_of_seat(self, pc: int, instruction: Lap, items: n.Node, left: n.Node, index: str, stack: Stack) -> n.Block:
        w = self.w

        def found() -> None:
            w.store(instruction.index, n.name(index))
            w.store(instruction.acted, n.const(1))
            self._within(pc + 1, stack, None)

        with w.inside([]) as block:
            seat = w.named(n.index(items, n.name(index)), "v")
            w.emit(n.increase(index, n.const(1)))
            with w.inside([]) as mine:
                w.store(instruction.local, seat)
                when(w, instruction.where, found)
            w.emit(n.if_(n.compare(seat, "in", left), mine))
        return block

    # ------------------------------------------------------------ stops

    def decide(self, pc: int, instruction: Decide, stack: Stack) -> None:
        w, point = self.w, instruction.point
        assert point.seat is not None
        if point.deeds or any(choosing.ensure for choosing in point.choosings):
            self._push(stack)
            stack = ()
        seat = lower_atom(w, point.seat)
        with w.inside([]) as asked:
            legal = self._listed(point, seat)
            with w.inside([]) as stop:
                self._decision(pc, point, seat, legal, stack)
            w.emit(n.if_(legal, stop))
        tests = [n.is_some(seat)] if may_be_none(point.seat) else []
        if w.unit.instance.house:
            tests.append(n.compare(seat, "<", n.const(w.unit.instance.players)))
        if tests:
            w.emit(n.if_(n.both(*tests), asked))
        else:
            w.block.extend(asked)
        self.go(point.nothing, stack)

    def _listed(self, point: Point, seat: n.Node) -> n.Node:
        """The choices: a short listing stands right here."""
        listing = self.flow.listing(point)
        only = point.choosings[0] if len(point.choosings) == 1 else None
        if only is not None and is_native(only) and only.best_only is None:
            return list_point(self.w, point, seat)
        return self.w.named(n.call(listing, self.w.state, seat), "l")

    def _decision(self, pc: int, point: Point, seat: n.Node, legal: n.Node, stack: Stack) -> None:
        w = self.w
        self._push(stack)
        self._set("pc", n.const(pc))
        self._set("seat", seat)
        if point.kind == "inner":
            alone = n.compare(n.call("len", legal), "==", n.const(1))
            w.emit(n.if_(alone, [n.give(n.call(f"at{pc}", w.state, n.index(legal, n.const(0))))]))
        self._set("kind", n.const(DECISION))
        self._remember(w.state, legal)
        w.emit(n.give())

    def chance(self, pc: int, instruction: Chance | DrawOne | ShuffleOne, stack: Stack) -> None:
        """Chance is asked only where more than one thing can happen."""
        w = self.w
        self._push(stack)
        self._set("pc", n.const(pc))
        self._set("seat", n.NONE)
        only = w.named(n.call("only_outcome", w.unit.pool.model(instruction), w.state))
        self._chance_stop(n.is_none(only))
        if isinstance(instruction, Chance):
            w.emit(n.if_(only, [n.give(n.call(f"at{pc}", w.state, only))]))
            self.go(instruction.point.nothing, ())
        else:
            w.store(instruction.local, n.index(only, n.const(0)))
            self.go(pc + 1, ())

    def _chance_stop(self, test: n.Node) -> None:
        w = self.w
        with w.inside([]) as stop:
            self._set("kind", n.const(CHANCE))
            self._remember(n.NONE, n.NONE)
            w.emit(n.give())
        w.emit(n.if_(test, stop))

    def roll(self, pc: int, instruction: RollOne, stack: Stack) -> None:
        w = self.w
        low, high = lower_atom(w, instruction.low), lower_atom(w, instruction.high)
        with w.inside([]) as stop:
            self._push(stack)
            self._set("pc", n.const(pc))
            self._set("seat", n.NONE)
            self._chance_stop(n.const(True))
        w.emit(n.if_(n.compare(low, "!=", high), stop))
        w.store(instruction.local, low)
        self.go(pc + 1, stack)

    # ------------------------------------------------------------ going on from a stop

    def resume(self, pc: int) -> None:
        """The function that carries out a choice or outcome."""
        instruction = self.flow.code[pc]
        if isinstance(instruction, Decide | Chance):
            self._choose(instruction.point)
        elif isinstance(instruction, DrawOne | RollOne | ShuffleOne):
            self.w.store(instruction.local, n.index(n.name(RAW), n.const(0)))
            self.go(pc + 1, ())

    def _choose(self, point: Point) -> None:
        w = self.w
        free = any(choosing.free for choosing in point.choosings)
        passing = point.passing == "always" or (point.passing == "unless" and free)
        several = passing or len(point.choosings) > 1
        number = w.named(n.index(n.name(RAW), n.const(0)), "k") if several else n.const(0)
        for position, choosing in enumerate(point.choosings):
            last = position == len(point.choosings) - 1 and not passing
            if last:
                self._chosen(point, choosing)
            else:
                with w.inside([]) as block:
                    self._chosen(point, choosing)
                w.emit(n.if_(n.compare(number, "==", n.const(position)), block))
        if passing or not point.choosings:
            self.go(point.passed, ())

    def _chosen(self, point: Point, choosing: Choosing) -> None:
        w = self.w
        if choosing.offered_by is not None:
            w.emit(n.run(n.call("choose", w.unit.pool.model(point), n.name(RAW), w.state)))
            self._forget_all()
            self.go(choosing.target, ())
            return
        if point.chosen is not None:
            w.store(point.chosen, n.name(RAW))
        if choosing.actor is not None:
            w.store(choosing.actor, n.attribute(w.state, "seat") if point.seat is not None else n.NONE)
        position = 1
        for part in choosing.plan:
            match part:
                case Pick() | Split():
                    w.store(part.local, n.index(n.name(RAW), n.const(position)))
                    position += 1
                case Name():
                    preload(w, part.value)
                    w.store(part.local, lower(w, part.value))
        self.go(choosing.target, ())

    # ------------------------------------------------------------ rules and unseen choices

    def keep(self, pc: int, instruction: Keep, stack: Stack) -> None:
        w = self.w
        values = n.row(*(w.local(local) for local in instruction.values))
        w.store(instruction.items, n.call("added", n.either(w.local(instruction.items), n.const(())), values))
        self.go(pc + 1, stack)

    def recall(self, pc: int, instruction: Recall, stack: Stack) -> None:
        w = self.w
        items = w.named(n.either(w.local(instruction.items), n.const(())), "v")
        index = w.named(w.local(instruction.index), "i")
        with w.inside([]) as body:
            w.store(instruction.index, n.plus(index, 1))
            kept = w.named(n.index(items, index), "v")
            for position, local in enumerate(instruction.values):
                w.store(local, n.index(kept, n.const(position)))
            self._within(pc + 1, stack, None)
        w.emit(n.if_(n.compare(index, "<", n.call("len", items)), body))
        self.go(instruction.done, stack)

    def by_reference(self, pc: int, instruction: Any, stack: Stack) -> None:
        """Let the reference carry out an instruction, and go where it goes."""
        w = self.w
        self._push(stack)
        self._set("pc", n.const(pc))
        w.emit(n.run(n.call("step", w.unit.pool.model(instruction), w.state)))
        self._forget_all()
        targets = [getattr(instruction, word) for word in ("target", "done") if hasattr(instruction, word)]
        targets += getattr(instruction, "targets", ())
        for target in targets:
            with w.inside([]) as block:
                self._within(target, (), None)
            w.emit(n.if_(n.compare(n.attribute(w.state, "pc"), "==", n.const(target)), block))
        if not isinstance(instruction, NextHook):
            self.go(pc + 1, ())


_FOLLOW: dict[type[Any], Callable[..., None]] = {
    Run: Path.run,
    Branch: Path.branch,
    Jump: Path.jump,
    Next: Path.next,
    Lap: Path.lap,
    Decide: Path.decide,
    Chance: Path.chance,
    DrawOne: Path.chance,
    ShuffleOne: Path.chance,
    RollOne: Path.roll,
    Call: Path.call,
    Return: Path.back,
    Mark: Path.mark,
    Unwind: Path.unwind,
    Over: Path.over,
    Keep: Path.keep,
    Recall: Path.recall,
    **dict.fromkeys((Inside, Spent, Waive, Gather, NextHook), Path.by_reference),
}
