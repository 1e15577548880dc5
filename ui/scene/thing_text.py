"""A thing in a few signs, or in the words that the display has for its kind: `{ID}` is what is printed on it, kept of it or lies on it."""

from __future__ import annotations

import re
from collections import Counter

from custumal.dsl.base.types import Number, Seat, Thing, Type, bare
from custumal.interpreter.position.unseen import UNSEEN, Unseen, is_unseen
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.look import Look
from custumal.ui.text.style import Line, Piece, line, width

_FIELD = re.compile(r"\{([^{}:|]+)(?::([^{}|]*)(?:\|([^{}]*))?)?\}")


def token(look: Look, thing: int) -> Line:
    """A thing in a few signs: its only number, or row and letter, or its name; with what is kept of it."""
    component = look.instance.things[thing]
    text = words_of(look, thing)
    if text is not None:
        return line(Piece(text, "" if component.owner is None else look.style(component.owner, Seat())))
    if component.kind in look.hints.things:
        return line(look.letter(thing))
    printed = look.printed(thing)
    about = look.about(thing)
    if len(printed) == 1 and isinstance(printed[0][1], Number):
        return line(f"{printed[0][2]}", *about)
    letter = look.letter(thing)
    if letter.style.startswith("on "):
        return line(look.instance.game.kinds[component.kind].rows[component.row].name, letter, *about)
    return line(look.labels.thing(thing, look.language), *about)


def tokens(look: Look, things: list[int], unseen: int = 0, *, shared: bool = False) -> list[Line]:
    """Things in a few signs, equal ones counted; of those unseen only the number. In a `shared` place their owners are named."""
    counts = Counter(_owned(look, thing) if shared else token(look, thing) for thing in things)
    if all(width(sign) <= 1 for sign in counts):
        counts = Counter(dict(sorted(counts.items(), key=lambda one: one[0][0].text if one[0] else "")))
    worded = any(words_of(look, thing) is not None for thing in things[:1])
    found = [part for sign, count in counts.items() for part in _counted(sign, count, in_signs=worded)]
    return [*found, line(Piece(f"({unseen})", "dim"))] if unseen else found


def _owned(look: Look, thing: int) -> Line:
    """A thing with its owner, where the display has words for it."""
    owner = look.instance.things[thing].owner
    text = words_of(look, thing)
    if owner is None or text is None:
        return token(look, thing)
    word = seat_word(look, owner)
    return line(Piece(f"{word}:{text}" if text else word, look.style(owner, Seat())))


def _counted(sign: Line, count: int, *, in_signs: bool) -> list[Line]:
    """Equal things: a text with their number, the number alone where there is no text, or one sign as often as there are."""
    if not width(sign):
        return [line(str(count))]
    if in_signs and width(sign) == 1:
        return [sign] * count
    return [sign if count == 1 else (*sign, Piece(f" x{count}"))]


# ---------------------------------------------------------------- words of the display


def text_of_kind(look: Look, kind: str) -> str | None:
    """The words for the things of a kind, with their fields; None if the display has none."""
    return look.hints.things.get(kind, {}).get("text")


def words_of(look: Look, thing: int) -> str | None:
    """The thing in the words of its kind; None if there are none."""
    template = text_of_kind(look, look.instance.things[thing].kind)
    return None if template is None else _FIELD.sub(lambda found: _field(look, thing, found), template)


def _field(look: Look, thing: int, found: re.Match[str]) -> str:
    text = _about(look, thing, found[1])
    if found[2] is None:
        return text
    return found[2] if text else found[3] or ""


def _about(look: Look, thing: int, name: str) -> str:
    """What there is of a thing by this name; empty for nothing, none and 0."""
    component = look.instance.things[thing]
    if name == "name":
        return look.labels.thing(thing, look.language)
    if name == "owner":
        return "" if component.owner is None else seat_word(look, component.owner)
    if name == "text":
        return look.printed_text(thing)
    for column, of, value in look.printed(thing):
        if column == name:
            return "" if _is_nothing(value, of) else look.value(value, of)
    return _kept_or_lying(look, thing, name, Thing(component.kind))


def _is_nothing(value: Value, of: Type) -> bool:
    """Whether there is nothing to show: none, no, the number 0, nobody; not the first word of a list, whose number is 0, too."""
    return value is None or value is False or value == () or (value == 0 and isinstance(bare(of), Number))


def _kept_or_lying(look: Look, thing: int, name: str, of: Thing) -> str:
    kept, zone = look.instance.game.kept.get(name), look.instance.zones.get(name)
    if kept is not None and kept.parameters == (of,):
        value = look.kept(name, (thing,))
        return "" if _is_nothing(value, kept.type) else look.value(value, kept.type)
    if zone is not None and zone.zone.parameters == (of,):
        things, unseen = look.things(zone, zone.instance((thing,)))
        return " ".join("".join(piece.text for piece in one) for one in tokens(look, things, unseen, shared=True))
    found = defined(look, name, (thing,))
    return "" if found is None or _is_nothing(*found) else look.value(*found)


def defined(look: Look, name: str, arguments: tuple[int, ...]) -> tuple[Value, Type] | None:
    """The value of a definition and its type; None if there is no such one, or if it reads what the seat may not see."""
    definition = look.instance.game.definitions.get(name)
    if definition is None or len(definition.parameters) != len(arguments):
        return None
    if (name, arguments) not in look.worked_out:
        look.worked_out[name, arguments] = _value_of(look, name, arguments)
    found = look.worked_out[name, arguments]
    return None if is_unseen(found) else (found, definition.body.type)


def _value_of(look: Look, name: str, arguments: tuple[int, ...]) -> Value:
    """The value of a definition, UNSEEN where it reads what the seat may not see."""
    try:
        return look.engine.asked.call(name, arguments, look.seen)
    except Unseen:
        return UNSEEN


def seat_word(look: Look, seat: int) -> str:
    """A seat in two signs, as choices name it, a house seat by its name."""
    return look.value(seat, Seat()) if seat in look.instance.house.values() else look.word(seat, Seat())
