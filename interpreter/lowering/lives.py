"""What begins and ends with the passes of a step: counts, lives of kept values, allowances, limits."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.model import Const, Kept, Local, Step, Write
from custumal.interpreter.lowering.assembly.context import Context
from custumal.interpreter.lowering.assembly.expressions import add, all_seats, number
from custumal.interpreter.lowering.assembly.indices import seat_first
from custumal.interpreter.lowering.assembly.internal_slots import passes_of, positions_of, running_of, turns_of
from custumal.interpreter.program import Assign, ForEach, Forget, Remember, Restore, Statement, Tally

TURN_LOOPS = ("players", "rounds", "together")
"""Loops whose passes are the turns of a seat."""


def turn_taker(step: Step) -> Local | None:
    """The seat whose turn a pass of the step is."""
    return step.loop.local if step.loop is not None and step.loop.kind in TURN_LOOPS else None


def count_pass(context: Context, step: Step) -> None:
    """One more pass has begun, if anybody asks."""
    address, span = step.known_as, step.source.span
    if address in context.indices.counted:
        passes = passes_of(address, span)
        context.asm.statement(Assign(passes, add(passes, 1)))


def note_position(context: Context, step: Step, seat: Local | None) -> None:
    """A pass begins in the present position, if anybody asks for earlier ones, or how many there were."""
    address = step.known_as
    if address in context.indices.tallied:
        context.asm.statement(Tally(turns_of(address, step.source.span), seat))
    if address in context.indices.recalled:
        context.asm.statement(Remember(positions_of(address, step.source.span), step.remembers, seat))


def forget_positions(context: Context, step: Step) -> None:
    """The loop begins anew: nothing has been noted."""
    address, span = step.known_as, step.source.span
    if address in context.indices.recalled:
        slot = positions_of(address, span)
        context.asm.statement(Assign(slot, Const(slot.type, span, ())))


def set_running(context: Context, step: Step, *, on: bool) -> None:
    """The step is under way, or no longer, if anybody asks."""
    address, span = step.known_as, step.source.span
    if address in context.indices.watched:
        context.asm.statement(Assign(running_of(address, span), number(int(on), span)))


def begin_pass(context: Context, step: Step, taker: Local | None) -> None:
    """Limits count anew and allowances are given: to the seat whose turn it is, or to all."""
    address = step.known_as
    for counter in context.indices.counters.get(address, ()):
        context.asm.statement(Forget(counter, taker))
    for kept in context.indices.allowances.get(address, ()):
        for statement in _allow(kept, taker):
            context.asm.statement(statement)


def end_pass(context: Context, step: Step, taker: Local | None) -> None:
    for statement in tail(context, step, taker):
        context.asm.statement(statement)


def tail(context: Context, step: Step, taker: Local | None) -> Iterator[Statement]:
    """The end of a pass: what lives for one pass goes back to its start."""
    address = step.known_as
    for kept in (*context.indices.lives.get(address, ()), *context.indices.allowances.get(address, ())):
        yield Restore(kept.name, taker if seat_first(kept) else None)


def _allow(kept: Kept, taker: Local | None) -> Iterator[Statement]:
    assert kept.amount is not None
    if not kept.locals:
        yield Write(None, kept.source.span, kept.name, (), "set", kept.amount)
        return
    seat = kept.locals[0]
    write = Write(None, kept.source.span, kept.name, (seat,), "set", kept.amount)
    if taker is not None:
        yield Assign(seat, taker)
        yield write
    else:
        yield ForEach(seat, all_seats(kept.source.span), None, (write,))
