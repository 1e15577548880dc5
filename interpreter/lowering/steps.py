"""Steps: guards, loops, and what belongs to each of their passes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from custumal.dsl.model import Local, LoopHead, Step
from custumal.dsl.types import NUMBER, Set
from custumal.interpreter.flow import Assign, Branch, ForEach, Keep, Lap, Mark, Next, Recall, Times, Until, Waive, left_id
from custumal.interpreter.lowering.decisions import decide_inside, pay, terms_of
from custumal.interpreter.lowering.ends import judge_ends
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.hub import Hub, Scope
from custumal.interpreter.lowering.lives import GOES, begin_pass, count_pass, end_pass, set_running
from custumal.interpreter.lowering.menus import menu
from custumal.interpreter.lowering.plans import bound_by
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.lowering.terms import add, empty_set, equal, less, negate, nothing, number


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
        scope = _lets(hub, step, scope)
    run = partial(_loop if looped else _once, hub, step, scope)
    hub.asm.branch(step.condition, run, partial(sequence, hub, step.other, scope) if step.other else None)


def _lets(hub: Hub, step: Step, scope: Scope) -> Scope:
    for local, value in step.lets:
        hub.asm.statement(Assign(local, value))
    return scope.naming({local.name: local for local, _ in step.lets})


def _once(hub: Hub, step: Step, scope: Scope) -> None:
    count_pass(hub, step)
    set_running(hub, step, on=True)
    _pass(hub, step, scope, None)
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
    _pass(hub, step, _lets(hub, step, scope), scope.actor if kind in GOES else None)


def _linear_loop(hub: Hub, step: Step, scope: Scope, kind: str) -> None:
    loop = step.loop
    writers: dict[str, Callable[[Hub, Step, LoopHead, Scope, int], None]] = {
        "each": _each,
        "players": _each,
        "rounds": _rounds,
        "together": _together,
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
    flag = hub.finish_flag(address, step.source.span)
    asm.statement(Assign(flag, number(0, step.source.span)))
    return asm.here()


def _ask_finish(hub: Hub, step: Step, done: int) -> None:
    if step.source.address in hub.facts.exits["finish"]:
        span = step.source.span
        hub.asm.instruction(Branch(equal(hub.finish_flag(step.source.address, span), number(0, span)), done))


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
    left = Local(loop.source.type, span, "left", left_id(address))
    asm.statement(Assign(items, hub.entering.turned(loop.source)))
    asm.statement(Assign(left, items))
    asm.statement(Assign(index, number(0, span)))
    asm.statement(Assign(acted, number(0, span)))
    head = _begin(hub, step)
    ending = hub.finish_flag(address, span) if address in hub.facts.exits["finish"] else None
    passes = hub.passes(address, span) if address in hub.facts.counted else None
    asm.instruction(Lap(items, index, left, loop.local, acted, loop.where, ending, passes, done))
    _ask_until(hub, step, done)
    _counted_pass(hub, step, scope, "rounds")
    asm.jump(head)


def _together(hub: Hub, step: Step, loop: LoopHead, scope: Scope, done: int) -> None:
    """First all choose, and what they choose is kept unseen; then each one's goes through."""
    asm, span = hub.asm, step.source.span
    assert loop.source is not None and loop.local is not None
    items, index, chosen = asm.fresh("items", span, loop.source.type), asm.fresh("index", span), asm.fresh("sealed", span, Set(NUMBER))
    values = (loop.local, *(local for local, _ in step.lets), *bound_by(step.decision))
    asm.statement(Assign(items, hub.entering.turned(loop.source)))
    asm.statement(Assign(index, number(0, span)))
    asm.statement(Assign(chosen, empty_set(span)))
    head, open_all = asm.here(), asm.label()
    asm.instruction(Next(items, index, loop.local, loop.where, open_all))
    begin_pass(hub, step, loop.local)
    inner = _lets(hub, step, scope)
    if step.decision is not None:
        inner = decide_inside(hub, step, step.decision, inner, head, pays=False)
    asm.instruction(Keep(chosen, values))
    hub.sealed.update(local.id for local in (chosen, *values[1:]))
    asm.jump(head)
    asm.place(open_all)
    asm.statement(Assign(index, number(0, span)))
    again = asm.here()
    asm.instruction(Recall(chosen, index, values, done))
    if step.decision is not None:
        pay(hub, terms_of(hub, step.source.address, step.source, step.decision, loop.local))
    _woven(hub, step, inner)
    judge_ends(hub, step.source.address, inner)
    end_pass(hub, step, loop.local)
    asm.jump(again)


# ---------------------------------------------------------------- one pass


def _pass(hub: Hub, step: Step, scope: Scope, go: Local | None) -> None:
    """One pass: it begins, is decided on, is carried out between its hooks, is judged by the ends, and ends."""
    asm, address = hub.asm, step.source.address
    begin_pass(hub, step, go)
    scope = _seated(hub, step, scope)
    waivers = hub.waivers(address, scope.words)
    over = asm.label()
    if waivers:
        asm.instruction(Waive(waivers, scope.actor, over))
    _decided(hub, step, scope)
    judge_ends(hub, address, scope)
    if waivers:
        asm.place(over)
    end_pass(hub, step, go)


def _seated(hub: Hub, step: Step, scope: Scope) -> Scope:
    if step.actor is None:
        return scope
    if step.seat is not None:
        hub.asm.statement(Assign(step.actor, step.seat))
    elif scope.actor is None:
        hub.asm.statement(Assign(step.actor, nothing(step.source.span, step.actor)))
    elif scope.actor.id != step.actor.id:
        hub.asm.statement(Assign(step.actor, scope.actor))
    return scope.acting(step.actor)


def _decided(hub: Hub, step: Step, scope: Scope) -> None:
    """The deed of a step; where nothing can be chosen, what its `pass` says."""
    asm = hub.asm
    if step.decision is None:
        _woven(hub, step, scope)
        return
    skipped, end = asm.label(), asm.label()
    inner = decide_inside(hub, step, step.decision, scope, skipped, end)
    _woven(hub, step, inner)
    if step.passing:
        asm.jump(end)
    asm.place(skipped)
    sequence(hub, step.passing, scope)
    asm.place(end)


def _woven(hub: Hub, step: Step, scope: Scope) -> None:
    weave(hub, step.source.address, scope, lambda: _body(hub, step, scope))


def _body(hub: Hub, step: Step, scope: Scope) -> None:
    if step.offer is not None:
        menu(hub, step, step.offer, scope)
    sequence(hub, step.body, scope)
