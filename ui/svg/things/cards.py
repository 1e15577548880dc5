"""Cards: a name in a bar of its colour, and below it what is printed; of a playing card only its signs; tables like boards."""

from __future__ import annotations

from custumal.dsl.base.types import Column, Number, Symbol, Table, Type, bare
from custumal.interpreter.setup.boards import SIDES, Cubes
from custumal.interpreter.setup.values import Value
from custumal.ui.svg.elements.pen import Pen, frame, tint
from custumal.ui.svg.elements.svg_nodes import Drawing, element, stacked, words
from custumal.ui.svg.elements.text_width import text_width, wrapped
from custumal.ui.svg.things.facts import facts

WIDE = 110.0
_SMALL = (46.0, 60.0)
_LINE = 11.5
_MOST_LINES = 9
_FIELD = 17.0


def card(pen: Pen, number: int) -> Drawing:
    """A thing as a card."""
    signs = _signs(pen, number)
    return _playing_card(pen, number, signs) if signs else _worded_card(pen, number)


# ---------------------------------------------------------------- playing cards


def _signs(pen: Pen, number: int) -> list[str]:
    """The signs of all that is printed on a card, if the display has one for each word; else nothing."""
    found = []
    for _, of, value in pen.look.printed(number):
        inner = bare(of)
        sign = pen.picture(pen.look.word(value, of)) if isinstance(inner, Symbol) else str(value) if isinstance(inner, Number) else None
        if not sign:
            return []
        found.append(sign)
    return found if any(pen.look.printed(number)) and pen.look.hints.pictures else []


def _playing_card(pen: Pen, number: int, signs: list[str]) -> Drawing:
    wide, high = _SMALL
    colour = next((name for _, of, value in pen.look.printed(number) if (name := tint(pen.look.style(value, of)))), "")
    ink = f"strong ink-{colour}" if colour else "strong"
    shown = [words(text, wide / 2, 24 + 24 * row, 20, ink, anchor="middle", room=wide - 8) for row, text in enumerate(signs[:2])]
    return Drawing(wide, high, (frame(wide, high, "face", 5), *shown))


# ---------------------------------------------------------------- cards with words


def _worded_card(pen: Pen, number: int) -> Drawing:
    tables = [drawn for _, of, value in pen.look.printed(number) if (drawn := _table(pen, of, value)).width]
    told = facts(pen, number, tables=not tables)
    wide = max(WIDE if told or tables else 64.0, *(one.width + 12 for one in tables), 0)
    size = 11.0
    heading = wrapped(pen.look.labels.thing(number, pen.look.language), size, wide - 12, 4)
    colour = tint(pen.look.letter(number))
    top = 6 + 13.0 * len(heading)
    on = f"strong on-{colour}" if colour else "strong"
    parts = [element("path", d=_bar(wide, top), class_=f"tint-{colour}" if colour else "bar")]
    parts += [words(text, 6, 13 + 13 * row, size, on, room=wide - 12) for row, text in enumerate(heading)]
    y = top + _LINE + 1
    for row in [row for label, text in told for row in _rows(label, text, wide - 12)][:_MOST_LINES]:
        parts.append(words(row, 6, y, 9.5, room=wide - 12))
        y += _LINE
    drawn = stacked(tables, 4)
    if drawn.height:
        parts.append(drawn.at((wide - drawn.width) / 2, y - 8))
        y += drawn.height
    high = max(52.0, y - _LINE + 7)
    return Drawing(wide, high, (frame(wide, high, "face", 5), *parts, frame(wide, high, "card-rim", 5)))


def _bar(wide: float, high: float) -> str:
    return f"M0 {high:g}V5a5 5 0 0 1 5-5H{wide - 5:g}a5 5 0 0 1 5 5V{high:g}Z"


def _rows(label: str, text: str, room: float) -> list[str]:
    whole = f"{label} {text}".strip()
    return [whole] if text_width(whole, 9.5) <= room else wrapped(whole, 9.5, room, 3)


# ---------------------------------------------------------------- tables


def has_table(of: Type) -> bool:
    """Whether a printed value of this type may have a drawing of its own."""
    is_side = isinstance(of, Table) and isinstance(of.key, Symbol) and of.key.list == "side" and isinstance(bare(of.value), Symbol)
    return is_side or (isinstance(of, Table) and isinstance(of.key, Column))


def _table(pen: Pen, of: Type, value: Value) -> Drawing:
    """A printed table that looks like something: of the columns of a board, or of the four sides."""
    if not isinstance(of, Table) or value is None or any(isinstance(one, tuple) for one in value):
        return Drawing(0, 0)
    if isinstance(of.key, Column):
        board = pen.look.instance.zones[of.key.zone].board
        return _fields(pen, of, value, board.box[0]) if isinstance(board, Cubes) else Drawing(0, 0)
    return _sides(pen, of, value) if has_table(of) and len(value) == len(SIDES) else Drawing(0, 0)


def _fields(pen: Pen, of: Table, value: Value, across: int) -> Drawing:
    parts = []
    for n, one in enumerate(value):
        x, y = n % across * _FIELD, n // across * _FIELD
        text = "" if one is None else pen.look.value(one, of.value)
        parts.append(frame(_FIELD, _FIELD, "square", x=x, y=y))
        parts += [words(text, x + _FIELD / 2, y + 12, 8.5, "strong", anchor="middle", room=_FIELD - 2)] if text else []
    rows = -(-len(value) // across)
    return Drawing(across * _FIELD, rows * _FIELD, tuple(parts))


def _sides(pen: Pen, of: Table, value: Value) -> Drawing:
    """A square whose sides have colours, each with its sign."""
    size = 56.0
    parts = [frame(size - 28, size - 28, "square", x=14, y=14)]
    for n, one in enumerate(value):
        if one is not None:
            sign = pen.look.sign(one, of.value, "")
            colour = tint(sign)
            x, y = ((14, 0), (size - 14, 14), (14, size - 14), (0, 14))[n]
            wide, high = (size - 28, 14) if n % 2 == 0 else (14, size - 28)
            on = f"strong on-{colour}" if colour else "strong"
            parts.append(frame(wide, high, f"edge tint-{colour}" if colour else "face", x=x, y=y))
            parts.append(words(sign.text, x + wide / 2, y + high / 2 + 3.5, 9.5, on, anchor="middle", room=26))
    return Drawing(size, size, tuple(parts))
