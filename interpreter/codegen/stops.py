"""Where the program stops: decisions and chance, and how it goes on from there."""

from __future__ import annotations

from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.bindings import each_binding
from custumal.interpreter.codegen.core import lower, lower_atom, may_be_none
from custumal.interpreter.codegen.flowing import RAW, STOPS, Flow, Path, Stack, follows
from custumal.interpreter.codegen.points import is_native, list_point
from custumal.interpreter.codegen.restrictions import SEAT
from custumal.interpreter.codegen.statements import preload
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer
from custumal.interpreter.position.state import CHANCE, DECISION
from custumal.interpreter.program import (
    HALT,
    Bind,
    CallRoutine,
    Chance,
    Choosing,
    Decide,
    DrawOne,
    Fulfil,
    Pick,
    Point,
    RollOne,
    Seal,
    ShuffleOne,
    Split,
    Use,
)


@follows(Decide)
def _decide(path: Path, pc: int, instruction: Decide, stack: Stack) -> None:
    w, point = path.w, instruction.point
    assert point.seat is not None
    if point.routines or any(choosing.ensure or choosing.may_lead_nowhere for choosing in point.choosings):
        path.push(stack)
        stack = ()
    seat = lower_atom(w, point.seat)
    with w.inside([]) as asked:
        legal = _listed(path, point, seat)
        with w.inside([]) as stop:
            _decision(path, pc, point, seat, legal, stack)
        w.emit(n.if_(legal, stop))
    tests = [n.is_some(seat)] if may_be_none(point.seat) else []
    if w.unit.instance.house:
        tests.append(n.compare(seat, "<", n.const(w.unit.instance.players)))
    if tests:
        w.emit(n.if_(n.both(*tests), asked))
    else:
        w.block.extend(asked)
    path.go(point.nothing, stack)


def _listed(path: Path, point: Point, seat: n.Node) -> n.Node:
    """The choices: a short listing stands right here."""
    listing = path.flow.listing(point)
    only = point.choosings[0] if len(point.choosings) == 1 else None
    if path.flow.unit.is_small and only is not None and is_native(only):
        return list_point(path.w, point, seat)
    return path.w.named(n.call(listing, path.w.state, seat), "l")


def _decision(path: Path, pc: int, point: Point, seat: n.Node, legal: n.Node, stack: Stack) -> None:
    w = path.w
    path.push(stack)
    if path.stop != pc or pc != path.flow.solo:
        path.set("pc", n.const(pc))
    path.set("seat", seat)
    if point.kind == "inner":
        alone = n.compare(n.call("len", legal), "==", n.const(1))
        w.emit(n.if_(alone, [n.give(n.call(f"at{pc}", w.state, n.index(legal, n.const(0))))]))
    if not _was_decided(path):
        path.set("kind", n.const(DECISION))
    path.remember(w.state, legal)
    if any(choosing.may_lead_nowhere for choosing in point.choosings):
        w.emit(n.if_(n.call("leads_somewhere", w.unit.pool.model(point), w.state), [n.give()]))
    else:
        w.emit(n.give())


def _was_decided(path: Path) -> bool:
    """Whether the function goes on from a decision that is never taken silently, so that the state says so already."""
    stop = None if path.stop is None else path.flow.code[path.stop]
    return isinstance(stop, Decide) and stop.point.kind != "inner"


@follows(Chance, DrawOne, ShuffleOne)
def _chance(path: Path, pc: int, instruction: Chance | DrawOne | ShuffleOne, stack: Stack) -> None:
    """Chance is asked only where more than one thing can happen."""
    w = path.w
    path.push(stack)
    path.set("pc", n.const(pc))
    path.set("seat", n.NONE)
    only = w.named(n.call("only_outcome", w.unit.pool.model(instruction), w.state))
    _chance_stop(path, n.is_none(only))
    if isinstance(instruction, Chance):
        w.emit(n.if_(only, [n.give(n.call(f"at{pc}", w.state, only))]))
        path.go(instruction.point.nothing, ())
    else:
        w.store(instruction.local, n.index(only, n.const(0)))
        path.go(pc + 1, ())


def _chance_stop(path: Path, test: n.Node) -> None:
    w = path.w
    with w.inside([]) as stop:
        path.set("kind", n.const(CHANCE))
        path.remember(n.NONE, n.NONE)
        w.emit(n.give())
    w.emit(n.if_(test, stop))


@follows(RollOne)
def _roll(path: Path, pc: int, instruction: RollOne, stack: Stack) -> None:
    w = path.w
    low, high = lower_atom(w, instruction.low), lower_atom(w, instruction.high)
    with w.inside([]) as stop:
        path.push(stack)
        path.set("pc", n.const(pc))
        path.set("seat", n.NONE)
        _chance_stop(path, n.const(True))
    w.emit(n.if_(n.compare(low, "!=", high), stop))
    w.store(instruction.local, low)
    path.go(pc + 1, stack)


# ---------------------------------------------------------------- choices made unseen


@follows(Seal)
def _seal(path: Path, pc: int, instruction: Seal, stack: Stack) -> None:
    w = path.w
    w.store(instruction.interchangeable, n.call("likes", w.unit.pool.model(instruction.point), w.local(instruction.chosen), w.state))
    path.go(pc + 1, stack)


