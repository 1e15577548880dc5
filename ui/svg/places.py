"""A place with its name and what lies there: a board, a row of slots, or a heap, a pile or a hand."""

from __future__ import annotations

from custumal.interpreter.setup.boards import OpenGrid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.svg.elements.pen import Pen
from custumal.ui.svg.elements.svg_nodes import NOTHING, Drawing, element, in_rows, line_of, padded, stacked, within
from custumal.ui.svg.elements.text_width import FAR
from custumal.ui.svg.shapes.boards import board_of, row_of
from custumal.ui.svg.shapes.tiles import held
from custumal.ui.svg.things.faces import alike, backs
from custumal.ui.svg.things.thing import carries, thing
from custumal.ui.svg.things.tokens import counted, empty

_NARROWEST = 60.0
_MOST_THINGS = 60
"""So many different things of one place are drawn; more are counted."""


def place(pen: Pen, zone: ZoneLayout, instance: int, width: float, *, whose: bool = True) -> Drawing:
    """A place below its name, as a group that choice keys can name."""
    told = pen.title_of_place(zone, instance, whose=whose)
    draw = board_of(zone) or row_of(zone)
    inside = draw(pen, zone, instance, width) if draw is not None else _heap(pen, zone, instance, width)
    inside = within(inside, max(width - 8, _NARROWEST), FAR)  # a board with more than that is smaller, and all around it as large as ever
    marks = [pen.look.name(kept.name) for found in pen.look.markers(zone.name).values() for kept in found]
    note = _legend(", ".join(marks), width) if marks else NOTHING
    heading = line_of(told, 11, "soft", room=min(width, max(inside.width, 150)))
    drawn = padded(stacked([heading, inside, note], 2), 4)
    return pen.framed(pen.place_name(zone, instance), pen.title_of_place(zone, instance), "place", drawn)


def _legend(text: str, width: float) -> Drawing:
    """What the circles around cells mean."""
    told = line_of(text, 10, "soft", room=width - 14)
    ring = element("circle", cx=5, cy=7, r=4, class_="mark")
    return Drawing(told.width + 14, told.height, (ring, told.at(13, 0)))


def _heap(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """What lies about: things that look the same once, with their number, and the backs of those unseen."""
    things, unseen = pen.look.things(zone, instance)
    if not things and not unseen:
        return empty()
    if _is_bag(zone) and len(things) + unseen > 1:
        return backs(pen, zone.zone.holds, len(things) + unseen)
    like = pen.look.instance.zones.get(pen.look.hints.like.get(zone.name, ""))
    if like is not None and isinstance(like.board, OpenGrid) and things:
        tiles = [held(pen, like, one) for one in things[:_MOST_THINGS] if pen.spend()]
        return in_rows([*tiles, *([backs(pen, zone.zone.holds, unseen)] if unseen else [])], width, 8)
    return _lying(pen, zone, things, unseen, width)


def _is_bag(zone: ZoneLayout) -> bool:
    return zone.zone.shape.form == "bag"


def _lying(pen: Pen, zone: ZoneLayout, things: list[int], unseen: int, width: float) -> Drawing:
    groups = alike(pen, things, {one for one in things if carries(pen, one)})
    shown = [counted(thing(pen, group[0]), len(group)) for group in groups[:_MOST_THINGS] if pen.spend()]
    rest = sum(map(len, groups[len(shown) :]))
    if rest:
        shown.append(line_of(f"+{rest}", 13, "strong"))
    if unseen:
        shown.append(backs(pen, zone.zone.holds, unseen))
    return in_rows(shown, width, 5)
