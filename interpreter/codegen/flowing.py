"""The course of play: stretches between two stops as functions, jumps followed at compile time.

A function returns the function to go on with, or None at a stop. Return addresses of calls that are followed here are known
while code is written and reach the state's stack only where a stop or a jump needs them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from custumal.dsl.model import Expr, Local
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import branch, known_before, lower, when
from custumal.interpreter.codegen.modifying import as_modified, as_one_truth
from custumal.interpreter.codegen.points import write_point
from custumal.interpreter.codegen.statements import assigned_in, preload, write
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.position.state import OVER
from custumal.interpreter.program import (
    HALT,
    Assign,
    Branch,
    CallRoutine,
    Chance,
    Choosing,
    Decide,
    DrawOne,
    Jump,
    Keep,
    Lap,
    Mark,
    Over,
    Point,
    Recall,
    Return,
    RollOne,
    Run,
    ShuffleOne,
    Unwind,
)
from custumal.interpreter.setup.values import Value

RAW = "raw"
Stack = tuple[int, ...]
F = TypeVar("F", bound=Callable[..., None])
TINY = (Jump, Return, Unwind, Over, Mark)
"""Instructions that may be written several times in one function."""

STOPS = (Decide, Chance, DrawOne, RollOne, ShuffleOne)
LONGEST = 60
"""The most instructions in one function."""
HEAVIEST = 60
"""The most expressions in one function of a larger program: what many ways lead to is then a function of its own."""


Follow = Callable[["Path", int, Any, Stack], None]
FOLLOW: dict[type[Any], Follow] = {}
"""How each instruction is written."""


def follows(*kinds: type[Any]) -> Callable[[F], F]:
    """Register how instructions are written: (path, address, instruction, stack)."""

    def register(make: F) -> F:
        for kind in kinds:
            FOLLOW[kind] = make
        return make

    return register


class Flow:
    """Writes the functions of a program, each once it is needed.

    Attributes:
        stops: address of a stop -> name of the function that carries out a choice or outcome there.
        resumed: the same for all addresses at which something chosen is carried out.
        steps: see `Module`.
        entries: address -> name of the function that goes on there.
        lists: number of a point -> name of the function that lists it.
        solo: the address of the only stop that the program has, if that is a menu.
    """

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.code = unit.program.code
        self.stops: dict[int, str] = {}
        self.steps: dict[str, int] = {}
        self.resumed: dict[int, str] = {}
        self.entries: dict[int, str] = {}
        self.lists: dict[int, str] = {}
        self.solo = self._only_menu()
        self.saving = any(isinstance(instruction, CallRoutine) and instruction.saved for instruction in self.code)
        self.trying = any(isinstance(node, Choosing) and node.ensure for node in nodes((self.code, unit.program.actions)))
        self._waiting: list[int] = []
        self._assigned: dict[str, list[Expr]] = {}
        for node in nodes(self.code):
            if isinstance(node, Assign):
                self._assigned.setdefault(node.local.id, []).append(node.value)

    def next_waiting(self) -> int | None:
        """An address whose function is wanted but not written yet."""
        return self._waiting.pop() if self._waiting else None

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


class Path:
    """One function: where control goes from an address, until a stop or a jump to another function."""

    def __init__(self, flow: Flow, stop: int | None) -> None:
        self.flow = flow
        self.stop = stop
        self.w = Writer(flow.unit)
        self._written: set[int] = set()
        self._weight = 0
        self._behind: tuple[int, Stack] | None = None

    # ------------------------------------------------------------ where to go

    def go(self, pc: int, stack: Stack) -> None:
        """Go on at an address; every way from here ends the function, or falls out of the block to what stands behind it."""
        if self._behind == (pc, stack):
            return
        if pc == HALT:
            self.push(stack)
            self.halt(HALT)
            return
        instruction = self.flow.code[pc]
        if (pc in self._written and not isinstance(instruction, TINY)) or self._is_full(pc):
            self.leave(pc, stack)
            return
        self._written.add(pc)
        self._weight += self.flow.unit.weights[pc]
        FOLLOW[type(instruction)](self, pc, instruction, stack)

    def _is_full(self, pc: int) -> bool:
        if self.flow.unit.is_small:
            return len(self._written) > LONGEST
        return bool(self._written) and self._weight + self.flow.unit.weights[pc] > HEAVIEST

    def leave(self, pc: int, stack: Stack) -> None:
        self.push(stack)
        self.give(n.name(self.flow.entry(pc)))

    def give(self, function: n.Node) -> None:
        """The function to go on with; where this one is all of `apply`, it goes on itself."""
        if self._is_whole:
            # Mostly one function leads to the next stop: it is called right here, which is faster.
            self.give_rest(n.call(function, self.w.state))
        else:
            self.w.emit(n.give(function))

    def give_rest(self, rest: n.Node) -> None:
        """The same with what a call has left to do: a function, or None where it has come to a stop."""
        if self._is_whole:
            further = self.w.named(rest, "v")
            self.w.emit(n.if_(n.is_some(further), [n.run(n.call("proceed", further, self.w.state))]))
            self.w.emit(n.give())
        else:
            self.w.emit(n.give(rest))

    @property
    def _is_whole(self) -> bool:
        """Whether this function is all of `apply`."""
        return self.stop is not None and self.stop == self.flow.solo

    def push(self, stack: Stack) -> None:
        for address in stack:
            self.w.emit(n.run(n.method(self.w.stack, "append", n.const(address))))

    def halt(self, pc: int) -> None:
        self.set("pc", n.const(pc))
        self.set("kind", n.const(OVER))
        self.set("seat", n.NONE)
        self.remember(n.NONE, n.NONE)
        self.w.emit(n.give())

    def set(self, word: str, value: n.Node) -> None:
        self.w.emit(n.assign_attribute(self.w.state, word, value))

    def remember(self, state: n.Node, legal: n.Node) -> None:
        """The choices of the last stop are kept, so that they are listed once."""
        self.w.emit(n.assign_index(n.name("last"), n.const(0), state))
        if not n.known(legal):
            self.w.emit(n.assign_index(n.name("last"), n.const(1), legal))

    def within(self, pc: int, stack: Stack, behind: tuple[int, Stack] | None) -> None:
        """Go on in a block behind which (if it does not stand in a loop) the program goes on at `behind`."""
        outer, self._behind = self._behind, behind
        try:
            self.go(pc, stack)
        finally:
            self._behind = outer

    def forget_all(self) -> None:
        for local in [local for local in self.w.env if local in self.w.unit.program.slots]:
            self.w.forget(local)


# ---------------------------------------------------------------- straight on


@follows(Run)
def _run(path: Path, pc: int, instruction: Run, stack: Stack) -> None:
    slots = path.w.unit.program.slots
    for statement in instruction.body:
        plain = partial(write, path.w, (statement,))
        if all(local in slots for local in assigned_in((statement,))):
            as_modified(path.w, statement, plain)
        else:
            plain()
    path.go(pc + 1, stack)


@follows(Branch)
def _branch(path: Path, pc: int, instruction: Branch, stack: Stack) -> None:
    preload(path.w, instruction)
    known = known_before(path.w, instruction.condition)
    if known is not None and path.w.unit.pool.is_constant(known):
        path.go(pc + 1 if path.w.unit.pool.constant_of(known) else instruction.target, stack)
        return
    go_on = partial(path.within, pc + 1, stack, (instruction.target, stack))
    held = as_one_truth(path.w, instruction.condition)
    if held is None:
        when(path.w, instruction.condition, go_on)
    else:
        branch(path.w, held, go_on)
    path.go(instruction.target, stack)


@follows(Jump)
def _jump(path: Path, _pc: int, instruction: Jump, stack: Stack) -> None:
    path.go(instruction.target, stack)


@follows(CallRoutine)
def _call(path: Path, pc: int, instruction: CallRoutine, stack: Stack) -> None:
    w = path.w
    values = [w.named(lower(w, expr), "v") for _, expr in instruction.arguments]
    if instruction.saved:
        path.push(stack)
        saves = n.index(w.frame, n.const(w.unit.program.saves))
        saved = n.row(*(w.local(local) for local in instruction.saved))
        more = n.call("with_saved", saves, saved, w.unit.pool.model(instruction))
        w.emit(n.assign_index(w.frame, n.const(w.unit.program.saves), more))
    for (local, _), value in zip(instruction.arguments, values, strict=True):
        w.store(local, value)
    if instruction.saved:
        path.push((pc + 1,))
        path.go(instruction.target, ())
    else:
        path.go(instruction.target, (*stack, pc + 1))


@follows(Return)
def _back(path: Path, _pc: int, _: Return, stack: Stack) -> None:
    if stack:
        path.go(stack[-1], stack[:-1])
    else:
        address = n.call("come_back", path.w.state) if path.flow.saving else n.method(path.w.stack, "pop")
        path.give(n.index(n.name("returns"), address))


@follows(Mark)
def _mark(path: Path, pc: int, instruction: Mark, stack: Stack) -> None:
    path.w.store(instruction.depth, n.plus(n.call("len", path.w.stack), len(stack)))
    path.go(pc + 1, stack)


@follows(Unwind)
def _unwind(path: Path, _pc: int, instruction: Unwind, stack: Stack) -> None:
    w = path.w
    path.push(stack)
    depth = w.local(instruction.depth)
    if path.flow.trying:
        with w.inside([]) as over:
            path.halt(HALT)
        w.emit(n.if_(n.call("leaves_trial", w.stack, depth), over))
    if path.flow.saving:
        w.emit(n.run(n.call("unwind", w.state, depth)))
        path.forget_all()
    else:
        w.emit(ast.Delete([ast.Subscript(w.stack, ast.Slice(depth, None, None), ast.Del())]))
    path.go(instruction.target, ())


@follows(Over)
def _over(path: Path, pc: int, _: Over, stack: Stack) -> None:
    path.push(stack)
    path.halt(pc)


# ---------------------------------------------------------------- unseen choices


@follows(Keep)
def _keep(path: Path, pc: int, instruction: Keep, stack: Stack) -> None:
    w = path.w
    values = n.row(*(w.local(local) for local in instruction.values))
    w.store(instruction.items, n.call("added", n.either(w.local(instruction.items), n.const(())), values))
    path.go(pc + 1, stack)


@follows(Recall)
def _recall(path: Path, pc: int, instruction: Recall, stack: Stack) -> None:
    w = path.w
    items = w.named(n.either(w.local(instruction.items), n.const(())), "v")
    index = w.named(w.local(instruction.index), "i")
    with w.inside([]) as body:
        w.store(instruction.index, n.plus(index, 1))
        kept = w.named(n.index(items, index), "v")
        for position, local in enumerate(instruction.values):
            w.store(local, n.index(kept, n.const(position)))
        path.within(pc + 1, stack, None)
    w.emit(n.if_(n.compare(index, "<", n.call("len", items)), body))
    path.go(instruction.done, stack)
