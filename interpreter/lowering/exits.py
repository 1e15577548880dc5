"""Where a step goes on that is stopped: what was under way inside of it is no longer, and what lived for its passes ends."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.model import Step
from custumal.interpreter.lowering.assembly.context import Context
from custumal.interpreter.lowering.assembly.expressions import nothing, number, positive
from custumal.interpreter.lowering.assembly.internal_slots import running_of
from custumal.interpreter.lowering.lives import set_running, tail, turn_taker
from custumal.interpreter.program import Assign, CallRoutine, Over, Statement, When


def write_exits(context: Context) -> None:
    """Emit the end of every step that is stopped somewhere."""
    asm = context.asm
    for address, exits in context.exits.items():
        asm.routine, asm.steps = "", (address,)
        asm.place(exits.stopped)
        if not asm.placed(exits.done):
            asm.place(exits.done)
            asm.instruction(Over())
            continue
        step = context.indices.steps.get(address)
        inside = list(_inside(context, address))
        for inner in inside:
            if inner in context.indices.watched:
                asm.statement(_ended(context, context.indices.steps[inner]))
        for inner in inside:
            if inner in context.exits:
                asm.statement(_unmarked(context, inner))
        if step is not None:  # else the whole game is stopped
            for statement in tail(context, step, turn_taker(step)):
                asm.statement(statement)
            set_running(context, step, on=False)
        asm.jump(exits.done)


def _ended(context: Context, step: Step) -> Statement:
    span = step.source.span
    running = running_of(step.source.address, span)
    return When(positive(running), (*tail(context, step, turn_taker(step)), Assign(running, number(0, span))))


def _unmarked(context: Context, address: str) -> Statement:
    """The step is no longer under way, so it can't be stopped."""
    depth = context.exits[address].depth
    return Assign(depth, nothing(depth.span))


def _inside(context: Context, address: str) -> Iterator[str]:
    """The steps that may be under way inside of a step and must be ended: below it, or in routines called from there."""
    asm = context.asm
    found: dict[str, None] = {}
    waiting: list[str] = []
    for instruction, inside in zip(asm.code, asm.inside, strict=True):
        if address in inside:
            found.update(dict.fromkeys(inside[inside.index(address) + 1 :]))
            if isinstance(instruction, CallRoutine):
                waiting.append(context.called(instruction.target))
    seen: set[str] = set()
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        for instruction, inside, routine in zip(asm.code, asm.inside, asm.routines, strict=True):
            if routine == key:
                found.update(dict.fromkeys(inside))
                if isinstance(instruction, CallRoutine):
                    waiting.append(context.called(instruction.target))
    return (inner for inner in found if inner in context.indices.steps and inner != address)
