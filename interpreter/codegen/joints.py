"""Corners of tiles and halves of their edges, read from tables where all tiles cover one cell each; others are left to the reference."""

from __future__ import annotations

from custumal.dsl.base.types import Corner, Half, bare
from custumal.dsl.model import Expr, Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lifted, operation
from custumal.interpreter.codegen.outline import tiled
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.setup.boards.footprint import ONE_CELL
from custumal.interpreter.setup.boards.joints import CORNERS
from custumal.interpreter.setup.joint_tables import corner_faces, half_faces
from custumal.interpreter.setup.layout import PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.placements import BORDERS, TURNS, TilePlacements

HALVES = 8
"""How many halves of edges a thing of one cell has."""


def _zone(w: Writer, name: str) -> ZoneLayout | None:
    """The zone, if its tiles cover one cell each and their places can be read from tables."""
    zone = tiled(w, name)
    table = None if zone is None else zone.placements
    return zone if isinstance(table, TilePlacements) and all(size == ONE_CELL for size in table.sizes) else None


def _zone_of(w: Writer, joint: Expr) -> ZoneLayout | None:
    of = bare(joint.type)
    return _zone(w, of.zone) if isinstance(of, Corner | Half) else None


@operation("pose-corners", "pose-halves")
def _of_pose(w: Writer, op: Op) -> n.Node | None:
    zone = _zone(w, getattr(bare(op.arguments[0].type), "zone", ""))
    count = CORNERS if op.name == "pose-corners" else HALVES
    return None if zone is None else lifted(w, op, op.arguments, lambda pose: n.call("joints_of", pose, n.const(count)))


@operation("corners-of-thing", "halves-of-thing")
def _of_thing(w: Writer, op: Op) -> n.Node | None:
    if _zone(w, str(op.data)) is None:
        return None
    count = n.const(CORNERS if op.name == "corners-of-thing" else HALVES)
    return lifted(w, op, op.arguments, lambda thing: n.call("joints_of", n.index(w.column(PLACEMENTS), thing), count))


@operation("corner-mine", "half-mine")
def _mine(w: Writer, op: Op) -> n.Node | None:
    zone = _zone_of(w, op.arguments[0])
    if zone is None:
        return None
    table = (corner_faces if op.name == "corner-mine" else half_faces)(w.unit.instance, zone)
    assert isinstance(zone.placements, TilePlacements)
    cells = zone.placements.grid.size

    def printed(joint: n.Node) -> n.Node:
        joint = w.atom(joint, "j")
        pose = w.atom(n.binary(joint, "//", n.const(BORDERS)), "p")
        thing = n.binary(n.binary(pose, "//", n.const(cells * TURNS)), "*", n.const(TURNS))
        look = n.binary(thing, "+", n.binary(pose, "%", n.const(TURNS)))
        return n.index(n.index(w.unit.pool.table(table), look), n.binary(joint, "%", n.const(BORDERS)))

    return lifted(w, op, op.arguments, printed)


@operation("corner-tile", "half-tile")
def _tile(w: Writer, op: Op) -> n.Node | None:
    zone = _zone_of(w, op.arguments[0])
    if zone is None:
        return None
    table = zone.placements
    assert isinstance(table, TilePlacements)
    size, first = n.const(BORDERS * table.grid.size * TURNS), table.first
    return lifted(w, op, op.arguments, lambda joint: n.plus(n.binary(joint, "//", size), first))


@operation("corner-meeting", "half-across")
def _meeting(w: Writer, op: Op) -> n.Node | None:
    zone = _zone_of(w, op.arguments[0])
    if zone is None:
        return None
    name = "meeting" if op.name == "corner-meeting" else "across"
    layout, contents, poses = w.unit.pool.zone(zone.name), w.column(zone.content), w.column(PLACEMENTS)
    return lifted(w, op, op.arguments, lambda joint: n.call(name, layout, contents, poses, joint))
