"""What has happened at a table, as one seat may know it: a list that grows, of which only the end is made anew."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from custumal.dsl.base.types import Seat
from custumal.ui.story.changes import Changes
from custumal.ui.story.story import Stretch, stretches
from custumal.ui.svg.elements.colours import COLOURS
from custumal.ui.svg.elements.pen import painted, tint
from custumal.ui.web.pages.markup import tag
from custumal.ui.web.pages.sight import Sight

_WIDE = 400
"""Lines are broken by the browser; what changed is cut after a few such lines."""


@dataclass(slots=True)
class LogBook:
    """The entries for one viewer in one language: `settled` are those that no later event changes, with the event behind each."""

    settled: list[tuple[int, Markup]] = field(default_factory=list)

    def entries(self, sight: Sight) -> list[Markup]:
        """All entries, up to now."""
        session = sight.session
        events = len(session.events)
        unseen = min(session.unseen(), default=events)
        while self.settled and self.settled[-1][0] > min(unseen, events):
            self.settled.pop()
        start = self.settled[-1][0] if self.settled else 0
        changes = Changes(session, sight.describer, sight.seat)
        together = list(stretches(session, sight.describer, sight.seat, start))
        told = [(one.end, _entry(sight, changes, one)) for one in together]
        found = [*(entry for _, entry in self.settled), *(entry for _, entry in told if entry)]
        # Of one event two entries may tell; both are settled, or none.
        last = together[-1].first if together else events
        self.settled += [(end, entry) for end, entry in told[:-1] if end <= min(unseen, last)]
        return found

    def undone(self, events: int) -> None:
        """Only so many events are still so."""
        while self.settled and self.settled[-1][0] > events:
            self.settled.pop()


def _entry(sight: Sight, changes: Changes, stretch: Stretch) -> Markup:
    """One entry; nothing where there is nothing to tell."""
    lines = [text.strip() for text in changes.lines(stretch, _WIDE)]
    if stretch.text is None and not lines:
        return Markup()
    seat = stretch.parts[0].event.seat
    below = tag("ul", (tag("li", text) for text in lines)) if lines else None
    return tag(
        "li",
        tag("span", (stretch.text or "").strip()),
        below,
        class_="by-chance" if seat is None else f"by-seat of-{colour_of(sight, seat)}",
    )


def colour_of(sight: Sight, seat: int) -> str:
    """The colour in which a seat is drawn."""
    return tint(painted(sight.look).style(seat, Seat()))


def log_style() -> str:
    """The look of the entries of each colour."""
    return "".join(f"#log .of-{name} {{ border-color: {area}; }}\n" for name, (area, _) in COLOURS.items())
