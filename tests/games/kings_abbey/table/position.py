"""A position of King's Abbey as all seats together see it: where every thing lies, how many peasants stand where, what is counted.

`Table` (`table.py`) stands at a stop of a game and reads the position there. A referee copies a position, changes the copy
as the rulebook says, and asks for the `differences` to the position that is found at the next stop.

Places are named by their zone and what it belongs to: `ready of p1`, `main-space of forest`, `attack`, or with the number of the card that
they lie on: `brother of 41`, `crew of 78`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import Any

Spot = tuple[str, str, tuple[int, ...]]
"""Where a peasant stands: the place, whose peasant it is, the cell if there are cells (bench and row)."""
GOODS = ("wood", "grain", "stone", "sand")
WORTH = {"denier": 1, "wood": 2, "grain": 3, "stone": 4, "sand": 5}
BOOKKEEPING = {
    "spent", "stage", "closed", "fought", "unmanned", "towers-raised", "ever-built", "library-used", "smith-used", "baths", "taken-back",
    "doubled-one", "doubled-pair", "stable-trades", "deals-struck", "fed", "bought", "remodelled", "visited",
}  # fmt: skip
"""Counted by the game for itself, seen on no table: a referee counts for itself."""
UNSEEN = ("twin", "spanning", "spared", "came-back", "relic-offered")
"""What the game keeps of things for relics and saints."""
MARKS = {"use-now", "stands-for", "counts", "reused", "board-only", "opened", "tended-since"}
"""Remembered of a thing for the same reason."""


@dataclass
class Lying:
    """A die, card or token: what it is, where it lies, and what is remembered of it (`shows` of a die, `rolled` of a Viking die)."""

    name: str
    place: str
    cell: tuple[int, ...] = ()
    marks: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return self.name.partition("(")[0]

    @property
    def owner(self) -> str:
        return self.name.partition("(")[2][:-1].partition(",")[0]


@dataclass
class Position:
    """All of it in plain values. `things` are by number; peasants are alike and are counted; `unseen` is how many things lie in a place
    that nobody sees; `kept` are values by name and what they belong to, the resources among them."""

    seats: tuple[str, ...]
    things: dict[int, Lying] = field(default_factory=dict)
    folk: Counter[Spot] = field(default_factory=Counter)
    unseen: dict[str, int] = field(default_factory=dict)
    kept: dict[tuple[str, str], Any] = field(default_factory=dict)
    out_of_play: int = 0

    def copy(self) -> Position:
        return deepcopy(self)

    # ------------------------------------------------------------ asking

    def at(self, place: str) -> dict[int, Lying]:
        return {number: thing for number, thing in self.things.items() if thing.place == place}

    def count(self, place: str) -> int:
        """How many lie or stand in a place, seen or not."""
        standing = sum(many for (where, _, _), many in self.folk.items() if where == place)
        return len(self.at(place)) + self.unseen.get(place, 0) + standing

    def named(self, place: str, kind: str) -> list[int]:
        return [number for number, thing in self.at(place).items() if thing.kind == kind]

    def peasants(self, place: str, owner: str | None = None) -> int:
        return sum(many for (where, whose, _), many in self.folk.items() if where == place and owner in {None, whose})

    def bench_spots(self, seat: str) -> set[tuple[int, ...]]:
        """Bench from the left and row from below, of each place taken."""
        return {cell for (where, _, cell), many in self.folk.items() if where == f"benches of {seat}" and many}

    def manned(self, card: int) -> bool:
        """Whether a peasant stands on a building or a tower."""
        return self.peasants(f"brother of {card}") + self.peasants(f"guard of {card}") > 0

    def at_work(self, seat: str, kind: str) -> int:
        """How many activated buildings of a kind a seat has."""
        return sum(self.manned(number) for number in self.named(f"abbey of {seat}", kind))

    def amount(self, seat: str, what: str) -> Any:
        """A resource, or another value that is kept for each seat."""
        return self.kept[what, seat]

    @property
    def first_player(self) -> str:
        return str(self.kept["first-player", ""])

    def in_turn(self) -> list[str]:
        """The seats, clockwise from the first player."""
        at = self.seats.index(self.first_player) if self.first_player in self.seats else 0
        return [*self.seats[at:], *self.seats[:at]]

    @property
    def event(self) -> str | None:
        return next((thing.kind for thing in self.at("current-event").values()), None)

    # ------------------------------------------------------------ changing

    def gain(self, seat: str, what: str, many: int = 1) -> None:
        self.kept[what, seat] += many

    def move(self, thing: int, place: str, cell: tuple[int, ...] = ()) -> None:
        self.things[thing].place, self.things[thing].cell = place, cell

    def discard(self, thing: int) -> None:
        """Out of the game, with the peasants that stand on it."""
        del self.things[thing]
        self.out_of_play += 1
        for spot in [spot for spot in self.folk if spot[0].endswith(f" of {thing}")]:
            self.out_of_play += self.folk.pop(spot)

    def walk(self, before: Spot, after: Spot | None) -> None:
        """A peasant goes elsewhere, or out of the game."""
        assert self.folk[before] > 0
        self.folk[before] -= 1
        if after is None:
            self.out_of_play += 1
        else:
            self.folk[after] += 1


def differences(expected: Position, found: Position, *, but: tuple[str, ...] = ()) -> list[str]:
    """What differs, a line each, `what: expected, found`; not what the game counts for itself.

    Args:
        but: names of kept values, marks and places that are not to be compared.
    """
    left, right = (dict(_flat(position, {*but, *BOOKKEEPING, *MARKS})) for position in (expected, found))
    return [
        f"{key}: expected {left.get(key)}, found {right.get(key)}"
        for key in sorted(left.keys() | right.keys())
        if left.get(key) != right.get(key)
    ]


def _flat(position: Position, hidden: set[str]) -> Iterator[tuple[str, Any]]:
    for number, thing in position.things.items():
        if thing.place not in hidden:
            marks = {name: mark for name, mark in thing.marks.items() if name not in hidden}
            yield f"{thing.name} #{number}", (thing.place, thing.cell, marks)
    for (place, owner, cell), many in position.folk.items():
        if place not in hidden and many:
            yield f"peasants of {owner} at {place}{list(cell)}", many
    for place, many in position.unseen.items():
        if place not in hidden:
            yield f"unseen in {place}", many
    for (name, whose), value in position.kept.items():
        if name not in hidden:
            yield f"{name} of {whose}", value
    if "out-of-play" not in hidden:
        yield "out of play", position.out_of_play


assert {one.name for one in fields(Position)} == {"seats", "things", "folk", "unseen", "kept", "out_of_play"}
"""`differences` compares all parts but the seats."""
