"""Boards as text: flat grids, hexagonal ones as a rhombus, points and lines, and piles of cubes from above and from each side."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from custumal.dsl.model import Graph
from custumal.interpreter.setup.boards import SIDES, Cubes, Grid, OpenGrid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.ui.draw.tilemap import draw_tiles
from custumal.ui.scene.look import EMPTY, Look
from custumal.ui.scene.shown import is_crowned, value_in_cells
from custumal.ui.scene.sights import sights
from custumal.ui.scene.thing_text import token
from custumal.ui.text.style import Line, Piece, beside, centred, line, pad, width

Draw = Callable[[Look, ZoneLayout, int, int], list[Line]]
"""From a look, a zone, the number of the place and the columns of the screen to lines."""
_POINT = re.compile(r"([a-z])(\d{1,2})\Z")
_HIDDEN_CUBE = Piece(":", "dim")
_FEWEST_LEVELS = 3


def drawing_of(zone: ZoneLayout) -> Draw | None:
    """How the places of a zone are drawn; None for those that are told in a line."""
    match zone.zone.shape.form:
        case "cubes":
            return draw_cubes
        case "grid":
            if isinstance(zone.placements, TilePlacements):
                return _draw_tiled
            return draw_hexagons if zone.zone.shape.is_hex else draw_grid
        case "graph":
            return draw_graph
    return None


def _draw_tiled(look: Look, zone: ZoneLayout, instance: int, columns: int) -> list[Line]:
    """Tiles as they lie; a board with borders on which nothing lies is an ordinary grid."""
    tiles = draw_tiles(look, zone, instance, columns)
    return tiles if tiles or isinstance(zone.board, OpenGrid) else draw_grid(look, zone, instance, columns)


def cell_piece(look: Look, zone: ZoneLayout, cell: int) -> Piece:
    """What stands in a cell: the value that the display names, or the thing that lies there; `*` marks a marked cell."""
    found = _plain_piece(look, zone, cell)
    return Piece(found.text + "*", found.style or "bold") if cell in look.markers(zone.name) else found


def _plain_piece(look: Look, zone: ZoneLayout, cell: int) -> Piece:
    kept = value_in_cells(look, zone.name)
    if kept is not None:
        found = look.sign(look.kept(kept.name, (cell,)), kept.type, zone.name)
        return Piece(found.text.upper(), found.style) if is_crowned(look, zone.name, cell) else found
    thing = look.content(zone, cell) if zone.zone.holds is not None else None
    return EMPTY if thing is None else look.letter(thing)


# ---------------------------------------------------------------- flat boards


def draw_grid(look: Look, zone: ZoneLayout, instance: int, _columns: int) -> list[Line]:
    """Columns and rows with their numbers."""
    board = zone.board
    assert isinstance(board, Grid)
    start = instance * zone.cells
    if look.hints.cells.get(zone.name) == "thing":
        return _named_cells(look, zone, board, start)
    pieces = [cell_piece(look, zone, start + cell) for cell in range(board.size)]
    columns, lines = (look.hints.edge(zone.name, edge, count) for edge, count in (("columns", board.width), ("rows", board.height)))
    columns = _heads(look, zone) or columns
    wide = max(2, *(len(word) + 1 for word in (*columns, *(piece.text for piece in pieces))))
    gutter = max(map(len, lines))
    rows = [line(" " * gutter, Piece("".join(f"{word:>{wide}}" for word in columns), "dim"))]
    for row in range(board.height):
        cells = pieces[row * board.width : (row + 1) * board.width]
        rows.append((Piece(f"{lines[row]:>{gutter}}", "dim"), *(part for piece in cells for part in _right(piece, wide))))
    return rows


def _named_cells(look: Look, zone: ZoneLayout, board: Grid, start: int) -> list[Line]:
    """Things by name in columns below their numbers."""
    things = [look.content(zone, start + cell) for cell in range(board.size)]
    tokens = [line(EMPTY) if thing is None else token(look, thing) for thing in things]
    columns, lines = (look.hints.edge(zone.name, edge, count) for edge, count in (("columns", board.width), ("rows", board.height)))
    wide = [max(len(columns[x]), *(width(one) for one in tokens[x :: board.width])) for x in range(board.width)]
    gutter = max(map(len, lines))
    heads = (Piece(" " * gutter), *(Piece(f"  {word:<{wide[x]}}", "dim") for x, word in enumerate(columns)))
    rows = [
        (
            Piece(f"{lines[y]:>{gutter}}", "dim"),
            *(part for x in range(board.width) for part in (Piece("  "), *pad(tokens[y * board.width + x], wide[x]))),
        )
        for y in range(board.height)
    ]
    return [heads, *rows] if any(columns) else rows


def _heads(look: Look, zone: ZoneLayout) -> list[str]:
    """What is printed on the things that head the columns, if the display names any."""
    kind, shown = look.hints.heads.get(zone.name, ("", ()))
    if kind not in look.instance.first:
        return []
    printed = [{name: value for name, _, value in look.printed(thing)} for thing in look.instance.things_of(kind)]
    return ["/".join(str(row.get(column)) for column in shown) for row in printed]


def _right(piece: Piece, wide: int) -> Line:
    """The piece at the right of a field; a mark behind it does not move it."""
    marked = piece.text.endswith("*") and len(piece.text) > 1
    return (
        (Piece(" " * (wide - len(piece.text))), Piece(piece.text[:-1], piece.style), Piece("*", "bold"))
        if marked
        else (
            Piece(" " * (wide - len(piece.text))),
            piece,
        )
    )


def draw_hexagons(look: Look, zone: ZoneLayout, instance: int, _columns: int) -> list[Line]:
    """A rhombus: each row half a cell further to the right, so that the six neighbours are the nearest signs."""
    board = zone.board
    assert isinstance(board, Grid)
    start = instance * zone.cells
    columns, lines = (look.hints.edge(zone.name, edge, count) for edge, count in (("columns", board.width), ("rows", board.height)))
    gutter = max(map(len, lines))
    rows = [line(" " * (gutter + 1), Piece(head, "dim")) for head in _upright(columns)]
    for row in range(board.height):
        parts: list[Piece] = [Piece(" " * row), Piece(f"{lines[row]:>{gutter}}", "dim")]
        for column in range(board.width):
            piece = cell_piece(look, zone, start + row * board.width + column)
            parts += [Piece(" "), Piece(piece.text[:1], f"{piece.style} underline" if len(piece.text) > 1 else piece.style)]
        rows.append(tuple(parts))
    return rows


def _upright(words: Sequence[str]) -> list[str]:
    """Words that have one column each: their letters below one another, all ending in the last row."""
    height = max(map(len, words))
    return [" ".join(f"{word:>{height}}"[row] for word in words).rstrip() for row in range(height)]


# ---------------------------------------------------------------- points and lines


def draw_graph(look: Look, zone: ZoneLayout, instance: int, _columns: int) -> list[Line]:
    """Points named like `a1` where their names say, joined by lines; others as a list with their neighbours."""
    graph = look.instance.game.graphs[str(zone.zone.shape.list)]
    places = [_POINT.match(name) for name in graph.nodes]
    pieces = [cell_piece(look, zone, instance * zone.cells + cell) for cell in range(zone.cells)]
    if all(places):
        return _drawn_points(graph, pieces)
    return _listed_points(look, graph, pieces)


def _drawn_points(graph: Graph, pieces: list[Piece]) -> list[Line]:
    letters = sorted({name[0] for name in graph.nodes})
    numbers = sorted({int(name[1:]) for name in graph.nodes}, reverse=True)
    at = {node: (4 * letters.index(name[0]), 2 * numbers.index(int(name[1:]))) for node, name in enumerate(graph.nodes)}
    canvas: dict[tuple[int, int], Piece] = {}
    for one, other in graph.edges:
        _join(canvas, at[one], at[other])
    canvas.update({at[node]: piece for node, piece in enumerate(pieces)})
    wide, high, gutter = 4 * len(letters) - 3, 2 * len(numbers) - 1, max(len(str(number)) for number in numbers)
    rows: list[Line] = []
    for y in range(high):
        label = f"{numbers[y // 2]:>{gutter}} " if y % 2 == 0 else " " * (gutter + 1)
        rows.append((Piece(label, "dim"), *(canvas.get((x, y), Piece(" ")) for x in range(wide))))
    return [*rows, line(" " * (gutter + 1), Piece("   ".join(letters), "dim"))]


def _join(canvas: dict[tuple[int, int], Piece], one: tuple[int, int], other: tuple[int, int]) -> None:
    """A line between two points in one row or one column."""
    (x1, y1), (x2, y2) = sorted((one, other))
    if y1 == y2:
        canvas.update({(x, y1): Piece("-", "dim") for x in range(x1 + 1, x2)})
    elif x1 == x2:
        canvas.update({(x1, y): Piece("|", "dim") for y in range(min(y1, y2) + 1, max(y1, y2))})


def _listed_points(look: Look, graph: Graph, pieces: list[Piece]) -> list[Line]:
    near: dict[int, list[int]] = {node: [] for node in range(len(graph.nodes))}
    for one, other in graph.edges:
        near[one].append(other)
        near[other].append(one)
    wide = max(len(look.name(name)) for name in graph.nodes)
    return [
        line(f"{look.name(name):<{wide}} ", pieces[node], Piece("  - " + ", ".join(look.name(graph.nodes[n]) for n in near[node]), "dim"))
        for node, name in enumerate(graph.nodes)
    ]


# ---------------------------------------------------------------- piles of cubes


def draw_cubes(look: Look, zone: ZoneLayout, instance: int, _columns: int) -> list[Line]:
    """A pile from above, each column with its highest cube and its height, and beside it from each of the four sides."""
    board = zone.board
    assert isinstance(board, Cubes)
    above = from_above(look, zone, instance)
    levels = _levels(look, zone, board)
    sides = [_titled(look.name(side)[:1].upper(), from_side(look, zone, instance, side, levels)) for side in SIDES]
    return beside([above, *sides], gap=2)


def _titled(title: str, rows: list[Line]) -> list[Line]:
    wide = max((width(row) for row in rows), default=0)
    return [line(Piece(centred(title, wide), "dim")), *rows]


def from_above(look: Look, zone: ZoneLayout, instance: int) -> list[Line]:
    """For each column its highest cube and its height."""
    board = zone.board
    assert isinstance(board, Cubes)
    across, down, _ = board.box
    rows = [line("  ", Piece(" ".join(f"{x:<2}" for x in range(1, across + 1)), "dim"))]
    for y in range(down):
        parts: list[Piece] = [Piece(f"{y + 1} ", "dim")]
        for x in range(across):
            parts += [*_top(look, zone, instance, board.columns.cells[y * across + x]), Piece(" ")]
        rows.append(tuple(parts[:-1]))
    return rows


def _top(look: Look, zone: ZoneLayout, instance: int, column: tuple[int, ...]) -> Line:
    start = instance * zone.cells
    for height in range(len(column), 0, -1):
        thing = look.content(zone, start + column[height - 1])
        if thing is not None:
            cube = look.letter(thing, look.hints.tints.get(zone.name))
            return (Piece(f"{cube.text}{height}", cube.style),)
    return (EMPTY, Piece(" "))


def from_side(look: Look, zone: ZoneLayout, instance: int, side: str, levels: int) -> list[Line]:
    """The pile as somebody sees it who stands on this side, the highest level first. `:` is a cube behind the outer layer."""
    board = zone.board
    assert isinstance(board, Cubes)
    across, down, _ = board.box
    rows: list[Line] = []
    for level in range(levels, 0, -1):
        cells = [[board.at[x, y, level] for x, y in sight] for sight in sights(side, across, down)]
        rows.append(tuple(_seen(look, zone, instance, sight) for sight in cells))
    return rows


def _seen(look: Look, zone: ZoneLayout, instance: int, sight: list[int]) -> Piece:
    start = instance * zone.cells
    for depth, cell in enumerate(sight):
        thing = look.content(zone, start + cell)
        if thing is not None:
            return look.letter(thing, look.hints.tints.get(zone.name)) if depth == 0 else _HIDDEN_CUBE
    return EMPTY


def _levels(look: Look, zone: ZoneLayout, board: Cubes) -> int:
    """How many levels are drawn: as many as the highest pile of the zone has, and a few at least."""
    layer = board.columns.size
    filled = (cell % zone.cells // layer + 1 for cell in range(zone.size) if look.content(zone, cell) is not None)
    return min(board.box[2], max(_FEWEST_LEVELS, *filled, 0))
