"""Tiles on an open board: where they can lie, what they touch and which edges meet."""

from __future__ import annotations

from itertools import combinations

import pytest

from custumal.dsl.base.types import NUMBER, TRUTH, Border, Cell, Number, Pose, Set, Symbol, Table, Thing, Type
from custumal.dsl.model import Expr, Move, Shape
from custumal.interpreter.position.mutation import discard_thing, move_thing, place_thing
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.effects import apply
from custumal.interpreter.reference.evaluate import Evaluator
from custumal.interpreter.setup.boards import grid
from custumal.interpreter.setup.boards.footprint import Placement
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import MASKS, PLACES
from custumal.interpreter.setup.placements import Placements, TilePlacements, cube_placements
from tests.support.model_games import SPAN, const, evaluator_of, game, kind, listing, op, opened, place, row, table, zone

TILE, BORDER, CELL = Thing("tile"), Border("field"), Cell("field")
EDGE = Symbol("edge")
ROAD, GRASS, WATER = 0, 1, 2
CROSS, BEND, POND, HALL = 0, 1, 2, 3
MIDDLE = 31 * 64 + 31


def tiles() -> tuple[Instance, Position]:
    """Four tiles in a stack: a crossing (all road), a bend (road north and east), a pond, and a hall of 3 x 2 cells that
    stands on the field, with a road in the middle of its north side and at the left end of its south side."""
    of = kind(
        "tile",
        (
            row("cross", "tiles", (ROAD,) * 4, ()),
            row("bend", "tiles", (ROAD, ROAD, GRASS, GRASS), ()),
            row("pond", "tiles", (WATER,) * 4, ()),
            row("hall", "hall", ((GRASS, ROAD, GRASS), (GRASS, WATER), (GRASS, GRASS, ROAD), (GRASS, GRASS)), (3, 2)),
        ),
        (("edges", Table(Symbol("side"), EDGE)), ("size", Set(NUMBER))),
    )
    field = Shape("grid", is_open=True, edges="edges", turns=True)
    middle = op(CELL, "middle", place("field"))
    return opened(
        game(
            lists=(listing("edge", "road", "grass", "water"), listing("side", "north", "east", "south", "west")),
            kinds=(of,),
            components=(table("tiles", "tile", place("stack"), (0, 1, 2)), table("hall", "tile", middle, (3,))),
            zones=(zone("stack", holds="tile", shape=Shape("bag")), zone("field", holds="tile", one=True, shape=field)),
        )
    )


def ask(world: tuple[Instance, Position], of: Type, name: str, *arguments: Expr, data: object = None) -> object:
    return Evaluator(world[0], {}).value(op(of, name, *arguments, data=data), world[1], {})


def many(world: tuple[Instance, Position], of: Type, name: str, *arguments: Expr, data: object = None) -> tuple[int, ...]:
    found = ask(world, of, name, *arguments, data=data)
    assert isinstance(found, tuple)
    return found


def lay(world: tuple[Instance, Position], tile: int, cell: int, turn: int = 0) -> int:
    """Lay a tile down and give its pose."""
    w, state = world
    zone_ = w.zones["field"]
    assert isinstance(zone_.placements, TilePlacements)
    pose = zone_.placements.pose(tile, Placement(turn, cell))
    place_thing(w.layout, state, tile, zone_, pose)
    return pose


def test_a_wide_tile_covers_its_cells_from_the_beginning() -> None:
    w, state = tiles()
    field = w.zones["field"]
    covered = [cell for cell, tile in enumerate(state.c[field.content]) if tile == HALL]
    assert covered == [MIDDLE, MIDDLE + 1, MIDDLE + 2, MIDDLE + 64, MIDDLE + 65, MIDDLE + 66]
    assert state.c[MASKS][field.masks] == sum(1 << cell for cell in covered)
    assert state.c[PLACES][HALL] == field.base + MIDDLE


def test_the_rim_is_what_lies_beside_filled_cells() -> None:
    world = tiles()
    rim = many(world, Set(CELL), "rim", place("field"))
    assert len(rim) == 2 * (3 + 2)
    lay(world, CROSS, MIDDLE - 64)
    # Its own cell is full now, the cell to its east was on the rim before: two are new.
    assert len(many(world, Set(CELL), "rim", place("field"))) == 10 - 1 + 2


def test_poses_turn_only_what_looks_different() -> None:
    world = tiles()
    rim = op(Set(CELL), "rim", place("field"))
    counts = [len(many(world, Set(Pose("field")), "poses", const(TILE, tile), rim)) for tile in (CROSS, BEND)]
    assert counts == [10, 40]


