"""Steps and effects in their order. What writes them registers itself here, since their parts are sequences again."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeVar

from custumal.dsl.base.types import NUMBER
from custumal.dsl.model import Effect, IfElse, Step
from custumal.interpreter.lowering.assembly.context import Context, LoweringScope
from custumal.interpreter.lowering.assembly.expressions import conjunction, equal, negate, number
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
    ways_in = {place: numbers for place, item in enumerate(items) if (numbers := context.entering.leading_to(item))}
    skips = {place: context.asm.label() for place in ways_in}
    for place, skip in skips.items():
        span = context.source_here().span
        elsewhere = (negate(equal(entering(span), number(each, span))) for each in ways_in[place])
        context.asm.instruction(Branch(reduce(conjunction, elsewhere), skip))
    for place, item in enumerate(items):
        if place in skips:
            context.asm.place(skips[place])
        entered = _on_the_way(context, item, ways_in[place]) if isinstance(item, Step) and place in skips else item
        _WRITERS[type(item)](context, entered, scope)


def _on_the_way(context: Context, step: Step, numbers: tuple[int, ...]) -> Step:
    """A step through which the play is entered: at the step to begin with, the way in ends."""
    own, span = context.entering.number_of(step), step.source.span
    if own is not None:
        is_here = equal(entering(span), number(own, span))
        context.asm.statement(Assign(entering(span), IfElse(NUMBER, span, is_here, number(0, span), entering(span))))
    return step if numbers == (own,) else context.entering.opened(step)
