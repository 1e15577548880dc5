"""Scenarios begin in the middle of the play: at a given step, with the first seat acting first."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass, replace
from custumal.dsl.base.types import SEAT, TRUTH, Set, bare
from custumal.dsl.model import Effect, Expr, IfElse, Local, Op, Ordering, SeatNumber, Select, Step
from custumal.interpreter.lowering.assembly.expressions import conjunction, equal, negate, number
from custumal.interpreter.lowering.assembly.internal_slots import entering, first_seat_first


@dataclass(frozen=True, slots=True)
class Entering:
    """The steps at which `play` may begin, each by its address. Which of them it is, counted from 1, is noted in a slot before the play
    is entered, 0 where it begins at its beginning."""

    begins: tuple[str, ...] = ()

    def leading_to(self, item: Step | Effect) -> tuple[int, ...]:
        """The numbers of those beginnings that are this step or lie inside it."""
        if not isinstance(item, Step):
            return ()
        address = item.source.address
        return tuple(n for n, begin in enumerate(self.begins, start=1) if begin == item.known_as or begin.startswith(address + "."))

    def number_of(self, step: Step) -> int | None:
        """The number of the beginning that is this step itself."""
        address = step.known_as
        return self.begins.index(address) + 1 if address in self.begins else None

    def opened(self, step: Step) -> Step:
        """A step around a beginning: on the way in it asks neither its `if` nor its `until`."""
        span = step.source.span
        arrived = equal(entering(span), number(0, span))
        condition = None if step.condition is None else Op(TRUTH, span, "or", (negate(arrived), step.condition))
        until = None if step.until is None else conjunction(arrived, step.until)
        return replace(step, condition=condition, until=until)

    def turned(self, seats: Expr) -> Expr:
        """The seats of a loop, turned to the first seat while the way to the first stop lasts."""
        of = bare(seats.type)
        if not self.begins or not isinstance(of, Set) or bare(of.inner) != SEAT:
            return seats
        span = seats.span
        it = Local(SEAT, span, "it", "@it")
        turned = Select(seats.type, span, it, seats, None, (Ordering("from", SeatNumber(SEAT, span, 0)),))
        return IfElse(seats.type, span, equal(first_seat_first(span), number(1, span)), turned, seats)
