"""One pass of a step: it begins, is decided on, is carried out between its hooks, is judged by the ends, and ends."""

from __future__ import annotations

from custumal.dsl.model import Decision, Local, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import nothing
from custumal.interpreter.lowering.decisions import decide_inside
from custumal.interpreter.lowering.ends import ends_read, judge_ends
from custumal.interpreter.lowering.hooks import weave
from custumal.interpreter.lowering.lives import begin_pass, end_pass, note_position
from custumal.interpreter.lowering.menus import menu
from custumal.interpreter.lowering.sequence import sequence
from custumal.interpreter.program import Assign, Waive


def lets(context: Context, step: Step, scope: LoweringScope) -> LoweringScope:
    for local, value in step.lets:
        context.asm.statement(Assign(local, value))
    return scope.naming({local.name: local for local, _ in step.lets})


def one_pass(context: Context, step: Step, scope: LoweringScope, taker: Local | None) -> None:
    """One pass: it begins, is decided on, is carried out between its hooks, is judged by the ends, and ends."""
    asm, address = context.asm, step.known_as
    begin_pass(context, step, taker)
    scope = seated(context, step, scope)
    note_position(context, step, scope.actor)
    waivers = context.waivers(address, scope.words)
    over = asm.label()
    if waivers:
        asm.instruction(Waive(waivers, scope.actor, over))
    _decided(context, step, scope)
    if waivers:
        asm.place(over)
    end_pass(context, step, taker)


def seated(context: Context, step: Step, scope: LoweringScope) -> LoweringScope:
    if step.actor is None or step.seat is None:
        return acting_so_far(context, step, scope)
    context.asm.statement(Assign(step.actor, step.seat))
    return scope.acting(step.actor)


def acting_so_far(context: Context, step: Step, scope: LoweringScope) -> LoweringScope:
    """Whoever acts around the step acts in it, too."""
    if step.actor is None:
        return scope
    if scope.actor is None:
        context.asm.statement(Assign(step.actor, nothing(step.source.span, step.actor)))
    elif scope.actor.id != step.actor.id:
        context.asm.statement(Assign(step.actor, scope.actor))
    return scope.acting(step.actor)


def _decided(context: Context, step: Step, scope: LoweringScope) -> None:
    """What a step does, and the ends after it; where nothing can be chosen, what its `pass` says."""
    if step.decision is None:
        woven(context, step, scope)
        judge_ends(context, step.known_as, scope)
    elif ends_read(context, step.known_as, step.decision):
        _ended_by_choice(context, step, step.decision, scope)
    else:
        _chosen(context, step, step.decision, scope)
        judge_ends(context, step.known_as, scope)


def _chosen(context: Context, step: Step, decision: Decision, scope: LoweringScope) -> None:
    asm = context.asm
    skipped, end = asm.label(), asm.label()
    inner = decide_inside(context, step, decision, scope, skipped, end)
    woven(context, step, inner)
    if step.passing:
        asm.jump(end)
    asm.place(skipped)
    sequence(context, step.passing, scope)
    asm.place(end)


def _ended_by_choice(context: Context, step: Step, decision: Decision, scope: LoweringScope) -> None:
    """A step of which an end reads what is chosen: what follows is written apart for the case that nothing could be."""
    asm, address = context.asm, step.known_as
    skipped, end, over = asm.label(), asm.label(), asm.label()
    inner = decide_inside(context, step, decision, scope, skipped, end)
    woven(context, step, inner)
    asm.place(end)
    judge_ends(context, address, inner)
    asm.jump(over)
    asm.place(skipped)
    sequence(context, step.passing, scope)
    judge_ends(context, address, scope)
    asm.place(over)


def woven(context: Context, step: Step, scope: LoweringScope) -> None:
    weave(context, step.known_as, scope, lambda: _body(context, step, scope))


def _body(context: Context, step: Step, scope: LoweringScope) -> None:
    if step.offer is not None:
        menu(context, step, step.offer, scope)
    sequence(context, step.body, scope)