@follows(Fulfil)
def _fulfil(path: Path, pc: int, instruction: Fulfil, stack: Stack) -> None:
    """What was chosen earlier goes through like a choice made now."""
    w, point = path.w, instruction.point
    assert point.seat is not None
    path.push(stack)
    path.set("seat", lower_atom(w, point.seat))
    chosen, likes = w.local(instruction.chosen), w.local(instruction.interchangeable)
    raw = w.named(n.call("still", w.unit.pool.model(point), chosen, likes, w.state))
    with w.inside([]) as block:
        path.give_rest(n.call(f"at{pc}", w.state, raw))
    w.emit(n.if_(raw, block))
    path.go(point.nothing, ())


# ---------------------------------------------------------------- going on from a stop


def _resume(path: Path, pc: int) -> None:
    """The function that carries out a choice or outcome."""
    instruction = path.flow.code[pc]
    if isinstance(instruction, Decide | Chance | Fulfil):
        _choose(path, instruction.point)
    elif isinstance(instruction, DrawOne | RollOne | ShuffleOne):
        path.w.store(instruction.local, n.index(n.name(RAW), n.const(0)))
        path.go(pc + 1, ())


def _choose(path: Path, point: Point) -> None:
    w = path.w
    free = any(choosing.free for choosing in point.choosings)
    passing = point.passing == "always" or (point.passing == "unless" and free)
    several = passing or len(point.choosings) > 1
    number = w.named(n.index(n.name(RAW), n.const(0)), "k") if several else n.const(0)
    for position, choosing in enumerate(point.choosings):
        last = position == len(point.choosings) - 1 and not passing
        if last:
            _chosen(path, point, choosing)
        else:
            with w.inside([]) as block:
                _chosen(path, point, choosing)
            w.emit(n.if_(n.compare(number, "==", n.const(position)), block))
    if passing or not point.choosings:
        path.go(point.passed, ())


def _chosen(path: Path, point: Point, choosing: Choosing) -> None:
    w = path.w
    if point.chosen is not None:
        w.store(point.chosen, n.name(RAW))
    seat = n.attribute(w.state, "seat") if point.seat is not None else n.NONE
    if choosing.actor is not None:
        seat = w.store(choosing.actor, seat)
    if choosing.offered_by is not None:
        _bind_rule(w, choosing.offered_by, w.atom(seat))
    position = 1 if choosing.carrier is None else 2
    for part in choosing.plan:
        match part:
            case Pick() | Split():
                w.store(part.local, n.index(n.name(RAW), n.const(position)))
                position += 1
            case Bind():
                preload(w, part.value)
                w.store(part.local, lower(w, part.value))
    path.go(choosing.target, ())


def _bind_rule(w: Writer, use: Use, seat: n.Node) -> None:
    """Who chooses what a rule offers, and from which thing it comes."""
    rule = use.rule
    if rule.actor is not None:
        w.store(rule.actor, seat)
    if rule.carrier is not None:
        this = w.store(rule.carrier.this, n.index(n.name(RAW), n.const(1)))
        found = w.named(n.call(_carried(w.unit, use), w.state, seat, this))
        w.store(rule.carrier.owner, n.index(found, n.const(0)))
        w.store(rule.carrier.copies, n.index(found, n.const(1)))


def _carried(unit: Unit, use: Use) -> str:
    """The function that finds the owner and the copies with which a rule is in force for a seat at a thing."""
    address, carrier = use.rule.source.address, use.rule.carrier
    assert carrier is not None
    if address not in unit.carried:
        unit.carried[address] = unit.fresh("carried")
        w = Writer(unit)
        seat, this = n.name(SEAT), n.name("a0")
        w.seat = seat

        def found() -> None:
            row = n.row(w.env[carrier.owner.id], w.env[carrier.copies.id])
            w.emit(n.if_(n.compare(w.env[carrier.this.id], "==", this), [n.give(row)]))

        each_binding(w, use, seat, found, ask=not use.rule.names)
        unit.functions.append(w.function(unit.carried[address], (STATE, SEAT, this.id)))
    return unit.carried[address]


def write_flow(unit: Unit) -> Flow:
    """All functions of a program that can be reached."""
    flow = Flow(unit)
    for pc, instruction in enumerate(flow.code):
        if isinstance(instruction, STOPS):
            flow.stops[pc] = f"at{pc}"
        if isinstance(instruction, (*STOPS, Fulfil)):
            path = Path(flow, pc)
            _resume(path, pc)
            flow.resumed[pc] = f"at{pc}"
            unit.functions.append(path.w.function(f"at{pc}", (STATE, RAW)))
        if isinstance(instruction, CallRoutine):
            flow.entry(pc + 1)
    tried = (choosing.trial for choosing in nodes((flow.code, unit.program.actions)) if isinstance(choosing, Choosing) and choosing.ensure)
    for start in (0, unit.program.setup, unit.program.play, HALT, *tried):
        flow.entry(start)
    while (waiting := flow.next_waiting()) is not None:
        path = Path(flow, None)
        path.go(waiting, ())
        unit.functions.append(path.w.function(flow.entries[waiting], (STATE,)))
    return flow
