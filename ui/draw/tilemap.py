"""Tiles that lie side by side as a plan: what their edges show, what is on them, and around them the places that are free."""

from __future__ import annotations

from collections.abc import Iterator

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.base.types import Table
from custumal.interpreter.reference.operations.placements import covered_cells, edge, outline
from custumal.interpreter.setup.boards import Grid
from custumal.interpreter.setup.boards.footprint import Placement
from custumal.interpreter.setup.layout import PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.ui.draw.tile_faces import face, fitted
from custumal.ui.scene.around import corner_words, half_words
from custumal.ui.scene.look import Look
from custumal.ui.text.style import Line, Piece, line

_WIDTHS = (8, 6, 4)
"""The columns inside a cell; on narrow screens the names of tiles are cut."""
_HEIGHT = 3
_WALLS = {0: "-", 1: "|", 2: "-", 3: "|"}


@dataclass(slots=True)
class _Plan:
    """Signs by column and row of the screen. `left` and `top` are the first column and row of the board that are drawn."""

    left: int
    top: int
    wide: int
    signs: dict[tuple[int, int], Piece] = field(default_factory=dict)
    edges: dict[tuple[int, int, bool], list[str]] = field(default_factory=dict)

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """Where the north-western corner of a cell is drawn."""
        return (column - self.left) * (self.wide + 1), (row - self.top) * (_HEIGHT + 1)

    def wall(self, column: int, row: int, side: int) -> None:
        """The line along a side of a cell."""
        x, y = self.corner(column + (side == 1), row + (side == 2))
        flat = side % 2 == 0
        length = self.wide if flat else _HEIGHT
        ends = ((x, y), (x + length + 1, y) if flat else (x, y + length + 1))
        for step in range(1, length + 1):
            self.signs[(x + step, y) if flat else (x, y + step)] = Piece(_WALLS[side], "dim")
        for end in ends:
            self.signs[end] = Piece("+", "dim")

    def note(self, column: int, row: int, side: int, word: str) -> None:
        """Remember what an edge shows; the edges of two neighbours meet in one line."""
        self.edges.setdefault((column + (side == 1), row + (side == 2), side % 2 == 0), []).append(word)

    def text(self, x: int, y: int, pieces: Line) -> None:
        """Write from a place to the right."""
        for piece in pieces:
            for sign in piece.text:
                self.signs[x, y] = Piece(sign, piece.style)
                x += 1

    def lines(self) -> list[Line]:
        """All signs, equal styles side by side as one piece."""
        if not self.signs:
            return []
        right, bottom = max(x for x, _ in self.signs), max(y for _, y in self.signs)
        return [_merged([self.signs.get((x, y), Piece(" ")) for x in range(right + 1)]) for y in range(bottom + 1)]


def _merged(pieces: list[Piece]) -> Line:
    found: list[Piece] = []
    for piece in pieces:
        if found and found[-1].style == piece.style:
            found[-1] = Piece(found[-1].text + piece.text, piece.style)
        else:
            found.append(piece)
    return tuple(found)


