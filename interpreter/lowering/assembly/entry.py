"""Scenarios begin in the middle of the play: at a given step, with the first seat acting first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from custumal.dsl.base.types import SEAT, TRUTH, Set, bare
from custumal.dsl.model import Effect, Expr, IfElse, Local, Op, Ordering, SeatNumber, Select, Step
from custumal.interpreter.lowering.assembly.expressions import conjunction, equal, negate, number
from custumal.interpreter.lowering.assembly.internal_slots import entering, first_seat_first


@dataclass(frozen=True, slots=True)
class Entering:
    """Where `play` begins (None: at its beginning), and whether loops of seats may be turned to the first seat."""

    begin: str | None = None
    first: bool = False

    def leads_to(self, item: Step | Effect) -> bool:
        """Whether the step is the one to begin with or lies around it."""
        if self.begin is None or not isinstance(item, Step):
            return False
        address = item.source.address
        return self.begin == address or self.begin.startswith(address + ".")

    def opened(self, step: Step) -> Step:
        """A step around the beginning: on the way in it asks neither its `if` nor its `until`."""
        span = step.source.span
        way_in = equal(entering(span), number(1, span))
        condition = None if step.condition is None else Op(TRUTH, span, "or", (way_in, step.condition))
        until = None if step.until is None else conjunction(negate(way_in), step.until)
        return replace(step, condition=condition, until=until)

    def turned(self, seats: Expr) -> Expr:
        """The seats of a loop, turned to the first seat while the way to the first stop lasts."""
        of = bare(seats.type)
        if not self.first or not isinstance(of, Set) or bare(of.inner) != SEAT:
            return seats
        span = seats.span
        it = Local(SEAT, span, "it", "@it")
        turned = Select(seats.type, span, it, seats, None, (Ordering("from", SeatNumber(SEAT, span, 0)),))
        return IfElse(seats.type, span, equal(first_seat_first(span), number(1, span)), turned, seats)
