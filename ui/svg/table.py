"""A whole position as a drawing: boards first, then what lies about and is kept, then the seats, the one that looks in front."""

from __future__ import annotations

from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.look import Look
from custumal.ui.scene.phase import phase
from custumal.ui.scene.shown import has_seat, shown_zones
from custumal.ui.svg.boards import board_of
from custumal.ui.svg.changes import changed_names
from custumal.ui.svg.names import names_in_keys
from custumal.ui.svg.nodes import NAMESPACE, Drawing, element, in_rows, line_of, number, padded, stacked, written
from custumal.ui.svg.panels import arranged, seat_panel, table_of
from custumal.ui.svg.pen import Pen, frame
from custumal.ui.svg.places import place
from custumal.ui.svg.stylesheet import STYLE
from custumal.ui.svg.values import chips_of, lists_of

_MARGIN = 10.0


def table_svg(look: Look, *, width: int = 960, standalone: bool = False, before: Look | None = None) -> str:
    """A position as a seat sees it, as one SVG text.

    Args:
        look: the position, the seat (None: a spectator) and the language.
        width: how wide the drawing is to be, in pixels of its own; it is as high as it has to be. Boards that need more make it wider.
        standalone: with its colours in it, and in the scheme that its reader prefers; else it takes the classes of `STYLE` from its page.
        before: an earlier position through the same eyes; what has changed since has the class `changed`.
    """
    pen = Pen(
        look,
        max(width, 240) - 2 * _MARGIN,
        names_in_keys(look.engine, look.state, look.seat),
        frozenset() if before is None else changed_names(before, look),
    )
    inside = padded(stacked(_parts(pen), 14), _MARGIN, _MARGIN)
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


def _title(look: Look) -> str:
    return look.instance.game.title.plain(look.language, look.instance.game.languages) or look.instance.game.id


def _parts(pen: Pen) -> list[Drawing]:
    look, arrangement = pen.look, pen.look.hints.arrangement
    seats = sorted(look.instance.all_seats, key=lambda seat: seat != look.seat)
    return [
        line_of(phase(look.engine, look.hints, look.state, look.language), 12, "soft", room=pen.width),
        in_rows(_boards(pen), pen.width, 18),
        *(table_of(pen, hint, pen.width) for hint in arrangement.tables),
        *arranged(pen, arrangement.common, (), pen.width),
        in_rows([*_places(pen)], pen.width, 16),
        *lists_of(pen, pen.width),
        in_rows(chips_of(pen, None), pen.width, 5),
        in_rows([seat_panel(pen, seat, _seat_width(pen)) for seat in seats], pen.width, 10),
    ]


def _seat_width(pen: Pen) -> float:
    return pen.width


def _common(pen: Pen) -> list[tuple[ZoneLayout, int]]:
    """The places that belong to no seat and that no line of the display names."""
    named = pen.look.hints.arrangement.named
    zones = [zone for zone in shown_zones(pen.look) if not has_seat(zone.zone) and zone.name not in named]
    return [(zone, instance) for zone in zones for instance in range(zone.instances)]


def _boards(pen: Pen) -> list[Drawing]:
    return [place(pen, zone, instance, pen.width) for zone, instance in _common(pen) if board_of(zone) is not None and pen.spend()]


def _places(pen: Pen) -> list[Drawing]:
    return [place(pen, zone, instance, pen.width) for zone, instance in _common(pen) if board_of(zone) is None and pen.spend()]
