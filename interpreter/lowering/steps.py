"""Steps: guards, loops, and what belongs to each of their passes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from custumal.dsl.model import LoopHead, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import add, equal, less, negate, nothing, number
from custumal.interpreter.lowering.assembly.internal_slots import finish_flag, left_of, passes_of
from custumal.interpreter.lowering.hooks import Around, after_all, before_all
from custumal.interpreter.lowering.lives import TURN_LOOPS, count_pass, forget_positions, set_running
from custumal.interpreter.lowering.passes import acting_so_far, lets, one_pass
from custumal.interpreter.lowering.sequence import sequence, writes
from custumal.interpreter.lowering.simultaneous import together
from custumal.interpreter.program import Assign, Branch, ForEach, Lap, Mark, Next, Times, Until


@writes(Step)
def lower_step(context: Context, step: Step, scope: LoweringScope) -> None:
    """Emit one step at its place."""
    address = step.source.address
    with context.asm.step(address):
        inner = LoweringScope(scope.actor, scope.words, (*scope.steps, address), scope.free)
        around = _around(context, step)
        if step.known_as in context.indices.exits["stop"]:
            _stoppable(context, step, inner, around)
        else:
            _guarded(context, step, inner, around)
        if around is not None:
            after_all(context, inner, around)


def _around(context: Context, step: Step) -> Around | None:
    """Where rules hook all passes of the step together: at first its loop has not been entered."""
    if not any(context.indices.rules_on(head, step.known_as, whole=True) for head in ("before", "after")):
        return None
    begun = context.asm.fresh("begun", step.source.span)
    context.asm.statement(Assign(begun, number(0, step.source.span)))
    return Around(begun, {})


def _stoppable(context: Context, step: Step, scope: LoweringScope, around: Around | None) -> None:
    exits = context.exits_of(step.known_as, step.source.span)
    context.asm.instruction(Mark(exits.depth))
    _guarded(context, step, scope, around)
    context.asm.place(exits.done)
    context.asm.statement(Assign(exits.depth, nothing(step.source.span)))


def _guarded(context: Context, step: Step, scope: LoweringScope, around: Around | None) -> None:
    looped = step.loop is not None or step.until is not None
    if not looped:
        scope = lets(context, step, scope)
    run = partial(_loop, context, step, scope, around) if looped else partial(_once, context, step, scope)
    context.asm.branch(step.condition, run, partial(_otherwise, context, step, scope) if step.other else None)


def _otherwise(context: Context, step: Step, scope: LoweringScope) -> None:
    """No pass of the step has begun, nor has its seat been asked for: whoever acts around it acts."""
    sequence(context, step.other, scope if scope.actor is None else acting_so_far(context, step, scope))


def _once(context: Context, step: Step, scope: LoweringScope) -> None:
    count_pass(context, step)
    set_running(context, step, on=True)
    one_pass(context, step, scope, None)
    set_running(context, step, on=False)


def _loop(context: Context, step: Step, scope: LoweringScope, around: Around | None) -> None:
    if around is not None:
        before_all(context, step.known_as, scope, around)
    set_running(context, step, on=True)
    forget_positions(context, step)
    kind = step.loop.kind if step.loop is not None else "endless"
    if kind in ("players", "together"):
        count_pass(context, step)
    if not _structured(context, step, scope, kind):
        _linear_loop(context, step, scope, kind)
    set_running(context, step, on=False)


# ---------------------------------------------------------------- loops


def _structured(context: Context, step: Step, scope: LoweringScope, kind: str) -> bool:
    """Write the loop as a statement, if nothing in it stops or leaves it early."""
    if kind in ("rounds", "together") or step.known_as in context.indices.exits["finish"]:
        return False
    if step.until is not None and step.loop is not None:
        return False
    if step.until is None and kind == "endless":
        return False
    return context.asm.plain(lambda: _structured_loop(context, step, scope, kind))


def _structured_loop(context: Context, step: Step, scope: LoweringScope, kind: str) -> None:
    asm, loop = context.asm, step.loop
    inner = _looping(step, scope)
    body = asm.capture(lambda: _counted_pass(context, step, inner, kind))
    if loop is None:
        assert step.until is not None
        asm.statement(Until(step.until, body))
    elif kind == "repeat":
        assert loop.source is not None
        asm.statement(Times(loop.source, body))
    else:
        assert loop.local is not None and loop.source is not None
        asm.statement(ForEach(loop.local, loop.source, loop.where, body))


def _looping(step: Step, scope: LoweringScope) -> LoweringScope:
    """The scope inside a loop: its name is known, and for turns of seats it acts."""
    loop = step.loop
    if loop is None or loop.local is None:
        return scope
    scope = scope.naming({loop.local.name: loop.local})
    return scope.acting(loop.local) if loop.kind in TURN_LOOPS else scope


def _counted_pass(context: Context, step: Step, scope: LoweringScope, kind: str) -> None:
    if kind not in TURN_LOOPS:
        count_pass(context, step)
    one_pass(context, step, lets(context, step, scope), scope.actor if kind in TURN_LOOPS else None)


def _linear_loop(context: Context, step: Step, scope: LoweringScope, kind: str) -> None:
    loop = step.loop
    writers: dict[str, Callable[[Context, Step, LoopHead, LoweringScope, int], None]] = {
        "each": _each,
        "players": _each,
        "rounds": _rounds,
        "together": together,
        "repeat": _repeat,
    }
    done = context.asm.label()
    if kind == "endless" or loop is None:
        _endless(context, step, scope, done)
    else:
        writers[kind](context, step, loop, _looping(step, scope), done)
    context.asm.place(done)


def _begin(context: Context, step: Step) -> int:
    """The head of a loop: the finish flag is down; the label where each pass begins, which asks it."""
    asm, address = context.asm, step.known_as
    if address not in context.indices.exits["finish"]:
        return asm.here()
    flag = finish_flag(address, step.source.span)
    asm.statement(Assign(flag, number(0, step.source.span)))
    return asm.here()


def _ask_finish(context: Context, step: Step, done: int) -> None:
    if step.known_as in context.indices.exits["finish"]:
        span = step.source.span
        context.asm.instruction(Branch(equal(finish_flag(step.known_as, span), number(0, span)), done))


def _ask_until(context: Context, step: Step, done: int) -> None:
    if step.until is not None:
        context.asm.instruction(Branch(negate(step.until), done))


def _endless(context: Context, step: Step, scope: LoweringScope, done: int) -> None:
    head = _begin(context, step)
    _ask_finish(context, step, done)
    _ask_until(context, step, done)
    _counted_pass(context, step, scope, "endless")
    context.asm.jump(head)


def _repeat(context: Context, step: Step, loop: LoopHead, scope: LoweringScope, done: int) -> None:
    asm, span = context.asm, step.source.span
    assert loop.source is not None
    count, index = asm.fresh("count", span), asm.fresh("index", span)
    asm.statement(Assign(count, loop.source))
    asm.statement(Assign(index, number(0, span)))
    head = _begin(context, step)
    _ask_finish(context, step, done)
    asm.instruction(Branch(less(index, count), done))
    asm.statement(Assign(index, add(index, 1)))
    _ask_until(context, step, done)
    _counted_pass(context, step, scope, "repeat")
    asm.jump(head)


def _each(context: Context, step: Step, loop: LoopHead, scope: LoweringScope, done: int) -> None:
    asm, span = context.asm, step.source.span
    assert loop.source is not None and loop.local is not None
    items, index = asm.fresh("items", span, loop.source.type), asm.fresh("index", span)
    asm.statement(Assign(items, context.entering.turned(loop.source)))
    asm.statement(Assign(index, number(0, span)))
    head = _begin(context, step)
    if loop.kind == "each":
        _ask_finish(context, step, done)
    asm.instruction(Next(items, index, loop.local, loop.where, done))
    _ask_until(context, step, done)
    _counted_pass(context, step, scope, loop.kind)
    asm.jump(head)


def _rounds(context: Context, step: Step, loop: LoopHead, scope: LoweringScope, done: int) -> None:
    asm, address, span = context.asm, step.known_as, step.source.span
    assert loop.source is not None and loop.local is not None
    items, index, acted = asm.fresh("items", span, loop.source.type), asm.fresh("index", span), asm.fresh("acted", span)
    left = left_of(address, span, loop.source.type) if address else asm.fresh("left", span, loop.source.type)
    asm.statement(Assign(items, context.entering.turned(loop.source)))
    asm.statement(Assign(left, items))
    asm.statement(Assign(index, number(0, span)))
    asm.statement(Assign(acted, number(0, span)))
    head = _begin(context, step)
    ending = finish_flag(address, span) if address in context.indices.exits["finish"] else None
    passes = passes_of(address, span) if address in context.indices.counted else None
    asm.instruction(Lap(items, index, left, loop.local, acted, loop.where, ending, passes, done))
    _ask_until(context, step, done)
    _counted_pass(context, step, scope, "rounds")
    asm.jump(head)
