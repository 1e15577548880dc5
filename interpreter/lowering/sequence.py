"""Steps and effects in their order."""

from __future__ import annotations

from custumal.dsl.model import Effect, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import equal, number
from custumal.interpreter.lowering.assembly.internal_slots import entering
from custumal.interpreter.program import Assign, Branch


def sequence(context: Context, items: tuple[Step | Effect, ...], scope: LoweringScope) -> None:
    """Emit one after the other."""
    from custumal.interpreter.lowering.effects import lower_effect  # noqa: PLC0415  # effects hold sequences, and sequences effects
    from custumal.interpreter.lowering.steps import lower_step  # noqa: PLC0415  # likewise

    way_in = next((position for position, item in enumerate(items) if context.entering.leads_to(item)), None)
    skip = None if way_in is None else context.asm.label()
    if skip is not None:
        span = context.source_here().span
        context.asm.instruction(Branch(equal(entering(span), number(0, span)), skip))
    for position, item in enumerate(items):
        if skip is not None and position == way_in:
            context.asm.place(skip)
        if isinstance(item, Step):
            lower_step(context, _on_the_way(context, item) if position == way_in else item, scope)
        else:
            lower_effect(context, item, scope)


def _on_the_way(context: Context, step: Step) -> Step:
    """A step through which the play is entered: at the step to begin with, the way in ends."""
    if step.source.address == context.entering.begin:
        context.asm.statement(Assign(entering(step.source.span), number(0, step.source.span)))
        return step
    return context.entering.opened(step)
