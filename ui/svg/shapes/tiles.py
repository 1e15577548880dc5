"""Tiles that lie side by side as a plan: each with its name, what is on it and what its edges show, and around them the free places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from xml.etree.ElementTree import Element

from custumal.dsl.base.types import Table
from custumal.interpreter.reference.operations.placements import covered_cells, edge, outline
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.boards.footprint import Placement
from custumal.interpreter.setup.layout import PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.ui.svg.elements.pen import Pen, frame
from custumal.ui.svg.elements.svg_nodes import Drawing, element, number, words
from custumal.ui.svg.elements.text_width import wrapped
from custumal.ui.svg.shapes.joints import joints_of
from custumal.ui.svg.shapes.tile_faces import marks_on
from custumal.ui.svg.things.facts import title

_LARGEST, _SMALL, _LEAST = 96.0, 76.0, 60.0
_MOST_TILES = 1_000
_NARROW = 0.45
"""Columns and rows in which no tile lies are so much narrower than others."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which columns and rows are drawn from `left` and `top` on, and where they begin: one more place than there are of them."""

    left: int
    top: int
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    side: float

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The north-western corner of a cell."""
        return self.columns[column - self.left], self.rows[row - self.top]

    def size(self, column: int, row: int) -> tuple[float, float]:
        """The width and height of a cell."""
        (x, y), (right, bottom) = self.corner(column, row), self.corner(column + 1, row + 1)
        return right - x, bottom - y


def _plan_of(filled: Iterable[tuple[int, int]], rim: Iterable[tuple[int, int]], room: float) -> Plan:
    """The plan of what is filled and of the free places around it, in so much room."""
    tiles, cells = list(filled), [*filled, *rim]
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    wide = _shares({column for column, _ in tiles}, left, max(column for column, _ in cells))
    high = _shares({row for _, row in tiles}, top, max(row for _, row in cells))
    side = max(_LEAST, min(_LARGEST, room / sum(wide)))
    columns, rows = (tuple(accumulate((side * one for one in shares), initial=0.0)) for shares in (wide, high))
    return Plan(left, top, columns, rows, side)


def _shares(used: set[int], first: int, last: int) -> list[float]:
    return [1.0 if at in used else _NARROW for at in range(first, last + 1)]


def plan(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """The part of a board that is built on, and one cell around it, with the numbers of columns and rows."""
    board = zone.board
    assert isinstance(board, Grid)
    start = instance * zone.cells
    things = sorted({thing for cell in range(board.size) if (thing := pen.look.content(zone, start + cell)) is not None})[:_MOST_TILES]
    if not things:
        return _bare(pen, zone, start + board.middle[0])
    filled = {cell - start for thing in things for cell in covered_cells(zone, pen.look.state.c[PLACEMENTS][thing])}
    rim = set[int]() if pen.plain else _rim(board, filled)
    here = _plan_of([_at(board, cell) for cell in filled], [_at(board, cell) for cell in rim], width - 18)
    cells = [_free(pen, zone, start + cell, here, board) for cell in sorted(rim) if pen.spend()]
    tiles = [tile(pen, zone, thing, pen.look.state.c[PLACEMENTS][thing], here) for thing in things if pen.spend()]
    drawn = element("g", *cells, *tiles, *_edges(pen, zone, things, here), transform="translate(18 16)")
    return Drawing(18 + here.columns[-1] + 3, 16 + here.rows[-1] + 3, (*_numbers(board, here), drawn))


def _numbers(board: Grid, here: Plan) -> Iterator[Element]:
    """The numbers of columns and rows."""
    for n, (one, other) in enumerate(pairwise(here.columns)):
        yield words(str(board.coordinates[here.left + n][0]), 18 + (one + other) / 2, 10, 10, "soft", anchor="middle")
    for n, (one, other) in enumerate(pairwise(here.rows)):
        yield words(str(board.coordinates[(here.top + n) * board.width][1]), 14, 16 + (one + other) / 2 + 4, 10, "soft", anchor="end")


def _at(board: Grid, cell: int) -> tuple[int, int]:
    return cell % board.width, cell // board.width


def _rim(board: Grid, filled: set[int]) -> set[int]:
    near = board.relations["neighbours"]
    return {cell for full in filled for cell in near[full]} - filled


def _bare(pen: Pen, zone: ZoneLayout, cell: int) -> Drawing:
    base = frame(_LARGEST, _LARGEST, "rim", 4)
    return pen.framed(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell", Drawing(_LARGEST, _LARGEST, (base,)))


def _free(pen: Pen, zone: ZoneLayout, cell: int, here: Plan, board: Grid) -> Element:
    place = _at(board, cell % zone.cells)
    (x, y), (wide, high) = here.corner(*place), here.size(*place)
    base, lit = (frame(wide - 6, high - 6, kind, 4, x=3, y=3) for kind in ("rim", "outline"))
    group = pen.named(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell free", base, outline=lit)
    return element("g", group, transform=f"translate({number(x)} {number(y)})")


def tile(pen: Pen, zone: ZoneLayout, thing: int, pose: int, here: Plan, *, held: bool = False) -> Element:
    """A thing as it lies: the cells that it covers, its outline, its name and what is on it."""
    board = zone.board
    assert isinstance(board, Grid)
    cells = covered_cells(zone, pose)
    places = [_at(board, cell % zone.cells) for cell in cells]
    x, y = here.corner(min(column for column, _ in places), min(row for _, row in places))
    right, bottom = here.corner(max(column for column, _ in places) + 1, max(row for _, row in places) + 1)
    grounds = [_ground(pen, zone, cell, (x, y), place, here, held) for cell, place in zip(cells, places, strict=True)]
    around = joints_of(pen, zone, pose, right - x, bottom - y)
    parts = [*grounds, *around, *_inside(pen, zone, thing, right - x, bottom - y, held)]
    lit = frame(right - x - 8, bottom - y - 8, "outline", 5, x=4, y=4)
    group = pen.named(pen.thing_name(thing), title(pen, thing), "thing tile-thing", *parts, outline=lit)
    return element("g", group, transform=f"translate({number(x)} {number(y)})")


def _ground(pen: Pen, zone: ZoneLayout, cell: int, corner: tuple[float, float], place: tuple[int, int], here: Plan, held: bool) -> Element:
    (x, y), (wide, high) = here.corner(*place), here.size(*place)
    x, y = x - corner[0], y - corner[1]
    base = frame(wide, high, "tile", x=x, y=y)
    if held:
        return base
    return pen.named(pen.cell_name(zone, cell), "", "cell", base, outline=frame(wide - 6, high - 6, "outline", 3, x=x + 3, y=y + 3))


def _inside(pen: Pen, zone: ZoneLayout, thing: int, wide: float, high: float, held: bool) -> list[Element]:
    """The name of a tile above, then what is printed, kept and lying on it; smaller signs and one line on small tiles."""
    is_small = wide < _SMALL
    size = 8.0 if is_small else 10.5
    lines = wrapped(pen.look.labels.thing(thing, pen.look.language), size, wide - 12, 2)
    rows = [(14 + row * (size + 1), text) for row, text in enumerate(lines)]
    parts = [words(text, wide / 2, y, size, "strong", anchor="middle", room=wide - 10) for y, text in rows]
    top = 8 + len(lines) * (size + 1)
    marks = marks_on(pen, zone, thing, wide - 10, 13.0 if is_small else 17.0, held=held)
    return [*parts, marks.at((wide - marks.width) / 2, max(top, top + (high - top - 6 - marks.height) / 2))]


# ---------------------------------------------------------------- edges


def edge_word(pen: Pen, zone: ZoneLayout, pose: int, side: int, number: int) -> str:
    """What an edge of a placed thing shows, in the word of the rule file."""
    of = next(of for name, of in pen.look.instance.game.kinds[str(zone.zone.holds)].printed if name == zone.zone.shape.edges)
    assert isinstance(of, Table)
    return pen.look.word(edge(pen.look.instance, zone, pose, side, number), of.value)


def _edges(pen: Pen, zone: ZoneLayout, things: list[int], here: Plan, poses: dict[int, int] | None = None) -> Iterator[Element]:
    """The outlines of the tiles, each edge as what it shows: where two meet it is open if both are."""
    board = zone.board
    assert isinstance(board, Grid)
    found: dict[tuple[int, int, bool], list[str]] = {}
    for thing in things:
        pose = pen.look.state.c[PLACEMENTS][thing] if poses is None else poses[thing]
        for border in outline(zone, pose):
            column, row = _at(board, border.cell)
            word = "" if zone.zone.shape.edges is None else edge_word(pen, zone, pose, border.side, border.edge)
            found.setdefault((column + (border.side == 1), row + (border.side == 2), border.side % 2 == 0), []).append(word)
    signs = pen.look.hints.edge_signs.get(zone.name, {})
    order = list(signs)
    for (column, row, flat), shown in sorted(found.items()):
        opened = bool(signs) and all(word in signs for word in shown)
        word = max(shown, key=order.index) if opened else ""
        yield from _wall(here.corner(column, row), here.side, flat, word, is_first=word in order[:1])


def _wall(corner: tuple[float, float], side: float, flat: bool, word: str, *, is_first: bool) -> Iterator[Element]:
    """A line along an edge; an open one has a gap in the middle, dotted for all but the first word of the display."""
    one, other = side * 0.34, side * 0.66
    for start, end in ((0.0, one), (other, side)) if word else ((0.0, side),):
        yield _stretch(corner, start, end, flat, "wall")
    if word and not is_first:
        yield _stretch(corner, one, other, flat, "gate")


def _stretch(corner: tuple[float, float], start: float, end: float, flat: bool, kind: str) -> Element:
    x, y = corner
    d = f"M{number(x + start)} {number(y)}h{number(end - start)}" if flat else f"M{number(x)} {number(y + start)}v{number(end - start)}"
    return element("path", d=d, class_=kind)


def held(pen: Pen, board: ZoneLayout, thing: int) -> Drawing:
    """A thing that is not placed yet, as it would lie on the board."""
    table, grid = board.placements, board.board
    assert isinstance(table, TilePlacements) and isinstance(grid, Grid)
    pose = table.pose(thing, Placement(0, grid.width // 2 * (grid.width + 1)))
    here = _plan_of([_at(grid, cell % board.cells) for cell in covered_cells(board, pose)], (), _LARGEST)
    drawn = tile(pen, board, thing, pose, here, held=True)
    edges = list(_edges(pen, board, [thing], here, {thing: pose}))
    return Drawing(here.columns[-1] + 4, here.rows[-1] + 4, (element("g", drawn, *edges, transform="translate(2 2)"),))
