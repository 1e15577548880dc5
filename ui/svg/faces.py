"""Things as they look from above: cards with what is printed on them, dice with pips, tokens with a sign, backs of what is hidden."""

from __future__ import annotations

from math import cos, pi, sin
from xml.etree.ElementTree import Element

from custumal.dsl.base.types import Number, Seat, Set, Table, Thing, Truth, Type, bare
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.thing_text import words_of
from custumal.ui.svg.measure import TIMES, text_width, wrapped
from custumal.ui.svg.nodes import Drawing, element, words
from custumal.ui.svg.pen import Pen, frame, tint
from custumal.ui.text.style import Piece

TOKEN = 34.0
CARD = (96.0, 70.0)
_LINE = 11.5
_MOST_LINES = 9
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip
"""Where the pips of a die are, in steps from its middle."""


def is_card(pen: Pen, kind: str) -> bool:
    """Whether things of a kind are drawn as cards: several values are printed on them, or a text; unless the display says."""
    hint = pen.look.hints.things.get(kind, {})
    if hint.get("face"):
        return hint["face"] in ("card", "tile")
    if "sign" in hint or hint.get("text") == "":
        return False
    known = pen.look.instance.game.kinds[kind]
    named = len({row.name for row in known.rows})
    return len(known.printed) > 1 or any(row.text != known.rows[0].text or row.text.by_language for row in known.rows) or named > 12


def thing(pen: Pen, number: int, *, size: float = TOKEN) -> Drawing:
    """A thing as a group with its name."""
    kind = pen.look.instance.things[number].kind
    drawn = _card(pen, number) if is_card(pen, kind) else sign_of(pen, number, size)
    return pen.framed(pen.thing_name(number), title(pen, number), "thing", drawn)


def sign_of(pen: Pen, number: int, size: float) -> Drawing:
    """A thing that is no card: a die, or a token with its sign."""
    hint = pen.look.hints.things.get(pen.look.instance.things[number].kind, {})
    text = words_of(pen.look, number)
    if hint.get("face") == "die" and text is not None:
        return die(text, size)
    piece = pen.look.letter(number)
    owner = pen.look.instance.things[number].owner
    shown = _short_text(pen, number, text, piece)
    return token(shown, tint(piece), size, shape=0 if owner is None else owner)


def _short_text(pen: Pen, number: int, text: str | None, piece: Piece) -> str:
    """What stands on a token: the words of the display, its only number, or its sign."""
    if text:
        return text
    printed = pen.look.printed(number)
    numbers = [value for _, of, value in printed if isinstance(bare(of), Number) and value is not None]
    kind = pen.look.instance.things[number].kind
    if "sign" not in pen.look.hints.things.get(kind, {}) and len(printed) == 1 and numbers:
        return str(numbers[0])
    if tint(piece) or len(pen.look.instance.game.kinds[kind].rows) == 1:
        return piece.text
    return pen.look.labels.thing(number, pen.look.language)


# ---------------------------------------------------------------- words


def title(pen: Pen, number: int) -> str:
    """All that is known of a thing, for a pointer that rests on it."""
    look = pen.look
    told = [f"{label} {text}".strip() for label, text in facts(pen, number)]
    text = look.printed_text(number)
    owner = look.instance.things[number].owner
    whose = [] if owner is None else [look.value(owner, Seat())]
    return "; ".join([look.labels.thing(number, look.language), *whose, *told, *([text] if text else [])])


def facts(pen: Pen, number: int) -> list[tuple[str, str]]:
    """What is printed on a thing and kept of it: names and values, without what is none."""
    look = pen.look
    told = [(name, _worded(pen, of, value)) for name, of, value in look.printed(number) if not _is_none(value)]
    found = [(look.name(name), text) for name, text in told if text]
    kind = Thing(look.instance.things[number].kind)
    for kept in look.instance.game.kept.values():
        if kept.parameters == (kind,) and kept.name not in look.hints.hidden:
            value = look.kept(kept.name, (number,))
            if isinstance(kept.type, Truth):
                found += [(look.name(kept.name), "")] if value else []
            elif not _is_none(value):
                found.append((look.name(kept.name), look.value(value, kept.type)))
    return found


def _worded(pen: Pen, of: Type, value: Value) -> str:
    inner = bare(of)
    if isinstance(inner, Table):
        if any(isinstance(one, tuple) for one in value):
            return ""
        keys = pen.look.keys(inner.key, len(value))
        pairs = [f"{key} {_worded(pen, inner.value, one)}" for key, one in zip(keys, value, strict=True) if not _is_none(one)]
        return ", ".join(pairs[:8])
    if isinstance(inner, Set):
        return ", ".join(_worded(pen, inner.inner, one) for one in value)
    return "" if isinstance(value, tuple) else pen.look.value(value, of)


def _is_none(value: Value) -> bool:
    return value is None or value is False or value == ()


# ---------------------------------------------------------------- cards


