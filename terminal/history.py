"""Taking back: to the own last decision, unless something has happened since that can't be unlearned."""

from __future__ import annotations

from custumal.interpreter.state import State
from custumal.interpreter.table import Table
from custumal.interpreter.views import sees_thing
from custumal.terminal.session import HUMAN, Session


def undo(session: Session, seat: int) -> str | None:
    """Take back the last decision of a seat.

    Returns:
        None if it was taken back, else the key of the phrase that says why not: chance has decided since, another person
        has, or the seat has seen something that was hidden.
    """
    found = _last_own(session, seat)
    if isinstance(found, str):
        return found
    before = session.events[found].before
    if session.sealed.opens(before, session.position) or reveals(session.table, before, session.position, seat):
        return "undo-reveal"
    session.return_to(found)
    return None


def _last_own(session: Session, seat: int) -> int | str:
    for number in range(len(session.events) - 1, -1, -1):
        event = session.events[number]
        if event.seat is None:
            return "undo-chance"
        if event.seat == seat:
            return number
        # What a bot answers may be taken back too, but not a choice that it made unseen.
        if session.seats[event.seat] == HUMAN or session.sealed.step(event.before) is not None:
            return "undo-seat"
    return "undo-none"


def reveals(table: Table, before: State, after: State, seat: int | None) -> bool:
    """Whether a seat knows a thing in the later position that it did not know in the earlier one."""
    return any(
        sees_thing(table.evaluator, after, seat, thing) and not sees_thing(table.evaluator, before, seat, thing)
        for thing in range(len(table.instance.things))
    )
