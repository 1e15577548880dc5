"""What is shown on a tile below its name: what the display names of its printed and kept values and of the places on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from custumal.dsl.base.types import Number, Set, Symbol, Thing, Type, bare
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.values import Value
from custumal.ui.scene.shown import things_in_cell
from custumal.ui.svg.elements.pen import Pen, frame, tint
from custumal.ui.svg.elements.svg_nodes import Drawing, in_rows, line_of
from custumal.ui.svg.shapes.cells import small
from custumal.ui.svg.things.thing import carried
from custumal.ui.svg.things.tokens import back, token

_MOST = 24


def marks_on(pen: Pen, zone: ZoneLayout, thing: int, width: float, size: float, *, held: bool) -> Drawing:
    """All of it in rows; of a thing that is held both faces can be seen. Without a word of the display it is what lies there."""
    items = pen.look.hints.inside.get(zone.name)
    if items is None or not items:
        found = [] if held else list(carried(pen, thing, labelled=False))
    else:
        found = [one for item in items if held or _is_up(pen, thing, item) for one in _item(pen, thing, item, size, held)]
    more = [line_of("…", 11, "strong")] if len(found) > _MOST else []
    return in_rows([*found[:_MOST], *more], width, 3, middle=True)


def _is_up(pen: Pen, thing: int, item: Mapping[str, str]) -> bool:
    """Whether the face on which an item stands lies up."""
    needs, rules_out = item.get("if"), item.get("unless")
    return (not needs or bool(_kept(pen, needs, thing))) and not (rules_out and _kept(pen, rules_out, thing))


def _kept(pen: Pen, name: str, thing: int) -> Value:
    kept = pen.look.instance.game.kept.get(name)
    return pen.look.kept(name, (thing,)) if kept is not None and len(kept.parameters) == 1 else None


def _item(pen: Pen, thing: int, item: Mapping[str, str], size: float, held: bool) -> Iterator[Drawing]:
    form = item.get("as", "{}")
    if "column" in item:
        for name, of, value in pen.look.printed(thing):
            if name == item["column"]:
                yield from _printed(pen, of, value, form, size)
    elif "kept" in item:
        value = None if held else _kept(pen, item["kept"], thing)
        if value:
            yield line_of(form.replace("{}", str(value)), size * 0.65, "strong")
    else:
        zone = pen.look.instance.zones.get(item.get("zone", ""))
        if zone is not None and zone.zone.parameters == (Thing(pen.look.instance.things[thing].kind),):
            yield from _place(pen, zone, zone.instance((thing,)), size, held)


def _printed(pen: Pen, of: Type, value: Value, form: str, size: float) -> Iterator[Drawing]:
    """Words as signs in their colours, numbers as they are."""
    if value is None or value == ():
        return
    inner = bare(of)
    if isinstance(inner, Set) and isinstance(value, tuple):
        for one in value:
            yield from _printed(pen, inner.inner, one, form, size)
    elif isinstance(inner, Symbol):
        piece = pen.look.sign(value, inner, "")
        yield token(form.replace("{}", piece.text) if not tint(piece) else piece.text, tint(piece), size)
    elif isinstance(inner, Number):
        yield line_of(form.replace("{}", str(value)), size * 0.65, "strong")


def _place(pen: Pen, zone: ZoneLayout, instance: int, size: float, held: bool) -> Iterator[Drawing]:
    """A place on a tile: the things there, or its slots, empty or not."""
    if zone.keys is None and zone.zone.shape.form != "slots":
        things, unseen = ([], 0) if held else pen.look.things(zone, instance)
        shown = [small(pen, one, size + 3) for one in things if pen.spend()]
        if shown or unseen:
            whole = in_rows([*shown, *([back(unseen, size=size)] if unseen else [])], 80, 2)
            yield pen.framed(pen.place_name(zone, instance), pen.title_of_place(zone, instance), "place", whole)
        return
    for cell in list(zone.cell_range(instance))[:_MOST]:
        if pen.spend():
            yield _slot(pen, zone, cell, size, held)


def _slot(pen: Pen, zone: ZoneLayout, cell: int, size: float, held: bool) -> Drawing:
    things, unseen = ([], 0) if held else things_in_cell(pen.look, zone, cell)
    label = pen.look.labels.cell(zone.name, cell, pen.look.language)
    if things:
        inside = small(pen, things[0], size + 1)
    elif unseen:
        inside = back(unseen, size=size)
    else:
        drawn = token(label, "", size)
        inside = Drawing(drawn.width, drawn.height, (frame(drawn.width, drawn.height, "slot", 3), *drawn.parts[1:]))
    if held:
        return inside
    return pen.framed(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell", inside)