def _card(pen: Pen, number: int) -> Drawing:
    """A card: its name in a bar of its colour, below it what is printed on it, and what lies on it as signs."""
    wide, least = CARD
    heading = wrapped(pen.look.labels.thing(number, pen.look.language), 11, wide - 10, 2)
    colour = tint(pen.look.letter(number))
    top = 6 + 13.0 * len(heading)
    parts = [element("rect", width=wide, height=top, rx=5, class_=f"tint-{colour}" if colour else "square")]
    parts += [
        words(text, 6, 13 + 13 * row, 11, f"strong on-{colour}" if colour else "strong", room=wide - 12) for row, text in enumerate(heading)
    ]
    y = top + _LINE
    for label, text in facts(pen, number)[:_MOST_LINES]:
        for row in _fact_lines(label, text, wide - 12):
            parts.append(words(row, 6, y, 9.5, "", room=wide - 12))
            y += _LINE
    height = max(least, y)
    return Drawing(wide, height, (frame(wide, height, "face", 5), *parts, frame(wide, height, "rule", 5)))


def _fact_lines(label: str, text: str, room: float) -> list[str]:
    whole = f"{label} {text}".strip()
    return [whole] if text_width(whole, 9.5) <= room else wrapped(whole, 9.5, room, 2)


# ---------------------------------------------------------------- tokens and dice


def token(text: str, colour: str, size: float, *, shape: int = 0) -> Drawing:
    """A small thing with a sign; the seats' have different shapes, so that they can be told apart without colours."""
    wide = max(size, text_width(text, size * 0.36) + size * 0.45) if len(text) > 2 else size
    base = element("rect", width=wide, height=size, rx=size * 0.28) if wide > size else outline_of(shape, size)
    base.set("class", f"edge tint-{colour}" if colour else "face")
    letter = size * (0.5 if len(text) <= 2 else 0.36)
    on = f"strong on-{colour}" if colour else "strong"
    return Drawing(wide, size, (base, words(text, wide / 2, size / 2 + letter * 0.35, letter, on, anchor="middle", room=wide - 4)))


_CORNERS = ((0, 0.0), (4, pi / 4), (6, 0.0), (8, pi / 8), (5, -pi / 2), (3, -pi / 2))
"""The shapes of the first seats: a disc, then regular figures of so many corners, turned."""


def outline_of(shape: int, size: float) -> Element:
    """The outline of a token."""
    corners, turn = _CORNERS[shape % len(_CORNERS)]
    if not corners:
        return element("circle", cx=size / 2, cy=size / 2, r=size / 2 - 0.5)
    return element("polygon", points=figure(corners, size / 2, size / 2, size * 0.52, turn))


def figure(corners: int, x: float, y: float, radius: float, turn: float) -> str:
    """The points of a regular figure."""
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return " ".join(f"{round(x + radius * cos(a), 1):g},{round(y + radius * sin(a), 1):g}" for a in angles)


def die(text: str, size: float) -> Drawing:
    """A die that shows a number; pips up to six."""
    pips = _PIPS.get(int(text), ()) if text.isdecimal() and len(text) == 1 else ()
    marks = [element("circle", cx=size / 2 + x * size * 0.25, cy=size / 2 + y * size * 0.25, r=size * 0.085, class_="pip") for x, y in pips]
    shown = marks or [words(text or "?", size / 2, size * 0.66, size * 0.46, "strong", anchor="middle", room=size - 4)]
    return Drawing(size, size, (frame(size, size, "face", size * 0.18), *shown))


def back(pen: Pen, kind: str | None, count: int, size: float = TOKEN) -> Drawing:
    """Hidden things: the back of one, and how many there are."""
    card = kind is not None and kind in pen.look.instance.game.kinds and is_card(pen, kind)
    wide, high = (size * 1.15, size * 1.5) if card else (size, size)
    sheets = min(count, 3)
    lift = 2.5
    parts = [frame(wide, high, "back", 4, x=lift * n, y=lift * (sheets - 1 - n)) for n in range(sheets)]
    x = lift * (sheets - 1)
    parts.append(frame(wide - 6, high - 6, "back-mark", 3, x=x + 3, y=3))
    parts.append(words(str(count), x + wide / 2, high / 2 + size * 0.16, size * 0.46, "strong on-back", anchor="middle", room=wide - 6))
    return Drawing(wide + x, high + x, tuple(parts))


def counted(drawing: Drawing, count: int) -> Drawing:
    """Equal things: one of them, and how many there are."""
    if count < 2:
        return drawing
    text = f"{TIMES}{count}"
    wide = text_width(text, 12) + 2
    label = words(text, drawing.width + 2, drawing.height / 2 + 4, 12, "strong")
    return Drawing(drawing.width + wide, drawing.height, (*drawing.parts, label))


def small_things(pen: Pen, things: list[int], size: float = 20, most: int = 40) -> list[Drawing]:
    """Things as small signs, those that look the same once, with their number."""
    groups: dict[object, list[int]] = {}
    for one in things:
        groups.setdefault((pen.thing_name(one), tuple(facts(pen, one)), pen.look.instance.things[one].owner), []).append(one)
    found = []
    for alike in list(groups.values())[:most]:
        one = alike[0]
        if pen.spend():
            drawn = pen.framed(pen.thing_name(one), title(pen, one), "thing", sign_of(pen, one, size))
            found.append(counted(drawn, len(alike)))
    return found
