"""What has happened, event by event, as far as a viewer may know it, with what changed by itself in consequence."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass
from custumal.ui.scene.describe import Describer
from custumal.ui.story.happened import happening
from custumal.ui.story.session import Session
from custumal.ui.text.phrases import phrase


@dataclass(frozen=True, slots=True)
class Stretch:
    """Events that are told together, from `first` to before `end`, in a line of words; None for what chance did unseen."""

    text: str | None
    first: int
    end: int
    is_choice: bool


def stretches(session: Session, describer: Describer, viewer: int | None, start: int = 0) -> Iterator[Stretch]:
    """The events from one on: each choice alone, what chance did in a row together."""
    number, events = start, session.events
    while number < len(events):
        seat = events[number].seat
        end = number + 1
        while seat is None and end < len(events) and events[end].seat is None:
            end += 1
        texts = [text for one in range(number, end) if (text := happening(describer, session, one, viewer)) is not None]
        if seat is not None:
            yield Stretch(_named(describer, describer.seat(seat), "".join(texts)), number, end, is_choice=True)
        else:
            told = _named(describer, "  " + phrase("chance", describer.language), ", ".join(texts))
            yield Stretch(told if texts else None, number, end, is_choice=False)
        number = end


def story(session: Session, describer: Describer, viewer: int | None, start: int = 0) -> list[str]:
    """The words of the choices and of chance alone, a line each."""
    return [stretch.text for stretch in stretches(session, describer, viewer, start) if stretch.text is not None]


def _named(describer: Describer, name: str, what: str) -> str:
    return phrase("named", describer.language, name=name, what=what)
