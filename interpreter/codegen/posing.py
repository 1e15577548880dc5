"""Poses of polycubes as candidates: restrictions on their cells are bit masks, known before the game."""

from __future__ import annotations

from collections.abc import Callable

from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.flow import Part, Pick

Posed = Callable[[n.Node, tuple[Part, ...]], None]


def each_pose(w: Writer, pick: Pick, rest: tuple[Part, ...], inside: Posed) -> bool:
    """Loop over the poses that pass all restrictions that masks can tell; False if the pick is about something else."""
    del w, pick, rest, inside
    return False
