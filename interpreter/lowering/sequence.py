"""Steps and effects in their order. What writes them registers itself here, since their parts are sequences again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from custumal.dsl.model import Effect, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import equal, number
from custumal.interpreter.lowering.assembly.internal_slots import entering
from custumal.interpreter.program import Assign, Branch

Writer = Callable[[Context, Any, LoweringScope], None]
AWriter = TypeVar("AWriter", bound=Writer)

_WRITERS: dict[type, Writer] = {}


def writes(*kinds: type) -> Callable[[AWriter], AWriter]:
    """Register how items of these kinds are written."""

    def register(write: AWriter) -> AWriter:
        _WRITERS.update(dict.fromkeys(kinds, write))
        return write

    return register


def sequence(context: Context, items: tuple[Step | Effect, ...], scope: LoweringScope) -> None:
    """Emit one after the other."""
    way_in = next((position for position, item in enumerate(items) if context.entering.leads_to(item)), None)
    skip = None if way_in is None else context.asm.label()
    if skip is not None:
        span = context.source_here().span
        context.asm.instruction(Branch(equal(entering(span), number(0, span)), skip))
    for position, item in enumerate(items):
        if skip is not None and position == way_in:
            context.asm.place(skip)
        entered = _on_the_way(context, item) if isinstance(item, Step) and position == way_in else item
        _WRITERS[type(item)](context, entered, scope)


def _on_the_way(context: Context, step: Step) -> Step:
    """A step through which the play is entered: at the step to begin with, the way in ends."""
    if step.source.address == context.entering.begin:
        context.asm.statement(Assign(entering(step.source.span), number(0, step.source.span)))
        return step
    return context.entering.opened(step)
