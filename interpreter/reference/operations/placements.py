"""Operations on placements and on tiles that lie side by side.

A border is stored as pose * BORDERS + its number in the outline of the pose; only borders behind which something lies exist.
"""

from __future__ import annotations

from custumal.dsl.base.types import Border, Set, Thing, bare
from custumal.dsl.model import Op
from custumal.interpreter.position.contents import where_is, zone_of
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.operations import Strict
from custumal.interpreter.reference.operations.cells import shifted
from custumal.interpreter.setup.boards import Cells, beside
from custumal.interpreter.setup.boards import footprint as fp
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.placements import BORDERS, TURNS, TilePlacements
from custumal.interpreter.setup.values import Value


def _poses(w: Instance, _s: Position, op: Op, thing: int, where: Value) -> Cells:
    of = op.type
    assert isinstance(of, Set)
    zone = zone_of(w, of.inner)
    table = zone.placements
    assert table is not None
    if not isinstance(where, tuple):
        return tuple(where * table.count + pose for pose in table.of_thing(thing))
    if zone.instances == 1:
        return tuple(table.touching(thing, where))
    found: list[int] = []
    for instance in dict.fromkeys(cell // zone.cells for cell in where):
        inside = [cell % zone.cells for cell in where if cell // zone.cells == instance]
        found.extend(instance * table.count + pose for pose in table.touching(thing, inside))
    return tuple(found)


def is_pose(w: Instance, op: Op, thing: int, where: Value, pose: int) -> bool:
    """Whether a placement is among those of a thing: what `_poses` gives, without making them all."""
    of = op.type
    assert isinstance(of, Set)
    zone = zone_of(w, of.inner)
    assert zone.placements is not None
    instance, local = divmod(pose, zone.placements.count)
    if not zone.placements.has(thing, local):
        return False
    if not isinstance(where, tuple):
        return bool(instance == where)
    return any(cell in where for cell in covered_cells(zone, pose))


def _pose_cells(w: Instance, _s: Position, op: Op, pose: int) -> Cells:
    return covered_cells(zone_of(w, op.arguments[0].type), pose)


def covered_cells(zone: ZoneLayout, pose: int) -> Cells:
    """The cells that a pose covers, as cell values."""
    assert zone.placements is not None
    instance, local = divmod(pose, zone.placements.count)
    return shifted(zone.placements.cells(local), instance * zone.cells)


def _pose_neighbours(w: Instance, state: Position, op: Op, pose: int) -> Cells:
    zone = zone_of(w, op.arguments[0].type)
    assert zone.placements is not None
    instance, local = divmod(pose, zone.placements.count)
    of = op.type
    if isinstance(of, Set) and isinstance(of.inner, Thing):
        return things_beside(zone, state, pose)
    assert zone.board is not None
    return shifted(beside(zone.board.relations["neighbours"], zone.placements.cells(local)), instance * zone.cells)


def things_beside(zone: ZoneLayout, state: Position, pose: int) -> Cells:
    """What shares an edge with a placement, in the order of the outline."""
    start = start_of(zone, pose)
    contents = state.c[zone.content]
    found = (contents[start + border.beyond] for border in outline(zone, pose))
    return tuple(dict.fromkeys(thing for thing in found if thing is not None))


def start_of(zone: ZoneLayout, pose: int) -> int:
    """The first local location of the instance in which a pose lies."""
    assert zone.placements is not None
    return pose // zone.placements.count * zone.cells


def outline(zone: ZoneLayout, pose: int) -> tuple[fp.Border, ...]:
    """The borders of a pose, also those with nothing behind them."""
    table = zone.placements
    assert isinstance(table, TilePlacements)
    local = pose % table.count
    return fp.borders(table.grid, table.size(table.thing(local)), table.placement(local))


def borders_of(zone: ZoneLayout, state: Position, pose: int) -> Cells:
    """The borders of a pose behind which something lies."""
    start = start_of(zone, pose)
    contents = state.c[zone.content]
    numbered = enumerate(outline(zone, pose))
    return tuple(pose * BORDERS + number for number, border in numbered if contents[start + border.beyond] is not None)


def _pose_borders(w: Instance, state: Position, op: Op, pose: int) -> Cells:
    return borders_of(zone_of(w, op.arguments[0].type), state, pose)


def placement_of(w: Instance, state: Position, thing: int, zone: str) -> int | None:
    """How a thing lies in this zone, None if it isn't there."""
    found = where_is(w, state, thing)
    if found is None or found[0].name != zone:
        return None
    pose: int | None = state.c[PLACEMENTS][thing]
    return pose


def _thing_neighbours(w: Instance, state: Position, op: Op, thing: int) -> Cells:
    pose = placement_of(w, state, thing, str(op.data))
    return () if pose is None else things_beside(w.zones[str(op.data)], state, pose)


def _thing_borders(w: Instance, state: Position, op: Op, thing: int) -> Cells:
    pose = placement_of(w, state, thing, str(op.data))
    return () if pose is None else borders_of(w.zones[str(op.data)], state, pose)


def _turn_of(w: Instance, state: Position, op: Op, thing: int) -> int:
    pose = placement_of(w, state, thing, str(op.data))
    return 0 if pose is None else pose % TURNS


# ---------------------------------------------------------------- borders


def border_at(w: Instance, op: Op, border: int) -> tuple[ZoneLayout, int, fp.Border]:
    """The zone, the pose and the geometry of a border value."""
    of = bare(op.arguments[0].type)
    assert isinstance(of, Border)
    zone = w.zones[of.zone]
    pose, number = divmod(border, BORDERS)
    return zone, pose, outline(zone, pose)[number]


def edge(w: Instance, zone: ZoneLayout, pose: int, side: int, index: int) -> Value:
    """What is printed on an edge of a placed thing, by the side of the board that it faces."""
    table = zone.placements
    assert isinstance(table, TilePlacements)
    thing = table.thing(pose % table.count)
    printed = w.attr[w.things[thing].kind][str(zone.zone.shape.edges)][thing - table.first]
    found = fp.turned(printed, pose % TURNS)[side]
    return found[index] if isinstance(found, tuple) else found


def _border_side(w: Instance, _s: Position, op: Op, border: int) -> int:
    return border_at(w, op, border)[2].side


def _border_mine(w: Instance, _s: Position, op: Op, border: int) -> Value:
    zone, pose, (side, index, _, _) = border_at(w, op, border)
    return edge(w, zone, pose, side, index)


def _border_theirs(w: Instance, state: Position, op: Op, border: int) -> Value:
    zone, pose, shape = border_at(w, op, border)
    table = zone.placements
    assert isinstance(table, TilePlacements)
    other = state.c[PLACEMENTS][state.c[zone.content][start_of(zone, pose) + shape.beyond]]
    local = other % table.count
    side = fp.opposite(shape.side)
    index = fp.edge_index(table.grid, table.size(table.thing(local)), table.placement(local), shape.beyond, side)
    return edge(w, zone, other, side, index)


def _border_tile(w: Instance, _s: Position, op: Op, border: int) -> int:
    zone, pose, _ = border_at(w, op, border)
    table = zone.placements
    assert isinstance(table, TilePlacements)
    return table.thing(pose % table.count)


def _border_beyond(w: Instance, state: Position, op: Op, border: int) -> int:
    zone, pose, shape = border_at(w, op, border)
    return int(state.c[zone.content][start_of(zone, pose) + shape.beyond])


def _pose_at(w: Instance, _s: Position, op: Op, place: int, row: int, turn: int = 0) -> int | None:
    """The pose that covers just these cells (after these quarter turns, where things turn); None where the thing can't lie so."""
    zone = zone_of(w, op.type)
    things = w.of_row[str(zone.zone.holds)][row]
    table = zone.placements
    if not things or table is None or zone.board is None:
        return None
    assert isinstance(op.data, tuple)
    if any(cube not in zone.board.at for cube in op.data):
        return None
    wanted = tuple(sorted(zone.board.at[cube] for cube in op.data))
    if isinstance(table, TilePlacements):
        pose = table.pose(things[0], fp.Placement(turn, wanted[0]))
        return place * table.count + pose if tuple(sorted(table.cells(pose))) == wanted else None
    return next((place * table.count + pose for pose in table.of_thing(things[0]) if tuple(sorted(table.cells(pose))) == wanted), None)


PLACEMENT_OPERATIONS: dict[str, Strict] = {
    "pose-at": _pose_at,
    "poses": _poses,
    "pose-cells": _pose_cells,
    "pose-neighbours": _pose_neighbours,
    "pose-borders": _pose_borders,
    "neighbours-of-thing": _thing_neighbours,
    "borders-of-thing": _thing_borders,
    "turn-of": _turn_of,
    "border-side": _border_side,
    "border-mine": _border_mine,
    "border-theirs": _border_theirs,
    "border-beyond": _border_beyond,
    "border-tile": _border_tile,
}
