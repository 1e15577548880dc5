"""The position on a page: a drawing in which whatever a choice can name can be clicked."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from custumal.interpreter.position.state import Position
from custumal.ui.scene.look import Look
from custumal.ui.story.session import Session
from custumal.ui.svg.table import table_svg
from custumal.ui.web.pages.markup import tag


def position_part(look: Look, before: Position | None, width: int) -> Markup:
    """The position as whoever looks sees it, so many pixels wide; what is otherwise than before is marked. The page says the phase."""
    svg = table_svg(look, width=width, before=None if before is None else replace(look, state=before), says_phase=False)
    return tag("div", Markup(svg), class_="drawing")  # noqa: S704  # an XML writer has made it, which escapes all texts


def last_seen(session: Session, seat: int | None) -> Position | None:
    """The position since which a seat has to catch up: behind its own last choice; for who looks on, before the last one."""
    events = session.events
    if seat is None:
        return events[-1].before if events else None
    own = next((number for number in range(len(events) - 1, -1, -1) if events[number].seat == seat), None)
    if own is not None:
        return session.after(own)
    return next((event.before for event in events if event.seat is not None), None)
