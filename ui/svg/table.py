"""A whole position as a drawing: boards first, then what lies about and is kept, then the seats, the one that looks in front.

On a narrow one, which is read from top to bottom, the seat that looks comes right behind the first board, and before one that only lays
cards out: what else there is may be screens long.
"""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.look import Look
from custumal.ui.scene.phase import phase
from custumal.ui.scene.shown import has_seat, shown_zones
from custumal.ui.svg.aside import aside
from custumal.ui.svg.changes import changed_names
from custumal.ui.svg.choosable import Offered, offered
from custumal.ui.svg.elements.pen import Pen, frame
from custumal.ui.svg.elements.svg_nodes import NAMESPACE, NOTHING, Drawing, element, in_rows, line_of, number, padded, stacked, written
from custumal.ui.svg.kept_values import chips_of, lists_of
from custumal.ui.svg.panels import arranged, seat_panels, seats_of, table_of
from custumal.ui.svg.places import place
from custumal.ui.svg.shapes.boards import board_of
from custumal.ui.svg.stylesheet import STYLE
from custumal.ui.text.phrases import phrase

_MARGIN = 10.0
_GAP = 16.0
_LEAST_BESIDE = 280.0
"""So much room is wanted beside boards for other things."""
_NARROW = 480.0
"""A drawing that is no wider is that of a phone."""


def table_svg(look: Look, *, width: int = 960, standalone: bool = False, before: Look | None = None, says_phase: bool = True) -> str:
    """A position as a seat sees it, as one SVG text.

    Args:
        look: the position, the seat (None: a spectator) and the language.
        width: how wide the drawing is to be, in pixels of its own; it is as high as it has to be. Boards that need more make it wider.
        standalone: with its colours in it, and in the scheme that its reader prefers; else it takes the classes of `STYLE` from its page.
        before: an earlier position through the same eyes; what has changed since has the class `changed`.
        says_phase: whether a line above it says where in the turn structure the position is.
    """
    choices = offered(look.engine, look.state, look.seat)
    changed = frozenset[str]() if before is None else changed_names(before, look)
    pen = Pen(look, max(width, 240) - 2 * _MARGIN, choices.copies, changed, choices.values)
    inside = padded(stacked(_parts(pen, choices, says_phase), 14), _MARGIN, _MARGIN)
    wide, high = max(inside.width, width), inside.height
    root = element(
        "svg",
        element("title", text=_title(look)),
        element("style", text=STYLE) if standalone else None,
        frame(wide, high, "ground"),
        *inside.parts,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {number(wide)} {number(high)}",
        width=number(wide),
        height=number(high),
        class_="table-svg",
        role="group",
    )
    return written(root)


def places_svg(places: Sequence[tuple[Look, ZoneLayout, int]], title: str, *, width: int = 760) -> str:
    """Some places on paper: each as its own seat sees it, without names for clicks. It takes the classes of `STYLE` from its page."""
    pens = [(Pen(look, width, plain=True), zone, instance) for look, zone, instance in places]
    inside = in_rows([place(pen, zone, instance, width) for pen, zone, instance in pens], width, 14)
    root = element(
        "svg",
        element("title", text=title),
        *inside.parts,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {number(inside.width)} {number(inside.height)}",
        width=number(inside.width),
        height=number(inside.height),
        class_="table-svg",
        role="img",
    )
    return written(root)


def _title(look: Look) -> str:
    return look.instance.game.title.plain(look.language, look.instance.game.languages) or look.instance.game.id


def _parts(pen: Pen, choices: Offered, says_phase: bool) -> list[Drawing]:
    look = pen.look
    under_way = phase(look.engine, look.hints, look.state, look.language) if says_phase else ""
    boards = [one for one in _common(pen) if board_of(one[0]) is not None]
    if boards and pen.width <= _NARROW:
        middle = _one_by_one(pen, boards)
    else:
        middle = [_shared(pen, boards), seat_panels(pen, seats_of(pen), pen.width)]
    drawn = [line_of(under_way, 12, "soft", room=pen.width), *middle, aside(pen, choices.values, pen.width)]
    return [*drawn, line_of(phrase("drawn-in-part", look.language), 12, "soft")] if pen.is_short else drawn


def _one_by_one(pen: Pen, boards: list[tuple[ZoneLayout, int]]) -> list[Drawing]:
    """What there is on a narrow drawing: what the seat that looks needs most comes first."""
    first, others = place(pen, *boards[0], pen.width), _others(pen, boards[1:], pen.width)
    if not others.height:
        return [first, seat_panels(pen, seats_of(pen), pen.width)]
    mine, rest = [[seat for seat in seats_of(pen) if (seat == pen.look.seat) is own] for own in (True, False)]
    front = [first, seat_panels(pen, mine, pen.width)]
    if pen.look.hints.cells.get(boards[0][0].name) == "thing":
        front.reverse()
    return [*front, others, seat_panels(pen, rest, pen.width)]


def _shared(pen: Pen, boards: list[tuple[ZoneLayout, int]]) -> Drawing:
    """What is nobody's own: the first board, and all else beside it, or below it where there is no room."""
    first = place(pen, *boards[0], pen.width) if boards else NOTHING
    room = pen.width - first.width - _GAP
    if first.width and room >= _LEAST_BESIDE:
        others = _others(pen, boards[1:], room)
        return Drawing(
            first.width + _GAP + others.width, max(first.height, others.height), (*first.parts, others.at(first.width + _GAP, 0))
        )
    return stacked([first, _others(pen, boards[1:], pen.width)], 12)


def _others(pen: Pen, boards: list[tuple[ZoneLayout, int]], width: float) -> Drawing:
    """Further boards and tables, the lines of the display, what lies about, what is kept."""
    arrangement = pen.look.hints.arrangement
    loose = [one for one in _common(pen) if board_of(one[0]) is None]
    return stacked(
        [
            in_rows([*_drawn(pen, boards, width), *(table_of(pen, hint, width) for hint in arrangement.tables)], width, 18),
            *arranged(pen, arrangement.common, (), width),
            in_rows(_drawn(pen, loose, width), width, 8),
            *lists_of(pen, width),
            in_rows(chips_of(pen, None), width, 5),
        ],
        12,
    )


def _drawn(pen: Pen, places: list[tuple[ZoneLayout, int]], width: float) -> list[Drawing]:
    return [place(pen, zone, instance, width) for zone, instance in places if pen.spend()]


def _common(pen: Pen) -> list[tuple[ZoneLayout, int]]:
    """The places that belong to no seat and that no line of the display names."""
    named = pen.look.hints.arrangement.named
    zones = [zone for zone in shown_zones(pen.look) if not has_seat(zone.zone) and zone.name not in named]
    return [(zone, instance) for zone in zones for instance in range(zone.instances)]
