"""Polycubes: the worked numbers of Monolyth, and the laws of rotation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal.interpreter.setup.boards import ShapeError, cubes
from custumal.interpreter.setup.boards.polycube import (
    ROTATIONS,
    Cube,
    Rotation,
    Shape,
    compose,
    extent,
    normalise,
    orientations,
    placements_in_box,
    rotate,
)

SHAPES: dict[str, Shape] = {
    "C1": ((0, 0, 0),),
    "I2": ((0, 0, 0), (1, 0, 0)),
    "I3": ((0, 0, 0), (1, 0, 0), (2, 0, 0)),
    "L3": ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    "L4": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)),
    "O4": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)),
    "S4": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
    "T4": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)),
    "I4": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)),
    "TRIPOD": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "SCREW_A": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)),
    "SCREW_B": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1)),
}


def canonical(shape: Shape) -> Shape:
    """The smallest orientation: equal for two shapes exactly if a rotation makes one of the other."""
    return min(orientations(shape))


# shape, distinct orientations, equal to its mirror image, positions in the 4 x 4 box of height 3 and 4, legal placements on the empty board
NUMBERS = [
    ("C1", 1, True, (48, 64), (16, 16)),
    ("I2", 3, True, (104, 144), (40, 40)),
    ("I3", 3, True, (64, 96), (32, 32)),
    ("L3", 12, True, (300, 432), (84, 84)),
    ("L4", 24, True, (368, 576), (128, 128)),
    ("O4", 3, True, (75, 108), (33, 33)),
    ("S4", 12, True, (184, 288), (24, 24)),
    ("T4", 12, True, (184, 288), (40, 40)),
    ("I4", 3, True, (24, 48), (8, 24)),
    ("TRIPOD", 8, True, (144, 216), (36, 36)),
    ("SCREW_A", 12, False, (216, 324), (36, 36)),
    ("SCREW_B", 12, False, (216, 324), (36, 36)),
]

MAPS = {
    "flat_1": "1111 1111 1111 1111",
    "half_step": "1111 1111 0000 0000",
    "stairs": "3210 3210 3210 3210",
    "pit": "3333 3033 3333 3333",
    "checker": "0101 1010 0101 1010",
    "core": "1111 1221 1221 1111",
}

# legal placements by map and height, shapes in the order of SHAPES
LEGAL = [
    ("flat_1", 3, [16, 40, 16, 84, 80, 33, 24, 40, 8, 36, 36, 36]),
    ("flat_1", 4, [16, 40, 32, 84, 128, 33, 24, 40, 8, 36, 36, 36]),
    ("half_step", 3, [16, 36, 16, 68, 56, 26, 16, 20, 4, 24, 30, 30]),
    ("half_step", 4, [16, 36, 24, 68, 76, 26, 16, 20, 12, 24, 30, 30]),
    ("stairs", 3, [12, 17, 10, 20, 14, 6, 4, 8, 3, 0, 12, 12]),
    ("stairs", 4, [16, 24, 16, 30, 24, 9, 8, 14, 8, 0, 18, 18]),
    ("pit", 3, [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("pit", 4, [16, 21, 13, 24, 28, 5, 12, 12, 7, 0, 0, 0]),
    ("checker", 3, [16, 16, 8, 24, 0, 0, 24, 32, 0, 18, 0, 0]),
    ("checker", 4, [16, 16, 16, 24, 0, 0, 24, 32, 8, 18, 0, 0]),
    ("core", 3, [16, 28, 8, 40, 32, 13, 0, 8, 4, 4, 16, 16]),
    ("core", 4, [16, 32, 20, 48, 56, 17, 8, 16, 4, 8, 20, 20]),
]

# cubes as (x, y, z) from 0
SUPPORT = [
    ("L3", "half_step", 3, [(0, 2, 0), (0, 2, 1), (0, 1, 1)], True),
    ("L3", "half_step", 3, [(0, 1, 1), (0, 1, 2), (0, 2, 2)], False),
    ("I2", "half_step", 3, [(0, 1, 1), (0, 2, 1)], False),
    ("I2", "half_step", 3, [(0, 1, 0), (0, 2, 0)], False),
    ("T4", "checker", 3, [(0, 0, 1), (1, 0, 1), (2, 0, 1), (1, 0, 2)], False),
    ("T4", "checker", 3, [(2, 0, 0), (2, 0, 1), (2, 0, 2), (1, 0, 1)], True),
    ("I2", "pit", 3, [(1, 1, 0), (1, 1, 1)], True),
    ("I2", "pit", 4, [(0, 1, 3), (1, 1, 3)], False),
]

COORDINATES = st.integers(-2, 2)
CUBES: st.SearchStrategy[Cube] = st.tuples(COORDINATES, COORDINATES, COORDINATES)
ANY_SHAPE = st.sets(CUBES, min_size=1, max_size=5).map(normalise)
ROTATION = st.sampled_from(ROTATIONS)


def mirrored(shape: Shape) -> Shape:
    return normalise([(-x, y, z) for x, y, z in shape])


def legal(shape: Shape, heights: str, levels: int) -> list[tuple[int, ...]]:
    """The poses whose cells are empty and never have an empty cell below them, on columns of these heights."""
    board = cubes(4, 4, levels)
    stacks = zip(board.columns.cells, heights.replace(" ", ""), strict=True)
    filled = {cell for column, height in stacks for cell in column[: int(height)]}
    under = board.partial["under"]
    return [
        pose
        for pose in placements_in_box(shape, board.box)
        if filled.isdisjoint(pose) and all(under[cell] is None or under[cell] in filled or under[cell] in pose for cell in pose)
    ]


@pytest.mark.parametrize(("name", "turns", "mirror", "positions", "placements"), NUMBERS)
def test_worked_numbers(name: str, turns: int, mirror: bool, positions: tuple[int, int], placements: tuple[int, int]) -> None:
    shape = normalise(SHAPES[name])
    assert len(orientations(shape)) == turns
    assert (mirrored(shape) in orientations(shape)) is mirror
    assert tuple(len(placements_in_box(shape, (4, 4, height))) for height in (3, 4)) == positions
    assert tuple(len(legal(shape, "0000" * 4, height)) for height in (3, 4)) == placements


@pytest.mark.parametrize(("heights", "levels", "counts"), LEGAL)
def test_legal_placements_on_height_maps(heights: str, levels: int, counts: list[int]) -> None:
    assert [len(legal(normalise(shape), MAPS[heights], levels)) for shape in SHAPES.values()] == counts


@pytest.mark.parametrize(("name", "heights", "levels", "places", "expected"), SUPPORT)
def test_support_cases(name: str, heights: str, levels: int, places: list[Cube], expected: bool) -> None:
    board = cubes(4, 4, levels)
    pose = tuple(sorted(board.at[(x + 1, y + 1, z + 1)] for x, y, z in places))
    assert pose in placements_in_box(normalise(SHAPES[name]), board.box)
    assert (pose in legal(normalise(SHAPES[name]), MAPS[heights], levels)) is expected


def test_the_screws_mirror_each_other() -> None:
    one, other = normalise(SHAPES["SCREW_A"]), normalise(SHAPES["SCREW_B"])
    assert canonical(mirrored(one)) == canonical(other)
    assert canonical(one) != canonical(other)


def test_the_free_polycubes_of_four() -> None:
    """Eight polycubes of four cubes exist if mirror images count as different, seven if not."""
    found: set[Shape] = {((0, 0, 0),)}
    for _ in range(3):
        found = {
            canonical(normalise((*shape, new)))
            for shape in found
            for x, y, z in shape
            for new in ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1))
            if new not in shape
        }
    assert len(found) == 8
    assert len({min(canonical(shape), canonical(mirrored(shape))) for shape in found}) == 7


def test_rotations_form_a_group_of_24() -> None:
    identity = ROTATIONS[0]
    assert identity == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert len(set(ROTATIONS)) == 24
    for one in ROTATIONS:
        assert {compose(one, other) for other in ROTATIONS} == set(ROTATIONS)
        assert identity in {compose(one, other) for other in ROTATIONS}
        (a, b, c), (d, e, f), (g, h, i) = one
        assert a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1


def test_the_first_four_rotations_keep_the_top_on_top() -> None:
    assert all(rotation[2] == (0, 0, 1) for rotation in ROTATIONS[:4])


def test_extent_and_order_of_poses() -> None:
    bar = normalise(SHAPES["I2"])
    assert extent(bar) == (2, 1, 1)
    assert placements_in_box(bar, (2, 2, 2))[:4] == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert placements_in_box(normalise(SHAPES["I4"]), (3, 3, 3)) == ()


@pytest.mark.parametrize(
    ("cells", "message"),
    [([], "at least one cube"), ([(0, 0, 0), (0, 0, 0)], r"\[0, 0, 0\] is named twice"), ([(0, 0)], "three coordinates, not 2")],
)
def test_refused_shapes(cells: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        normalise(cells)


@given(ANY_SHAPE, ROTATION, ROTATION)
def test_composition_is_one_rotation_after_the_other(shape: Shape, first: Rotation, second: Rotation) -> None:
    assert rotate(shape, compose(first, second)) == rotate(rotate(shape, first), second)


@given(ANY_SHAPE, ROTATION)
def test_canonical_form_forgets_rotation_and_place(shape: Shape, rotation: Rotation) -> None:
    turned = rotate(shape, rotation)
    assert canonical(turned) == canonical(shape)
    assert set(orientations(turned)) == set(orientations(shape))
    assert orientations(shape)[0] == shape
    assert 24 % len(orientations(shape)) == 0
    assert normalise((x + 3, y - 1, z + 5) for x, y, z in shape) == shape
    assert mirrored(mirrored(shape)) == shape


@given(ANY_SHAPE, st.tuples(st.integers(1, 4), st.integers(1, 3), st.integers(1, 3)))
def test_poses_are_all_translations_of_all_orientations(shape: Shape, box: tuple[int, int, int]) -> None:
    board = cubes(*box)
    expected = set()
    for look in orientations(shape):
        for a, b, c in board.coordinates:
            places = [(x + a, y + b, z + c) for x, y, z in look]
            if all(place in board.at for place in places):
                expected.add(tuple(sorted(board.at[place] for place in places)))
    found = placements_in_box(shape, box)
    assert len(found) == len(set(found))
    assert set(found) == expected
