"""What was shown to somebody while a choice was carried out: the things that rules reveal, with the values kept of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Thing
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.visibility import sees_kept, sees_thing
from custumal.interpreter.setup.layout import BOX, PLACES
from custumal.ui.scene.look import Look
from custumal.ui.story.moves import place_of
from custumal.ui.text.phrases import phrase


@dataclass(frozen=True, slots=True)
class Revelation:
    """Things shown to seats, and the position in which that happened."""

    things: tuple[int, ...]
    seats: tuple[int, ...]
    position: Position


def revelations(engine: Engine, before: Position, choice: ChoiceTuple) -> tuple[Revelation, ...]:
    """What is shown between a position and the stop behind a choice in it."""
    with noted(engine) as found:
        if engine.reveals:
            engine.reference.apply(before.copy(), choice)
    return tuple(found)


@contextmanager
def noted(engine: Engine) -> Iterator[list[Revelation]]:
    """A list to which comes whatever the reference machine shows meanwhile."""
    found: list[Revelation] = []

    def look(state: Position, things: Sequence[int], seats: Sequence[int]) -> None:
        found.append(Revelation(tuple(things), tuple(seats), state.copy()))

    effects = engine.reference.statements.effects
    effects.on_reveal = look
    try:
        yield found
    finally:
        effects.on_reveal = None


def shown(look: Look, revelation: Revelation) -> Iterator[str]:
    """What somebody learns from it, a line for each place: `hand - player 2: king, jack`. `look` is at the position."""
    if not set(look.instance.seats if look.seat is None else (look.seat,)) <= set(revelation.seats):
        return
    by_place: dict[str, list[str]] = {}
    for thing in revelation.things:
        kept = list(_unseen_values(look, thing))
        if kept or not sees_thing(look.evaluator, look.state, look.seat, thing):
            name = look.labels.thing(thing, look.language)
            by_place.setdefault(_place(look, thing), []).append("=".join([name, *kept]))
    for place, things in by_place.items():
        yield phrase("shown", look.language, what=phrase("named", look.language, name=place, what=", ".join(things)))


def _unseen_values(look: Look, thing: int) -> Iterator[str]:
    """The values kept of a thing alone that are not seen otherwise."""
    kind = Thing(look.instance.things[thing].kind)
    for kept in look.instance.game.kept.values():
        if kept.parameters == (kind,) and not sees_kept(look.evaluator, look.state, look.seat, kept, (thing,)):
            yield look.value(look.evaluator.kept(kept.name, (thing,), look.state), kept.type)


def _place(look: Look, thing: int) -> str:
    location = look.state.c[PLACES][thing]
    if location == BOX:
        return phrase("out", look.language)
    zone = look.instance.layout.zone_at[location]
    found = place_of(look, zone, (location - zone.base) // zone.cells)
    return " - ".join(filter(None, (found.name, found.owner)))
