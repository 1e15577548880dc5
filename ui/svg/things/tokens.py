"""Small things: tokens with a sign, dice with pips, bodies of cubes, backs of what is hidden, empty places."""

from __future__ import annotations

from math import cos, pi, sin
from xml.etree.ElementTree import Element

from custumal.ui.svg.elements.pen import frame
from custumal.ui.svg.elements.svg_nodes import Drawing, element, words
from custumal.ui.svg.elements.text_width import TIMES, text_width

TOKEN = 34.0
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip
"""Where the pips of a die are, in steps from its middle."""
_CORNERS = ((0, 0.0, 0.0), (4, pi / 4, 0.66), (6, 0.0, 0.56), (8, pi / 8, 0.54), (5, -pi / 2, 0.57), (3, -pi / 2, 0.66))
"""The shapes of the first seats: a disc, then regular figures of so many corners, turned, with the radius for a size of 1."""


def token(text: str, colour: str, size: float, *, shape: int = 0) -> Drawing:
    """A small thing with a sign; the seats' have different shapes, so that they can be told apart without colours."""
    wide = max(size, text_width(text, size * 0.36) + size * 0.45) if len(text) > 2 else size
    base = element("rect", width=wide, height=size, rx=size * 0.28) if wide > size else _outline(shape, size)
    base.set("class", f"edge tint-{colour}" if colour else "face")
    letter = size * (0.5 if len(text) <= 2 else 0.36)
    on = f"strong on-{colour}" if colour else "strong"
    sign = words(text, wide / 2, size / 2 + letter * 0.35, letter, on, anchor="middle", room=wide - 2) if text else None
    return Drawing(wide, size, (base,) if sign is None else (base, sign))


def _outline(shape: int, size: float) -> Element:
    corners, turn, radius = _CORNERS[shape % len(_CORNERS)]
    if not corners:
        return element("circle", cx=size / 2, cy=size / 2, r=size / 2 - 0.5)
    return element("polygon", points=figure(corners, size / 2, size / 2, size * radius, turn))


def figure(corners: int, x: float, y: float, radius: float, turn: float) -> str:
    """The points of a regular figure."""
    angles = [turn + 2 * pi * n / corners for n in range(corners)]
    return " ".join(f"{round(x + radius * cos(a), 1):g},{round(y + radius * sin(a), 1):g}" for a in angles)


def picture(sign: str, size: float) -> Drawing:
    """A sign that is itself the picture of a thing."""
    return Drawing(size, size, (words(sign, size / 2, size * 0.84, size, "picture", anchor="middle"),))


def die(text: str, size: float, colour: str = "") -> Drawing:
    """A die that shows a number; pips up to six."""
    pips = _PIPS.get(int(text), ()) if text.isascii() and text.isdecimal() and len(text) == 1 else ()
    dot = f"dot-{colour}" if colour else "pip"
    marks = [element("circle", cx=size / 2 + x * size * 0.25, cy=size / 2 + y * size * 0.25, r=size * 0.09, class_=dot) for x, y in pips]
    on = f"strong on-{colour}" if colour else "strong"
    shown = marks or [words(text or "?", size / 2, size * 0.66, size * 0.46, on, anchor="middle", room=size - 4)]
    return Drawing(size, size, (frame(size, size, f"edge tint-{colour}" if colour else "face", size * 0.2), *shown))


def back(count: int, *, card: bool = False, size: float = TOKEN) -> Drawing:
    """Hidden things: the back of one, and how many there are."""
    wide, high = (size * 1.2, size * 1.6) if card else (size, size)
    sheets, lift = min(count, 3), 2.5
    parts = [frame(wide, high, "back", 4, x=lift * n, y=lift * (sheets - 1 - n)) for n in range(sheets)]
    x = lift * (sheets - 1)
    parts.append(frame(wide - 6, high - 6, "back-mark", 3, x=x + 3, y=3))
    parts.append(words(str(count), x + wide / 2, high / 2 + size * 0.16, size * 0.46, "strong on-back", anchor="middle", room=wide - 6))
    return Drawing(wide + x, high + x, tuple(parts))


def empty(size: float = TOKEN * 0.8) -> Drawing:
    """A place in which nothing lies."""
    return Drawing(size, size, (frame(size, size, "slot", 5),))


def counted(drawing: Drawing, count: int) -> Drawing:
    """Equal things: one of them, and how many there are."""
    if count < 2:
        return drawing
    text = f"{TIMES}{count}"
    wide = text_width(text, 12) + 2
    label = words(text, drawing.width + 2, drawing.height / 2 + 4, 12, "strong")
    return Drawing(drawing.width + wide, drawing.height, (*drawing.parts, label))
