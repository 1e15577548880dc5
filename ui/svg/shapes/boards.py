"""Which drawing a place has: that of its shape."""

from __future__ import annotations

from collections.abc import Callable

from custumal.interpreter.setup.boards import OpenGrid
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import TilePlacements
from custumal.ui.svg.elements.pen import Pen
from custumal.ui.svg.elements.svg_nodes import Drawing
from custumal.ui.svg.shapes.cubes import cubes
from custumal.ui.svg.shapes.grids import grid, hexagons
from custumal.ui.svg.shapes.lines import graph, ring, row
from custumal.ui.svg.shapes.tiles import plan

Draw = Callable[[Pen, ZoneLayout, int, float], Drawing]
"""From a pen, a zone, the number of the place and a width to a drawing."""


def board_of(zone: ZoneLayout) -> Draw | None:
    """How the places of a zone are drawn as boards; None for those that are heaps, piles and rows of slots."""
    match zone.zone.shape.form:
        case "cubes":
            return cubes
        case "grid":
            if isinstance(zone.board, OpenGrid) or isinstance(zone.placements, TilePlacements):
                return plan
            return hexagons if zone.zone.shape.is_hex else grid
        case "graph":
            return graph
        case "ring":
            return ring
    return None


def row_of(zone: ZoneLayout) -> Draw | None:
    """How a row of cells is drawn; None for places without cells."""
    return row if zone.zone.shape.form in ("slots", "track") else None
