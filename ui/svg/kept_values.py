"""Kept values and definitions: chips with a name and a value, and numbers as tracks."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import Cell, Number, Seat, Symbol, Truth, Type, bare
from custumal.dsl.model import Kept
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.look import Look
from custumal.ui.scene.shown import told_by_word, worth_telling
from custumal.ui.svg.elements.pen import Pen, frame, tint
from custumal.ui.svg.elements.svg_nodes import NOTHING, Drawing, group, in_rows, line_of, stacked, words
from custumal.ui.svg.elements.text_width import text_width
from custumal.ui.text.style import Piece

_HIGH = 22.0
_MOST_ENTRIES = 60


def chip(label: str, value: str, colour: str = "", *, room: float = 240) -> Drawing:
    """A name and a value in a pill; the value on a colour where it has one."""
    first, second = min(text_width(label, 11), room * 0.6), min(text_width(value, 12), room * 0.6)
    gap = 6 if label and value else 0
    wide = first + second + gap + 14
    parts = [frame(wide, _HIGH, f"edge tint-{colour}" if colour and not label else "panel", _HIGH / 2)]
    if colour and label:
        parts.append(frame(second + 10, _HIGH - 6, f"edge tint-{colour}", 5, x=7 + first + gap - 5, y=3))
    parts += [words(label, 7, 15, 11, "soft", room=room * 0.6)] if label else []
    if value:
        parts.append(words(value, 7 + first + gap, 15.5, 12, f"strong on-{colour}" if colour else "strong", room=room * 0.6))
    return group(Drawing(wide, _HIGH, tuple(parts)), "value")


def of_value(look: Look, label: str, value: Value, of: Type, name: str = "", *, room: float = 240) -> Drawing:
    """A value below its name; nothing for what is nothing or does not hold."""
    hint = look.hints.arrangement.tracks.get(name)
    inner = bare(of)
    if hint and isinstance(inner, Number) and isinstance(value, int):
        return track(label, hint, value - (getattr(inner, "low", None) or 0), room)
    if value is None or value is False or isinstance(inner, Cell):
        return NOTHING
    if isinstance(inner, Truth):
        return chip("", label, room=room)
    colour = tint(look.style(value, of)) if isinstance(inner, Seat | Symbol) else ""
    return chip(label, look.value(value, of), colour, room=room)


def track(label: str, texts: Sequence[str], at: int, room: float) -> Drawing:
    """The words of a track, the present one set off."""
    boxes = []
    for number, text in enumerate(texts[:_MOST_ENTRIES]):
        wide = max(17.0, text_width(text, 11) + 8)
        here = number == at
        sign = words(text, wide / 2, 13, 11, "strong on-here" if here else "soft", anchor="middle")
        boxes.append(Drawing(wide, 18, (frame(wide, 18, "here" if here else "square", 3), sign)))
    name = line_of(label, 11, "soft")
    return group(in_rows([name, *boxes], room, 2, middle=True), "value")


def chips_of(pen: Pen, seat: int | None) -> list[Drawing]:
    """The kept values of a seat, or of nobody."""
    look = pen.look
    arguments = () if seat is None else (seat,)
    return [
        of_value(look, look.name(kept.name), look.kept(kept.name, arguments), kept.type, kept.name)
        for kept in worth_telling(look, len(arguments))
        if seat is None or isinstance(bare(kept.type), Number | Symbol | Truth | Seat)
    ]


def lists_of(pen: Pen, width: float) -> list[Drawing]:
    """The kept values that go by words, each as a row of chips below its name."""
    return [found for kept in told_by_word(pen.look) if (found := _by_word(pen, kept, width)).width]


def _by_word(pen: Pen, kept: Kept, width: float) -> Drawing:
    look = pen.look
    layout = look.instance.kept[kept.name]
    shown = []
    for index in range(layout.base, layout.base + min(layout.size, _MOST_ENTRIES)):
        arguments = layout.arguments(index)
        word = look.value(arguments[0], kept.parameters[0])
        value = look.kept(kept.name, arguments)
        text = "-" if value is None or value is False else "" if isinstance(kept.type, Truth) else look.value(value, kept.type)
        shown.append(pen.word(kept.parameters[0], arguments[0], chip(word, text, _colour(look, value, kept.type))))
    return stacked([line_of(look.name(kept.name), 11, "soft"), in_rows(shown, width, 4)], 2)


def _colour(look: Look, value: Value, of: Type) -> str:
    seen = value is not None and isinstance(bare(of), Seat | Symbol)
    return tint(Piece("", look.style(value, of))) if seen else ""
