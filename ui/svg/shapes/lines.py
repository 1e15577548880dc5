"""Boards of points and lines, rings, tracks and rows of named slots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import cos, pi, sin
from typing import TypeVar
from xml.etree.ElementTree import Element

from custumal.interpreter.setup.boards import Graph
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.shown import things_in_cell, value_in_cells
from custumal.ui.svg.elements.pen import Pen, frame
from custumal.ui.svg.elements.svg_nodes import Drawing, element, in_rows, words
from custumal.ui.svg.elements.text_width import text_width
from custumal.ui.svg.shapes.cells import cell_group, content
from custumal.ui.svg.things.faces import backs, is_card
from custumal.ui.svg.things.thing import thing

_POINT = re.compile(r"([a-z])(\d{1,2})\Z")
_SLOT, _LEAST_SLOT = 46.0, 31.0
_MOST_CELLS = 600
Each = TypeVar("Each")


def _some(pen: Pen, cells: Sequence[Each]) -> list[Each]:
    """As many cells of one place as may be drawn."""
    found = list(cells[:_MOST_CELLS])
    while found and not pen.spend(len(found)):
        found = found[: len(found) // 2]
    pen.is_short = pen.is_short or len(found) < len(cells)
    return found


def graph(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """Points joined by lines: where their names say (`a1`), else on a circle."""
    board = zone.board
    assert isinstance(board, Graph)
    places = [_POINT.match(name) for name in board.nodes]
    named = all(places)
    size = 40.0
    if named:
        letters = sorted({name[0] for name in board.nodes})
        numbers = sorted({int(name[1:]) for name in board.nodes}, reverse=True)
        step = min(64.0, (width - 80) / max(len(letters) - 1, 1))
        at = [(46 + step * letters.index(name[0]), 24 + step * numbers.index(int(name[1:]))) for name in board.nodes]
    else:
        around = min((width - 120) / 2, max(60.0, len(board.nodes) * 9.5))
        at = [_on_circle(n, len(board.nodes), around, (around + 60, around + 40)) for n in range(len(board.nodes))]
        step = max(2 * pi * around / max(len(board.nodes), 1), 8)
    size = min(size, step * 0.8)
    parts = [
        element("line", x1=at[one][0], y1=at[one][1], x2=at[other][0], y2=at[other][1], class_="join") for one, other in board.edges[:4000]
    ]
    shown = _some(pen, at)
    for node, (x, y) in enumerate(shown):
        parts.append(_moved(_disc(pen, zone, instance * zone.cells + node, size), x, y))
    high = max(y for _, y in at) + 26
    if named:
        parts += [words(letter, 46 + step * n, high + 10, 11, "soft", anchor="middle") for n, letter in enumerate(letters)]
        parts += [words(str(number), 4, 28 + step * n, 11, "soft") for n, number in enumerate(numbers)]
        high += 14
    else:
        parts += [_beside(pen, zone, instance * zone.cells + n, x, y, size) for n, (x, y) in enumerate(shown)]
    return Drawing(max(x for x, _ in at) + (36 if named else 60), high, tuple(parts))


def _beside(pen: Pen, zone: ZoneLayout, cell: int, x: float, y: float, size: float) -> Element:
    text = pen.look.labels.cell(zone.name, cell, pen.look.language)
    return words(text, x, y + size / 2 + 11, 10, "soft", anchor="middle", room=90)


def _on_circle(n: int, count: int, radius: float, middle: tuple[float, float]) -> tuple[float, float]:
    angle = -pi / 2 + 2 * pi * n / count
    return middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)


def _moved(part: Element, x: float, y: float) -> Element:
    return element("g", part, transform=f"translate({round(x, 1):g} {round(y, 1):g})")


def _disc(pen: Pen, zone: ZoneLayout, cell: int, size: float) -> Element:
    filled, _ = content(pen, zone, cell, size, size)
    base = element("g", element("circle", r=size / 2, class_="bare"), element("circle", r=5, class_="dot") if not filled else None)
    return cell_group(pen, zone, cell, base, element("circle", r=size / 2, class_="outline"), size)


def ring(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """Cells in a circle, the first at the top, clockwise."""
    cells = _some(pen, zone.cell_range(instance))
    size = 44.0
    around = max(size * 1.2, len(cells) * (size + 6) / (2 * pi))
    around = min(around, (width - size - 8) / 2)
    size = min(size, 2 * pi * around / max(len(cells), 1) - 4) if len(cells) > 2 else size
    middle = around + size / 2 + 4
    parts = []
    for n, cell in enumerate(cells):
        x, y = _on_circle(n, len(cells), around, (middle, middle))
        base = element("circle", r=size / 2, class_="square")
        parts.append(_moved(cell_group(pen, zone, cell, base, element("circle", r=size / 2 - 1, class_="outline"), size), x, y))
        x, y = _on_circle(n, len(cells), around - size / 2 - 9, (middle, middle))
        parts.append(words(pen.look.labels.cell(zone.name, cell, pen.look.language), x, y + 3.5, 9.5, "soft", anchor="middle", room=size))
    return Drawing(2 * middle, 2 * middle, tuple(parts))


def row(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """Cells side by side, each with its number or word above; as large as what lies there."""
    cells = _some(pen, zone.cell_range(instance))
    size = min(_SLOT, max(_LEAST_SLOT, (width + 5) / max(len(cells), 1) - 5))
    return in_rows([_slot(pen, zone, cell, width, size) for cell in cells], width, 5)


def _slot(pen: Pen, zone: ZoneLayout, cell: int, width: float, size: float) -> Drawing:
    things, unseen = ([], 0) if zone.zone.holds is None else things_in_cell(pen.look, zone, cell)
    cards = zone.zone.holds is not None and zone.zone.holds in pen.look.instance.game.kinds and is_card(pen, zone.zone.holds)
    label = pen.look.labels.cell(zone.name, cell, pen.look.language)
    empty = _empty_word(pen, zone, cell)
    if (things or unseen) and (cards or len(things) + unseen > 1) and value_in_cells(pen.look, zone.name) is None:
        shown = [thing(pen, one, size=28) for one in things if pen.spend()] + ([backs(pen, zone.zone.holds, unseen, 28)] if unseen else [])
        inside = in_rows(shown, min(width - 12, 220), 4)
        wide = max(size, inside.width + 8, min(text_width(label, 9.5), 120) + 6)
        high = max(size, inside.height + 8)
        base = element("g", frame(wide, high, "square", 5), inside.at((wide - inside.width) / 2, (high - inside.height) / 2))
        name = pen.title_of_cell(zone, cell)
        body = pen.named(pen.cell_name(zone, cell), name, "cell", base, outline=frame(wide - 3, high - 3, "outline", 4, x=1.5, y=1.5))
    else:
        wide, high = max(size, min(text_width(label, 9.5), 110) + 6), size
        half = (wide / 2, high / 2)
        base = element(
            "g", frame(wide, high, "square", 5, x=-half[0], y=-half[1]), words(empty, 0, 4, 11, "soft", anchor="middle", room=wide - 6)
        )
        outline = frame(wide - 3, high - 3, "outline", 4, x=1.5 - half[0], y=1.5 - half[1])
        body = _moved(cell_group(pen, zone, cell, base, outline, size), *half)
    return Drawing(wide, high + 13, (words(label, wide / 2, 9.5, 9.5, "soft", anchor="middle", room=wide), _moved(body, 0, 13)))


def _empty_word(pen: Pen, zone: ZoneLayout, cell: int) -> str:
    """What an empty slot shows of what is kept of it, if the display says so."""
    kept = pen.look.instance.game.kept.get(pen.look.hints.empties.get(zone.name, ""))
    if kept is None or things_in_cell(pen.look, zone, cell) != ([], 0):
        return ""
    return pen.look.value(pen.look.kept(kept.name, (cell,)), kept.type)
