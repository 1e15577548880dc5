"""Geometry of boards: pure, precomputed and free of state.

Knows cells, directions and what lies beside what; does not know zones, things or positions. Enter at `board.py` for what all boards
have, at the file of the shape for one.
"""

from __future__ import annotations

from custumal.interpreter.setup.boards.board import SIDES, Board, Cells, Coordinates, ShapeError, beside
from custumal.interpreter.setup.boards.cubes import Columns, Cubes, cubes
from custumal.interpreter.setup.boards.graph import Graph, graph
from custumal.interpreter.setup.boards.grid import COMPASS, DIRECTIONS, HEXAGONAL, ClosedGrid, Grid, grid
from custumal.interpreter.setup.boards.opengrid import OpenGrid, open_grid
from custumal.interpreter.setup.boards.ring import ring, slots, track

__all__ = [
    "COMPASS",
    "DIRECTIONS",
    "HEXAGONAL",
    "SIDES",
    "Board",
    "Cells",
    "ClosedGrid",
    "Columns",
    "Coordinates",
    "Cubes",
    "Graph",
    "Grid",
    "OpenGrid",
    "ShapeError",
    "beside",
    "cubes",
    "graph",
    "grid",
    "open_grid",
    "ring",
    "slots",
    "track",
]
