"""What has happened in words, for somebody who may not know everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.model import Write
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import Chance, Choosing, DrawOne, RollOne
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.reference.visibility import sees_kept, sees_lying, sees_thing
from custumal.interpreter.setup.layout import PLACES
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.describe import ChoiceSlot, Describer, slots_of, things_of
from custumal.ui.story.glimpsed import glimpsed
from custumal.ui.story.parts import Part
from custumal.ui.story.passed import passed
from custumal.ui.story.session import Event, Session
from custumal.ui.story.trails import Passed, trails
from custumal.ui.text.phrases import phrase


def chosen(describer: Describer, session: Session, part: Part, viewer: int | None) -> str:
    """What somebody chose, as far as the viewer may know it."""
    if part.event.seat != viewer and part.number in session.unseen():
        return phrase("secret", describer.language)
    return made(describer, part.event, part.after, viewer)


def brought(describer: Describer, parts: Sequence[Part], viewer: int | None) -> Iterator[str]:
    """What chance did in a row, as far as the viewer may know it: with its verb, unless what it did just before has the same one."""
    last = None
    for part in parts:
        verb, text = _done_by_chance(describer, part, viewer)
        if text is not None:
            yield text if verb == last else phrase(verb, describer.language, what=text)
        last = None if text is None else verb


def made(describer: Describer, event: Event, after: Position, viewer: int | None) -> str:
    """A choice that has been made and is no secret; what of it the viewer does not know goes by its kind."""
    if event.seat == viewer:
        return describer.choice(event.before, event.choice)
    choosing = describer.choosing(event.before, event.choice)
    hidden = hidden_in(describer, event, after, viewer)
    secret = frozenset() if choosing is None else describer.engine.secret_picks.unseen(event.before, choosing, event.choice, viewer)
    if choosing is None or not (hidden or secret):
        return describer.choice(event.before, event.choice, describer.engine.seen(event.before, viewer))
    shown = [
        phrase("hidden-value", describer.language, name=describer.entry(slot))
        if _is_of(slot, secret)
        else _masked(describer, value, slot, hidden, event.before)
        for slot, value in zip(slots_of(choosing), event.choice[1:], strict=True)
    ]
    return phrase("named", describer.language, name=describer.labels.name(choosing.name, describer.language), what=", ".join(shown))


def _done_by_chance(describer: Describer, part: Part, viewer: int | None) -> tuple[str, str | None]:
    """The verb for what chance did, and what came of it, if the viewer may know."""
    event, after = part.event, part.after
    code = describer.engine.program.code[event.before.pc]
    if not event.choice:
        return "", None
    if isinstance(code, RollOne):
        return "chance-roll", str(event.choice[0]) if _sees_rolled(describer.engine, code, event.before, viewer) else None
    if isinstance(code, DrawOne):
        seen = sees_thing(describer.engine.evaluator, after, viewer, event.choice[0])
        return "chance-draw", describer.labels.thing(event.choice[0], describer.language) if seen else None
    if isinstance(code, Chance):
        return "chance-pick", _chosen_by_chance(describer, code.point.choosings[event.choice[0]], event, after, viewer)
    return "", None


def _sees_rolled(engine: Engine, roll: RollOne, before: Position, viewer: int | None) -> bool:
    """Whether somebody may know the kept value that is rolled: the one to which the number goes next."""
    engine.anew()
    for node in nodes(engine.program.code[before.pc + 1 :]):
        if isinstance(node, Write) and node.value == roll.local:
            kept = engine.instance.game.kept[node.kept]
            arguments = tuple(engine.reference.statements.value(argument, before) for argument in node.arguments)
            return sees_kept(engine.evaluator, before, viewer, kept, arguments)
    return False


def _chosen_by_chance(describer: Describer, choosing: Choosing, event: Event, after: Position, viewer: int | None) -> str | None:
    secret = describer.engine.secret_picks.unseen(event.before, choosing, event.choice, viewer)
    slots = [pair for pair in zip(slots_of(choosing), event.choice[1:], strict=True) if not _is_of(pair[0], secret)]
    things = [thing for slot, value in slots for thing in things_of(slot.type, value)]
    if not all(sees_thing(describer.engine.evaluator, after, viewer, thing) for thing in things):
        return None
    return ", ".join(f"{describer.entry(slot)} {describer.value(value, slot.type)}" for slot, value in slots) if slots else None


def _is_of(slot: ChoiceSlot, names: frozenset[str]) -> bool:
    """Whether an entry is one of those with these names."""
    return slot.asks is not None and slot.asks.local.id in names


def hidden_in(describer: Describer, event: Event, after: Position, viewer: int | None) -> set[int]:
    """The things in a choice of which somebody does not know that they were meant. To know what lies somewhere does not tell which
    of it was chosen: that is seen where it lies, or goes, or is shown."""
    choosing = describer.choosing(event.before, event.choice)
    if choosing is None:
        return set()
    named = {thing for slot, value in zip(slots_of(choosing), event.choice[1:], strict=True) for thing in things_of(slot.type, value)}
    ev = describer.engine.evaluator
    found = {thing for thing in named if not sees_lying(ev, event.before, viewer, thing)}
    if not found:
        return found
    # What comes out of a mix may have been another one that looks like it.
    way = [Passed(event.before), *passed(describer.engine, event.before, event.choice, after)]
    certain = found - trails(describer.engine, way, viewer).mixed
    told = {thing for thing in certain if _is_told(ev, event.before, after, viewer, thing)}
    waiting = certain - told
    return found - told - (glimpsed(describer.engine, event.before, event.choice, viewer, waiting) if waiting else waiting)


def _is_told(ev: Evaluator, before: Position, after: Position, viewer: int | None, thing: int) -> bool:
    """Whether what somebody knows afterwards tells that a thing was meant: it has gone to where it is known, or is known only now."""
    has_moved = before.c[PLACES][thing] != after.c[PLACES][thing]
    return sees_thing(ev, after, viewer, thing) and (has_moved or not sees_thing(ev, before, viewer, thing))


def _masked(describer: Describer, value: Value, slot: ChoiceSlot, hidden: set[int], position: Position) -> str:
    if not any(thing in hidden for thing in things_of(slot.type, value)):
        return describer.given(slot, value, position)
    kind = next(describer.engine.instance.things[thing].kind for thing in things_of(slot.type, value))
    return phrase("hidden-thing", describer.language, kind=describer.labels.name(kind, describer.language))
