"""One cell of a board with what stands in it: the value that the display names, or the things that lie there."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from xml.etree.ElementTree import Element

from custumal.dsl.base.types import Number, Seat, Symbol, bare
from custumal.dsl.model import Kept
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.shown import crown_in_cells, is_crowned, things_in_cell, value_in_cells
from custumal.ui.svg.elements.pen import Pen, tint
from custumal.ui.svg.elements.svg_nodes import Drawing, element, number, within, words
from custumal.ui.svg.elements.text_width import TIMES
from custumal.ui.svg.things.faces import sign_of
from custumal.ui.svg.things.facts import title
from custumal.ui.svg.things.tokens import back, picture, token

TRIANGLES = "triangles"
"""The ground on which men stand in lines on points."""
_MOST = 4
"""So many things of a cell are drawn; of more the first, with their number."""
_MOST_MEN = 30
_MOST_INITIALS = 5
_SPOTS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def cell_group(pen: Pen, zone: ZoneLayout, cell: int, base: Element, outline: Element, size: float, high: float = 0) -> Element:
    """A cell around (0, 0) as a group with its name: its ground, what stands in it, and marks on it; where it is higher than wide, so
    high."""
    parts, told = content(pen, zone, cell, size, high or size)
    name = pen.title_of_cell(zone, cell)
    marks = pen.look.markers(zone.name).get(cell, [])
    marked = [element("circle", r=size * 0.46, class_="mark")] if marks else []
    told = "; ".join([*([told] if told else []), *(pen.look.name(kept.name) for kept in marks)])
    return pen.named(pen.cell_name(zone, cell), f"{name}: {told}" if told else name, "cell", base, *parts, *marked, outline=outline)


def content(pen: Pen, zone: ZoneLayout, cell: int, size: float, high: float) -> tuple[list[Element], str]:
    """What stands in a cell, around its middle (0, 0), and in words."""
    kept = value_in_cells(pen.look, zone.name)
    if kept is not None:
        value = pen.look.kept(kept.name, (cell,))
        if value is None or value is False:
            return [], ""
        told = f"{pen.look.name(kept.name)} {pen.look.value(value, kept.type)}"
        crown = crown_in_cells(pen.look, zone.name)
        if crown is not None and is_crowned(pen.look, zone.name, cell):
            return _crowned(_value(pen, zone, kept, value, size, high), size), f"{told}, {pen.look.name(crown.name)}"
        return _value(pen, zone, kept, value, size, high, cell=cell), told
    return ([], "") if zone.zone.holds is None else _things(pen, zone, cell, size)


def _crowned(pieces: list[Element], size: float) -> list[Element]:
    """A piece that is set apart: one on top of another, as kings are made, with a ring."""
    lift = size * 0.09
    below, above = (
        element("g", *pieces, transform=f"translate(0 {number(lift)})"),
        element("g", *pieces, transform=f"translate(0 {number(-lift)})"),
    )
    ring = element("circle", cy=-lift, r=size * 0.31, class_="crown")
    return [below, above, ring]


def _value(pen: Pen, zone: ZoneLayout, kept: Kept, value: Value, size: float, high: float, *, cell: int = 0) -> list[Element]:
    of = bare(kept.type)
    if isinstance(of, Number):
        men = pen.look.hints.men.get(zone.name, ())
        if not value or not men:
            return _amount(value, size) if value else []
        if pen.look.hints.grounds.get(zone.name) == TRIANGLES and isinstance(zone.board, Grid):
            return _on_a_point(pen, men, int(value), size, high, is_upper=cell % zone.cells < zone.board.width)
        return _men(pen, men, int(value), size, high)
    word = pen.look.word(value, of)
    piece, shown = pen.look.sign(value, of, zone.name), pen.picture(word)
    if shown and not tint(piece):
        return [_centred(picture(shown, size * 0.86))]
    text = piece.text if shown is None else shown
    if shown is None and isinstance(of, Symbol) and piece.text == word[:1].upper():
        text = _initials(word, pen.look.instance.symbols(of.list))
    shape = int(value) if isinstance(of, Seat) and tint(piece) not in ("black", "white") else 0
    return [_centred(token(text, tint(piece), size * 0.76, shape=shape))]


def _initials(word: str, among: Sequence[str]) -> str:
    """The initials of a word, of its last part as many letters as tell it from all others of its list."""
    found = ((_short(word, count), [_short(other, count) for other in among]) for count in range(1, _MOST_INITIALS))
    return next((sign for sign, others in found if others.count(sign) == 1), word)


def _short(word: str, count: int) -> str:
    *before, last = word.split("-")
    return "".join(part[:1] for part in before).upper() + last[:1].upper() + last[1:count]


def _amount(value: Value, size: float) -> list[Element]:
    return [words(str(value), 0, size * 0.16, size * 0.44, "strong", anchor="middle", room=size * 0.9)]


def _men(pen: Pen, men: tuple[str, ...], value: int, size: float, high: float) -> list[Element]:
    """So many men around the middle, and their number: those of the first word, or of the second where the number is below 0."""
    kind, _ = _look_of_men(pen, men, value)
    count = min(abs(value), _MOST_MEN)
    stretch = high / size
    radius = min(size * 0.16, size * 0.3 * sqrt(stretch / count))
    spots = [(0.0, 0.0)] if count == 1 else [_seed(n, count, size * 0.33 - radius * 0.7) for n in range(count)]
    discs = [element("circle", cx=x, cy=y * stretch - size * 0.1, r=radius, class_=kind) for x, y in spots]
    return [*discs, words(str(abs(value)), 0, high / 2 - size * 0.06, size * 0.23, "strong soft", anchor="middle")]


def _on_a_point(pen: Pen, men: tuple[str, ...], value: int, size: float, high: float, *, is_upper: bool) -> list[Element]:
    """So many men in a line from the base of a point, the upper points' at the top; of more than have room, their number on the last."""
    kind, on = _look_of_men(pen, men, value)
    radius = size * 0.41
    room = max(int(high * 0.86 / (2 * radius)), 1)
    count, away = abs(value), -1 if is_upper else 1
    spots = [away * (high / 2 - radius * (1.08 + 2 * n)) for n in range(min(count, room))]
    discs = [element("circle", cy=y, r=radius, class_=kind) for y in spots]
    told = words(str(count), 0, spots[-1] + size * 0.14, size * 0.4, on, anchor="middle") if count > room else None
    return [*discs, *([told] if told is not None else [])]


