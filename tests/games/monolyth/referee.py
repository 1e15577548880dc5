"""A second Monolyth, written from the rulebook with plain numbers and sets, that watches games of the first one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from typing import Any

Cube = tuple[int, int, int]
Option = tuple[object, ...]
SHAPES: dict[str, tuple[Cube, ...]] = {
    "C1": ((0, 0, 0),),
    "I2": ((0, 0, 0), (1, 0, 0)),
    "I3": ((0, 0, 0), (1, 0, 0), (2, 0, 0)),
    "L3": ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    "L4": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)),
    "O4": ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)),
    "S4": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
    "T4": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)),
}
COPIES = {"C1": 3, "I2": 2, "I3": 2, "L3": 3, "L4": 2, "O4": 1, "S4": 2, "T4": 1}
COLOURS = ("turquoise", "orange", "white", "blue", "black")
SIDES = ("north", "east", "south", "west")
BOARDS = {
    "PB1": ("orange", "white", "blue", "black"),
    "PB2": ("white", "blue", "black", "turquoise"),
    "PB3": ("blue", "black", "turquoise", "orange"),
    "PB4": ("black", "turquoise", "orange", "white"),
    "PB5": ("turquoise", "orange", "white", "blue"),
}
"""The colours of the sides, in the order of SIDES."""
CARDS = {
    "STR1": "3333 1111 1111 1111", "STR2": "1111 1331 1331 1111", "STR3": "3322 3322 11-- 11--", "STR4": "32-1 32-1 32-1 32-1",
    "STR5": "3--3 -11- -11- 3--3", "STR6": "2222 2112 2112 2233", "STR7": "3111 13-1 1-31 1113", "STR8": "-22- 1331 1311 -11-",
    "STR9": "3331 3221 32-1 1111", "STR10": "2211 2331 1332 1122",
}  # fmt: skip
"""Rows from north to south; 3 is three or more, - is one or two."""
FITS = {"1": (1,), "2": (2,), "-": (1, 2), "3": (3, 4)}
LEVELS = {1: (16, 10, 8, 6), 2: (12, 10, 9, 8, 7, 6, 5, 4), 3: (10, 9, 9, 8, 7, 7, 6, 5, 4), 4: (10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 4)}
STRUCTURES = {1: (10,), 2: (10, 6), 3: (10, 8, 6), 4: (10, 8, 6, 4)}
PROPHECIES = {
    1: (4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 14),
    2: (5, 6, 7, 8, 9, 9, 10, 10, 11, 12, 13, 14),
    3: (4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12),
    4: (4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12),
}
WORDS = {
    "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
    "fourteen": 14, "sixteen": 16,
}  # fmt: skip
SLOTS = 13


def _turned(cubes: tuple[Cube, ...]) -> Iterator[tuple[Cube, ...]]:
    """The cubes in all 24 rotations: axes may change places and directions, as long as right hands stay right hands."""
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        inversions = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))
        if (-1) ** inversions * signs[0] * signs[1] * signs[2] == 1:
            yield tuple((signs[0] * c[order[0]], signs[1] * c[order[1]], signs[2] * c[order[2]]) for c in cubes)


@cache
def positions(shape: str) -> list[frozenset[Cube]]:
    """Everywhere that a stone can be on a grid of 4 by 4 by 4, if nothing has to carry it."""
    found = set()
    for turned in _turned(SHAPES[shape]):
        for dx, dy, dz in product(range(-3, 8), repeat=3):
            cubes = frozenset((x + dx, y + dy, z + dz) for x, y, z in turned)
            if all(1 <= part <= 4 for cube in cubes for part in cube):
                found.add(cubes)
    return sorted(found, key=sorted)


@cache
def readings(card: str) -> list[dict[tuple[int, int], tuple[int, ...]]]:
    """The heights that are right on each cell, in each way of reading a card."""
    rows, found = [list(row) for row in CARDS[card].split()], []
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        found += [rows, [row[::-1] for row in rows]]
    return [{(x + 1, y + 1): FITS[r[y][x]] for x, y in product(range(4), repeat=2)} for r in found]


@dataclass
class Builder:
    """One player: cubes with their colours, the value in each notch, what was earned."""

    board: str
    cubes: dict[Cube, str] = field(default_factory=dict)
    notches: dict[str, int] = field(default_factory=dict)
    levels: list[int] = field(default_factory=list)
    structure: list[int] = field(default_factory=list)

    def height(self, x: int, y: int) -> int:
        return sum((x, y, z) in self.cubes for z in range(1, 5))

    def finished(self) -> int:
        return min(self.height(x, y) for x, y in product(range(1, 5), repeat=2))

    def fits(self, cubes: frozenset[Cube], limit: int) -> bool:
        full = self.cubes.keys() | cubes
        return all(c not in self.cubes and c[2] <= limit and all((c[0], c[1], z) in full for z in range(1, c[2])) for c in cubes)

    def fits_card(self, card: str) -> bool:
        return any(all(self.height(x, y) in heights for (x, y), heights in reading.items()) for reading in readings(card))

    def far_from(self, card: str, cubes: frozenset[Cube]) -> int:
        """How many cubes the nearest reading of the card still wants behind these; many, if they are too high for all."""
        columns = Counter((x, y) for x, y, _ in cubes)
        return min(
            sum(
                min(wanted) - now if now <= max(wanted) else 100
                for at, wanted in reading.items()
                if (now := self.height(*at) + columns[at]) not in wanted
            )
            for reading in readings(card)
        )

    def wall(self, side: str) -> int:
        colour = BOARDS[self.board][SIDES.index(side)]
        at = {"north": (1, 1), "east": (0, 4), "south": (1, 4), "west": (0, 1)}[side]
        return sum(cube[at[0]] == at[1] and shade == colour for cube, shade in self.cubes.items())

    def total(self) -> int:
        true = sum(value for side, value in self.notches.items() if self.wall(side) >= value)
        return true + sum(self.levels) + sum(self.structure)


class Referee:
    """Knows the position of a game and says what must be possible in it and what must follow.

    Args:
        view: what a seat sees after the set-up, where all is open. players: how many play.
        either: whether either condition allows a forced discard.
    """

    def __init__(self, view: dict[str, Any], players: int, *, either: bool = False) -> None:
        zones, self.players, self.either = view["zones"], players, either
        self.limit = 4 if players <= 2 else 3
        self.card = zones["card-place"]["things"][0]["thing"]
        self.builders = [Builder(zones["board"][f"p{s + 1}"]["things"][0]["thing"]) for s in range(players)]
        self.first = self.turn = int(view["kept"]["first-player"][1]) - 1
        self.ring = ring_of(view)
        self.crystal = 1
        self.reserve = Counter(dict.fromkeys(COLOURS, COPIES["C1"]))
        self.lid = Counter({(s, c): n for s, n in COPIES.items() for c in COLOURS if s != "C1"}) - Counter(self.ring.values())
        self.supply = {"level": list(LEVELS[players]), "structure": list(STRUCTURES[players]), "prophecy": list(PROPHECIES[players])}
        self.last_round = self.over = self.clock = False

    def options(self) -> set[Option]:
        """What may be chosen."""
        if self.clock:
            return {("clock", value) for value in self.supply["prophecy"]}
        me = self.builders[self.turn]
        free = [side for side in SIDES if side not in me.notches]
        found: set[Option] = {("prophesy", value, side) for value in self.supply["prophecy"] for side in free}
        placed: set[Option] = set()
        for slot in self.landings():
            shape, colour = self.ring[slot]
            sources = [("take", shape)] + [("swap", "C1")] * (self.reserve[colour] > 0)
            placed |= {("place", slot, source, cubes) for source, of in sources for cubes in positions(of) if me.fits(cubes, self.limit)}
        taken = any(option[2] == "take" for option in placed)
        colours = any(self.reserve[self.ring[slot][1]] for slot in self.landings())
        if not placed or (self.either and not (taken and colours)):
            found |= {("discard", slot) for slot in self.landings()}
        return found | placed

    def landings(self) -> list[int]:
        after = [(self.crystal - 1 + step) % SLOTS + 1 for step in range(1, SLOTS + 1)]
        return [slot for slot in after if slot in self.ring][:4]

    def carry_out(self, option: Option) -> None:
        """What follows of a choice; a stone that is drawn meanwhile is not known yet."""
        self.gap = None
        me = self.builders[self.turn]
        match option:
            case ("clock", int() as value):
                self.supply["prophecy"].remove(value)
                self.clock = False
            case ("prophesy", int() as value, str() as side):
                self.supply["prophecy"].remove(value)
                me.notches[side] = value
            case ("place" | "discard", int() as slot, *how):
                _, colour = self.ring.pop(slot)
                self.gap, self.crystal = self.crystal, slot
                if how:
                    self.reserve[colour] -= how[0] == "swap"
                    me.cubes |= dict.fromkeys(how[1], colour)  # type: ignore[call-overload]  # the cubes of a placed stone
                self.clock = self.players == 1
                if self.clock and len(set(self.supply["prophecy"])) == 1:  # goes without a question
                    self.supply["prophecy"].pop()
                    self.clock = False
        if not self.clock:
            self._end_turn(me)

    def drawn(self, ring: dict[int, tuple[str, str]]) -> None:
        """The stone that has come on the slot which the crystal left."""
        if self.gap is not None and self.lid.total():
            stone = ring[self.gap]
            assert self.lid[stone] > 0
            self.lid[stone] -= 1
            self.ring[self.gap] = stone
        if not self.ring and not self.clock:
            self.over = True

    def _end_turn(self, me: Builder) -> None:
        while len(me.levels) < me.finished():
            token = (min if self.players == 1 else max)(self.supply["level"])
            self.supply["level"].remove(token)
            me.levels.append(token)
        if not me.structure and self.supply["structure"] and me.fits_card(self.card):
            me.structure.append(self.supply["structure"].pop(0))
        self.last_round |= me.finished() == self.limit
        self.turn = (self.turn + 1) % self.players
        self.over = (self.last_round and self.turn == self.first) or (self.players == 1 and not self.supply["prophecy"])

    def winner(self) -> int:
        order = [(self.first + step) % self.players for step in range(self.players)]
        return max(order, key=lambda seat: (self.builders[seat].total(), order.index(seat)))


def option_of(key: str) -> Option:
    """A choice key in the referee's words."""
    slot = re.search(r"at\(ring, (\d+)\)", key)
    if key.startswith("place-stone") and slot:
        cubes = re.findall(r"\[(\d+), (\d+), (\d+)\]", key)
        source = "take" if ", take, " in key else "swap"
        return ("place", int(slot[1]), source, frozenset((int(x), int(y), int(z)) for x, y, z in cubes))
    if key.startswith("throw-away") and slot:
        return ("discard", int(slot[1]))
    value = WORDS[re.findall(r"prophecy-(\w+)", key)[0]]
    return ("clock", value) if key.startswith("solo-clock") else ("prophesy", value, re.findall(r"(\w+)\)\)", key)[0])


def ring_of(view: dict[str, Any]) -> dict[int, tuple[str, str]]:
    """The stones on the slots, as (shape, colour)."""
    return {entry["cells"][0][0]: stone_of(entry["thing"]) for entry in view["zones"]["ring"]["things"]}


def stone_of(name: str) -> tuple[str, str]:
    shape, _, colour = name.rstrip(")").partition("(")
    return shape, colour
