"""Operations on corners of tiles and halves of their edges.

Each is stored as pose * BORDERS + its number (see `interpreter/setup/boards/joints.py`); all that a tile has exist, also where nothing lies
beside it.
"""

from __future__ import annotations

from custumal.dsl.base.types import Corner, Half, bare
from custumal.dsl.model import Op
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.operations import Strict
from custumal.interpreter.reference.operations.placements import placement_of, start_of
from custumal.interpreter.setup.boards import Cells, joints
from custumal.interpreter.setup.boards import footprint as fp
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import PLACEMENTS, ZoneLayout
from custumal.interpreter.setup.placements import BORDERS, TilePlacements
from custumal.interpreter.setup.values import Value


def lying(zone: ZoneLayout, pose: int) -> tuple[TilePlacements, int, fp.Size, fp.Placement]:
    """How a thing lies in a pose: the table, the thing, its size and its placement."""
    table = zone.placements
    assert isinstance(table, TilePlacements)
    local = pose % table.count
    thing = table.thing(local)
    return table, thing, table.size(thing), table.placement(local)


def _printed(w: Instance, thing: int, column: str | None, table: TilePlacements) -> tuple[Value, ...]:
    found: tuple[Value, ...] = w.attr[w.things[thing].kind][str(column)][thing - table.first]
    return found


def _zone_and_pose(w: Instance, op: Op, value: int) -> tuple[ZoneLayout, int, int]:
    """The zone, the pose and the number of a corner or half."""
    of = bare(op.arguments[0].type)
    assert isinstance(of, Corner | Half)
    return w.zones[of.zone], *divmod(value, BORDERS)


def _tile(w: Instance, _s: Position, op: Op, value: int) -> int:
    zone, pose, _ = _zone_and_pose(w, op, value)
    return lying(zone, pose)[1]


# ---------------------------------------------------------------- corners


def _corners_at(pose: int) -> Cells:
    return tuple(range(pose * BORDERS, pose * BORDERS + joints.CORNERS))


def _pose_corners(_w: Instance, _s: Position, _op: Op, pose: int) -> Cells:
    return _corners_at(pose)


def _thing_corners(w: Instance, state: Position, op: Op, thing: int) -> Cells:
    pose = placement_of(w, state, thing, str(op.data))
    return () if pose is None else _corners_at(pose)


def _corner_word(w: Instance, _s: Position, _op: Op, value: int) -> int:
    return w.members("corner")[value % BORDERS]


def _corner_mine(w: Instance, _s: Position, op: Op, value: int) -> Value:
    zone, pose, number = _zone_and_pose(w, op, value)
    table, thing, _, place = lying(zone, pose)
    return joints.printed_corner(_printed(w, thing, zone.zone.shape.corners, table), place.turn, number)


def _corner_meeting(w: Instance, state: Position, op: Op, value: int) -> Cells:
    return meeting(*_zone_and_pose(w, op, value), state)


def meeting(zone: ZoneLayout, pose: int, number: int, state: Position) -> Cells:
    """The corners of other things at the point where a corner is, clockwise from the north-east."""
    table, _, size, place = lying(zone, pose)
    point = joints.corner_points(table.grid, size, place)[number]
    covered = fp.covered(table.grid, size, place)
    contents, start = state.c[zone.content], start_of(zone, pose)
    cells = (cell for cell in joints.cells_around(table.grid, point) if cell not in covered)
    others = dict.fromkeys(other for cell in cells if (other := contents[start + cell]) is not None)
    return tuple(found for other in others if (found := _corner_of(zone, state.c[PLACEMENTS][other], point)) is not None)


def _corner_of(zone: ZoneLayout, pose: int, point: joints.Point) -> int | None:
    """The corner of a placed thing that is at a point."""
    table, _, size, place = lying(zone, pose)
    points = joints.corner_points(table.grid, size, place)
    return pose * BORDERS + points.index(point) if point in points else None


# ---------------------------------------------------------------- halves of edges


def _halves_at(zone: ZoneLayout, pose: int) -> Cells:
    _, _, size, place = lying(zone, pose)
    return tuple(pose * BORDERS + number for number, _ in enumerate(joints.halves(size, place.turn)))


def _pose_halves(w: Instance, _s: Position, op: Op, pose: int) -> Cells:
    return _halves_at(zone_of(w, op.arguments[0].type), pose)


def _thing_halves(w: Instance, state: Position, op: Op, thing: int) -> Cells:
    pose = placement_of(w, state, thing, str(op.data))
    return () if pose is None else _halves_at(w.zones[str(op.data)], pose)


def _half(w: Instance, op: Op, value: int) -> tuple[ZoneLayout, int, joints.Half]:
    zone, pose, number = _zone_and_pose(w, op, value)
    _, _, size, place = lying(zone, pose)
    return zone, pose, joints.half_at(size, place.turn, number)


def _half_word(w: Instance, _s: Position, op: Op, value: int) -> int:
    half = _half(w, op, value)[2]
    return w.members("half")[2 * half.side + half.is_right]


def _half_side(w: Instance, _s: Position, op: Op, value: int) -> int:
    return _half(w, op, value)[2].side


def _half_mine(w: Instance, _s: Position, op: Op, value: int) -> Value:
    zone, pose, half = _half(w, op, value)
    table, thing, _, place = lying(zone, pose)
    return joints.printed_half(_printed(w, thing, zone.zone.shape.halves, table), place.turn, half)


def _half_across(w: Instance, state: Position, op: Op, value: int) -> int | None:
    return across(*_half(w, op, value), state)


def across(zone: ZoneLayout, pose: int, half: joints.Half, state: Position) -> int | None:
    """The half of the edge of another thing that lies against this one, None where nothing lies."""
    table, _, size, place = lying(zone, pose)
    behind = table.grid.sides[joints.inner_cell(table.grid, size, place, half)][half.side]
    other = None if behind is None else state.c[zone.content][start_of(zone, pose) + behind]
    if behind is None or other is None:
        return None
    there = state.c[PLACEMENTS][other]
    _, _, size, place = lying(zone, there)
    back = fp.opposite(half.side)
    facing = joints.Half(back, fp.edge_index(table.grid, size, place, behind, back), not half.is_right)
    return int(there * BORDERS + joints.number_of(size, place.turn, facing))


JOINT_OPERATIONS: dict[str, Strict] = {
    "pose-corners": _pose_corners,
    "corners-of-thing": _thing_corners,
    "corner-word": _corner_word,
    "corner-mine": _corner_mine,
    "corner-meeting": _corner_meeting,
    "corner-tile": _tile,
    "pose-halves": _pose_halves,
    "halves-of-thing": _thing_halves,
    "half-word": _half_word,
    "half-side": _half_side,
    "half-mine": _half_mine,
    "half-across": _half_across,
    "half-tile": _tile,
}
