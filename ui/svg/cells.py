"""One cell of a board with what stands in it: the value that the display names, or the things that lie there."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from custumal.dsl.base.types import Number, Seat, bare
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.shown import things_in_cell, value_in_cells
from custumal.ui.svg.faces import back, is_card, sign_of, title, token
from custumal.ui.svg.measure import TIMES
from custumal.ui.svg.nodes import Drawing, element, words
from custumal.ui.svg.pen import Pen, tint

_MOST = 4
"""So many things of a cell are drawn; of more the first, with their number."""


def content(pen: Pen, zone: ZoneLayout, cell: int, size: float) -> tuple[list[Element], str]:
    """What stands in a cell, around its middle (0, 0), and in words."""
    kept = value_in_cells(pen.look, zone.name)
    if kept is not None:
        value = pen.look.kept(kept.name, (cell,))
        if value is None or value is False:
            return [], ""
        piece = pen.look.sign(value, kept.type, zone.name)
        told = f"{pen.look.name(kept.name)} {pen.look.value(value, kept.type)}"
        if isinstance(bare(kept.type), Number):
            return (_amount(value, size) if value else []), told
        shape = int(value) if isinstance(bare(kept.type), Seat) and not tint(piece) else 0
        return [_centred(token(piece.text, tint(piece), size * 0.74, shape=shape))], told
    if zone.zone.holds is None:
        return [], ""
    return _things(pen, zone, cell, size)


def _amount(value: object, size: float) -> list[Element]:
    return [words(str(value), 0, size * 0.16, size * 0.44, "strong", anchor="middle", room=size * 0.9)]


def _things(pen: Pen, zone: ZoneLayout, cell: int, size: float) -> tuple[list[Element], str]:
    things, unseen = things_in_cell(pen.look, zone, cell)
    told = "; ".join([title(pen, one) for one in things] + ([f"? ({unseen})"] if unseen else []))
    count = len(things) + unseen
    if not count:
        return [], ""
    if count == 1:
        one = small(pen, things[0], size * 0.76) if things else back(pen, None, unseen, size * 0.7)
        return [_centred(one)], told
    shown = [small(pen, one, size * 0.42) for one in things[:_MOST]] + ([back(pen, None, unseen, size * 0.38)] if unseen else [])
    found = [one.at(x * size * 0.23 - one.width / 2, y * size * 0.23 - one.height / 2) for one, (x, y) in zip(shown, _SPOTS, strict=False)]
    if len(things) > _MOST:
        found.append(words(f"{TIMES}{count}", 0, size * 0.08, size * 0.26, "strong", anchor="middle"))
    return found, told


_SPOTS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def small(pen: Pen, thing: int, size: float) -> Drawing:
    """A thing in a cell, as a token even if it is a card: within so many pixels."""
    if is_card(pen, pen.look.instance.things[thing].kind):
        piece = pen.look.letter(thing)
        drawn = token(piece.text, tint(piece), size)
    else:
        drawn = sign_of(pen, thing, size)
    drawn = _within(drawn, size)
    return pen.framed(pen.thing_name(thing), title(pen, thing), "thing", drawn, round_=size / 2)


def _within(drawn: Drawing, size: float) -> Drawing:
    if drawn.width <= size * 1.25:
        return drawn
    factor = size * 1.25 / drawn.width
    return Drawing(drawn.width * factor, drawn.height * factor, (element("g", *drawn.parts, transform=f"scale({round(factor, 3)})"),))


def _centred(drawn: Drawing) -> Element:
    return drawn.at(-drawn.width / 2, -drawn.height / 2)


def cell_group(pen: Pen, zone: ZoneLayout, cell: int, base: Element, outline: Element, size: float) -> Element:
    """A cell around (0, 0) as a group with its name: its ground, what stands in it, and marks on it."""
    parts, told = content(pen, zone, cell, size) if pen.spend() else ([], "")
    name = pen.title_of_cell(zone, cell)
    marks = pen.look.markers(zone.name).get(cell, [])
    marked = [element("circle", cx=size * 0.36, cy=-size * 0.36, r=size * 0.1, class_="mark")] if marks else []
    told = "; ".join([*([told] if told else []), *(pen.look.name(kept.name) for kept in marks)])
    return pen.named(pen.cell_name(zone, cell), f"{name}: {told}" if told else name, "cell", base, *parts, *marked, outline=outline)
