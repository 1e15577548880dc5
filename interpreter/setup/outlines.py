"""What lies around placements on a grid as plain tables, by thing and turn: offsets from the north-western cell.

They hold wherever a placement does not touch the border of the field; `at_border` gives the same for those that do.
"""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.setup.boards import footprint as fp
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import ZoneLayout
from custumal.interpreter.setup.placements import TURNS, TilePlacements
from custumal.interpreter.setup.values import Value

Entry = tuple[int, int, int, Value]
"""One border: its number in the outline, the offset of the cell behind it, the side that faces back, what is printed on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Tables by (thing - first) * 4 + turn.

    `entries`: the borders; `inner`: for each north-western cell 1 if the placement lies wholly off the border of the field;
    `faces`: what is printed by (offset of a covered cell * 4 + side of the board), or just by the side if `single`.
    """

    entries: tuple[tuple[Entry, ...], ...]
    inner: tuple[bytes, ...]
    faces: tuple[tuple[Value, ...], ...]
    single: bool


def outlines_of(instance: Instance, zone: ZoneLayout) -> Outlines:
    """The tables of a zone in which tiles are placed."""
    table = zone.placements
    assert isinstance(table, TilePlacements)
    single = all(size == fp.ONE_CELL for size in table.sizes)
    inner = {size: _inner(table, size) for size in {fp.turned_size(size, turn) for size in table.sizes for turn in range(TURNS)}}
    entries, inside, faces = [], [], []
    for index, size in enumerate(table.sizes):
        printed = _printed(instance, zone, table.first + index)
        for turn in range(TURNS):
            entries.append(_entries(table, size, turn, printed))
            inside.append(inner[fp.turned_size(size, turn)])
            faces.append(_faces(table, size, turn, printed, single))
    return Outlines(tuple(entries), tuple(inside), tuple(faces), single)


def at_border(instance: Instance, zone: ZoneLayout, pose: int) -> tuple[Entry, ...]:
    """The borders of a placement that touches the border of the field, where some of them are missing."""
    table = zone.placements
    assert isinstance(table, TilePlacements)
    thing, place = table.thing(pose), table.placement(pose)
    printed = _printed(instance, zone, thing)
    around = fp.borders(table.grid, table.size(thing), place)
    return tuple(_entry(number, border, place.anchor, place.turn, printed) for number, border in enumerate(around))


def _printed(instance: Instance, zone: ZoneLayout, thing: int) -> tuple[Value, ...] | None:
    column = zone.zone.shape.edges
    kind = instance.things[thing].kind
    if column is None or column not in instance.attr[kind]:
        return None
    found: tuple[Value, ...] | None = instance.attr[kind][column][thing - instance.first[kind]]
    return found


def _edge(printed: tuple[Value, ...] | None, turn: int, side: int, index: int) -> Value:
    if printed is None:
        return None
    found = fp.turned(printed, turn)[side]
    return found[index] if isinstance(found, tuple) else found


def _entry(number: int, border: fp.Border, anchor: int, turn: int, printed: tuple[Value, ...] | None) -> Entry:
    mine = _edge(printed, turn, border.side, border.edge)
    return number, border.beyond - anchor, fp.opposite(border.side), mine


def _entries(table: TilePlacements, size: fp.Size, turn: int, printed: tuple[Value, ...] | None) -> tuple[Entry, ...]:
    width, height = fp.turned_size(size, turn)
    if width + 2 > table.grid.width or height + 2 > table.grid.height:
        return ()
    anchor = table.grid.width + 1
    around = fp.borders(table.grid, size, fp.Placement(turn, anchor))
    return tuple(_entry(number, border, anchor, turn, printed) for number, border in enumerate(around))


def _inner(table: TilePlacements, size: fp.Size) -> bytes:
    width, height = size
    columns, rows = table.grid.width, table.grid.height
    places = (divmod(cell, columns) for cell in range(table.grid.size))
    return bytes(row > 0 and column > 0 and row + height < rows and column + width < columns for row, column in places)


def _faces(table: TilePlacements, size: fp.Size, turn: int, printed: tuple[Value, ...] | None, single: bool) -> tuple[Value, ...]:
    if single:
        return tuple(_edge(printed, turn, side, 0) for side in range(TURNS))
    width, height = fp.turned_size(size, turn)
    found: list[Value] = [None] * (((height - 1) * table.grid.width + width) * TURNS)
    place = fp.Placement(turn, 0)
    for row in range(height):
        for column in range(width):
            cell = row * table.grid.width + column
            for side, outer in enumerate((row == 0, column == width - 1, row == height - 1, column == 0)):
                if outer:
                    found[cell * TURNS + side] = _edge(printed, turn, side, fp.edge_index(table.grid, size, place, cell, side))
    return tuple(found)
