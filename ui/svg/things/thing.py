"""A thing that lies about, with what lies on it."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.types import Thing
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.shown import things_in_cell
from custumal.ui.svg.elements.pen import Pen
from custumal.ui.svg.elements.svg_nodes import Drawing, in_rows, line_of, stacked
from custumal.ui.svg.things.cards import card
from custumal.ui.svg.things.faces import backs, is_card, sign_of, small_things
from custumal.ui.svg.things.facts import title
from custumal.ui.svg.things.tokens import TOKEN

_SMALL = 20.0


def thing(pen: Pen, number: int, *, size: float = TOKEN) -> Drawing:
    """A thing as a group with its name; below it what lies on it."""
    drawn = card(pen, number) if is_card(pen, pen.look.instance.things[number].kind) else sign_of(pen, number, size)
    on = list(carried(pen, number))
    whole = stacked([drawn, in_rows(on, max(drawn.width, 100), 3)], 2) if on else drawn
    return pen.framed(pen.thing_name(number), title(pen, number), "thing", whole)


def carries(pen: Pen, number: int) -> bool:
    """Whether anything lies on a thing."""
    return any(pen.look.things(zone, zone.instance((number,))) != ([], 0) for zone in _zones_on(pen, number))


def _zones_on(pen: Pen, number: int) -> Iterator[ZoneLayout]:
    """The zones of which there is one place on each thing of this kind."""
    kind = (Thing(pen.look.instance.things[number].kind),)
    for zone in pen.look.instance.zones.values():
        if zone.zone.parameters == kind and zone.name not in pen.look.hints.hidden and zone.zone.holds is not None:
            yield zone


def carried(pen: Pen, number: int, *, labelled: bool = True) -> Iterator[Drawing]:
    """The places on a thing in which something lies, each with its name to be read or not."""
    for zone in _zones_on(pen, number):
        instance = zone.instance((number,))
        if pen.look.things(zone, instance) != ([], 0) and pen.spend():
            name = pen.look.name(zone.name)
            label = [line_of(name, 9.5, "soft", room=80)] if labelled else []
            row = in_rows([*label, *_inside(pen, zone, instance)], 150, 3, middle=True)
            yield pen.framed(pen.place_name(zone, instance), name, "place", row)


def _inside(pen: Pen, zone: ZoneLayout, instance: int) -> Iterator[Drawing]:
    if zone.cells == 1:
        things, unseen = pen.look.things(zone, instance)
        yield from small_things(pen, things, _SMALL)
        if unseen:
            yield backs(pen, zone.zone.holds, unseen, _SMALL)
        return
    for cell in zone.cell_range(instance):
        things, unseen = things_in_cell(pen.look, zone, cell)
        if things or unseen:
            shown = [*small_things(pen, things, _SMALL), *([backs(pen, zone.zone.holds, unseen, _SMALL)] if unseen else [])]
            yield pen.framed(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell", in_rows(shown, 100, 2))
