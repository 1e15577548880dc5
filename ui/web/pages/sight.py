"""Who looks at a table: by which link, through the eyes of which seat, in which language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import Session
from custumal.ui.text.table_words import said
from custumal.ui.web.store.store import Link
from custumal.ui.web.tables.table import HOST, Table

NARROW, WIDE, STEP = 320, 1_280, 60
"""So many pixels wide is what is drawn, at least and at most; what lies between goes by steps, so that pages share it."""


@dataclass(frozen=True)
class Sight:
    """A table as one page shows it. `seat` is the seat whose side is shown, None for a spectator's.
    `width` is that of the drawing, in pixels."""

    table: Table
    link: Link
    seat: int | None
    language: str
    width: int = 920

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def is_host(self) -> bool:
        return self.link.role == HOST

    @cached_property
    def describer(self) -> Describer:
        return Describer(self.session.engine, self.language)

    @cached_property
    def look(self) -> Look:
        """The position as it is shown."""
        return Look(self.session.engine, hints_of(self.session.game.model.display), self.session.position, self.seat, self.language)

    @property
    def may_choose(self) -> bool:
        """Whether whoever looks has to choose now."""
        return self.seat is not None and self.seat == self.session.seat and self.seat in self.link.seats

    @property
    def is_curtained(self) -> bool:
        """Whether another of the seats on this device has to choose, whose secrets this one may not see."""
        seat = self.session.seat
        return seat != self.seat and seat in self.link.seats and hides(self.table, self.link)

    def said(self, key: str, **values: object) -> str:
        """A sentence of the table."""
        return said(key, self.language, **values)

    def seat_name(self, seat: int) -> str:
        return self.describer.seat(seat)


def hides(table: Table, link: Link) -> bool:
    """Whether several people with secrets share the device."""
    return len(link.seats) > 1 and table.has_secrets


def seat_shown(table: Table, link: Link, before: int | None) -> int | None:
    """Whose side is shown: that of the seat which has to choose, where nobody else may not see it; else the one before."""
    if len(link.seats) == 1:
        return link.seats[0]
    if hides(table, link):
        return before if before in link.seats else None
    if table.session.seat in link.seats:
        return table.session.seat
    return before if before in link.seats else next(iter(link.seats), None)


def languages_of(table: Table) -> tuple[str, ...]:
    """The languages in which a table can be shown: those of its game. Words of the interface are English where it does not speak them."""
    return table.session.game.model.languages
