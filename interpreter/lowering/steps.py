"""Steps: guards, loops, and what belongs to each of their passes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from custumal.dsl.model import LoopHead, Step
from custumal.interpreter.lowering.assembly.context import Hub, Scope
from custumal.interpreter.lowering.assembly.expressions import add, equal, less, negate, nothing, number
from custumal.interpreter.lowering.assembly.internal_slots import finish_flag, left_of, passes_of
from custumal.interpreter.lowering.choices.simultaneous import together
from custumal.interpreter.lowering.lives import GOES, count_pass, set_running
from custumal.interpreter.lowering.passes import lets, one_pass
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Assign, Branch, ForEach, Lap, Mark, Next, Times, Until


def lower_step(hub: Hub, step: Step, scope: Scope) -> None:
    """Emit one step at its place."""
    address = step.source.address
    with hub.asm.step(address):
        inner = Scope(scope.actor, scope.words, (*scope.steps, address), scope.free)
        if address in hub.facts.exits["stop"]:
            _stoppable(hub, step, inner)
        else:
            _guarded(hub, step, inner)


def _stoppable(hub: Hub, step: Step, scope: Scope) -> None:
    exits = hub.exits_of(step.source.address, step.source.span)
    hub.asm.instruction(Mark(exits.depth))
    _guarded(hub, step, scope)
    hub.asm.place(exits.done)
    hub.asm.statement(Assign(exits.depth, nothing(step.source.span)))


def _guarded(hub: Hub, step: Step, scope: Scope) -> None:
    looped = step.loop is not None or step.until is not None
    if not looped:
        scope = lets(hub, step, scope)
    run = partial(_loop if looped else _once, hub, step, scope)
    hub.asm.branch(step.condition, run, partial(sequence, hub, step.other, scope) if step.other else None)


def _once(hub: Hub, step: Step, scope: Scope) -> None:
    count_pass(hub, step)
    set_running(hub, step, on=True)
    one_pass(hub, step, scope, None)
    set_running(hub, step, on=False)


def _loop(hub: Hub, step: Step, scope: Scope) -> None:
    set_running(hub, step, on=True)
    kind = step.loop.kind if step.loop is not None else "endless"
    if kind in ("players", "together"):
        count_pass(hub, step)
    if not _structured(hub, step, scope, kind):
        _linear_loop(hub, step, scope, kind)
    set_running(hub, step, on=False)


# ---------------------------------------------------------------- loops


def _structured(hub: Hub, step: Step, scope: Scope, kind: str) -> bool:
    """Write the loop as a statement, if nothing in it stops or leaves it early."""
    if kind in ("rounds", "together") or step.source.address in hub.facts.exits["finish"]:
        return False
    if step.until is not None and step.loop is not None:
        return False
    if step.until is None and kind == "endless":
        return False
    return hub.asm.plain(lambda: _structured_loop(hub, step, scope, kind))


def _structured_loop(hub: Hub, step: Step, scope: Scope, kind: str) -> None:
    asm, loop = hub.asm, step.loop
    inner = _looping(step, scope)
    body = asm.capture(lambda: _counted_pass(hub, step, inner, kind))
    if loop is None:
        assert step.until is not None
        asm.statement(Until(step.until, body))
    elif kind == "repeat":
        assert loop.source is not None
        asm.statement(Times(loop.source, body))
    else:
        assert loop.local is not None and loop.source is not None
        asm.statement(ForEach(loop.local, loop.source, loop.where, body))


def _looping(step: Step, scope: Scope) -> Scope:
    """The scope inside a loop: its name is known, and for goes of seats it acts."""
    loop = step.loop
    if loop is None or loop.local is None:
        return scope
    scope = scope.naming({loop.local.name: loop.local})
    return scope.acting(loop.local) if loop.kind in GOES else scope


def _counted_pass(hub: Hub, step: Step, scope: Scope, kind: str) -> None:
    if kind not in GOES:
        count_pass(hub, step)
    one_pass(hub, step, lets(hub, step, scope), scope.actor if kind in GOES else None)


def _linear_loop(hub: Hub, step: Step, scope: Scope, kind: str) -> None:
    loop = step.loop
    writers: dict[str, Callable[[Hub, Step, LoopHead, Scope, int], None]] = {
        "each": _each,
        "players": _each,
        "rounds": _rounds,
        "together": together,
        "repeat": _repeat,
    }
    done = hub.asm.label()
    if kind == "endless" or loop is None:
        _endless(hub, step, scope, done)
    else:
        writers[kind](hub, step, loop, _looping(step, scope), done)
    hub.asm.place(done)


def _begin(hub: Hub, step: Step) -> int:
    """The head of a loop: the finish flag is down; the label where each pass begins, which asks it."""
    asm, address = hub.asm, step.source.address
    if address not in hub.facts.exits["finish"]:
        return asm.here()
    flag = finish_flag(address, step.source.span)
    asm.statement(Assign(flag, number(0, step.source.span)))
    return asm.here()


def _ask_finish(hub: Hub, step: Step, done: int) -> None:
    if step.source.address in hub.facts.exits["finish"]:
        span = step.source.span
        hub.asm.instruction(Branch(equal(finish_flag(step.source.address, span), number(0, span)), done))


def _ask_until(hub: Hub, step: Step, done: int) -> None:
    if step.until is not None:
        hub.asm.instruction(Branch(negate(step.until), done))


def _endless(hub: Hub, step: Step, scope: Scope, done: int) -> None:
    head = _begin(hub, step)
    _ask_finish(hub, step, done)
    _ask_until(hub, step, done)
    _counted_pass(hub, step, scope, "endless")
    hub.asm.jump(head)


def _repeat(hub: Hub, step: Step, loop: LoopHead, scope: Scope, done: int) -> None:
    asm, span = hub.asm, step.source.span
    assert loop.source is not None
    count, index = asm.fresh("count", span), asm.fresh("index", span)
    asm.statement(Assign(count, loop.source))
    asm.statement(Assign(index, number(0, span)))
    head = _begin(hub, step)
    _ask_finish(hub, step, done)
    asm.instruction(Branch(less(index, count), done))
    asm.statement(Assign(index, add(index, 1)))
    _ask_until(hub, step, done)
    _counted_pass(hub, step, scope, "repeat")
    asm.jump(head)


def _each(hub: Hub, step: Step, loop: LoopHead, scope: Scope, done: int) -> None:
    asm, span = hub.asm, step.source.span
    assert loop.source is not None and loop.local is not None
    items, index = asm.fresh("items", span, loop.source.type), asm.fresh("index", span)
    asm.statement(Assign(items, hub.entering.turned(loop.source)))
    asm.statement(Assign(index, number(0, span)))
    head = _begin(hub, step)
    if loop.kind == "each":
        _ask_finish(hub, step, done)
    asm.instruction(Next(items, index, loop.local, loop.where, done))
    _ask_until(hub, step, done)
    _counted_pass(hub, step, scope, loop.kind)
    asm.jump(head)


def _rounds(hub: Hub, step: Step, loop: LoopHead, scope: Scope, done: int) -> None:
    asm, address, span = hub.asm, step.source.address, step.source.span
    assert loop.source is not None and loop.local is not None
    items, index, acted = asm.fresh("items", span, loop.source.type), asm.fresh("index", span), asm.fresh("acted", span)
    left = left_of(address, span, loop.source.type)
    asm.statement(Assign(items, hub.entering.turned(loop.source)))
    asm.statement(Assign(left, items))
    asm.statement(Assign(index, number(0, span)))
    asm.statement(Assign(acted, number(0, span)))
    head = _begin(hub, step)
    ending = finish_flag(address, span) if address in hub.facts.exits["finish"] else None
    passes = passes_of(address, span) if address in hub.facts.counted else None
    asm.instruction(Lap(items, index, left, loop.local, acted, loop.where, ending, passes, done))
    _ask_until(hub, step, done)
    _counted_pass(hub, step, scope, "rounds")
    asm.jump(head)