def draw_tiles(look: Look, zone: ZoneLayout, instance: int, columns: int) -> list[Line]:
    """The part of a board that is built on, and one cell around it, with the numbers of columns and rows."""
    board = zone.board
    assert isinstance(board, Grid)
    start = instance * zone.cells
    things = {thing for cell in range(board.size) if (thing := look.content(zone, start + cell)) is not None}
    if not things:
        return []
    filled = {cell - start for thing in things for cell in covered_cells(zone, look.state.c[PLACEMENTS][thing])}
    near = board.relations["neighbours"]
    rim = {cell for full in filled for cell in near[full]} - filled
    across, down = [cell % board.width for cell in (*filled, *rim)], [cell // board.width for cell in (*filled, *rim)]
    left, top, count = min(across), min(down), max(across) - min(across) + 1
    names = [str(board.coordinates[row * board.width][1]) for row in range(top, max(down) + 1)]
    gutter = max(map(len, names)) + 1
    wide = next((wide for wide in _WIDTHS if gutter + count * (wide + 1) + 1 <= columns), _WIDTHS[-1])
    plan = _Plan(left, top, wide)
    for thing in sorted(things):
        _add(look, zone, thing, look.state.c[PLACEMENTS][thing], plan)
    _add_edges(look, zone, plan)
    for cell in rim:
        x, y = plan.corner(cell % board.width, cell // board.width)
        plan.signs.setdefault((x + wide // 2, y + 2), Piece(".", "dim"))
    heads = "".join(f"{board.coordinates[column][0]:^{wide + 1}}" for column in range(left, left + count))
    return [line(Piece(" " * (gutter + 1) + heads.rstrip(), "dim")), *_numbered(plan.lines(), names, gutter)]


def _numbered(lines: list[Line], names: list[str], gutter: int) -> Iterator[Line]:
    for y, row in enumerate(lines):
        if not any(piece.text.strip() for piece in row):  # above and below the tiles one line with the free places is enough
            continue
        name = names[y // (_HEIGHT + 1)] if y % (_HEIGHT + 1) == 2 and y // (_HEIGHT + 1) < len(names) else ""
        yield (Piece(f"{name:>{gutter - 1}} ", "dim"), *row)


def _add(look: Look, zone: ZoneLayout, thing: int, pose: int, plan: _Plan, *, held: bool = False) -> None:
    """Draw a thing as it lies: its outline, its edges and what is on it."""
    board = zone.board
    assert isinstance(board, Grid)
    for border in outline(zone, pose):
        column, row = border.cell % board.width, border.cell // board.width
        plan.wall(column, row, border.side)
        if zone.zone.shape.edges is not None:
            plan.note(column, row, border.side, edge_word(look, zone, pose, border.side, border.edge))
    cells = [cell % zone.cells for cell in covered_cells(zone, pose)]
    places = [(cell % board.width, cell // board.width) for cell in cells]
    x, y = plan.corner(min(column for column, _ in places), min(row for _, row in places))
    wide = (max(column for column, _ in places) - min(column for column, _ in places) + 1) * (plan.wide + 1) - 1
    high = (max(row for _, row in places) - min(row for _, row in places) + 1) * (_HEIGHT + 1) - 1
    inset = 1 if zone.zone.shape.corners is not None or zone.zone.shape.halves is not None else 0
    for step, row_of_text in enumerate(fitted(face(look, zone, thing, held=held), wide - 2 * inset, high - 2 * inset)):
        plan.text(x + 1 + inset, y + 1 + inset + step, row_of_text)
    _add_joints(look, zone, pose, plan, (x + 1, y + 1, wide, high))


def _add_joints(look: Look, zone: ZoneLayout, pose: int, plan: _Plan, room: tuple[int, int, int, int]) -> None:
    """Signs in the corners of a tile; else, where there is room, at the halves of its edges."""
    x, y, wide, high = room
    right, bottom = x + wide - 1, y + high - 1
    for place, (_, word) in zip(((right, y), (right, bottom), (x, bottom), (x, y)), corner_words(look.instance, zone, pose), strict=False):
        plan.text(*place, line(Piece(look.hints.letters.get(word, word[:1].upper()), "bold")))
    if zone.zone.shape.corners is not None or high != _HEIGHT or wide < _WIDTHS[1]:
        return
    for half, _, word in half_words(look.instance, zone, pose):
        first, second = x + wide // 4, right - wide // 4
        along = ((first, second), (y, bottom), (second, first), (bottom, y))[half.side][half.is_right]
        place = ((along, y), (right, along), (along, bottom), (x, along))[half.side]
        plan.text(*place, line(Piece(look.hints.letters.get(word, word[:1]), "bold")))


def edge_word(look: Look, zone: ZoneLayout, pose: int, side: int, number: int) -> str:
    """What an edge of a placed thing shows, in the word of the rule file."""
    column = zone.zone.shape.edges
    of = next(of for name, of in look.instance.game.kinds[str(zone.zone.holds)].printed if name == column)
    assert isinstance(of, Table)
    return look.word(edge(look.instance, zone, pose, side, number), of.value)


def _add_edges(look: Look, zone: ZoneLayout, plan: _Plan) -> None:
    """Signs in the middle of the lines: where two edges meet they are shown if both have one, and then the later in the list of hints."""
    signs = look.hints.edge_signs.get(zone.name, {})
    order = list(signs)
    for (column, row, flat), words in plan.edges.items():
        if not all(word in signs for word in words):
            continue
        sign = signs[max(words, key=order.index)]
        x, y = plan.corner(column, row)
        if flat:
            plan.text(x + plan.wide // 2, y, line(Piece(sign[-1] * 2, "bold")))
        else:
            plan.text(x, y + 2, line(Piece(sign[0], "bold")))


def draw_held(look: Look, board: ZoneLayout, things: list[int]) -> list[list[Line]]:
    """Things that are not placed yet, each drawn as it would lie on the board, both faces in one."""
    table, grid = board.placements, board.board
    assert isinstance(table, TilePlacements) and isinstance(grid, Grid)
    found = []
    for thing in things:
        plan = _Plan(grid.width // 2, grid.width // 2, _WIDTHS[0])
        _add(look, board, thing, table.pose(thing, Placement(0, grid.width // 2 * (grid.width + 1))), plan, held=True)
        _add_edges(look, board, plan)
        found.append(plan.lines())
    return found
