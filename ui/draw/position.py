"""A whole position on the screen: boards, what lies about, what is kept, and the seats with what is theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from custumal.dsl.base.types import Number, Seat, Symbol, Truth, bare
from custumal.dsl.model import Kept
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.ui.draw.boards import drawing_of
from custumal.ui.draw.panels import lines_of, table_of
from custumal.ui.draw.places import place_items
from custumal.ui.draw.tilemap import draw_held
from custumal.ui.scene.arrangement import TableHint
from custumal.ui.scene.look import Look
from custumal.ui.scene.shown import has_seat, is_played, seat_of, shown_zones, shows_scores, told_by_word, worth_telling
from custumal.ui.text.phrases import phrase
from custumal.ui.text.style import Line, Piece, flow, line, listed

_INDENT = "  "


def scene(look: Look, columns: int, *, own_first: bool = False) -> list[Line]:
    """The position in lines of at most so many columns, as far as its boards are no wider; `own_first` with what the looking seat has, and
    the tables that compare seats, before everything else."""
    seats, tables = look.instance.all_seats, look.hints.arrangement.tables
    own = [seat for seat in seats if own_first and seat == look.seat]
    of_seats = [table for table in tables if own and table.rows == "seat"]
    return [
        *_seats(look, own, columns),
        *flow([table_of(look, table, columns) for table in of_seats], columns),
        *_boards(look, [table for table in tables if table not in of_seats], columns, held_first=bool(own)),
        *_arranged(look, columns),
        *_common(look, columns),
        *_seats(look, [seat for seat in seats if seat not in own], columns),
    ]


def _arranged(look: Look, columns: int) -> list[Line]:
    """The lines of the display of what is nobody's own."""
    return lines_of(look, look.hints.arrangement.common, (), columns)


def seat_name(look: Look, seat: int) -> Line:
    """A seat with its sign on the boards, and whether it is the one that looks."""
    if seat in look.instance.house.values():
        return line(look.value(seat, Seat()))
    sign = look.seat_sign(seat)
    you = f" ({phrase('you', look.language)})" if seat == look.seat else ""
    return line(Piece(look.value(seat, Seat()), look.style(seat, Seat())), f" {sign}" if sign else "", you)


# ---------------------------------------------------------------- boards


def _boards(look: Look, tables: Sequence[TableHint], columns: int, *, held_first: bool) -> list[Line]:
    """All drawn boards and these tables, side by side; the boards of the looking seat first. `held_first`: what it holds of tiles stands
    right below the board on which they are laid."""
    held = _held(look, columns)
    laid_on = {*look.hints.like.values()} if held_first and held else set[str]()
    near: list[list[Line]] = []
    blocks: list[list[Line]] = []
    for zone in shown_zones(look):
        draw = drawing_of(zone)
        if draw is not None:
            for instance in sorted(range(zone.instances), key=lambda i: seat_of(zone, i) != look.seat):
                if is_played(look, zone, instance) and not _is_told_in_a_line(look, zone, instance):
                    block = [_title(look, zone, instance), *draw(look, zone, instance, columns)]
                    (near if zone.name in laid_on else blocks).append(block)
    blocks += [table_of(look, table, columns) for table in tables]
    marks = [
        line(Piece("* ", "bold"), look.name(kept.name))
        for zone in _drawn(look)
        for found in look.markers(zone.name).values()
        for kept in found
    ]
    told = [*(listed("", marks, columns) if marks else []), *([] if near else held), *_small_letters(look, columns)]
    return [*(flow(near, columns) + held if near else []), *flow(blocks, columns), *told]


def _held(look: Look, columns: int) -> list[Line]:
    """What the looking seat holds of the tiles of a board, drawn as they would lie there."""
    found: list[Line] = []
    for zone in shown_zones(look):
        for instance in range(zone.instances):
            if _is_drawn_held(look, zone, instance):
                things, _ = look.things(zone, instance)
                board = look.instance.zones[look.hints.like[zone.name]]
                found += [_title(look, zone, instance), *flow(draw_held(look, board, things), columns, 1)]
    return found


def _is_drawn_held(look: Look, zone: ZoneLayout, instance: int) -> bool:
    board = look.instance.zones.get(look.hints.like.get(zone.name, ""))
    if board is None or not isinstance(board.placements, TilePlacements) or seat_of(zone, instance) != look.seat or look.seat is None:
        return False
    things, unseen = look.things(zone, instance)
    return bool(things) and not unseen


def _small_letters(look: Look, columns: int) -> list[Line]:
    """What small letters of things mean, while there are any things of which it holds."""
    words = []
    for kind, hint in look.hints.things.items():
        kept = look.instance.game.kept.get(hint.get("small", ""))
        if kept is not None and any(look.kept(kept.name, (thing,)) for thing in look.instance.things_of(kind)):
            words.append(line(phrase("small-letters", look.language, kind=look.name(kind), what=look.name(kept.name))))
    return listed("", words, columns) if words else []


def _drawn(look: Look) -> list[ZoneLayout]:
    return [zone for zone in shown_zones(look) if drawing_of(zone) is not None]


