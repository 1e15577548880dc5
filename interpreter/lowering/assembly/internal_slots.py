"""Slots of the engine's own: what the turn structure notes besides the names that rules bind."""

from __future__ import annotations

from custumal.dsl.base.types import NUMBER, SEAT, Set, Type
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Local, Rule
from custumal.interpreter.program import NOBODY_ID, left_id, passes_id, positions_id, running_id, turns_id

SAVES_ID = "@saves"
REASON_ID = "@reason"
FIRST_ID = "@first"
ENTERING_ID = "@entering"

SHARED = ("@taken", "@left", "@finish", "@reason", "@running", "@passes", "@positions", "@turns", "@depth", "@first", "@entering")
"""How those slots begin through which routines tell each other something: they are never saved and put back."""


def nobody(span: Span) -> Local:
    """The seat where nobody acts: always nothing."""
    return Local(SEAT, span, "nobody", NOBODY_ID)


def reason(span: Span) -> Local:
    """Which end was the first that applied."""
    return Local(NUMBER, span, "reason", REASON_ID)


def first_seat_first(span: Span) -> Local:
    """1 as long as loops of seats begin with the first seat, because the play was entered in its middle."""
    return Local(NUMBER, span, "first", FIRST_ID)


def entering(span: Span) -> Local:
    """On the way to a step to begin with the number of that one, else 0."""
    return Local(NUMBER, span, "entering", ENTERING_ID)


def passes_of(step: str, span: Span) -> Local:
    """How many passes of a step have begun."""
    return Local(NUMBER, span, "passes", passes_id(step))


def running_of(step: str, span: Span) -> Local:
    """Whether a step is under way."""
    return Local(NUMBER, span, "running", running_id(step))


def positions_of(step: str, span: Span) -> Local:
    """The positions in which passes of a step have begun."""
    return Local(Set(NUMBER), span, "positions", positions_id(step))


def turns_of(step: str, span: Span) -> Local:
    """How many passes of a step each seat has begun."""
    return Local(Set(NUMBER), span, "turns", turns_id(step))


def left_of(step: str, span: Span, seats: Type) -> Local:
    """The seats that are still in a step's `rounds`."""
    return Local(seats, span, "left", left_id(step))


def finish_flag(step: str, span: Span) -> Local:
    """1 when no other pass of a step is to begin."""
    return Local(NUMBER, span, "finish", f"@finish {step}")


def depth_of(step: str, span: Span) -> Local:
    """How deep the stack was when a step began, so that it can be stopped from inside."""
    return Local(NUMBER, span, "depth", f"@depth {step}")


def taken(rule: Rule) -> Local:
    """1 when a rule that does something instead of an action has done it."""
    return Local(NUMBER, rule.source.span, "taken", f"@taken {rule.source.address}")


def first_value(name: str) -> object:
    """What an empty frame has in a slot: 0 where is counted, nothing in what is gathered, else None."""
    if name.startswith(("@passes ", "@running ", "@finish ")) or name == ENTERING_ID:
        return 0
    return () if name.startswith(("@left ", "@positions ", "@turns ")) or name == SAVES_ID else None
