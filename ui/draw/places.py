"""A place that is told in a line: its name, and what lies in it in a few signs."""

from __future__ import annotations

from custumal.dsl.base.types import Seat
from custumal.interpreter.setup.layout import PLACES, ZoneLayout
from custumal.ui.scene.look import Look
from custumal.ui.scene.shown import value_in_cells
from custumal.ui.scene.thing_text import tokens
from custumal.ui.text.style import Line, Piece, line

_NAMED_FORMS = ("slots", "track", "ring")


def place_items(look: Look, zone: ZoneLayout, instance: int) -> tuple[str, list[Line]]:
    """The name of a place and what lies in it, in a few signs."""
    words = [
        look.value(value, of) for of, value in zip(zone.zone.parameters, zone.arguments(instance), strict=True) if not isinstance(of, Seat)
    ]
    label = " ".join([look.name(zone.name), *words])
    if zone.zone.shape.form in _NAMED_FORMS:
        return label, _slots(look, zone, instance)
    things, unseen = look.things(zone, instance)
    items = tokens(look, things, unseen)
    # What is alone in a bag is named, unless that would read as the number of what is there.
    if zone.zone.shape.form == "bag" and (len(things) + unseen > 1 or "".join(piece.text for item in items for piece in item).isdecimal()):
        return label, [line(f"{len(things) + unseen}")]
    if len(things) == 1 and look.tables(things[0]):
        items = [(*items[0], Piece(f" ({look.tables(things[0])})"))]
    return label, items or [line(Piece("-", "dim"))]


def _slots(look: Look, zone: ZoneLayout, instance: int) -> list[Line]:
    """The slots of a row with their numbers or words; `*` marks a marked one."""
    marked = look.markers(zone.name)
    if zone.name in look.hints.empties:
        return [_space(look, zone, cell) for cell in zone.cell_range(instance)]
    found = []
    for cell in zone.cell_range(instance):
        name = look.labels.cell(zone.name, cell, look.language)
        marks = "".join("*" for _ in marked.get(cell, ()))
        things = [] if zone.zone.holds is None else _seen_in(look, zone, cell)
        inside = _cell_value(look, zone, cell) or (tokens(look, things) if things else [line(Piece("-", "dim"))])
        found.append(line(Piece(f"{name}{marks}:", "bold" if marks else "dim"), *(piece for one in inside for piece in one)))
    for kepts in marked.values():
        found += [line(Piece("* ", "bold"), look.name(kept.name)) for kept in kepts]
    return found


def _space(look: Look, zone: ZoneLayout, cell: int) -> Line:
    """A slot as a sign: what lies in it, or in brackets the word that is kept of it."""
    things = _seen_in(look, zone, cell)
    if things:
        return line(look.letter(things[0]))
    kept = look.instance.game.kept.get(look.hints.empties[zone.name])
    return line(Piece("[-]" if kept is None else f"[{look.word(look.kept(kept.name, (cell,)), kept.type)}]", "dim"))


def _seen_in(look: Look, zone: ZoneLayout, cell: int) -> list[int]:
    things, _ = look.things(zone, cell // zone.cells)
    places = look.state.c[PLACES]
    if zone.content >= 0:
        return [thing for thing in things if look.state.c[zone.content][cell] == thing]
    return [thing for thing in things if places[thing] == zone.base + cell]


def _cell_value(look: Look, zone: ZoneLayout, cell: int) -> list[Line]:
    kept = value_in_cells(look, zone.name)
    return [] if kept is None else [(look.sign(look.kept(kept.name, (cell,)), kept.type, zone.name),)]
