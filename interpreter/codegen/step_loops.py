"""Loops of steps in linear code: the next element, and tables that go round and round."""

from __future__ import annotations

from custumal.dsl.model import Local
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import when
from custumal.interpreter.codegen.flowing import Path, Stack, follows
from custumal.interpreter.program import Lap, Next


@follows(Next)
def _next(path: Path, pc: int, instruction: Next, stack: Stack) -> None:
    w = path.w
    items, index = w.load(instruction.items), w.fresh("i")
    w.emit(n.assign(index, w.local(instruction.index)))
    w.forget(instruction.local.id)
    with w.inside([]) as body:
        member = w.named(n.index(items, n.name(index)), "v")
        w.emit(n.increase(index, n.const(1)))
        w.store(instruction.local, member)
        when(w, instruction.where, lambda: _found(path, instruction.index, index, pc, stack))
    more = n.compare(n.name(index), "<", n.call("len", items))
    w.emit(n.if_(more, body) if instruction.where is None else n.while_(more, body))
    path.go(instruction.done, stack)


def _found(path: Path, local: Local, index: str, pc: int, stack: Stack) -> None:
    path.w.store(local, n.name(index))
    path.within(pc + 1, stack, None)


@follows(Lap)
def _lap(path: Path, pc: int, instruction: Lap, stack: Stack) -> None:
    if instruction.where is None and path.flow.stays_full(instruction):
        _full_lap(path, pc, instruction, stack)
        return
    w = path.w
    items, left, index = w.load(instruction.items), w.load(instruction.left), w.fresh("i")
    w.emit(n.assign(index, w.local(instruction.index)))
    count = w.named(n.call("len", items), "n")
    for local in (instruction.local, instruction.acted, instruction.passes):
        if local is not None:
            w.forget(local.id)
    with w.inside([]) as whole:
        w.emit(n.if_(n.compare(n.name(index), "==", n.const(0)), _new_lap(path, instruction)))
        w.emit(n.while_(n.compare(n.name(index), "<", count), _go_of_seat(path, pc, instruction, items, left, index, stack)))
        idle = n.negate(w.local(instruction.acted))
        ending = None if instruction.ending is None else n.compare(w.local(instruction.ending), "==", n.const(1))
        with w.inside([]) as done:
            path.within(instruction.done, stack, None)
        w.emit(n.if_(idle if ending is None else n.either(ending, idle), done))
        w.emit(n.assign(index, n.const(0)))
    w.emit(n.while_(n.const(True), whole))


def _full_lap(path: Path, pc: int, instruction: Lap, stack: Stack) -> None:
    """Nobody ever leaves the table: each has a go in turn."""
    w = path.w
    items, index = w.unit.pool.value(path.flow.table_of(instruction.items)), w.fresh("i")
    w.emit(n.assign(index, w.local(instruction.index)))
    last = len(path.flow.table_of(instruction.items))
    with w.inside([]) as behind:
        if instruction.ending is not None:
            with w.inside([]) as done:
                path.within(instruction.done, stack, None)
            w.emit(n.if_(n.compare(w.local(instruction.ending), "==", n.const(1)), done))
        w.emit(n.assign(index, n.const(0)))
        w.block.extend(_begun(path, instruction))
    first = n.if_(n.compare(n.name(index), "==", n.const(0)), _begun(path, instruction))
    w.emit(n.if_(n.compare(n.name(index), "==", n.const(last)), behind, [first]))
    w.store(instruction.local, n.index(items, n.name(index)))
    w.store(instruction.index, n.plus(n.name(index), 1))
    path.go(pc + 1, stack)


def _begun(path: Path, instruction: Lap) -> n.Block:
    """A lap begins. Somebody always has a go, and nothing else ever says otherwise."""
    w = path.w
    with w.inside([]) as block:
        if instruction.passes is not None:
            w.store(instruction.passes, n.plus(w.local(instruction.passes), 1))
        w.store(instruction.acted, n.const(1))
    return block


def _new_lap(path: Path, instruction: Lap) -> n.Block:
    w = path.w
    with w.inside([]) as block:
        w.store(instruction.acted, n.const(0))
        if instruction.passes is not None:
            w.store(instruction.passes, n.plus(w.local(instruction.passes), 1))
    return block


def _go_of_seat(path: Path, pc: int, instruction: Lap, items: n.Node, left: n.Node, index: str, stack: Stack) -> n.Block:
    w = path.w

    def found() -> None:
        w.store(instruction.index, n.name(index))
        w.store(instruction.acted, n.const(1))
        path.within(pc + 1, stack, None)

    with w.inside([]) as block:
        seat = w.named(n.index(items, n.name(index)), "v")
        w.emit(n.increase(index, n.const(1)))
        with w.inside([]) as mine:
            w.store(instruction.local, seat)
            when(w, instruction.where, found)
        w.emit(n.if_(n.compare(seat, "in", left), mine))
    return block
