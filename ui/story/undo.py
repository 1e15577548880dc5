"""Undo: back to the own last decision, unless something has happened since that can't be unlearned; and what is behind a choice that is
not made yet, by the same measure."""

from __future__ import annotations

from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.position.unseen import Unseen
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.visibility import sees_thing
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.glimpsed import glimpsed
from custumal.ui.story.revealed import Revelation, revelations, shown
from custumal.ui.story.session import HUMAN, Session


def undo(session: Session, seat: int, *, shared: bool = False) -> str | None:
    """Take back the last decision of a seat. `shared`: people sit at one keyboard, so that where nothing is secret the last decision of any
    of them can be taken back, also the one that ended a turn.

    Returns:
        None if it was taken back, else the key of the phrase that says why not.
    """
    found = _to_take_back(session, seat, shared=shared)
    if isinstance(found, str):
        return found
    session.return_to(found)
    return None


def no_undo(session: Session, seat: int) -> str | None:
    """Why the last decision of a seat can't be taken back, as the key of a phrase: chance has decided since, another person has, a seat has
    seen something that was hidden, or something hidden was looked at, however that came out. None if it can."""
    found = _to_take_back(session, seat, shared=False)
    return found if isinstance(found, str) else None


def _to_take_back(session: Session, seat: int, *, shared: bool) -> int | str:
    """The number of the event to which to return, else why that can't be."""
    found = _last_own(session, seat, shared=shared and not (session.has_secrets or session.sealed))
    if isinstance(found, str):
        return found
    events = session.events[found:]
    asked = [(event, one) for event in events for one in {seat, event.seat}]
    # One answer for both, since whether something was seen may hang on what is hidden.
    if any(looks_at_hidden(session.engine, event.before, event.choice, one) for event, one in asked):
        return "undo-reveal"
    seen = any(reveals(session.engine, event.before, event.choice, one) for event, one in asked)
    return "undo-reveal" if seen or session.sealed.opens(events[0].before, session.position) else found


def looks_at_hidden(engine: Engine, before: Position, choice: ChoiceTuple, seat: int | None) -> bool:
    """Whether a choice is carried out by something that a seat can't see, however it comes out. That includes who is asked next: whether
    somebody has anything to choose may hang on it, unless that can be told from what the seat sees."""
    try:
        engine.reference.apply(engine.seen(before, seat).copy(), choice)
    except Unseen:
        return True
    return False


def _last_own(session: Session, seat: int, *, shared: bool) -> int | str:
    people = {each for each, who in enumerate(session.seats) if who == HUMAN} if shared else {seat}
    own = max((number for number, event in enumerate(session.events) if event.seat in people), default=None)
    if own is None:
        return "undo-none"
    for event in reversed(session.events[own + 1 :]):
        if event.seat is None:
            return "undo-chance"
        # What a bot answers may be taken back too, but not a choice that it made unseen.
        if session.seats[event.seat] == HUMAN or session.sealed.step(event.before) is not None:
            return "undo-seat"
    return own


def behind(session: Session, look: Look, choice: ChoiceTuple) -> Position | None:
    """The position behind a choice that whoever looks could make; None if it would show something hidden."""
    if looks_at_hidden(session.engine, session.position, choice, look.seat):
        return None
    trial = session.position.copy()
    session.engine.apply(trial, choice)
    if session.sealed.opens(session.position, trial) or reveals(session.engine, session.position, choice, look.seat):
        return None
    return None if _tells_points(session.engine, trial, look.seat) else trial


def _tells_points(engine: Engine, trial: Position, seat: int | None) -> bool:
    """Whether the game is over there, so that points are told that a seat can't work out from what it sees."""
    return trial.kind == OVER and None in engine.scores_seen(engine.seen(trial, seat), seat)


def reveals(engine: Engine, before: Position, choice: ChoiceTuple, seat: int | None) -> bool:
    """Whether a seat sees a thing in the course of a choice that it did not see before it, or is shown what is kept of one."""
    if any(_is_news(engine, one, seat) for one in revelations(engine, before, choice)):
        return True
    unseen = [thing for thing in range(len(engine.instance.things)) if not sees_thing(engine.evaluator, before, seat, thing)]
    return bool(unseen) and bool(glimpsed(engine, before, choice, seat, unseen))


def _is_news(engine: Engine, one: Revelation, seat: int | None) -> bool:
    look = Look(engine, hints_of(engine.instance.game.display), one.position, seat, "en")
    return any(True for _ in shown(look, one))