SIZES = ((1, 1), (1, 1), (2, 1), (3, 2), (2, 2))
TURNS = ((0,), (0, 1), (0, 1), (0, 1, 2, 3), (0,))
TABLES: dict[str, tuple[Placements, range]] = {
    "tiles": (TilePlacements(grid(4, 3), 2, SIZES, TURNS), range(2, 7)),
    "cubes": (cube_placements([((0, 0, 0),), ((0, 0, 0), (1, 0, 0))], (2, 2, 1), 3, [0, 1, 1]), range(3, 6)),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_placement_is_one_of_a_thing_if_it_is_listed_for_it(name: str) -> None:
    table, things = TABLES[name]
    for thing in things:
        listed = list(table.of_thing(thing))
        assert listed == [pose for pose in range(-3, table.count + 3) if table.has(thing, pose)]
        for cells in (set(cells) for size in (1, 2) for cells in combinations(range(4), size)):
            assert list(table.touching(thing, cells)) == [pose for pose in listed if cells.intersection(table.cells(pose))]


def test_every_turn_that_looks_different_is_listed_wherever_it_lies_on_the_board() -> None:
    table = TABLES["tiles"][0]
    assert isinstance(table, TilePlacements)
    for thing, (width, height), turns in zip(range(2, 7), SIZES, TURNS, strict=True):
        wanted = []
        for anchor in range(12):
            for turn in turns:
                across, down = (width, height) if turn in (0, 2) else (height, width)
                covered = [(anchor % 4 + x, anchor // 4 + y) for y in range(down) for x in range(across)]
                if all(column < 4 and row < 3 for column, row in covered):
                    wanted.append((Placement(turn, anchor), tuple(column + 4 * row for column, row in covered)))
        assert [(table.placement(pose), table.cells(pose)) for pose in table.of_thing(thing)] == wanted
        assert {table.thing(pose) for pose in table.of_thing(thing)} == {thing}


def test_a_border_tells_both_edges() -> None:
    world = tiles()
    above_the_road = MIDDLE + 1 - 64
    pose = const(Pose("field"), lay(world, CROSS, above_the_road))
    borders = many(world, Set(BORDER), "pose-borders", pose)
    assert len(borders) == 1
    border = const(BORDER, borders[0])
    assert ask(world, Symbol("side"), "border-side", border) == 2
    assert ask(world, EDGE, "border-mine", border) == ROAD
    assert ask(world, EDGE, "border-theirs", border) == ROAD
    assert ask(world, TILE, "border-beyond", border) == HALL


@pytest.mark.parametrize(("cell", "theirs"), [(MIDDLE + 128, ROAD), (MIDDLE + 129, GRASS), (MIDDLE - 64, GRASS), (MIDDLE + 3 + 64, WATER)])
def test_a_wide_tile_has_an_edge_for_each_cell(cell: int, theirs: int) -> None:
    world = tiles()
    pose = const(Pose("field"), lay(world, POND, cell))
    border = const(BORDER, many(world, Set(BORDER), "pose-borders", pose)[0])
    assert ask(world, EDGE, "border-theirs", border) == theirs


@pytest.mark.parametrize(("turn", "south"), [(0, GRASS), (1, ROAD), (2, ROAD), (3, GRASS)])
def test_edges_turn_with_the_tile(turn: int, south: int) -> None:
    world = tiles()
    pose = const(Pose("field"), lay(world, BEND, MIDDLE - 64, turn))
    border = const(BORDER, many(world, Set(BORDER), "pose-borders", pose)[0])
    assert ask(world, EDGE, "border-mine", border) == south
    assert ask(world, Number(0, 3), "turn-of", const(TILE, BEND), data="field") == turn


def test_neighbours_of_things_and_of_poses() -> None:
    world = tiles()
    lay(world, CROSS, MIDDLE - 64)
    lay(world, POND, MIDDLE - 63)
    assert many(world, Set(TILE), "neighbours-of-thing", const(TILE, CROSS), data="field") == (POND, HALL)
    assert set(many(world, Set(TILE), "neighbours-of-thing", const(TILE, HALL), data="field")) == {CROSS, POND}
    assert len(many(world, Set(BORDER), "borders-of-thing", const(TILE, HALL), data="field")) == 2
    assert many(world, Set(TILE), "neighbours-of-thing", const(TILE, BEND), data="field") == ()


def test_a_tile_leaves_all_its_cells() -> None:
    w, state = tiles()
    discard_thing(w.layout, state, HALL)
    assert state.c[MASKS][w.zones["field"].masks] == 0
    move_thing(w.layout, state, BEND, w.zones["field"].base + MIDDLE)
    assert state.c[MASKS][w.zones["field"].masks] == 1 << MIDDLE


def test_two_tiles_may_not_overlap_and_the_field_ends() -> None:
    world = tiles()
    with pytest.raises(PlayError) as refused:
        lay((world[0], world[1].copy()), POND, MIDDLE + 1)
    assert refused.value.code == "place-full"
    with pytest.raises(PlayError) as refused:
        lay(world, POND, 5)
    assert refused.value.code == "open-board-full"


def test_a_pose_is_moved_to() -> None:
    world = tiles()
    w, state = world
    rim = op(Set(CELL), "rim", place("field"))
    first = many(world, Set(Pose("field")), "poses", const(TILE, POND), rim)[0]
    apply(evaluator_of(w), Move(None, SPAN, const(TILE, POND), const(Pose("field"), first)), state, {})
    assert ask(world, TRUTH, "in-zone", const(TILE, POND), data="field") is True
    again = Position.from_json(state.to_json())
    assert again == state
