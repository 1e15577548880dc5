"""What has happened, event by event, as far as a viewer may know it, with what changed by itself in consequence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.layout import PLACES
from custumal.ui.scene.describe import Describer
from custumal.ui.story.happened import brought, chosen
from custumal.ui.story.parts import Part, parts
from custumal.ui.story.session import Session
from custumal.ui.text.phrases import phrase


@dataclass(frozen=True, slots=True)
class Stretch:
    """Parts of events that are told together, from the event `first` to before `end`, in a line of words; None for what chance did unseen.
    That belongs to what was chosen before it, where nothing is seen otherwise in consequence."""

    text: str | None
    first: int
    end: int
    is_choice: bool
    parts: tuple[Part, ...]


def stretches(session: Session, describer: Describer, viewer: int | None, start: int = 0) -> Iterator[Stretch]:
    """The events from one on: each choice alone, what chance did in a row together."""
    choice: Part | None = None
    chance: list[Part] = []
    for number in range(start, len(session.events)):
        for part in parts(session, number, viewer):
            if part.is_chance:
                chance.append(part)
            else:
                yield from _together(session, describer, viewer, choice, chance)
                choice, chance = part, []
    yield from _together(session, describer, viewer, choice, chance)


def _together(session: Session, describer: Describer, viewer: int | None, choice: Part | None, chance: Sequence[Part]) -> Iterator[Stretch]:
    """A choice and what chance did behind it, two stretches if that is told."""
    texts = list(brought(describer, chance, viewer))
    unseen = () if texts or choice is None or _is_seen(describer.engine, chance, viewer) else tuple(chance)
    if choice is not None:
        assert choice.event.seat is not None
        text = _named(describer, describer.seat(choice.event.seat), chosen(describer, session, choice, viewer))
        yield _stretch(text, (choice, *unseen), is_choice=True)
    if chance and not unseen:
        told = _named(describer, "  " + phrase("chance", describer.language), ", ".join(texts))
        yield _stretch(told if texts else None, tuple(chance), is_choice=False)


def _is_seen(engine: Engine, chance: Sequence[Part], viewer: int | None) -> bool:
    """Whether the viewer sees, or knows, other things than before what chance did, or others where they lie."""
    if not chance:
        return False
    before, after = (_in_sight(engine, position, viewer) for position in (chance[0].event.before, chance[-1].after))
    return before != after


def _in_sight(engine: Engine, position: Position, viewer: int | None) -> Counter[tuple[int, int]]:
    """How many things that look so the viewer knows to lie there."""
    looks, places = engine.instance.layout.looks, position.c[PLACES]
    seen = [thing for thing in range(len(looks)) if sees_thing(engine.evaluator, position, viewer, thing)]
    return Counter((looks[thing], places[thing]) for thing in seen)


def _stretch(text: str | None, together: tuple[Part, ...], *, is_choice: bool) -> Stretch:
    return Stretch(text, together[0].number, together[-1].number + 1, is_choice, together)


def story(session: Session, describer: Describer, viewer: int | None, start: int = 0) -> list[str]:
    """The words of the choices and of chance alone, a line each."""
    return [stretch.text for stretch in stretches(session, describer, viewer, start) if stretch.text is not None]


def _named(describer: Describer, name: str, what: str) -> str:
    return phrase("named", describer.language, name=name, what=what)
