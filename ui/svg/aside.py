"""What can be chosen and lies nowhere on the table: in places that are not drawn, below others, out of the game; words of lists."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.types import Seat, Symbol, Thing, Type
from custumal.ui.svg.choosable import Chosen
from custumal.ui.svg.elements.pen import Pen, frame, tint
from custumal.ui.svg.elements.svg_nodes import NOTHING, Drawing, in_rows, padded
from custumal.ui.svg.kept_values import chip
from custumal.ui.svg.things.thing import thing

_MOST = 300


def aside(pen: Pen, values: Iterable[Chosen], width: float) -> Drawing:
    """Everything of this that has not been drawn yet, in a row."""
    missing = {name: chosen for chosen in values if (name := _name(pen, chosen)) not in pen.drawn}
    shown = [_shown(pen, name, *chosen) for name, chosen in list(missing.items())[:_MOST]]
    if not shown:
        return NOTHING
    row = padded(in_rows(shown, width - 16, 6), 8)
    return Drawing(row.width, row.height, (frame(row.width, row.height, "rim", 6), *row.parts))


def _name(pen: Pen, chosen: Chosen) -> str:
    of, value = chosen
    return pen.thing_name(value) if isinstance(of, Thing) else pen.look.engine.keys.value(of, value)


def _shown(pen: Pen, name: str, of: Type, value: int) -> Drawing:
    if isinstance(of, Thing):
        return thing(pen, value)
    text = pen.look.value(value, of)
    if isinstance(of, Symbol):
        return pen.word(of, value, chip("", text, tint(pen.look.style(value, of))))
    return pen.framed(name, text, "seat" if isinstance(of, Seat) else type(of).__name__.lower(), chip("", text))
