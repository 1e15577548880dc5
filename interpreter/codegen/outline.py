"""The outline of a placement on a grid: where its cells border on others, read from tables of offsets."""

from __future__ import annotations

import ast

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Expr, Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.setup.layout import PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.outlines import Outlines, outlines_of
from custumal.interpreter.setup.placements import TURNS, TilePlacements


@dataclass(frozen=True, slots=True)
class Around:
    """The outline of a placement: names of its entries and of its north-western cell.

    Where many placements are tried, `near` is what lies around (see `surroundings`), the same for all tiles and turns that
    cover the same cells, and `printed` what this tile shows there.
    """

    entries: n.Node
    anchor: n.Node
    near: n.Node | None = None
    printed: n.Node | None = None


def tiled(w: Writer, name: str) -> ZoneLayout | None:
    """The zone, if its placements have tables: it is the only one of its kind of things, and there is only one of it."""
    zone = w.unit.instance.zones.get(name)
    if zone is None or zone.instances != 1 or not isinstance(zone.placements, TilePlacements):
        return None
    others = [other for other in w.unit.instance.zones.values() if other.placements is not None and other.zone.holds == zone.zone.holds]
    return zone if len(others) == 1 else None


def tables_of(w: Writer, zone: ZoneLayout) -> Outlines:
    if zone.name not in w.unit.outlines:
        w.unit.outlines[zone.name] = outlines_of(w.unit.instance, zone)
    return w.unit.outlines[zone.name]


def tiled_by(w: Writer, poses: Op) -> ZoneLayout | None:
    """The zone of the placements that an operation gives, if they have tables."""
    of = bare(poses.type)
    return tiled(w, zone_of(w.unit.instance, of.inner).name) if isinstance(of, Set) else None


def outline_of(w: Writer, zone: ZoneLayout, pose: n.Node, unsure: bool) -> Around:
    """The outline of a placement; it is the same as long as the name stands for the placement."""
    word = f"outline {ast.dump(pose)}"
    if word not in w.notes:
        entries, anchor = w.fresh("e"), w.fresh("p")
        with w.inside([]) as block:
            _write_around(w, zone, pose, entries, anchor)
        if unsure:
            nothing = [n.assign(entries, n.const(())), n.assign(anchor, n.const(0))]
            w.emit(n.if_(n.is_some(pose), block, nothing))
        else:
            w.block.extend(block)
        w.notes[word] = Around(n.name(entries), n.name(anchor))
    found: Around = w.notes[word]
    return found


def _write_around(w: Writer, zone: ZoneLayout, pose: n.Node, entries: str, anchor: str) -> None:
    look = _look(w, zone, pose)
    w.emit(n.assign(anchor, _anchor_of(zone, pose)))
    w.emit(n.assign(entries, _entries_of(w, zone, pose, look, n.name(anchor))))


def _look(w: Writer, zone: ZoneLayout, pose: n.Node) -> n.Node:
    """The number of a thing and its turn."""
    assert isinstance(zone.placements, TilePlacements)
    thing = n.binary(pose, "//", n.const(zone.placements.grid.size * TURNS))
    return w.named(n.binary(n.binary(thing, "*", n.const(TURNS)), "+", n.binary(pose, "%", n.const(TURNS))), "i")


def _anchor_of(zone: ZoneLayout, pose: n.Node) -> n.Node:
    assert isinstance(zone.placements, TilePlacements)
    return n.binary(n.binary(pose, "//", n.const(TURNS)), "%", n.const(zone.placements.grid.size))


def _entries_of(w: Writer, zone: ZoneLayout, pose: n.Node, look: n.Node, anchor: n.Node) -> n.Node:
    tables = tables_of(w, zone)
    inner = n.index(n.index(w.unit.pool.table(tables.inner), look), anchor)
    outer = n.call("at_border", w.unit.pool.zone(zone.name), pose)
    return n.choose(inner, n.index(w.unit.pool.table(tables.entries), look), outer)


def prepare(w: Writer, among: Expr, pose: n.Node) -> None:
    """Look up the outline of a placement that is about to be tested, once for all tests."""
    if isinstance(among, Op) and among.name == "poses" and isinstance(pose, ast.Name):
        zone = tiled_by(w, among)
        if zone is not None:
            outline_of(w, zone, pose, unsure=False)


@dataclass(frozen=True, slots=True)
class Spot:
    """A zone whose placements fall into groups: a number for each look, the same for those that cover the same cells."""

    zone: ZoneLayout
    groups: tuple[int, ...]

    @property
    def count(self) -> int:
        return max(self.groups) + 1


def spot_of(w: Writer, poses: Op) -> Spot | None:
    """The groups of the placements that an operation gives, if they have tables everywhere."""
    zone = tiled_by(w, poses)
    if zone is None:
        return None
    outlines = [tuple(entry[:3] for entry in entries) for entries in tables_of(w, zone).entries]
    numbers: dict[tuple[object, ...], int] = {}
    return Spot(zone, tuple(numbers.setdefault(outline, len(numbers)) for outline in outlines)) if all(outlines) else None


def spots(w: Writer, spot: Spot, thing: n.Node, cells: n.Node) -> n.Node:
    """The placements of a thing that cover some of these cells, by spots."""
    zone = spot.zone
    assert isinstance(zone.placements, TilePlacements)
    entries = tables_of(w, zone).entries
    looks = tuple(
        tuple((turn, tuple(entry[3] for entry in entries[index * TURNS + turn])) for turn in turns)
        for index, turns in enumerate(zone.placements.turns)
    )
    return n.call(
        "spots", w.unit.pool.zone(zone.name), thing, cells, w.unit.pool.table(spot.groups), n.const(spot.count), w.unit.pool.table(looks)
    )


def look_around(w: Writer, spot: Spot, pose: n.Node, anchor: n.Node) -> n.Node:
    """What lies around a placement."""
    zone, tables, pool = spot.zone, tables_of(w, spot.zone), w.unit.pool
    look = _look(w, zone, pose)
    entries = w.named(_entries_of(w, zone, pose, look, anchor), "e")
    usual = n.index(pool.table(tables.entries), look)
    faces = pool.table(tables.faces) if zone.zone.shape.edges is not None else n.NONE
    return n.call("surroundings", pool.zone(zone.name), w.column(zone.content), w.column(PLACEMENTS), anchor, entries, usual, faces)


def put_around(w: Writer, pose: n.Node, near: n.Node, printed: n.Node) -> None:
    """From here on this is known to lie around a placement."""
    w.notes[f"outline {ast.dump(pose)}"] = Around(n.NONE, n.NONE, near, printed)


def most_borders(w: Writer, zone: ZoneLayout) -> int:
    """How many borders a placement in a zone has at most."""
    return max(map(len, tables_of(w, zone).entries), default=0)
