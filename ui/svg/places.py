"""A place with its name and what lies there: a board, a row of slots, or a heap, a pile or a hand."""

from __future__ import annotations

from custumal.interpreter.setup.boards import OpenGrid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.shown import seat_of
from custumal.ui.svg.boards import board_of, row_of
from custumal.ui.svg.faces import back, counted, facts, thing
from custumal.ui.svg.measure import NONE
from custumal.ui.svg.nodes import Drawing, in_rows, line_of, stacked
from custumal.ui.svg.pen import Pen
from custumal.ui.svg.tiles import held

_MOST_THINGS = 60
"""So many different things of one place are drawn; more are counted."""


def place(pen: Pen, zone: ZoneLayout, instance: int, width: float, *, whose: bool = True) -> Drawing:
    """A place below its name, as a group that choice keys can name."""
    told = pen.title_of_place(zone, instance, whose=whose)
    draw = board_of(zone) or row_of(zone)
    inside = draw(pen, zone, instance, width) if draw is not None else _heap(pen, zone, instance, width)
    marks = [pen.look.name(kept.name) for found in pen.look.markers(zone.name).values() for kept in found]
    note = line_of("◦ " + ", ".join(marks), 10, "soft", room=width) if marks else line_of("", 10)
    heading = line_of(told, 11, "soft", room=min(width, max(inside.width, 150)))
    return pen.framed(pen.place_name(zone, instance), pen.title_of_place(zone, instance), "place", stacked([heading, inside, note], 2))


def _heap(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """What lies about: things that look the same once, with their number, and the backs of those unseen."""
    things, unseen = pen.look.things(zone, instance)
    if not things and not unseen:
        return line_of(NONE, 14, "soft")
    if _is_bag(zone) and len(things) + unseen > 1:
        return back(pen, zone.zone.holds, len(things) + unseen)
    like = pen.look.instance.zones.get(pen.look.hints.like.get(zone.name, ""))
    if like is not None and isinstance(like.board, OpenGrid) and seat_of(zone, instance) == pen.look.seat and not unseen:
        return in_rows([held(pen, like, one) for one in things[:_MOST_THINGS] if pen.spend()], width, 8)
    return _lying(pen, zone, things, unseen, width)


def _is_bag(zone: ZoneLayout) -> bool:
    return zone.zone.shape.form == "bag"


def _lying(pen: Pen, zone: ZoneLayout, things: list[int], unseen: int, width: float) -> Drawing:
    groups: dict[object, list[int]] = {}
    for one in things:
        groups.setdefault((pen.thing_name(one), tuple(facts(pen, one)), pen.look.instance.things[one].owner), []).append(one)
    shown = [counted(thing(pen, alike[0]), len(alike)) for alike in list(groups.values())[:_MOST_THINGS] if pen.spend()]
    rest = sum(map(len, list(groups.values())[len(shown) :]))
    if rest:
        shown.append(line_of(f"+{rest}", 13, "strong"))
    if unseen:
        shown.append(back(pen, zone.zone.holds, unseen))
    return in_rows(shown, width, 5)
