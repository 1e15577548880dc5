"""Values as words: the ids that a rule file gives them, never the numbers by which they are stored."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import (
    Border,
    Bundle,
    Cell,
    Column,
    Corner,
    Half,
    Line,
    Maybe,
    Place,
    Pose,
    Row,
    Seat,
    Set,
    Symbol,
    Table,
    Thing,
    Type,
)
from custumal.interpreter.reference.operations.joints import lying
from custumal.interpreter.reference.operations.placements import covered_cells, outline
from custumal.interpreter.setup.boards import SIDES, joints
from custumal.interpreter.setup.boards.footprint import ONE_CELL
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import ZoneLayout, columns_of
from custumal.interpreter.setup.placements import BORDERS, CubePlacements, TilePlacements
from custumal.interpreter.setup.values import Value


def value_json(w: Instance, of: Type, value: Value) -> Value:
    """A value as JSON: numbers and truths as they are, sets as lists, bundles as objects of what they hold, else words."""
    match of:
        case Maybe(inner):
            return None if value is None else value_json(w, inner, value)
        case Set(inner):
            return [value_json(w, inner, member) for member in value]
        case Bundle():
            return {name: amount for name, amount in zip(w.game.resources, value, strict=True) if amount}
        case Table(_, inner):
            return [value_json(w, inner, entry) for entry in value]
        case Seat() | Symbol() | Row() | Thing() | Place() | Cell() | Column() | Line() | Pose() | Border() | Corner() | Half():
            return None if value is None else value_name(w, of, value)
    return value


def value_name(w: Instance, of: Type, value: Value) -> str:
    """A value in one word or phrase; interchangeable things have the same."""
    match of:
        case Maybe(inner):
            return "none" if value is None else value_name(w, inner, value)
        case Seat():
            return seat_name(w, value)
        case Symbol(name):
            return w.symbols(name)[value]
        case Row(kind):
            return w.game.kinds[kind].rows[value].name
        case Thing():
            return thing_name(w, value)
        case Place(zone):
            return place_name(w, w.zones[zone], value)
        case Cell(zone):
            return cell_name(w, w.zones[zone], value)
        case Column(zone):
            return f"column {value % columns_of(w.zones[zone]) + 1} of {place_name(w, w.zones[zone], value // columns_of(w.zones[zone]))}"
        case Line(zone):
            return " ".join(cell_name(w, w.zones[zone], cell) for cell in value)
        case Pose(zone):
            layout = w.zones[zone]
            cells = covered_cells(layout, value)
            where = ", ".join(str(list(coordinates(layout, cell))) for cell in cells)
            return f"{place_name(w, layout, cells[0] // layout.cells)} [{where}]"
        case Border(zone) | Corner(zone) | Half(zone):
            return f"{value_name(w, Pose(zone), value // BORDERS)} {joint_name(w, of, value)}"
        case Set(inner):
            return "[" + ", ".join(value_name(w, inner, member) for member in value) + "]"
        case Bundle():
            return " + ".join(f"{amount} {name}" for name, amount in zip(w.game.resources, value, strict=True) if amount) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def joint_name(w: Instance, of: Border | Corner | Half, value: int) -> str:
    """Which border, corner or half of a pose it is: the word, and on a long side the number of the edge, clockwise."""
    zone = w.zones[of.zone]
    pose, number = divmod(value, BORDERS)
    _, _, size, place = lying(zone, pose)
    if isinstance(of, Corner):
        return w.symbols("corner")[w.members("corner")[number]]
    if isinstance(of, Border):
        border = outline(zone, pose)[number]
        word, edge = SIDES[border.side], border.edge
    else:
        half = joints.half_at(size, place.turn, number)
        word, edge = w.symbols("half")[2 * half.side + half.is_right], half.edge
    return word if size == ONE_CELL else f"{word}, {edge + 1}"


def seat_name(w: Instance, seat: int) -> str:
    """`p1` for the first seat; house seats by their id."""
    return f"p{seat + 1}" if seat < w.players else next(name for name, number in w.house.items() if number == seat)


def thing_name(w: Instance, thing: int) -> str:
    """The row of a thing with its for-each values: `low(red)`."""
    component = w.things[thing]
    kind = w.game.kinds[component.kind]
    table = w.game.components[component.table]
    row = kind.rows[component.row].name
    types: dict[str, Type] = {"owner": Seat(), **dict(kind.printed)}
    values = [value_name(w, types[name], value) for (name, _, _), value in zip(table.for_each, component.each, strict=True)]
    return f"{row}({', '.join(values)})" if values else row


def place_name(w: Instance, zone: ZoneLayout, instance: int) -> str:
    """`hand of p1`, or only the zone where there is one of it."""
    arguments = argument_names(w, zone.zone.parameters, zone.arguments(instance))
    if len(arguments) > 1:
        return f"{zone.name}({', '.join(arguments)})"
    return f"{zone.name} of {arguments[0]}" if arguments else zone.name


def pose_row(w: Instance, zone: ZoneLayout, pose: int) -> str:
    """The row of the tile that lies so; of cubes that of the first thing which has the shape."""
    placements = zone.placements
    assert placements is not None
    local = pose % placements.count
    if isinstance(placements, TilePlacements):
        thing = placements.thing(local)
    else:
        assert isinstance(placements, CubePlacements)
        thing = placements.first + placements.shape_of_thing.index(placements.placement_shape[local])
    component = w.things[thing]
    return w.game.kinds[component.kind].rows[component.row].name


def cell_name(w: Instance, zone: ZoneLayout, cell: int) -> str:
    """`at(row, 2)`: a cell as rules and records write it."""
    instance, local = divmod(cell, zone.cells)
    where = place_name(w, zone, instance)
    if zone.keys is not None and zone.zone.shape.list is not None:
        return f"at({where}, {w.symbols(zone.zone.shape.list)[_word(zone, instance, local)]})"
    if zone.zone.shape.form == "graph":
        return f"at({where}, {w.symbols(str(zone.zone.shape.list))[local]})"
    return f"at({where}, {', '.join(map(str, coordinates(zone, cell)))})"


def coordinates(zone: ZoneLayout, cell: int) -> tuple[int, ...]:
    """The numbers that say where a cell is, each from 1."""
    assert zone.board is not None
    return zone.board.coordinates[cell % zone.cells]


def argument_names(w: Instance, types: Sequence[Type], values: Sequence[Value]) -> list[str]:
    """The arguments of a place or a kept value in words."""
    return [value_name(w, of, value) for of, value in zip(types, values, strict=True)]


def _word(zone: ZoneLayout, instance: int, local: int) -> int:
    assert zone.keys is not None
    word = zone.keys[instance][local]
    assert isinstance(word, int)
    return word
