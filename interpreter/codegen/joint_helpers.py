"""What generated code calls to look at corners of tiles and halves of their edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from custumal.interpreter.setup.joint_tables import corners_meeting, half_behind
from custumal.interpreter.setup.placements import BORDERS, TURNS, TilePlacements
from custumal.interpreter.setup.values import Numbers

if TYPE_CHECKING:
    from custumal.interpreter.setup.boards.grid import Grid
    from custumal.interpreter.setup.layout import ZoneLayout


def joints_of(pose: int | None, count: int) -> Numbers:
    """The corners or halves of a pose; none of what does not lie there."""
    return () if pose is None else tuple(range(pose * BORDERS, pose * BORDERS + count))


def _at(zone: ZoneLayout, joint: int) -> tuple[Grid, int, int]:
    table = zone.placements
    assert isinstance(table, TilePlacements)
    pose, number = divmod(joint, BORDERS)
    return table.grid, pose // TURNS % table.grid.size, number


def meeting(zone: ZoneLayout, contents: Sequence[Any], poses: Sequence[Any], joint: int) -> Numbers:
    """The corners of others at the point of a corner."""
    found = corners_meeting(*_at(zone, joint))
    return tuple([poses[other] * BORDERS + corner for cell, corner in found if (other := contents[cell]) is not None])


def across(zone: ZoneLayout, contents: Sequence[Any], poses: Sequence[Any], joint: int) -> int | None:
    """The half that lies against a half."""
    cell, number = half_behind(*_at(zone, joint))
    other = None if cell is None else contents[cell]
    return None if other is None else int(poses[other] * BORDERS + number)


ABOUT_JOINTS: dict[str, Callable[..., Any]] = {
    "across": across, "joints_of": joints_of, "meeting": meeting,
}  # fmt: skip
