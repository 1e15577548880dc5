"""One pass of a step: it begins, is decided on, is carried out between its hooks, is judged by the ends, and ends."""

from __future__ import annotations

from custumal.dsl.model import Local, Step
from custumal.interpreter.lowering.assembly.context import Hub, Scope
from custumal.interpreter.lowering.assembly.expressions import nothing
from custumal.interpreter.lowering.choices.decisions import decide_inside
from custumal.interpreter.lowering.choices.menus import menu
from custumal.interpreter.lowering.ends import judge_ends
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.lives import begin_pass, end_pass
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Assign, Waive


def lets(hub: Hub, step: Step, scope: Scope) -> Scope:
    for local, value in step.lets:
        hub.asm.statement(Assign(local, value))
    return scope.naming({local.name: local for local, _ in step.lets})


def one_pass(hub: Hub, step: Step, scope: Scope, go: Local | None) -> None:
    """One pass: it begins, is decided on, is carried out between its hooks, is judged by the ends, and ends."""
    asm, address = hub.asm, step.source.address
    begin_pass(hub, step, go)
    scope = seated(hub, step, scope)
    waivers = hub.waivers(address, scope.words)
    over = asm.label()
    if waivers:
        asm.instruction(Waive(waivers, scope.actor, over))
    _decided(hub, step, scope)
    judge_ends(hub, address, scope)
    if waivers:
        asm.place(over)
    end_pass(hub, step, go)


def seated(hub: Hub, step: Step, scope: Scope) -> Scope:
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
        woven(hub, step, scope)
        return
    skipped, end = asm.label(), asm.label()
    inner = decide_inside(hub, step, step.decision, scope, skipped, end)
    woven(hub, step, inner)
    if step.passing:
        asm.jump(end)
    asm.place(skipped)
    sequence(hub, step.passing, scope)
    asm.place(end)


def woven(hub: Hub, step: Step, scope: Scope) -> None:
    weave(hub, step.source.address, scope, lambda: _body(hub, step, scope))


def _body(hub: Hub, step: Step, scope: Scope) -> None:
    if step.offer is not None:
        menu(hub, step, step.offer, scope)
    sequence(hub, step.body, scope)
