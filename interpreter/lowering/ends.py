"""The `end` entries of a step: all that apply take effect, `stop` beats `finish`, the first listed is the reason."""

from __future__ import annotations

from functools import partial

from custumal.dsl.model import Const, End, Expr, Local
from custumal.dsl.types import NUMBER, TRUTH
from custumal.interpreter.flow import Assign, When
from custumal.interpreter.lowering.effects import leave_step
from custumal.interpreter.lowering.hub import Hub, Scope
from custumal.interpreter.lowering.terms import both, nothing, number

REASON_ID = "@reason"


def judge_ends(hub: Hub, address: str, scope: Scope) -> None:
    """After a pass of the step at this address."""
    entries = hub.facts.ends.get(address, ())
    if not entries:
        return
    flags = [(position, end, _judge(hub, end, scope)) for position, end in entries]
    statement: When | None = None
    for position, end, flag in reversed(flags):
        reason = Assign(Local(NUMBER, end.source.span, "reason", REASON_ID), number(position, end.source.span))
        statement = When(flag, (reason,), () if statement is None else (statement,))
    assert statement is not None
    hub.asm.statement(statement)
    for mode in ("leave", "finish", "stop"):
        # Steps further out go first: stopping them leaves the inner ones too.
        exits = ((exit_, end, flag) for _, end, flag in flags for exit_ in end.exits if exit_.mode == mode)
        for exit_, end, flag in sorted(exits, key=lambda found: found[0].step.count(".")):
            condition = both(flag, exit_.condition)
            hub.asm.branch(condition, partial(leave_step, hub, exit_, scope.acting(end.actor)))


def _judge(hub: Hub, end: End, scope: Scope) -> Expr:
    asm, span = hub.asm, end.source.span
    asm.statement(Assign(end.actor, scope.actor if scope.actor is not None else nothing(span, end.actor)))
    for word, local in end.names:
        if word in scope.words:
            asm.statement(Assign(local, scope.words[word]))
    flag = asm.fresh("ends", span, TRUTH)
    asm.statement(Assign(flag, Const(TRUTH, span, value=True) if end.applies is None else end.applies))
    return flag

