"""What is known of a thing, in words: its name, what is printed on it, what is kept of it."""

from __future__ import annotations

from custumal.dsl.base.types import Bundle, Cell, Number, Polycube, Seat, Set, Table, Thing, Truth, Type, bare
from custumal.interpreter.setup.values import Value
from custumal.ui.svg.elements.pen import Pen

_MOST_ENTRIES = 8


def title(pen: Pen, number: int) -> str:
    """All that is known of a thing, for a pointer that rests on it."""
    look = pen.look
    told = [f"{label} {text}".strip() for label, text in facts(pen, number)]
    text = look.printed_text(number)
    owner = look.instance.things[number].owner
    whose = [] if owner is None else [look.value(owner, Seat())]
    return "; ".join([look.labels.thing(number, look.language), *whose, *told, *([text] if text else [])])


def facts(pen: Pen, number: int, *, tables: bool = True) -> list[tuple[str, str]]:
    """What is printed on a thing and kept of it: names and values, without what is none and what its name says already; tables only
    where they are wanted."""
    look = pen.look
    said = set(look.labels.thing(number, look.language).casefold().split())
    printed = [
        (name, worded(pen, of, value))
        for name, of, value in look.printed(number)
        if not is_none(value) and (tables or not isinstance(of, Table))
    ]
    found = [(look.name(name), text) for name, text in printed if text and not set(text.casefold().split()) <= said]
    return found + kept_of(pen, number)


def kept_of(pen: Pen, number: int) -> list[tuple[str, str]]:
    """What is kept of a thing alone."""
    look = pen.look
    kind = Thing(look.instance.things[number].kind)
    found = []
    for kept in look.instance.game.kept.values():
        if kept.parameters == (kind,) and kept.name not in look.hints.hidden:
            value = look.kept(kept.name, (number,))
            if not is_none(value):
                found.append((look.name(kept.name), "" if isinstance(kept.type, Truth) else look.value(value, kept.type)))
    return found


def worded(pen: Pen, of: Type, value: Value) -> str:
    """A printed value in words; empty for what has a drawing of its own, and for what is printed on the edges of tiles."""
    inner = bare(of)
    match inner:
        case Table():
            return _entries(pen, inner, value)
        case Set():
            return ", ".join(text for one in value if (text := worded(pen, inner.inner, one)))
        case Bundle():
            return pen.look.value(value, of) if any(value) else ""
        case Polycube() | Cell():
            return ""
        case Number():
            return str(value)
    return "" if isinstance(value, tuple) else pen.look.value(value, of)


def _entries(pen: Pen, of: Table, value: Value) -> str:
    if any(isinstance(one, tuple) for one in value) or len(value) > _MOST_ENTRIES:
        return ""
    pairs = zip(pen.look.keys(of.key, len(value)), value, strict=True)
    return ", ".join(f"{key} {worded(pen, of.value, one)}" for key, one in pairs if not is_none(one))


def is_none(value: Value) -> bool:
    """Whether there is nothing to tell."""
    return value is None or value is False or value == ()