def _title(look: Look, zone: ZoneLayout, instance: int) -> Line:
    """The name of a place: `hand of player 1`."""
    words = [look.value(value, of) for of, value in zip(zone.zone.parameters, zone.arguments(instance), strict=True)]
    return line(Piece(" - ".join([look.name(zone.name), *words]), "underline"))


def _is_told_in_a_line(look: Look, zone: ZoneLayout, instance: int) -> bool:
    """Whether the display tells of a board beside other things of its seat instead of drawing it."""
    arrangement = look.hints.arrangement
    lines = arrangement.mine if seat_of(zone, instance) in (None, look.seat) else arrangement.others
    return any(item.name == zone.name for row in lines for item in row)


# ---------------------------------------------------------------- what belongs to nobody


def _common(look: Look, columns: int) -> list[Line]:
    """Places without a seat and kept values: long ones first, then those that fit beside others."""
    found: list[Line] = []
    short: list[Line] = []
    for label, items in _common_entries(look):
        rows = listed(label + phrase("colon", look.language), items, columns)
        if len(rows) == 1:
            short += rows
        else:
            found += rows
    return [*found, *(listed("", short, columns, "   ") if short else [])]


def _common_entries(look: Look) -> Iterator[tuple[str, list[Line]]]:
    named = look.hints.arrangement.named
    for zone in shown_zones(look):
        if drawing_of(zone) is None and not has_seat(zone.zone) and zone.name not in named:
            for instance in range(zone.instances):
                yield place_items(look, zone, instance)
    for kept in told_by_word(look):
        yield look.name(kept.name), _by_argument(look, kept)
    for kept in worth_telling(look, 0):
        for text in _kept_text(look, kept, ()):
            yield look.name(kept.name), [line(text)]


# ---------------------------------------------------------------- kept values


def _kept_text(look: Look, kept: Kept, arguments: tuple[int, ...]) -> list[str]:
    """The value in words; nothing for a truth that does not hold and for what is unseen or nothing."""
    value = look.kept(kept.name, arguments)
    if value is None or value is False:
        return []
    return [look.value(value, kept.type)]


def _by_argument(look: Look, kept: Kept) -> list[Line]:
    """A kept value of a list, word by word."""
    layout = look.instance.kept[kept.name]
    found = []
    for index in range(layout.base, layout.base + layout.size):
        arguments = layout.arguments(index)
        text = _kept_text(look, kept, arguments) or ["-"]
        found.append(line(Piece(f"{look.value(arguments[0], kept.parameters[0])}:", "dim"), *text))
    return found


# ---------------------------------------------------------------- seats


def _seats(look: Look, seats: Sequence[int], columns: int) -> list[Line]:
    """Lines about each of these seats."""
    found: list[Line] = []
    totals = look.totals if shows_scores(look) else ()
    for seat in seats:
        items = [*_score(look, seat, totals), *_values(look, seat), *_places(look, seat)]
        if items or seat < look.instance.players:
            head = seat_name(look, seat)
            rows = listed("", [(*head, Piece(phrase("colon", look.language))), *items], columns - len(_INDENT))
            found += [rows[0], *((Piece(_INDENT), *row) for row in rows[1:])]
            found += [(Piece(_INDENT), *row) for row in _arranged_of(look, seat, columns - len(_INDENT))]
    return found


def _arranged_of(look: Look, seat: int, columns: int) -> list[Line]:
    """The lines of the display about a seat."""
    arrangement = look.hints.arrangement
    own = seat == look.seat or not arrangement.others
    return lines_of(look, arrangement.mine if own else arrangement.others, ((Seat(), seat),), columns)


def _score(look: Look, seat: int, totals: tuple[int | None, ...]) -> list[Line]:
    points = totals[seat] if seat < len(totals) else None
    return [] if points is None else [line(Piece(f"{phrase('score', look.language)} ", "dim"), Piece(str(points), "bold"))]


def _values(look: Look, seat: int) -> list[Line]:
    """Kept values of a seat; numbers and symbols are shown even when they are zero."""
    return [
        line(Piece(f"{look.name(kept.name)} ", "dim"), text)
        for kept in worth_telling(look, 1)
        if isinstance(bare(kept.type), Number | Symbol | Truth | Seat)
        for text in ([look.name(kept.name)] if isinstance(kept.type, Truth) else _kept_text(look, kept, (seat,)))
        if not isinstance(kept.type, Truth) or look.kept(kept.name, (seat,))
    ]


def _places(look: Look, seat: int) -> list[Line]:
    """What lies in the places of a seat that are not drawn."""
    found = []
    for zone in shown_zones(look):
        if drawing_of(zone) is None and has_seat(zone.zone) and zone.name not in look.hints.arrangement.named:
            at = next(i for i, of in enumerate(zone.zone.parameters) if isinstance(of, Seat))
            for instance in range(zone.instances):
                if _is_drawn_held(look, zone, instance):
                    continue
                if zone.arguments(instance)[at] == seat and (seat < look.instance.players or look.things(zone, instance) != ([], 0)):
                    label, items = place_items(look, zone, instance)
                    pieces = [piece for i, item in enumerate(items) for piece in ((Piece(" "),) if i else ()) + item]
                    found.append(line(Piece(f"{label} ", "dim"), *pieces))
    return found
