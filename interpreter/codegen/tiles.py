"""Placements on a grid and what lies around them: borders and neighbours are read from tables of offsets.

A border that a loop goes through is never made into a number, unless something asks for it: its parts have names.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from custumal.dsl.model import Expr, Local, Op
from custumal.dsl.types import Set, Thing, bare
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lower, lower_atom, may_be_none, operation
from custumal.interpreter.codegen.loops import Inside, walked_over
from custumal.interpreter.codegen.numbers import HAS
from custumal.interpreter.codegen.remembering import is_repeated, remembered
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.contents import zone_of
from custumal.interpreter.layout import MASKS, POSES, ZoneLayout
from custumal.interpreter.ops_poses import BORDERS
from custumal.interpreter.outlines import Outlines, outlines_of
from custumal.interpreter.poses import TURNS, TilePoses


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


@dataclass(frozen=True, slots=True)
class Seen:
    """A border in a loop: its zone, the cell behind it, what lies there, the side that faces back, what is printed on both sides."""

    zone: ZoneLayout
    cell: n.Node
    beyond: n.Node
    back: n.Node
    mine: n.Node
    theirs: n.Node | None


def _tiled(w: Writer, name: str) -> ZoneLayout | None:
    """The zone, if its placements have tables: it is the only one of its kind of things, and there is only one of it."""
    zone = w.unit.instance.zones.get(name)
    if zone is None or zone.instances != 1 or not isinstance(zone.poses, TilePoses):
        return None
    others = [other for other in w.unit.instance.zones.values() if other.poses is not None and other.zone.holds == zone.zone.holds]
    return zone if len(others) == 1 else None


def _tables(w: Writer, zone: ZoneLayout) -> Outlines:
    if zone.name not in w.unit.outlines:
        w.unit.outlines[zone.name] = outlines_of(w.unit.instance, zone)
    return w.unit.outlines[zone.name]


def _about(w: Writer, op: Op) -> tuple[ZoneLayout, n.Node, bool] | None:
    """The zone that an operation is about, its placement, and whether that may be nothing."""
    argument = op.arguments[0]
    if op.name in ("pose-borders", "pose-neighbours"):
        of = bare(op.type)
        if op.name == "pose-neighbours" and not (isinstance(of, Set) and isinstance(of.inner, Thing)):
            return None
        zone = _tiled(w, zone_of(w.unit.instance, argument.type).name)
        return None if zone is None else (zone, w.atom(lower(w, argument), "p"), may_be_none(argument))
    zone = _tiled(w, str(op.data))
    if zone is None:
        return None
    thing = lower_atom(w, argument)
    pose = n.index(w.column(POSES), thing)
    return zone, w.named(n.choose(n.is_none(thing), n.NONE, pose) if may_be_none(argument) else pose, "p"), True


def _around(w: Writer, zone: ZoneLayout, pose: n.Node, unsure: bool) -> Around:
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
    assert isinstance(zone.poses, TilePoses)
    thing = n.binary(pose, "//", n.const(zone.poses.grid.size * TURNS))
    return w.named(n.binary(n.binary(thing, "*", n.const(TURNS)), "+", n.binary(pose, "%", n.const(TURNS))), "i")


def _anchor_of(zone: ZoneLayout, pose: n.Node) -> n.Node:
    assert isinstance(zone.poses, TilePoses)
    return n.binary(n.binary(pose, "//", n.const(TURNS)), "%", n.const(zone.poses.grid.size))


def _entries_of(w: Writer, zone: ZoneLayout, pose: n.Node, look: n.Node, anchor: n.Node) -> n.Node:
    tables = _tables(w, zone)
    inner = n.index(n.index(w.unit.pool.table(tables.inner), look), anchor)
    outer = n.call("at_border", w.unit.pool.zone(zone.name), pose)
    return n.choose(inner, n.index(w.unit.pool.table(tables.entries), look), outer)


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
    of = bare(poses.type)
    zone = _tiled(w, zone_of(w.unit.instance, of.inner).name) if isinstance(of, Set) else None
    if zone is None:
        return None
    outlines = [tuple(entry[:3] for entry in entries) for entries in _tables(w, zone).entries]
    numbers: dict[tuple[object, ...], int] = {}
    return Spot(zone, tuple(numbers.setdefault(outline, len(numbers)) for outline in outlines)) if all(outlines) else None


def spots(w: Writer, spot: Spot, thing: n.Node, cells: n.Node) -> n.Node:
    """The placements of a thing that cover some of these cells, by spots."""
    zone = spot.zone
    assert isinstance(zone.poses, TilePoses)
    entries = _tables(w, zone).entries
    looks = tuple(
        tuple((turn, tuple(entry[3] for entry in entries[index * TURNS + turn])) for turn in turns)
        for index, turns in enumerate(zone.poses.turns)
    )
    return n.call(
        "spots", w.unit.pool.zone(zone.name), thing, cells, w.unit.pool.table(spot.groups), n.const(spot.count), w.unit.pool.table(looks)
    )


def look_around(w: Writer, spot: Spot, pose: n.Node, anchor: n.Node) -> n.Node:
    """What lies around a placement."""
    zone, tables, pool = spot.zone, _tables(w, spot.zone), w.unit.pool
    look = _look(w, zone, pose)
    entries = w.named(_entries_of(w, zone, pose, look, anchor), "e")
    usual = n.index(pool.table(tables.entries), look)
    faces = pool.table(tables.faces) if zone.zone.shape.edges is not None else n.NONE
    return n.call("surroundings", pool.zone(zone.name), w.column(zone.content), w.column(POSES), anchor, entries, usual, faces)


def put_around(w: Writer, pose: n.Node, near: n.Node, printed: n.Node) -> None:
    """From here on this is known to lie around a placement."""
    w.notes[f"outline {ast.dump(pose)}"] = Around(n.NONE, n.NONE, near, printed)


def prepare(w: Writer, among: Expr, pose: n.Node) -> None:
    """Look up the outline of a placement that is about to be tested, once for all tests."""
    if isinstance(among, Op) and among.name == "poses" and isinstance(pose, ast.Name):
        of = bare(among.type)
        zone = _tiled(w, zone_of(w.unit.instance, of.inner).name) if isinstance(of, Set) else None
        if zone is not None:
            _around(w, zone, pose, unsure=False)


@operation("poses")
def _poses(w: Writer, op: Op) -> n.Node | None:
    thing, where = op.arguments
    of = bare(op.type)
    zone = _tiled(w, zone_of(w.unit.instance, of.inner).name) if isinstance(of, Set) else None
    if zone is None or any(map(may_be_none, op.arguments)) or not isinstance(bare(where.type), Set):
        return None
    return n.call("touching", w.unit.pool.zone(zone.name), lower(w, thing), lower(w, where))


# ---------------------------------------------------------------- loops


@walked_over("pose-borders", "borders-of-thing")
def _walk_borders(w: Writer, op: Op, names: tuple[Local, ...], inside: Inside, otherwise: Inside | None, _doubles: bool) -> bool:
    about = _about(w, op)
    if about is None:
        return False
    zone, pose, unsure = about
    around = _around(w, zone, pose, unsure)
    number, offset, back, mine, cell, beyond, value = (w.fresh(word) for word in ("i", "i", "i", "t", "i", "x", "b"))
    theirs = None if around.near is None else n.name(w.fresh("t"))

    def seen() -> None:
        w.notes[f"border {value}"] = Seen(zone, n.name(cell), n.name(beyond), n.name(back), n.name(mine), theirs)
        for local in names:
            w.env[local.id] = n.name(value)
        inside()

    with w.inside([]) as found:
        seen()
    if _reads(found, value):
        made = n.binary(n.binary(pose, "*", n.const(BORDERS)), "+", n.name(number))
        found.insert(0, n.assign(value, made))
    if around.near is not None and theirs is not None:
        _loop_near(w, zone, around, (number, offset, cell, beyond, back, theirs.id), mine, found, otherwise)
    else:
        _loop(w, zone, around, (number, offset, back, mine), (cell, beyond), found, otherwise)
    return True


@walked_over("pose-neighbours", "neighbours-of-thing")
def _walk_neighbours(w: Writer, op: Op, names: tuple[Local, ...], inside: Inside, otherwise: Inside | None, doubles: bool) -> bool:
    about = _about(w, op)
    if about is None:
        return False
    zone, pose, unsure = about
    if not doubles and not _tables(w, zone).single:
        return False
    around = _around(w, zone, pose, unsure)
    number, offset, back, mine, cell, beyond = (w.fresh(word) for word in ("i", "i", "i", "t", "i", "x"))
    with w.inside([]) as found:
        for local in names:
            w.env[local.id] = n.name(beyond)
        inside()
    if around.near is not None:
        _loop_near(w, zone, around, (number, offset, cell, beyond, back, w.fresh("t")), mine, found, otherwise)
    else:
        _loop(w, zone, around, (number, offset, back, mine), (cell, beyond), found, otherwise)
    return True


def _loop_near(
    w: Writer, zone: ZoneLayout, around: Around, names: tuple[str, ...], mine: str, found: n.Block, otherwise: Inside | None
) -> None:
    """A loop over what is known to lie around; `names` are the parts of what `surroundings` gives."""
    assert around.near is not None
    assert around.printed is not None
    body = [n.assign(mine, n.index(around.printed, n.name(names[1]))), *found] if _reads(found, mine) else found
    with w.inside([]) as behind:
        if otherwise is not None:
            otherwise()
    w.emit(w.unit.bounded(n.for_(names, around.near, body, behind), _most_borders(w, zone)))


def _loop(
    w: Writer,
    zone: ZoneLayout,
    around: Around,
    entry: tuple[str, str, str, str],
    names: tuple[str, str],
    found: n.Block,
    otherwise: Inside | None,
) -> None:
    cell, beyond = names
    place = n.binary(around.anchor, "+", n.name(entry[1]))
    body: n.Block = []
    if _reads(found, cell):
        body.append(n.assign(cell, place))
        place = n.name(cell)
    body += [n.assign(beyond, n.index(w.column(zone.content), place)), n.if_(n.is_some(n.name(beyond)), found)]
    with w.inside([]) as behind:
        if otherwise is not None:
            otherwise()
    w.emit(w.unit.bounded(n.for_(entry, around.entries, body, behind), _most_borders(w, zone)))


def _most_borders(w: Writer, zone: ZoneLayout) -> int:
    """How many borders a placement in a zone has at most."""
    return max(map(len, _tables(w, zone).entries), default=0)


def _reads(block: n.Block, identifier: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == identifier for statement in block for node in ast.walk(statement))


# ---------------------------------------------------------------- parts of a border


def _seen(w: Writer, border: Expr) -> Seen | None:
    node = w.env.get(border.id) if isinstance(border, Local) else None
    return w.notes.get(f"border {node.id}") if isinstance(node, ast.Name) else None


@operation("border-mine", "border-beyond", "border-side", "border-theirs")
def _border(w: Writer, op: Op) -> n.Node | None:
    seen = _seen(w, op.arguments[0])
    if seen is None:
        return None
    match op.name:
        case "border-mine":
            return seen.mine
        case "border-beyond":
            return seen.beyond
        case "border-side":
            return n.binary(n.plus(seen.back, TURNS // 2), "%", n.const(TURNS))
    return _theirs(w, seen)


def _theirs(w: Writer, seen: Seen) -> n.Node:
    if seen.theirs is not None:
        return seen.theirs
    table = seen.zone.poses
    assert isinstance(table, TilePoses)
    tables = _tables(w, seen.zone)
    pose = n.index(w.column(POSES), seen.beyond)
    look = n.binary(n.binary(n.plus(seen.beyond, -table.first), "*", n.const(TURNS)), "+", n.binary(pose, "%", n.const(TURNS)))
    face = n.index(w.unit.pool.table(tables.faces), look)
    if tables.single:
        return n.index(face, seen.back)
    anchor = n.binary(n.binary(n.index(w.column(POSES), seen.beyond), "//", n.const(TURNS)), "%", n.const(table.grid.size))
    covered = n.binary(seen.cell, "-", anchor)
    return n.index(face, n.binary(n.binary(covered, "*", n.const(TURNS)), "+", seen.back))


# ---------------------------------------------------------------- sets


@operation("pose-neighbours", "neighbours-of-thing")
def _neighbours(w: Writer, op: Op) -> n.Node | None:
    about = _about(w, op)
    if about is None:
        return None
    zone, pose, unsure = about
    around = _around(w, zone, pose, unsure)
    if around.near is not None:
        return n.call("beside_here", around.near)
    return n.call("beside", w.column(zone.content), around.anchor, around.entries)


@operation("pose-borders", "borders-of-thing")
def _borders(w: Writer, op: Op) -> n.Node | None:
    about = _about(w, op)
    if about is None:
        return None
    zone, pose, unsure = about
    around = _around(w, zone, pose, unsure)
    first = n.binary(n.choose(n.is_none(pose), n.const(0), pose) if unsure else pose, "*", n.const(BORDERS))
    if around.near is not None:
        return n.call("bordering_here", around.near, first)
    return n.call("bordering", w.column(zone.content), around.anchor, around.entries, first)


@operation("turn-of")
def _turn_of(w: Writer, op: Op) -> n.Node | None:
    if _tiled(w, str(op.data)) is None:
        return None
    thing = lower_atom(w, op.arguments[0])
    pose = n.index(w.column(POSES), thing)
    pose = w.named(n.choose(n.is_none(thing), n.NONE, pose) if may_be_none(op.arguments[0]) else pose, "p")
    return n.choose(n.is_none(pose), n.NONE if may_be_none(op.arguments[0]) else n.const(0), n.binary(pose, "%", n.const(TURNS)))


@operation("rim")
def _rim(w: Writer, op: Op) -> n.Node | None:
    zone = zone_of(w.unit.instance, op.arguments[0].type)
    if zone.instances != 1 or may_be_none(op.arguments[0]):
        return None

    def make() -> n.Node:
        return n.call("rim", w.unit.pool.zone(zone.name), n.index(w.column(MASKS), n.const(zone.masks)))

    return remembered(w, f"rim {zone.name}", [], make) if is_repeated(w) else make()


def _is_pose(w: Writer, member: n.Node, op: Op) -> n.Node | None:
    """Whether a placement is one of a thing that covers some of these cells."""
    thing, where = op.arguments
    of = bare(op.type)
    zone = _tiled(w, zone_of(w.unit.instance, of.inner).name) if isinstance(of, Set) else None
    if zone is None or any(map(may_be_none, op.arguments)) or not isinstance(bare(where.type), Set):
        return None
    return n.call("is_pose", w.unit.pool.zone(zone.name), lower(w, thing), lower(w, where), member)


HAS["poses"] = _is_pose
