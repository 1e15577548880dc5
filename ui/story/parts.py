"""The parts of an event, as somebody may know them: what was chosen, and what chance did in consequence, also where it could bring only
one thing and that is hidden. Where nothing is hidden an event is one part."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.position.state import CHANCE, Position
from custumal.ui.story.forced import Unasked
from custumal.ui.story.foreseen import is_foreseen
from custumal.ui.story.revealed import Revelation
from custumal.ui.story.session import Event, Session


@dataclass(frozen=True, slots=True)
class Part:
    """A choice, or something that chance did, up to where chance took part next: its event in the game has this `number`.

    `unasked` and `revealed`: who was not asked meanwhile, and what was shown. `is_first`: whether the event begins with it.
    """

    number: int
    event: Event
    after: Position
    unasked: tuple[Unasked, ...]
    revealed: tuple[Revelation, ...]
    is_first: bool

    @property
    def is_chance(self) -> bool:
        """Whether it is something that chance did."""
        return bool(self.event.before.kind == CHANCE)


def parts(session: Session, number: int, viewer: int | None) -> Iterator[Part]:
    """An event in its parts."""
    engine = session.engine
    hidden = session.silent(number) if engine.eyes.has_secrets else ()
    cuts = [one for one in hidden if not is_foreseen(engine, one.position, viewer)]
    event, asked, shown, is_first = session.events[number], 0, 0, True
    unasked, revealed = session.unasked(number), session.revealed(number)
    for cut in cuts:
        yield Part(number, event, cut.position, unasked[asked : cut.unasked], revealed[shown : cut.revealed], is_first)
        event, asked, shown, is_first = Event(None, cut.position, cut.outcome, "", {}), cut.unasked, cut.revealed, False
    yield Part(number, event, session.after(number), unasked[asked:], revealed[shown:], is_first)
