"""Instructions that ask standing rules: what is waived, what is spent, which hooks a deed has."""

from __future__ import annotations

from custumal.dsl.model import Local
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_binding, excused, waived
from custumal.interpreter.codegen.flowing import Path, Stack, follows
from custumal.interpreter.codegen.terms import affordable, below
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import Affordable, Gather, Inside, NextHook, Spent, Use, Waive


def _actor(w: Writer, actor: Local | None) -> n.Node:
    return n.NONE if actor is None else w.load(actor)


def _part(path: Path, test: n.Node, target: int, pc: int, stack: Stack) -> None:
    """Go to the target if the test holds, else on."""
    w = path.w
    with w.inside([]) as block:
        path.within(target, stack, (pc + 1, stack))
    w.emit(n.if_(test, block))
    path.go(pc + 1, stack)


@follows(Inside)
def _inside(path: Path, pc: int, instruction: Inside, stack: Stack) -> None:
    path.push(stack)
    test = n.call("inside", path.w.unit.pool.value(instruction.routines), path.w.state)
    _part(path, test, instruction.target, pc, ())


@follows(Waive)
def _waive(path: Path, pc: int, instruction: Waive, stack: Stack) -> None:
    w = path.w
    flag = w.fresh()
    w.emit(n.assign(flag, n.const(False)))
    waived(w, instruction.uses, _actor(w, instruction.actor), flag)
    _part(path, n.name(flag), instruction.target, pc, stack)


@follows(Spent)
def _spent(path: Path, pc: int, instruction: Spent, stack: Stack) -> None:
    w, allowed = path.w, instruction.allowed
    seat = w.seat = w.load(allowed.seat)
    free = affordable(w, allowed) if isinstance(allowed, Affordable) else excused(w, allowed.waived, seat, below(w, allowed))
    _part(path, n.negate(free), instruction.target, pc, stack)


@follows(Gather)
def _gather(path: Path, pc: int, instruction: Gather, stack: Stack) -> None:
    """The rules in force in their order: by rank and address, which is known, and by seats, which may have to be sorted."""
    w = path.w
    actor = _actor(w, instruction.actor)
    found = w.fresh("l")
    w.emit(n.assign(found, n.empty_list()))
    order = sorted(enumerate(instruction.uses), key=lambda item: (item[1].rule.rank, item[1].rule.source.address))
    for number, use in order:
        _gathered(w, number, use, actor, found)
    if any(_serves_seats(w, use) for _, use in order):
        sort = n.run(n.call("in_turn", n.name(found), w.unit.pool.model(instruction), actor))
        w.emit(n.if_(n.compare(n.call("len", n.name(found)), ">", n.const(1)), [sort]))
    w.store(instruction.items, n.call("tuple", n.name(found)))
    path.go(pc + 1, stack)


def _gathered(w: Writer, number: int, use: Use, actor: n.Node, found: str) -> None:
    carrier = use.rule.carrier

    def add() -> None:
        names = () if carrier is None else (carrier.this, carrier.owner, carrier.copies)
        item = n.row(n.const(number), *([w.env[local.id] for local in names] or [n.NONE] * 3))
        w.emit(n.run(n.method(n.name(found), "append", item)))

    with w.inside([]) as block:
        each_binding(w, use, actor, add, ask=False)
    w.block.extend(block)


def _serves_seats(w: Writer, use: Use) -> bool:
    carrier = use.rule.carrier
    return carrier is not None and w.unit.instance.game.kinds[carrier.kind].serves != "everyone"


@follows(NextHook)
def _next_hook(path: Path, _pc: int, instruction: NextHook, stack: Stack) -> None:
    w = path.w
    items = w.named(w.local(instruction.items), "v")
    index = w.named(w.local(instruction.index), "i")
    with w.inside([]) as body:
        number, this, owner, copies = (w.fresh(word) for word in ("k", "v", "v", "n"))
        w.emit(n.assign_all((number, this, owner, copies), n.index(items, index)))
        w.store(instruction.index, n.plus(index, 1))
        for local, value in ((instruction.this, this), (instruction.owner, owner), (instruction.copies, copies)):
            w.store(local, n.name(value))
        for position, target in enumerate(instruction.targets[:-1]):
            with w.inside([]) as block:
                path.within(target, stack, None)
            w.emit(n.if_(n.compare(n.name(number), "==", n.const(position)), block))
        path.within(instruction.targets[-1], stack, None)
    w.emit(n.if_(n.compare(index, "<", n.call("len", items)), body))
    path.go(instruction.done, stack)
