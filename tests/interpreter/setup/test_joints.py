"""Corners and halves of edges of tiles, against points of the plane; all machines alike."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

import pytest

from custumal.interpreter.keys.keys import Keys
from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.position.validation import Validation
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.setup.layout import PLACEMENTS
from custumal.interpreter.setup.placements import BORDERS
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import Play, machine_for

Point = tuple[int, int]
HALVES = [f"{side}-{half}" for side in ("north", "east", "south", "west") for half in ("left", "right")]
CORNERS = ["north-east", "south-east", "south-west", "north-west"]

SMALL = {
    "plain": ((1, 1), "cccc", ["a"] * 8),
    "mixed": ((1, 1), "abca", list("abcabcab")),
    "turner": ((1, 1), "aabb", list("aabbccaa")),
}
LARGE = SMALL | {"hall": ((3, 2), "abcb", ["abc", "cab", "ab", "ca", "bbc", "cba", "ac", "cb"])}
"""By row: columns and rows, the corners clockwise from the north-east, the halves by their words, for each cell in the order of reading."""

GAME = """
    lists: {sign: [a, b, c], way: [a, b, c]}
    kinds: {tile: {printed: {signs: sign per corner, ways: way per half, size: row of number}}}
    components:
      tiles:
        kind: tile
        in: heap
        copies: 4
        rows:
          ROWS
      first:
        kind: tile
        in: middle of field
        rows: {start: {signs: {north-east: a, south-east: b, south-west: c, north-west: a}, ways: START, size: [1, 1]}}
    zones:
      heap: tile
      field: {holds: one tile, shape: {grid: open, corners: sign, halves: way, turns: quarter}}
    kept:
      met: {is: 0 to 999}
      like: {is: 0 to 999}
      touching: {is: 0 to 999}
      agreeing: {is: 0 to 999}
      back: {is: 0 to 999}
      facing: {is: 0 to 999}
      reached: {is: 0 to 999}
    define:
      joined(t tile): sum(count(meeting of k) for k in corners of t)
      same(t tile): sum(count(x in meeting of k where mine of x is mine of k and tile of x is not tile of k) for k in corners of t)
      other-side(h half of field): half of across of h
      way(h half of field): reach(x in [h] through (y in halves of tile of x where mine of y is mine of x) + [across of x])
    play:
      turn:
        repeat: 5
        do:
          lay: {seat: first(seats), offer: laying}
          look:
            do:
              - set met to sum(joined(t) for t in field)
              - set like to sum(same(t) for t in field)
              - set touching to sum(count(h in halves of t where across of h is not none) for t in field)
              - set agreeing to sum(count(h in halves of t where mine of across of h is mine of h) for t in field)
              - set back to sum(count(h in halves of t where across of across of h is h and tile of across of h is not t) for t in field)
              - set facing to sum(count(h in halves of t where half of h is north-left and other-side(h) is south-right) for t in field)
              - set reached to count(union(way(h) for h in halves of first(all(tile) where it is start)))
    actions:
      lay:
        offered: laying
        choose: {tile: heap, pose: "poses(tile, rim of field)"}
        require:
          near: {that: some h in halves of pose where across of h is not none and side of h is not west, because: Too far.}
          corner: {that: some k in corners of pose where some x in meeting of k where corner of x is not corner of k, because: No.}
        do: move tile to pose
    """


def text_of(tiles: dict[str, tuple[Point, str, list[str]]]) -> str:
    rows = "".join(f"\n          {name}: {_row(size, corners, halves)}" for name, (size, corners, halves) in tiles.items())
    start = "{" + ", ".join(f"{word}: a" for word in HALVES) + "}"
    return GAME.replace("\n          ROWS", rows).replace("START", start)


def _row(size: Point, corners: str, halves: list[str]) -> str:
    signs = ", ".join(f"{word}: {sign}" for word, sign in zip(CORNERS, corners, strict=True))
    ways = ", ".join(f"{word}: {way if size == (1, 1) else list(way)}".replace("'", "") for word, way in zip(HALVES, halves, strict=True))
    return f"{{signs: {{{signs}}}, ways: {{{ways}}}, size: [{size[0]}, {size[1]}]}}"


# ---------------------------------------------------------------- the same on paper


def corners_on_paper(size: Point, signs: str) -> Iterator[tuple[Point, str]]:
    """Where the corners of a tile are that lies unturned at the origin, in quarters of a cell, y downwards."""
    width, height = size
    yield from zip(((4 * width, 0), (4 * width, 4 * height), (0, 4 * height), (0, 0)), signs, strict=True)


def halves_on_paper(size: Point, ways: list[str]) -> Iterator[tuple[Point, str]]:
    """The middles of the halves of its edges: left and right are those of somebody on the tile who looks outwards."""
    width, height = size
    for word, signs in zip(HALVES, ways, strict=True):
        for place, sign in enumerate(signs):
            first, second = 4 * place + 1, 4 * place + 3
            yield {
                "north-left": (first, 0), "north-right": (second, 0), "east-left": (4 * width, first), "east-right": (4 * width, second),
                "south-left": (second, 4 * height), "south-right": (first, 4 * height), "west-left": (0, second), "west-right": (0, first),
            }[word], sign  # fmt: skip


def turned(point: Point, size: Point, turns: int) -> Point:
    """A point of a tile after some quarter turns clockwise, its north-western corner being at the origin again."""
    width, height = size
    for _ in range(turns):
        point, (width, height) = (4 * height - point[1], point[0]), (height, width)
    return point


class Paper:
    """All points of the tiles that lie, each with what is printed there and on which tile."""

    def __init__(self, tiles: dict[str, tuple[Point, str, list[str]]]) -> None:
        self.tiles = tiles | {"start": ((1, 1), "abca", ["a"] * 8)}
        self.corners: dict[Point, list[str]] = defaultdict(list)
        self.halves: dict[Point, list[str]] = defaultdict(list)
        self.laid: list[list[tuple[Point, str]]] = []
        self.lay("lay(start, pose-at(field, start, [[32, 32]], 0))")

    def lay(self, key: str) -> None:
        row, cells, turns = re.fullmatch(r"lay\((\w+)\S*, pose-at\(field, \w+, \[(.*)\], (\d)\)\)", key).groups()  # type: ignore[union-attr]
        places = [tuple(map(int, place)) for place in re.findall(r"\[(\d+), (\d+)\]", cells)]
        left, top = 4 * min(x for x, _ in places), 4 * min(y for _, y in places)
        size, corners, halves = self.tiles[row]
        self.laid.append([])
        for found, points in ((self.corners, corners_on_paper(size, corners)), (self.halves, halves_on_paper(size, halves))):
            for point, sign in points:
                x, y = turned(point, size, int(turns))
                found[left + x, top + y].append(sign)
                if found is self.halves:
                    self.laid[-1].append(((left + x, top + y), sign))

    def meeting(self, points: dict[Point, list[str]]) -> tuple[int, int]:
        """In how many ways two tiles meet at one point, in either order, and in how many of them the same is printed."""
        pairs = [pair for signs in points.values() for pair in permutations(signs, 2)]
        return len(pairs), sum(one == other for one, other in pairs)

    def reached(self) -> int:
        """How many halves hang together with the first tile: on one tile by their sign, between tiles by their point."""
        nodes = [(tile, point, sign) for tile, halves in enumerate(self.laid) for point, sign in halves]
        found, waiting = set[tuple[int, Point, str]](), [node for node in nodes if node[0] == 0]
        while waiting:
            tile, point, sign = waiting.pop()
            if (tile, point, sign) not in found:
                found.add((tile, point, sign))
                waiting += [node for node in nodes if (node[0] == tile and node[2] == sign) or node[1] == point]
        return len(found)


# ---------------------------------------------------------------- play


@pytest.mark.slow
@pytest.mark.parametrize("tiles", [SMALL, LARGE], ids=["one cell each", "several cells"])
def test_what_meets_is_what_meets_on_paper(tiles: dict[str, tuple[Point, str, list[str]]]) -> None:
    plain = machine_for(text_of(tiles))
    machine = TwinMachine(plain.instance, plain.program)
    keys = Keys(plain)
    for seed in range(2):
        chooser, state, paper = random.Random(seed), machine.start(seed), Paper(tiles)
        while state.kind != OVER:
            choice = chooser.choice(machine.choices(state))
            paper.lay(keys.at_stop(state, choice))
            machine.apply(state, choice)
            met, like, touching, agreeing, back = (
                kept_value(machine, state, name) for name in ("met", "like", "touching", "agreeing", "back")
            )
            assert (met, like) == paper.meeting(paper.corners)
            assert (touching, agreeing) == paper.meeting(paper.halves)
            assert back == touching
            assert kept_value(machine, state, "reached") == paper.reached()
            assert kept_value(machine, state, "facing") <= touching


def kept_value(machine: Machine, state: Position, name: str) -> int:
    layout = machine.instance.kept[name]
    return int(state.c[layout.column][layout.base])


CHOSEN = """
    lists: {sign: [a, b], edge: [grass, road]}
    kinds: {tile: {printed: {signs: sign per corner, ways: sign per half, edges: edge per side, size: row of number}}}
    components:
      first:
        kind: tile
        in: middle of field
        rows:
          great:
            size: [2, 1]
            signs: {SIGNS}
            ways: {WAYS}
            edges: {north: [road, grass], east: [grass], south: [grass, road], west: [road]}
      more:
        kind: tile
        in: at(field, 34, 32)
        rows: {small: {size: [1, 1], signs: {SIGNS}, ways: {ONES}, edges: {north: road, east: road, south: road, west: road}}}
    zones: {field: {holds: one tile, shape: {grid: open, edges: edge, corners: sign, halves: sign, turns: quarter}}}
    kept:
      corner-there: {is: maybe corner of field}
      half-there: {is: maybe half of field}
      border-there: {is: maybe border of field}
    define:
      large: first(field where it is great)
      little: first(field where it is small)
    play:
      corners: {seat: first(seats), choose: {spot: corners of large}, do: set corner-there to spot}
      halves: {seat: first(seats), choose: {spot: halves of large}, do: set half-there to spot}
      borders: {seat: first(seats), choose: {spot: borders of large + borders of little}, do: set border-there to spot}
    ranking: {least: {least: "if corner-there is none or half-there is none or border-there is none then 1 else 0"}}
    """


def test_choices_among_them_are_keys_in_words() -> None:
    """They name the pose, the place at it, and on a side of several edges which of them it is, clockwise."""
    signs = ", ".join(f"{word}: a" for word in CORNERS)
    ones = ", ".join(f"{word}: a" for word in HALVES)
    ways = ", ".join(f"{word}: {'[a, b]' if word.startswith(('north', 'south')) else '[a]'}" for word in HALVES)
    text = CHOSEN.replace("SIGNS", signs).replace("WAYS", ways).replace("ONES", ones)
    play = Play(text)
    great = "pose-at(field, great, [[32, 32], [33, 32]], 0)"
    assert play.keys == [f"corners(corner({great}, {word}))" for word in CORNERS]
    play.do(f"corners(corner({great}, south-west))")
    assert len(play.keys) == 12
    assert {
        f"halves(half({great}, north-left, 1))",
        f"halves(half({great}, south-right, 2))",
        f"halves(half({great}, east-left, 1))",
    } <= set(play.keys)
    play.do(f"halves(half({great}, south-right, 2))")
    assert play.keys == [f"borders(border({great}, east, 1))", "borders(border(pose-at(field, small, [[34, 32]], 0), west))"]


def test_a_number_that_is_none_of_them_is_refused_in_a_saved_position() -> None:
    """The large tile has four corners, twelve halves of edges, and a border in the east alone on which something lies."""
    signs = ", ".join(f"{word}: a" for word in CORNERS)
    ways = ", ".join(f"{word}: {'[a, b]' if word.startswith(('north', 'south')) else '[a]'}" for word in HALVES)
    ones = ", ".join(f"{word}: a" for word in HALVES)
    machine = machine_for(CHOSEN.replace("SIGNS", signs).replace("WAYS", ways).replace("ONES", ones))
    state = machine.start(1)
    pose = state.c[PLACEMENTS][0]
    shape = Validation(machine.instance, machine.program, {})
    for name, most in (("corner-there", 4), ("half-there", 12), ("border-there", 6)):
        layout = machine.instance.kept[name]
        first = pose * BORDERS
        for number, fits in ((first, True), (first + most - 1, True), (first + most, False), (-1, False), (1 << 40, False)):
            saved = json.loads(json.dumps(state.to_json()))
            saved["columns"][layout.column][layout.base] = number
            found = shape.fault(saved)
            assert (found is None) is fits, (name, number, found)
