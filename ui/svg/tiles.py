"""Tiles that lie side by side as a plan: each with its name, what is on it and what its edges show, and around them the free places."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from custumal.dsl.base.types import Table
from custumal.interpreter.reference.operations.placements import covered_cells, edge, outline
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.boards.footprint import Placement
from custumal.interpreter.setup.layout import PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.ui.svg.faces import title
from custumal.ui.svg.measure import wrapped
from custumal.ui.svg.nodes import Drawing, element, words
from custumal.ui.svg.pen import Pen, frame
from custumal.ui.svg.tile_faces import marks_on

_LARGEST, _LEAST = 96.0, 54.0
_MOST_TILES = 1_000
Plan = tuple[float, int, int]
"""The side of a cell, and the first column and row that are drawn."""


def plan(pen: Pen, zone: ZoneLayout, instance: int, width: float) -> Drawing:
    """The part of a board that is built on, and one cell around it, with the numbers of columns and rows."""
    board = zone.board
    assert isinstance(board, Grid)
    start = instance * zone.cells
    things = sorted({thing for cell in range(board.size) if (thing := pen.look.content(zone, start + cell)) is not None})[:_MOST_TILES]
    if not things:
        return _bare(pen, zone, start + board.middle[0])
    filled = {cell - start for thing in things for cell in covered_cells(zone, pen.look.state.c[PLACEMENTS][thing])}
    rim = _rim(board, filled)
    across, down = [cell % board.width for cell in (*filled, *rim)], [cell // board.width for cell in (*filled, *rim)]
    left, top = min(across), min(down)
    columns, rows = max(across) - left + 1, max(down) - top + 1
    side = max(_LEAST, min(_LARGEST, (width - 18) / columns))
    here: Plan = (side, left, top)
    parts = [words(str(board.coordinates[left + n][0]), 18 + (n + 0.5) * side, 10, 10, "soft", anchor="middle") for n in range(columns)]
    numbers = [str(board.coordinates[(top + n) * board.width][1]) for n in range(rows)]
    parts += [words(text, 12, 16 + (n + 0.5) * side + 4, 10, "soft", anchor="end") for n, text in enumerate(numbers)]
    cells = [_free(pen, zone, start + cell, here, board) for cell in sorted(rim) if pen.spend()]
    tiles = [tile(pen, zone, thing, pen.look.state.c[PLACEMENTS][thing], here) for thing in things if pen.spend()]
    drawn = element("g", *cells, *tiles, *_edges(pen, zone, things, here), transform="translate(18 16)")
    return Drawing(18 + columns * side + 3, 16 + rows * side + 3, (*parts, drawn))


def _rim(board: Grid, filled: set[int]) -> set[int]:
    near = board.relations["neighbours"]
    return {cell for full in filled for cell in near[full]} - filled


def _bare(pen: Pen, zone: ZoneLayout, cell: int) -> Drawing:
    base = frame(_LARGEST, _LARGEST, "rim", 4)
    return pen.framed(pen.cell_name(zone, cell), pen.title_of_cell(zone, cell), "cell", Drawing(_LARGEST, _LARGEST, (base,)))


def _corner(here: Plan, cell: int, board: Grid) -> tuple[float, float]:
    side, left, top = here
    return (cell % board.width - left) * side, (cell // board.width - top) * side


def _free(pen: Pen, zone: ZoneLayout, cell: int, here: Plan, board: Grid) -> Element:
    x, y = _corner(here, cell % zone.cells, board)
    side = here[0]
    base = frame(side - 6, side - 6, "rim", 4, x=3, y=3)
    group = pen.named(
        pen.cell_name(zone, cell),
        pen.title_of_cell(zone, cell),
        "cell free",
        base,
        outline=frame(side - 6, side - 6, "outline", 4, x=3, y=3),
    )
    return element("g", group, transform=f"translate({x:g} {y:g})")


def tile(pen: Pen, zone: ZoneLayout, thing: int, pose: int, here: Plan, *, held: bool = False) -> Element:
    """A thing as it lies: the cells that it covers, its outline, its name and what is on it."""
    board = zone.board
    assert isinstance(board, Grid)
    cells = [cell % zone.cells for cell in covered_cells(zone, pose)]
    corners = [_corner(here, cell, board) for cell in cells]
    side = here[0]
    x, y = min(one[0] for one in corners), min(one[1] for one in corners)
    wide, high = max(one[0] for one in corners) + side - x, max(one[1] for one in corners) + side - y
    grounds = [
        _ground(pen, zone, cell, side, (at[0] - x, at[1] - y), held) for cell, at in zip(covered_cells(zone, pose), corners, strict=True)
    ]
    parts = [*grounds, *_inside(pen, zone, thing, wide, high, held)]
    group = pen.named(
        pen.thing_name(thing), title(pen, thing), "thing tile-thing", *parts, outline=frame(wide - 8, high - 8, "outline", 5, x=4, y=4)
    )
    return element("g", group, transform=f"translate({x:g} {y:g})")


def _ground(pen: Pen, zone: ZoneLayout, cell: int, side: float, at: tuple[float, float], held: bool) -> Element:
    base = frame(side, side, "tile", x=at[0], y=at[1])
    if held:
        return base
    lit = frame(side - 6, side - 6, "outline", 3, x=at[0] + 3, y=at[1] + 3)
    return pen.named(pen.cell_name(zone, cell), "", "cell", base, outline=lit)


def _inside(pen: Pen, zone: ZoneLayout, thing: int, wide: float, high: float, held: bool) -> list[Element]:
    """The name of a tile above, then what is printed, kept and lying on it."""
    size = 10.5 if wide > 70 else 9
    lines = wrapped(pen.look.labels.thing(thing, pen.look.language), size, wide - 16, 2)
    parts = [
        words(text, wide / 2, 16 + row * (size + 1), size, "strong", anchor="middle", room=wide - 16) for row, text in enumerate(lines)
    ]
    top = 12 + len(lines) * (size + 1)
    marks = marks_on(pen, zone, thing, wide - 14, held=held)
    return [*parts, marks.at((wide - marks.width) / 2, max(top, top + (high - top - 8 - marks.height) / 2))]


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
            column, row = border.cell % board.width - here[1], border.cell // board.width - here[2]
            word = "" if zone.zone.shape.edges is None else edge_word(pen, zone, pose, border.side, border.edge)
            found.setdefault((column + (border.side == 1), row + (border.side == 2), border.side % 2 == 0), []).append(word)
    signs = pen.look.hints.edge_signs.get(zone.name, {})
    order = list(signs)
    for (column, row, flat), shown in sorted(found.items()):
        opened = bool(signs) and all(word in signs for word in shown)
        yield from _wall(column * here[0], row * here[0], here[0], flat, max(shown, key=order.index) if opened else "", signs)


def _wall(x: float, y: float, side: float, flat: bool, word: str, signs: dict[str, str] | object) -> Iterator[Element]:
    """A line along an edge; an open one has a gap in the middle, dotted for all but the first word of the display."""
    ends = (0, side * 0.34, side * 0.66, side)
    spans = ((ends[0], ends[1]), (ends[2], ends[3])) if word else ((0, side),)
    for one, other in spans:
        yield element(
            "path", d=f"M{x + one:.1f} {y:.1f}h{other - one:.1f}" if flat else f"M{x:.1f} {y + one:.1f}v{other - one:.1f}", class_="wall"
        )
    if word and isinstance(signs, dict) and list(signs).index(word) > 0:
        middle = f"M{x + ends[1]:.1f} {y:.1f}h{ends[2] - ends[1]:.1f}" if flat else f"M{x:.1f} {y + ends[1]:.1f}v{ends[2] - ends[1]:.1f}"
        yield element("path", d=middle, class_="gate")


def held(pen: Pen, board: ZoneLayout, thing: int) -> Drawing:
    """A thing that is not placed yet, as it would lie on the board."""
    table, grid = board.placements, board.board
    assert isinstance(table, TilePlacements) and isinstance(grid, Grid)
    anchor = grid.width // 2 * (grid.width + 1)
    pose = table.pose(thing, Placement(0, anchor))
    cells = [cell % board.cells for cell in covered_cells(board, pose)]
    left, top = min(cell % grid.width for cell in cells), min(cell // grid.width for cell in cells)
    here: Plan = (_LARGEST, left, top)
    wide = (max(cell % grid.width for cell in cells) - left + 1) * _LARGEST
    high = (max(cell // grid.width for cell in cells) - top + 1) * _LARGEST
    drawn = tile(pen, board, thing, pose, here, held=True)
    edges = list(_edges(pen, board, [thing], here, {thing: pose}))
    return Drawing(wide + 4, high + 4, (element("g", drawn, *edges, transform="translate(2 2)"),))