def _look_of_men(pen: Pen, men: tuple[str, ...], value: int) -> tuple[str, str]:
    """The classes of a man of the first word, or of the second where the number is below 0, and of a sign on it."""
    word = men[0] if value > 0 or len(men) == 1 else men[1]
    colour = tint(f"on {pen.look.hints.colours.get(word, '')}")
    return (f"edge tint-{colour}", f"strong on-{colour}") if colour else ("face", "strong")


def _seed(n: int, count: int, radius: float) -> tuple[float, float]:
    """The n-th of so many places in a disc, as seeds lie in a sunflower."""
    angle, out = n * pi * (3 - sqrt(5)), radius * sqrt((n + 0.5) / count)
    return out * cos(angle), out * sin(angle)


def _things(pen: Pen, zone: ZoneLayout, cell: int, size: float) -> tuple[list[Element], str]:
    things, unseen = things_in_cell(pen.look, zone, cell)
    told = "; ".join([title(pen, one) for one in things] + ([f"? ({unseen})"] if unseen else []))
    count = len(things) + unseen
    if not count:
        return [], ""
    if count == 1:
        return [_centred(small(pen, things[0], size * 0.76) if things else back(unseen, size=size * 0.7))], told
    shown = [small(pen, one, size * 0.42) for one in things[:_MOST]] + ([back(unseen, size=size * 0.38)] if unseen else [])
    found = [one.at(x * size * 0.23 - one.width / 2, y * size * 0.23 - one.height / 2) for one, (x, y) in zip(shown, _SPOTS, strict=False)]
    if count > _MOST:
        found.append(words(f"{TIMES}{count}", 0, size * 0.09, size * 0.26, "strong", anchor="middle"))
    return found, told


def small(pen: Pen, thing: int, size: float) -> Drawing:
    """A thing in a cell, within so many pixels."""
    drawn = within(sign_of(pen, thing, size), size * 1.25)
    return pen.framed(pen.thing_name(thing), title(pen, thing), "thing", drawn, round_=size / 2)


def _centred(drawn: Drawing) -> Element:
    return drawn.at(-drawn.width / 2, -drawn.height / 2)
