"""Thumbnails: placements as small plans, so that many of them can be compared at a glance."""

from __future__ import annotations

from custumal.dsl.base.types import Pose, Type, bare
from custumal.interpreter.engine import Engine
from custumal.interpreter.reference.operations.placements import covered_cells
from custumal.interpreter.setup.placements import TilePlacements
from custumal.interpreter.setup.values import Value
from custumal.ui.text.style import Line, Piece

_WIDEST = 8
"""Wider boards have no room for several plans side by side."""


def sketch(engine: Engine, value: Value, of: Type | None) -> list[Line]:
    """The board from above with the columns that a placement covers, each with its highest level (or `#` on a flat board);
    nothing for other values, for large boards, and for tiles, of which one has to see what is printed around them."""
    inner = None if of is None else bare(of)
    if not isinstance(inner, Pose) or value is None:
        return []
    layout = engine.instance.zones[inner.zone]
    board = layout.board
    assert board is not None
    across = max(place[0] for place in board.coordinates)
    down = max(place[1] for place in board.coordinates)
    if across > _WIDEST or down > _WIDEST or isinstance(layout.placements, TilePlacements):
        return []
    tops: dict[tuple[int, int], str] = {}
    for cell in covered_cells(layout, value):
        x, y, *level = board.coordinates[cell % layout.cells]
        tops[x, y] = max(tops.get((x, y), ""), str(level[0]) if level else "#")
    return [tuple(_sign(tops.get((x, y))) for x in range(1, across + 1)) for y in range(1, down + 1)]


def _sign(top: str | None) -> Piece:
    return Piece(".", "dim") if top is None else Piece(top, "bold")
