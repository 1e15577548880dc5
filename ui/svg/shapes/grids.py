"""Flat boards of columns and rows: squares, points on lines, hexagons; with tiles that cover several cells."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from xml.etree.ElementTree import Element

from custumal.dsl.base.types import Cell
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.ui.scene.shown import things_in_cell
from custumal.ui.svg.elements.pen import Pen, frame
from custumal.ui.svg.elements.svg_nodes import Drawing, element, in_rows, number, words
from custumal.ui.svg.elements.text_width import text_width
from custumal.ui.svg.shapes.cells import TRIANGLES, cell_group
from custumal.ui.svg.things.faces import backs
from custumal.ui.svg.things.thing import thing
from custumal.ui.svg.things.tokens import empty, figure

_LARGEST, _ON_PAPER, _LEAST = 52.0, 36.0, 9.0
_FEW_ROWS, _TALL, _POINTS = 2, 1.9, 5.0
"""In so few rows, cells in which men are counted are so much higher than wide; points on which they stand in lines more so."""
_MOST = 100
"""So many columns and rows of a board are drawn."""


def grid(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """A board of columns and rows with what is written at its sides."""
    board = zone.board
    assert isinstance(board, Grid)
    across, high = _shown(pen, board)
    columns, rows = (pen.look.hints.edge(zone.name, edge, count) for edge, count in (("columns", across), ("rows", high)))
    columns = _heads(pen, zone)[:across] or columns
    if pen.look.hints.cells.get(zone.name) == "thing":
        return _named_cells(pen, zone, instance, columns, rows)
    gutter = max((text_width(word, 11) for word in rows), default=0) + 6
    size = max(_LEAST, min(_ON_PAPER if pen.plain else _LARGEST, (width - gutter) / across))
    tall = size * _stretch(pen, zone, board)
    head = 16.0
    parts = [words(word, gutter + (x + 0.5) * size, 11, 11, "soft", anchor="middle", room=size) for x, word in enumerate(columns)]
    parts += [words(word, gutter - 5, head + (y + 0.5) * tall + 4, 11, "soft", anchor="end") for y, word in enumerate(rows[:high])]
    cells = [
        element(
            "g",
            _square(pen, zone, instance * zone.cells + y * board.width + x, (size, tall), (x, y)),
            transform=f"translate({number(gutter + (x + 0.5) * size)} {number(head + (y + 0.5) * tall)})",
        )
        for y in range(high)
        for x in range(across)
        if pen.spend()
    ]
    strips = [] if _takes_clicks(pen, zone) else list(_strips(pen, columns, gutter, size, head + high * tall))
    return Drawing(gutter + across * size + 1, head + high * tall + 1, (*parts, *cells, *strips))


def _takes_clicks(pen: Pen, zone: ZoneLayout) -> bool:
    """Whether cells of a board can be chosen themselves."""
    return any(isinstance(of, Cell) and of.zone == zone.name for of, _ in pen.words)


def _strips(pen: Pen, columns: list[str], left: float, wide: float, high: float) -> Iterator[Element]:
    """Over each column that is headed by a word which can be chosen, a strip with its name."""
    for number_, word in enumerate(columns):
        chosen = pen.head(word)
        if chosen is not None:
            strip = pen.word(*chosen, Drawing(wide - 4, high - 2, (frame(wide - 4, high - 2, "bare"),)))
            yield strip.at(left + number_ * wide + 2, 1)


def _stretch(pen: Pen, zone: ZoneLayout, board: Grid) -> float:
    """How many times as high as wide cells are: more than once in so few rows that men have room in them."""
    if board.height > _FEW_ROWS or not pen.look.hints.men.get(zone.name):
        return 1
    return _POINTS if pen.look.hints.grounds.get(zone.name) == TRIANGLES else _TALL


def _shown(pen: Pen, board: Grid) -> tuple[int, int]:
    """How many columns and rows are drawn."""
    pen.is_short = pen.is_short or max(board.width, board.height) > _MOST
    return min(board.width, _MOST), min(board.height, _MOST)


def _named_cells(pen: Pen, zone: ZoneLayout, instance: int, columns: list[str], rows: list[str]) -> Drawing:
    """Things as cards in columns below each other, each in its cell."""
    board = zone.board
    assert isinstance(board, Grid)
    start = instance * zone.cells
    cells = [[_card_cell(pen, zone, start + y * board.width + x) for x in range(len(columns)) if pen.spend()] for y in range(len(rows))]
    wide = max((one.width for line in cells for one in line), default=0)
    gutter = max((text_width(word, 11) for word in rows), default=0) + 6
    top, parts = 16.0 if any(columns) else 0.0, []
    parts += [words(word, gutter + (x + 0.5) * (wide + 5), 11, 11, "soft", anchor="middle", room=wide) for x, word in enumerate(columns)]
    y = top
    for word, line in zip(rows, cells, strict=True):
        high = max((one.height for one in line), default=0)
        parts.append(words(word, gutter - 5, y + high / 2 + 4, 11, "soft", anchor="end"))
        parts += [one.at(gutter + x * (wide + 5), y) for x, one in enumerate(line)]
        y += high + 5
    return Drawing(gutter + len(columns) * (wide + 5), y, tuple(parts))


def _card_cell(pen: Pen, zone: ZoneLayout, cell: int) -> Drawing:
    things, unseen = things_in_cell(pen.look, zone, cell)
    shown = [thing(pen, one) for one in things if pen.spend()] + ([backs(pen, zone.zone.holds, unseen)] if unseen else [])
    inside = in_rows(shown, 400, 4) if shown else empty(48)
    return pen.framed(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell", inside)


def _heads(pen: Pen, zone: ZoneLayout) -> list[str]:
    """What is printed on the things that head the columns, if the display names any."""
    kind, shown = pen.look.hints.heads.get(zone.name, ("", ()))
    if kind not in pen.look.instance.first:
        return []
    printed = [{name: value for name, _, value in pen.look.printed(thing)} for thing in pen.look.instance.things_of(kind)]
    return ["/".join(str(row.get(column)) for column in shown) for row in printed]


def _square(pen: Pen, zone: ZoneLayout, cell: int, size: tuple[float, float], at: tuple[int, int]) -> Element:
    """A cell around (0, 0), so wide and high."""
    look = pen.look.hints.grounds.get(zone.name, "")
    wide, high = size
    left, top = -wide / 2, -high / 2
    if look == "points":
        base = element("g", frame(wide, high, "point", x=left, y=top), _cross(zone, at, wide / 2))
    elif look == TRIANGLES:
        base = element("g", frame(wide, high, "point", x=left, y=top), _triangle(at, wide, high))
    else:
        kind = ("chequered other" if sum(at) % 2 else "chequered") if look == "chequered" else "square"
        base = frame(wide, high, kind, x=left, y=top)
    outline = frame(wide - 3, high - 3, "outline", 2, x=left + 1.5, y=top + 1.5)
    return cell_group(pen, zone, cell, base, outline, wide, high)


def _triangle(at: tuple[int, int], wide: float, high: float) -> Element:
    """A point that rises from the outer edge of its row, every other one in another colour."""
    base, tip = (-high / 2, high * 0.38) if at[1] == 0 else (high / 2, -high * 0.38)
    points = " ".join(f"{number(x)},{number(y)}" for x, y in ((-wide / 2, base), (wide / 2, base), (0, tip)))
    return element("polygon", points=points, class_="triangle other" if sum(at) % 2 else "triangle")


def _cross(zone: ZoneLayout, at: tuple[int, int], half: float) -> Element:
    """The lines that meet in a point."""
    board = zone.board
    assert isinstance(board, Grid)
    left, right = (-half if at[0] else 0), (half if at[0] < board.width - 1 else 0)
    top, bottom = (-half if at[1] else 0), (half if at[1] < board.height - 1 else 0)
    return element("path", d=f"M{left:.1f} 0H{right:.1f}M0 {top:.1f}V{bottom:.1f}", class_="join")


def hexagons(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """A rhombus of hexagons: each row half a cell further to the right."""
    board = zone.board
    assert isinstance(board, Grid)
    gutter, head = 18.0, 16.0
    columns, high = _shown(pen, board)
    across = columns + (high - 1) / 2
    wide = max(_LEAST, min(_LARGEST, (width - gutter) / across))
    radius = wide / sqrt(3)
    parts = [words(str(x + 1), gutter + (x + 0.5) * wide, 11, 11, "soft", anchor="middle", room=wide) for x in range(columns)]
    for y in range(high):
        middle = head + radius * (1 + 1.5 * y)
        parts.append(words(str(y + 1), gutter + y * wide / 2 - 4, middle + 4, 11, "soft", anchor="end"))
        for x in range(columns):
            if not pen.spend():
                break
            at = gutter + (x + 0.5 + y / 2) * wide
            cell = _hexagon(pen, zone, instance * zone.cells + y * board.width + x, radius)
            parts.append(element("g", cell, transform=f"translate({round(at, 1):g} {round(middle, 1):g})"))
    return Drawing(gutter + across * wide + 1, head + radius * (0.5 + 1.5 * high) + 1, tuple(parts))


def _hexagon(pen: Pen, zone: ZoneLayout, cell: int, radius: float) -> Element:
    turn = 3.14159265 / 6
    base = element("polygon", points=figure(6, 0, 0, radius, turn), class_="square")
    outline = element("polygon", points=figure(6, 0, 0, radius * 0.9, turn), class_="outline")
    return cell_group(pen, zone, cell, base, outline, radius * 1.8)
