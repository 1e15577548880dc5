"""Shapes of unit cubes joined at their faces: their turns in space and their positions in a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import prod

from custumal.interpreter.setup.boards.board import Cells, ShapeError

Cube = tuple[int, int, int]
AXES = (0, 1, 2)
Shape = tuple[Cube, ...]
"""Unit cubes (x, y, z), ascending and moved so that the smallest x, y and z are 0."""

Rotation = tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]
"""A matrix of three rows; row i gives the new coordinate i as a sum over the old ones."""


def normalise(cells: Iterable[Sequence[int]]) -> Shape:
    """The shape that consists of these cubes, whatever its place in space.

    Raises:
        ShapeError: if there is no cube, a cube is named twice or has not three coordinates.
    """
    cubes = [_cube(cell) for cell in cells]
    if not cubes:
        raise ShapeError("A shape has at least one cube.")
    twice = next((cube for cube, often in Counter(cubes).items() if often > 1), None)
    if twice is not None:
        raise ShapeError(f"The cube {list(twice)} is named twice.")
    return _moved_to_origin(cubes)


def rotate(shape: Shape, rotation: Rotation) -> Shape:
    """The shape after a rotation."""
    (a, b, c), (d, e, f), (g, h, i) = rotation
    return _moved_to_origin((a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z) for x, y, z in shape)


def compose(first: Rotation, second: Rotation) -> Rotation:
    """The rotation that does `first`, then `second`."""
    columns = tuple(zip(*first, strict=True))
    r0, r1, r2 = (tuple(sum(p * q for p, q in zip(row, column, strict=True)) for column in columns) for row in second)
    return ((r0[0], r0[1], r0[2]), (r1[0], r1[1], r1[2]), (r2[0], r2[1], r2[2]))


def orientations(shape: Shape) -> tuple[Shape, ...]:
    """The distinct shapes under the 24 rotations in their fixed order, so the shape itself first."""
    return tuple(dict.fromkeys(rotate(shape, rotation) for rotation in ROTATIONS))


def extent(shape: Shape) -> tuple[int, int, int]:
    """How many cells the shape spans along x, y and z."""
    x, y, z = (max(cube[axis] for cube in shape) + 1 for axis in AXES)
    return x, y, z


def placements_in_box(shape: Shape, box: tuple[int, int, int]) -> tuple[Cells, ...]:
    """All placements inside a box, each once as its ascending cells.

    They are ordered by orientation, then by position (level, then y, then x). Cells are numbered as in a board of
    cubes: x varies fastest, then y, then the level.
    """
    width, depth, height = box
    found: list[Cells] = []
    for turned in orientations(shape):
        spanned = extent(turned)
        offsets = sorted(x + width * (y + depth * z) for x, y, z in turned)
        # A shape keeps its offsets wherever it stands, and adding a base keeps them ascending.
        free = (range(size - span + 1) for size, span in zip((height, depth, width), reversed(spanned), strict=True))
        for z, y, x in product(*free):
            base = x + width * (y + depth * z)
            found.append(tuple(base + offset for offset in offsets))
    return tuple(found)


def covered(shape: Shape, box: tuple[int, int, int]) -> int:
    """How many cells all placements inside a box cover together."""
    spans = map(extent, orientations(shape))
    return len(shape) * sum(prod(max(size - span + 1, 0) for size, span in zip(box, spanned, strict=True)) for spanned in spans)


def _cube(cell: Sequence[int]) -> Cube:
    if len(cell) != len(AXES):
        raise ShapeError(f"A cube has three coordinates, not {len(cell)}.")
    x, y, z = cell
    return x, y, z


def _moved_to_origin(cubes: Iterable[Cube]) -> Shape:
    found = list(cubes)
    left, near, low = (min(cube[axis] for cube in found) for axis in AXES)
    return tuple(sorted((x - left, y - near, z - low) for x, y, z in found))


def _rotations() -> tuple[Rotation, ...]:
    still: Rotation = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    spin: Rotation = ((0, -1, 0), (1, 0, 0), (0, 0, 1))
    tip: Rotation = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
    roll: Rotation = ((0, 0, 1), (0, 1, 0), (-1, 0, 0))
    upside_down = compose(tip, tip)
    found = []
    # Each of the six faces can be on top, and on each the shape can be spun four ways.
    for tilt in (still, tip, upside_down, compose(upside_down, tip), roll, compose(compose(roll, roll), roll)):
        found.append(tilt)
        for _ in range(3):
            found.append(compose(found[-1], spin))
    return tuple(found)


ROTATIONS: tuple[Rotation, ...] = _rotations()
"""The 24 rotations of space that keep the axes: the identity first, then by the face on top, then by spin."""
