"""Tiles on a grid and what lies around them, read from the outlines of their placements.

A border that a loop goes through is never made into a number, unless something asks for it: its parts have names.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from custumal.dsl.base.types import Set, Thing, bare
from custumal.dsl.model import Expr, Local, Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lower, lower_atom, may_be_none, operation
from custumal.interpreter.codegen.loops import Inside, walked_over
from custumal.interpreter.codegen.numbers import HAS
from custumal.interpreter.codegen.outline import Around, most_borders, outline_of, tables_of, tiled, tiled_by
from custumal.interpreter.codegen.remembering import is_repeated, remembered
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.setup.layout import MASKS, PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.placements import BORDERS, TURNS, TilePlacements


@dataclass(frozen=True, slots=True)
class Seen:
    """A border in a loop: its zone, the cell behind it, what lies there, the side that faces back, what is printed on both sides."""

    zone: ZoneLayout
    cell: n.Node
    beyond: n.Node
    back: n.Node
    mine: n.Node
    theirs: n.Node | None


def _about(w: Writer, op: Op) -> tuple[ZoneLayout, n.Node, bool] | None:
    """The zone that an operation is about, its placement, and whether that may be nothing."""
    argument = op.arguments[0]
    if op.name in ("pose-borders", "pose-neighbours"):
        of = bare(op.type)
        if op.name == "pose-neighbours" and not (isinstance(of, Set) and isinstance(of.inner, Thing)):
            return None
        zone = tiled(w, zone_of(w.unit.instance, argument.type).name)
        return None if zone is None else (zone, w.atom(lower(w, argument), "p"), may_be_none(argument))
    zone = tiled(w, str(op.data))
    if zone is None:
        return None
    thing = lower_atom(w, argument)
    pose = n.index(w.column(PLACEMENTS), thing)
    return zone, w.named(n.choose(n.is_none(thing), n.NONE, pose) if may_be_none(argument) else pose, "p"), True


def _asked_of_poses(w: Writer, op: Op) -> list[n.Node] | None:
    """What the helpers need to know of the placements of a thing that cover some cells: zone, thing and cells."""
    thing, where = op.arguments
    zone = tiled_by(w, op)
    if zone is None or any(map(may_be_none, op.arguments)) or not isinstance(bare(where.type), Set):
        return None
    return [w.unit.pool.zone(zone.name), lower(w, thing), lower(w, where)]


@operation("poses")
def _poses(w: Writer, op: Op) -> n.Node | None:
    asked = _asked_of_poses(w, op)
    return None if asked is None else n.call("touching", *asked)


def _is_pose(w: Writer, member: n.Node, op: Op) -> n.Node | None:
    """Whether a placement is one of a thing that covers some of these cells."""
    asked = _asked_of_poses(w, op)
    return None if asked is None else n.call("is_pose", *asked, member)


HAS["poses"] = _is_pose


# ---------------------------------------------------------------- loops


@walked_over("pose-borders", "borders-of-thing")
def _walk_borders(w: Writer, op: Op, names: tuple[Local, ...], inside: Inside, otherwise: Inside | None, _doubles: bool) -> bool:
    about = _about(w, op)
    if about is None:
        return False
    zone, pose, unsure = about
    around = outline_of(w, zone, pose, unsure)
    number, offset, back, mine, cell, beyond, value = (w.fresh(word) for word in ("i", "i", "i", "t", "i", "x", "b"))
    theirs = None if around.near is None else n.name(w.fresh("t"))
    with w.inside([]) as found:
        w.notes[f"border {value}"] = Seen(zone, n.name(cell), n.name(beyond), n.name(back), n.name(mine), theirs)
        for local in names:
            w.env[local.id] = n.name(value)
        inside()
    if _reads(found, value):
        made = n.binary(n.binary(pose, "*", n.const(BORDERS)), "+", n.name(number))
        found.insert(0, n.assign(value, made))
    if theirs is not None:
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
    if not doubles and not tables_of(w, zone).single:
        return False
    around = outline_of(w, zone, pose, unsure)
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
    w.emit(w.unit.bounded(n.for_(names, around.near, body, behind), most_borders(w, zone)))


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
    w.emit(w.unit.bounded(n.for_(entry, around.entries, body, behind), most_borders(w, zone)))


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
    table = seen.zone.placements
    assert isinstance(table, TilePlacements)
    tables = tables_of(w, seen.zone)
    pose = n.index(w.column(PLACEMENTS), seen.beyond)
    look = n.binary(n.binary(n.plus(seen.beyond, -table.first), "*", n.const(TURNS)), "+", n.binary(pose, "%", n.const(TURNS)))
    face = n.index(w.unit.pool.table(tables.faces), look)
    if tables.single:
        return n.index(face, seen.back)
    anchor = n.binary(n.binary(n.index(w.column(PLACEMENTS), seen.beyond), "//", n.const(TURNS)), "%", n.const(table.grid.size))
    covered = n.binary(seen.cell, "-", anchor)
    return n.index(face, n.binary(n.binary(covered, "*", n.const(TURNS)), "+", seen.back))


# ---------------------------------------------------------------- sets


@operation("pose-neighbours", "neighbours-of-thing")
def _neighbours(w: Writer, op: Op) -> n.Node | None:
    about = _about(w, op)
    if about is None:
        return None
    zone, pose, unsure = about
    around = outline_of(w, zone, pose, unsure)
    if around.near is not None:
        return n.call("beside_here", around.near)
    return n.call("beside", w.column(zone.content), around.anchor, around.entries)


@operation("pose-borders", "borders-of-thing")
def _borders(w: Writer, op: Op) -> n.Node | None:
    about = _about(w, op)
    if about is None:
        return None
    zone, pose, unsure = about
    around = outline_of(w, zone, pose, unsure)
    first = n.binary(n.choose(n.is_none(pose), n.const(0), pose) if unsure else pose, "*", n.const(BORDERS))
    if around.near is not None:
        return n.call("bordering_here", around.near, first)
    return n.call("bordering", w.column(zone.content), around.anchor, around.entries, first)


@operation("turn-of")
def _turn_of(w: Writer, op: Op) -> n.Node | None:
    if tiled(w, str(op.data)) is None:
        return None
    thing = lower_atom(w, op.arguments[0])
    pose = n.index(w.column(PLACEMENTS), thing)
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
