"""End conditions, the `end` entries of a step: all that apply take effect, `stop` beats `finish`, the first listed is the reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from custumal.dsl.base.types import TRUTH
from custumal.dsl.model import Const, Decision, End, Expr, Local
from custumal.dsl.model.node_walk import locals_in
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import both, nothing, number
from custumal.interpreter.lowering.assembly.internal_slots import reason
from custumal.interpreter.lowering.effects import leave_step
from custumal.interpreter.lowering.plans import bound_by
from custumal.interpreter.program import Assign, When


def judge_ends(context: Context, address: str, scope: LoweringScope) -> None:
    """After a pass of the step at this address. An end is asked where all that it reads is known: not if nothing could be chosen."""
    entries = tuple(found for found in context.indices.ends.get(address, ()) if _names_read(found[1]).keys() <= scope.words.keys())
    if _only_stop(address, entries):
        for position, end in entries:
            _bind(context, end, scope)
            context.asm.branch(end.applies, partial(_stop_for, context, position, end, scope))
    elif entries:
        _judge_all(context, entries, scope)


def ends_read(context: Context, address: str, decision: Decision | None) -> bool:
    """Whether an end after the step at this address reads what is chosen there."""
    chosen = {local.name for local in bound_by(decision)}
    return any(not chosen.isdisjoint(_names_read(end)) for _, end in context.indices.ends.get(address, ()))


def _names_read(end: End) -> dict[str, Local]:
    """The names of the step that an end reads, by word."""
    read = locals_in((end.applies, end.exits)) if end.names else frozenset()
    return {word: local for word, local in end.names if local.id in read}


def _only_stop(address: str, entries: Sequence[tuple[int, End]]) -> bool:
    """Whether each of the ends does nothing but stop the same step that we are in: the first that applies is all that matters."""
    stopped = {exit_.step for _, end in entries for exit_ in end.exits}
    return len(stopped) == 1 and f"{address}.".startswith(f"{stopped.pop()}.") and all(_stops(end) for _, end in entries)


def _stops(end: End) -> bool:
    return [(exit_.mode, exit_.condition) for exit_ in end.exits] == [("stop", None)]


def _stop_for(context: Context, position: int, end: End, scope: LoweringScope) -> None:
    context.asm.statement(_reason(position, end))
    leave_step(context, end.exits[0], scope)


def _judge_all(context: Context, entries: Sequence[tuple[int, End]], scope: LoweringScope) -> None:
    """All are judged before the first takes effect."""
    flags = [(position, end, _judge(context, end, scope)) for position, end in entries]
    statement: When | None = None
    for position, end, flag in reversed(flags):
        statement = When(flag, (_reason(position, end),), () if statement is None else (statement,))
    assert statement is not None
    context.asm.statement(statement)
    for mode in ("leave", "finish", "stop"):
        # Steps further out go first: stopping them leaves the inner ones too.
        exits = ((exit_, end, flag) for _, end, flag in flags for exit_ in end.exits if exit_.mode == mode)
        for exit_, end, flag in sorted(exits, key=lambda found: found[0].step.count(".")):
            condition = both(flag, exit_.condition)
            context.asm.branch(condition, partial(leave_step, context, exit_, scope.acting(end.actor)))


def _reason(position: int, end: End) -> Assign:
    return Assign(reason(end.source.span), number(position, end.source.span))


def _bind(context: Context, end: End, scope: LoweringScope) -> None:
    """What the end calls `me`, and the names of the step."""
    span = end.source.span
    if end.actor.id in locals_in((end.applies, end.exits)) or any(exit_.mode == "leave" for exit_ in end.exits):
        context.asm.statement(Assign(end.actor, scope.actor if scope.actor is not None else nothing(span, end.actor)))
    for word, local in _names_read(end).items():
        context.asm.statement(Assign(local, scope.words[word]))


def _judge(context: Context, end: End, scope: LoweringScope) -> Expr:
    span = end.source.span
    _bind(context, end, scope)
    flag = context.asm.fresh("ends", span, TRUTH)
    context.asm.statement(Assign(flag, Const(TRUTH, span, value=True) if end.applies is None else end.applies))
    return flag
