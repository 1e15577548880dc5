"""What generated code may call to learn about poses and placements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from custumal.interpreter.setup.boards.footprint import ONE_CELL, placements
from custumal.interpreter.setup.placements import TURNS, TilePlacements
from custumal.interpreter.setup.values import Numbers, Value

if TYPE_CHECKING:
    from custumal.interpreter.setup.layout import ZoneLayout

Rows = tuple[tuple[int, int, tuple[tuple[int, int, int], ...]], ...]
"""Groups of poses: (cells asked about, cells that must be filled, (pose, the same for this pose) ...)."""
REMEMBERED = 1 << 14
"""How many answers about poses are kept."""


def beside(contents: Sequence[Value], anchor: int, entries: Sequence[tuple[Any, ...]]) -> tuple[Value, ...]:
    """What lies around a placement, each thing once."""
    return tuple(dict.fromkeys([thing for _, offset, _, _ in entries if (thing := contents[anchor + offset]) is not None]))


def bordering(contents: Sequence[Value], anchor: int, entries: Sequence[tuple[Any, ...]], first: int) -> Numbers:
    """The borders of a placement behind which something lies; `first` is the number of the first one."""
    return tuple([first + number for number, offset, _, _ in entries if contents[anchor + offset] is not None])


def spots(
    zone: ZoneLayout, thing: int, cells: Iterable[int], groups: Sequence[int], count: int, looks: Sequence[tuple[Any, ...]]
) -> list[tuple[int, int, tuple[Any, ...]]]:
    """The placements of a thing in the only instance of a zone that cover some of these cells, in order.

    Args:
        zone: where it is placed.
        thing: what is placed.
        cells: where.
        groups: a number for each look, the same for those that cover the same cells; count: how many there are.
        looks: for each thing its turns that look different, with what it shows around.

    Returns:
        For each spot: a number of its own, the number of the first placement there, the looks that are possible.
    """
    table = zone.placements
    assert isinstance(table, TilePlacements)
    index, mine = thing - table.first, looks[thing - table.first]
    start = index * table.grid.size
    if table.sizes[index] == ONE_CELL:
        group = groups[index * TURNS]
        return [(cell * count + group, (start + cell) * TURNS, mine) for cell in sorted(cells)]
    alone = {look[0]: (look,) for look in mine}
    return [
        (place.anchor * count + groups[index * TURNS + place.turn], (start + place.anchor) * TURNS, alone[place.turn])
        for place in placements(table.grid, table.sizes[index], cells, table.turns[index])
    ]


def surroundings(
    zone: ZoneLayout,
    contents: Sequence[Value],
    poses: Sequence[Any],
    anchor: int,
    entries: Sequence[tuple[Any, ...]],
    usual: Sequence[tuple[Any, ...]],
    faces: Sequence[Sequence[Value]] | None,
) -> list[tuple[Any, ...]]:
    """What lies around a placement in the only instance of a zone.

    Args:
        zone: where it is placed; contents, poses: the columns of what lies in its cells and of the poses of things.
        anchor: its north-western cell.
        entries: its outline, as in `Outlines`; usual: the same wherever it does not touch the border of the field.
        faces: what is printed on things, as in `Outlines`; None if nothing is.

    Returns:
        For each border with something behind it: its number, its place in the usual outline, the cell behind it, what lies
        there, the side of that which faces back, and what is printed there.
    """
    assert isinstance(zone.placements, TilePlacements)
    first, cells = zone.placements.first, zone.placements.grid.size
    found = []
    for number, offset, back, _ in entries:
        cell = anchor + offset
        beyond: Any = contents[cell]
        if beyond is not None:
            place = number if entries is usual else next(at for at, entry in enumerate(usual) if entry[1:3] == (offset, back))
            theirs = None if faces is None else _face(faces, beyond - first, poses[beyond], cell, back, cells)
            found.append((number, place, cell, beyond, back, theirs))
    return found


def _face(faces: Sequence[Sequence[Value]], index: int, pose: int, cell: int, back: int, cells: int) -> Value:
    """What a thing shows at one of its cells on one side of the board."""
    printed = faces[index * TURNS + pose % TURNS]
    return printed[back] if len(printed) == TURNS else printed[(cell - pose // TURNS % cells) * TURNS + back]


def beside_here(near: Sequence[tuple[Any, ...]]) -> tuple[Value, ...]:
    """The things of what `surroundings` gives, each once."""
    return tuple(dict.fromkeys([entry[3] for entry in near]))


def bordering_here(near: Sequence[tuple[Any, ...]], first: int) -> Numbers:
    """The borders of what `surroundings` gives; `first` is the number of the first border of the placement."""
    return tuple([first + entry[0] for entry in near])


def is_pose(zone: ZoneLayout, thing: int, where: Sequence[int], pose: int) -> bool:
    """Whether a placement in the only instance of a zone is one of this thing and covers some of these cells."""
    assert zone.placements is not None
    return zone.placements.has(thing, pose) and any(cell in where for cell in zone.placements.cells(pose))


def touching(zone: ZoneLayout, thing: int, where: Sequence[int]) -> Sequence[int]:
    """The placements of a thing in the only instance of a zone that cover some of these cells."""
    assert zone.placements is not None
    return tuple(zone.placements.touching(thing, where))


def fitting_memo() -> Callable[[Rows, int], Numbers]:
    """A function that gives the poses of a table that fit between filled cells, and remembers them."""
    memo: dict[tuple[int, int], Numbers] = {}

    def fitting(rows: Rows, filled: int) -> Numbers:
        # Tables live as long as the code that has them, so they can be told by identity.
        key = (id(rows), filled)
        found = memo.get(key)
        if found is None:
            if len(memo) >= REMEMBERED:
                memo.clear()
            fits = [pose for asked, full, group in rows if filled & asked == full for pose, both, want in group if filled & both == want]
            fits.sort()
            found = memo[key] = tuple(fits)
        return found

    return fitting


ABOUT_POSES: dict[str, Callable[..., Any]] = {
    "beside": beside,
    "beside_here": beside_here,
    "bordering": bordering,
    "bordering_here": bordering_here,
    "is_pose": is_pose,
    "spots": spots,
    "surroundings": surroundings,
    "touching": touching,
}
"""Helpers that need neither instance nor program; `fitting_memo` makes one that remembers."""
