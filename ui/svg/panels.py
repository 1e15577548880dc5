"""What the display arranges in lines and tables, and the panels of the seats."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import Number, Seat, Symbol, Type, bare
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.arrangement import Item, Rows, TableHint
from custumal.ui.scene.shown import has_seat, is_played, shown_zones, shows_scores
from custumal.ui.scene.thing_text import defined
from custumal.ui.svg.elements.pen import Pen, frame, tint
from custumal.ui.svg.elements.svg_nodes import NOTHING, Drawing, in_columns, in_rows, line_of, padded, stacked, words
from custumal.ui.svg.kept_values import chip, chips_of, of_value
from custumal.ui.svg.places import place
from custumal.ui.svg.shapes.boards import board_of
from custumal.ui.svg.things.faces import backs, small_things
from custumal.ui.svg.things.tokens import empty
from custumal.ui.text.phrases import phrase

_TWO_COLUMNS, _WIDEST = 820.0, 330.0
"""From this width on seats sit side by side; panels with little in them are no wider than that."""
_MOST_ROWS = 100
_SMALL_CELL = 24.0
"""Boards in a line are told in cells of this size."""
Arguments = tuple[tuple[Type, int], ...]


# ---------------------------------------------------------------- lines of the display


def arranged(pen: Pen, rows: Rows, arguments: Arguments, width: float) -> list[Drawing]:
    """The lines of an arrangement."""
    found = []
    for row in rows:
        items = [part for item in row for part in _parts(pen, item, arguments, width)]
        found.append(in_rows(items, width, 8))
    return [one for one in found if one.height]


def _parts(pen: Pen, item: Item, arguments: Arguments, width: float) -> list[Drawing]:
    """An item; one that goes by the words of a list word by word."""
    known = _described(pen, item, arguments, width)
    if known is not None:
        return [known]
    of = None if arguments else _list_of(pen, item.name)
    if of is None:
        return []
    found = []
    for value in pen.look.instance.members(of.list)[:_MOST_ROWS]:
        one = _described(pen, item, ((of, value),), width, label=pen.look.value(value, of))
        found += [pen.word(of, value, one)] if one is not None and one.width else []
    return [stacked([line_of(pen.look.name(item.name), 11, "soft"), in_rows(found, width, 4)], 2)] if found else []


def _described(pen: Pen, item: Item, arguments: Arguments, width: float, label: str = "") -> Drawing | None:
    """What there is of a kept value, place or definition with these arguments; None if there is none of that name for them."""
    look, name = pen.look, item.name
    kept, zone = look.instance.game.kept.get(name), look.instance.zones.get(name)
    types, values = tuple(bare(of) for of, _ in arguments), tuple(value for _, value in arguments)
    said = label or look.name(name)
    if kept is not None and kept.parameters == types:
        value = look.kept(name, values)
        return NOTHING if item.optional and not value else of_value(look, said, value, kept.type, name, room=width)
    if zone is not None and zone.zone.parameters == types:
        instance = zone.instance(values)
        room = min(width, zone.board.width * _SMALL_CELL + 24) if isinstance(zone.board, Grid) else width
        return NOTHING if item.optional and look.things(zone, instance) == ([], 0) else place(pen, zone, instance, room, whose=False)
    found = defined(look, name, values)
    if found is None:
        return None
    return NOTHING if item.optional and not found[0] else of_value(look, said, *found, name, room=width)


def _list_of(pen: Pen, name: str) -> Symbol | None:
    """The list by whose words a kept value, place or definition goes, if it goes by one alone."""
    game = pen.look.instance.game
    kept, zone, definition = game.kept.get(name), game.zones.get(name), game.definitions.get(name)
    parameters = (
        kept.parameters if kept else zone.parameters if zone else tuple(p.type for p in definition.parameters) if definition else ()
    )
    return found if len(parameters) == 1 and isinstance(found := bare(parameters[0]), Symbol) else None


# ---------------------------------------------------------------- tables


def table_of(pen: Pen, hint: TableHint, width: float) -> Drawing:
    """A row for each word of a list or for each seat, and what there is of it; groups of columns below each other where they need it."""
    of: Type = Seat() if hint.rows == "seat" else Symbol(hint.rows)
    look = pen.look
    if isinstance(of, Symbol) and hint.rows not in look.instance.game.lists:
        return NOTHING
    rows = list(look.instance.members(of.list) if isinstance(of, Symbol) else look.instance.seats)[:_MOST_ROWS]
    heads = [Drawing(0, 0), *(_head(pen, row, of) for row in rows)]
    columns = [(column, [_cell(pen, column, of, row) for row in rows]) for column in hint.columns]
    shown = [(column, cells) for column, cells in columns if not column.optional or any(one.width for one in cells)]
    groups = _grouped([[line_of(look.name(column.name), 10, "soft", room=90), *cells] for column, cells in shown], heads, width)
    return stacked([line_of(look.name(hint.name), 12, "strong"), *(_laid_out([heads, *one]) for one in groups)], 6)


def _head(pen: Pen, row: int, of: Type) -> Drawing:
    if isinstance(of, Seat):
        return chip("", pen.look.value(row, of), tint(pen.look.style(row, of)))
    return pen.word(of, row, line_of(pen.look.value(row, of), 12, "strong"))


def _cell(pen: Pen, column: Item, of: Type, row: int) -> Drawing:
    """A field of a table: a text, or the things of a place."""
    look, name = pen.look, column.name
    kept, zone = look.instance.game.kept.get(name), look.instance.zones.get(name)
    if kept is not None and kept.parameters == (bare(of),):
        value, type_ = look.kept(name, (row,)), kept.type
    elif zone is not None and zone.zone.parameters == (bare(of),):
        return _things_cell(pen, zone, zone.instance((row,)))
    else:
        found = defined(look, name, (row,))
        if found is None:
            return NOTHING
        value, type_ = found
    if value is None or value is False or (value == 0 and isinstance(bare(type_), Number)):
        return NOTHING
    return line_of("•" if value is True else look.value(value, type_), 12, "")


def _things_cell(pen: Pen, zone: ZoneLayout, instance: int) -> Drawing:
    things, unseen = pen.look.things(zone, instance)
    if zone.zone.shape.form == "bag" and len(things) + unseen > 1:
        inside = backs(pen, zone.zone.holds, len(things) + unseen, 20)
    else:
        inside = in_rows([*small_things(pen, things), *([backs(pen, zone.zone.holds, unseen, 20)] if unseen else [])], 150, 3)
    if not inside.width:
        inside = empty(18)
    return pen.framed(pen.place_name(zone, instance), pen.title_of_place(zone, instance), "place", inside)


def _grouped(columns: list[list[Drawing]], heads: list[Drawing], width: float) -> list[list[list[Drawing]]]:
    """As many columns side by side as there is room for."""
    room = width - max(one.width for one in heads)
    groups: list[list[list[Drawing]]] = []
    used = 0.0
    for column in columns:
        wide = max(one.width for one in column) + 12
        if not groups or used + wide > room:
            groups.append([])
            used = 0.0
        groups[-1].append(column)
        used += wide
    return groups


def _laid_out(columns: list[list[Drawing]]) -> Drawing:
    heights = [max(column[row].height for column in columns) + 6 for row in range(len(columns[0]))]
    x, parts = 0.0, []
    for column in columns:
        y = 0.0
        for one, height in zip(column, heights, strict=True):
            if one.width:
                parts.append(one.at(x, y + (height - one.height) / 2))
            y += height
        x += max(one.width for one in column) + 12
    return Drawing(x - 12, sum(heights), tuple(parts))


# ---------------------------------------------------------------- seats


def seats_of(pen: Pen) -> list[int]:
    """All seats, the one that looks in front."""
    return sorted(pen.look.instance.all_seats, key=lambda seat: seat != pen.look.seat)


def seat_panels(pen: Pen, seats: Sequence[int], width: float) -> Drawing:
    """The panels of some seats; as many side by side as fit, of the same width."""
    bodies = [(seat, body) for seat in seats if (body := _body(pen, seat, width)).width]
    apart = [bodies[:1], bodies[1:]] if bodies and bodies[0][1].width > width / 2 else [bodies]
    return stacked((_side_by_side(pen, some, width) for some in apart if some), 10)


def _side_by_side(pen: Pen, bodies: list[tuple[int, Drawing]], width: float) -> Drawing:
    """Panels in columns of one width, as many as fit."""
    columns = max([n for n in range(1, len(bodies) + 1) if all(one.width <= (width - 10 * (n - 1)) / n for _, one in bodies)], default=1)
    wide = (width - 10 * (columns - 1)) / columns
    wide = min(wide, max(_WIDEST, *(body.width for _, body in bodies)))
    return in_columns([_framed_panel(pen, seat, body, max(wide, body.width)) for seat, body in bodies], columns, 10)


def _body(pen: Pen, seat: int, width: float) -> Drawing:
    """A seat: its name and points, its values, its places; nothing for a house seat without any."""
    look = pen.look
    arrangement = look.hints.arrangement
    own = seat == look.seat or not arrangement.others
    inner = width - 26 if width < _TWO_COLUMNS else width / 2 - 31
    values = [*_score(pen, seat), *chips_of(pen, seat)]
    lines = arranged(pen, arrangement.mine if own else arrangement.others, ((Seat(), seat),), inner)
    places = [place(pen, zone, instance, inner, whose=False) for zone, instance in _places_of(pen, seat)]
    if seat >= look.instance.players and not any(one.width for one in (*values, *lines, *places)):
        return NOTHING
    return padded(stacked([_heading(pen, seat), in_rows(values, inner, 5), *lines, in_rows(places, inner, 8)], 8), 16, 9, 10, 10)


def _framed_panel(pen: Pen, seat: int, body: Drawing, wide: float) -> Drawing:
    look = pen.look
    colour = tint(look.style(seat, Seat())) if seat < look.instance.players else ""
    ground = (frame(wide, body.height, "panel", 6), frame(6, body.height, f"edge tint-{colour}" if colour else "square", 3))
    mark = (frame(wide, body.height, "acting", 6),) if seat == look.state.seat else ()
    drawn = Drawing(wide, body.height, (*ground, *body.parts, *mark))
    return pen.framed(pen.seat_name(seat), look.value(seat, Seat()), "seat", drawn, round_=6)


def _heading(pen: Pen, seat: int) -> Drawing:
    look = pen.look
    sign = look.seat_sign(seat) if seat < look.instance.players else ""
    you = f" ({phrase('you', look.language)})" if seat == look.seat else ""
    text = f"{look.value(seat, Seat())}{f'  {sign}' if sign else ''}{you}"
    return Drawing(line_of(text, 14, "strong").width, 18, (words(text, 0, 14, 14, "strong"),))


def _score(pen: Pen, seat: int) -> list[Drawing]:
    totals = pen.look.totals if shows_scores(pen.look) else ()
    points = totals[seat] if seat < len(totals) else None
    return [] if points is None else [chip(phrase("score", pen.look.language), str(points))]


def _places_of(pen: Pen, seat: int) -> list[tuple[ZoneLayout, int]]:
    """The places of a seat that no line of the display names; boards, and what it holds for them, that no line of this seat names."""
    look = pen.look
    arrangement = look.hints.arrangement
    lines = arrangement.mine if seat == look.seat or not arrangement.others else arrangement.others
    of_seat = {item.name for line in lines for item in line}
    found = []
    for zone in shown_zones(look):
        told = arrangement.named if board_of(zone) is None and zone.name not in look.hints.like else of_seat
        if has_seat(zone.zone) and zone.name not in told:
            at = next(i for i, of in enumerate(zone.zone.parameters) if isinstance(of, Seat))
            found += [
                (zone, instance)
                for instance in range(zone.instances)
                if zone.arguments(instance)[at] == seat and is_played(look, zone, instance)
            ]
    return [one for one in found if pen.spend()]
