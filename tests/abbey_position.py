"""A position of King's Abbey as all seats together see it: where every thing lies, how many peasants stand where, what is counted.

`Table` stands at a stop of a game and reads the position there. A referee copies a position, changes the copy as the rulebook says,
and asks for the `differences` to the position that is found at the next stop.

Places are named by their zone and what it belongs to: `ready of p1`, `main-space of forest`, `attack`, or with the number of the card that
they lie on: `brother of 41`, `crew of 78`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any
from unittest.mock import patch

from custumal import Choice, State
from custumal.interpreter import names, views

Spot = tuple[str, str, tuple[int, ...]]
"""Where a peasant stands: the place, whose peasant it is, the cell if there are cells (bench and row)."""
GOODS = ("wood", "grain", "stone", "sand")
WORTH = {"denier": 1, "wood": 2, "grain": 3, "stone": 4, "sand": 5}
PHASES = {
    "dice": 1, "event": 2, "abbey-phase": 3, "buying": 4, "gathering": 5, "moving": 6, "construction": 7, "food": 8, "night": 9,
    "income": 10, "campaigns": 11, "pawn": 12, "clean-up": 12, "dawn": 12,
}  # fmt: skip
BOOKKEEPING = {
    "spent", "stage", "closed", "fought", "unmanned", "towers-raised", "ever-built", "library-used", "smith-used", "baths", "taken-back",
    "doubled-one", "doubled-pair", "stable-trades", "fed", "bought", "remodelled", "visited",
}  # fmt: skip
"""Counted by the game for itself, seen on no table: a referee counts for itself."""
PEASANT = "folk-pieces"
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


@dataclass(frozen=True)
class Option:
    """A choice as a referee speaks of it: the action with what was picked, things by number; the game's own choice with it."""

    action: str
    raw: tuple[Any, ...]
    choice: Choice

    @property
    def key(self) -> str:
        return self.choice.key

    @property
    def args(self) -> dict[str, object]:
        return self.choice.args


class Table:
    """A stop of a game: the position, in which phase of which turn it is, who decides and among what."""

    def __init__(self, state: State) -> None:
        self.state = state
        program, position = state._table.program, state.position
        # A return address is behind the call, where already the next step may begin.
        under_way = (position.pc, *(back - 1 for back in position.stack))
        self.steps = [program.steps[pc] for pc in under_way if 0 <= pc < len(program.steps)]
        """Addresses of the steps under way in the game's rules, the innermost first."""
        self.turn: int = state._table.rounds(position)
        self.seat = None if state.seat is None else f"p{state.seat}"

    @cached_property
    def position(self) -> Position:
        """Read when it is first asked for."""
        return _read(self._looks, self.state.players)

    @cached_property
    def spots(self) -> dict[int, Spot]:
        """Where each peasant stands, by its number in the game's own choices."""
        found: dict[int, Spot] = {}
        for place, contents in _by_place(self._looks).items():
            found |= dict(_standing(place, _best(contents)))
        return found

    @cached_property
    def _looks(self) -> list[Any]:
        """What each seat sees; others are asked only where the first one doesn't see what is theirs."""
        with patch.object(views, "thing_name", lambda world, thing: f"{names.thing_name(world, thing)}#{thing}"):
            looks = [self.state.view(1).data]
            if any("count" in content and " of p" in place for place, (content,) in _by_place(looks).items()):
                looks += [self.state.view(seat + 1).data for seat in range(1, self.state.players)]
        return looks

    @property
    def phase(self) -> int:
        """From 1 to 12; 0 before the first turn and when all is over."""
        parts = [part for step in self.steps if step.startswith("play.turn.") for part in step.split(".")[2:3]]
        return PHASES[parts[0]] if parts and not self.state.is_over else 0

    @property
    def variants(self) -> tuple[str, ...]:
        return self.state.game.variants

    @property
    def proposals(self) -> int:
        """How many offers a seat may make in a turn."""
        return int(str(self.state.game.options["proposals"]))

    def within(self, step: str) -> bool:
        """Whether a step, given by its id, is under way."""
        return any(f".{step}." in f".{address}." for address in self.steps)

    def options(self) -> list[Option]:
        return [Option(choice.action, choice.raw[1:], choice) for choice in self.state.choices()]

    def play(self, option: Option) -> Table:
        return Table(self.state.play(option.choice))


def _read(looks: list[Any], players: int) -> Position:
    position = Position(tuple(f"p{seat + 1}" for seat in range(players)))
    for place, contents in _by_place(looks).items():
        _read_place(position, place, _best(contents))
    for look in looks:
        position.kept |= dict(_values(look["kept"]))
    position.out_of_play = looks[0]["out-of-play"]
    return position


def _by_place(looks: list[Any]) -> dict[str, list[Any]]:
    """What each seat sees of each place."""
    found: dict[str, list[Any]] = {}
    for look in looks:
        for zone, content in look["zones"].items():
            if content.keys() & {"things", "count"}:
                found.setdefault(zone, []).append(content)
            else:
                for whose, place in content.items():
                    found.setdefault(f"{zone} of {whose}", []).append(place)
    return found


def _best(contents: list[Any]) -> Any:
    """By whom a place is seen, it is seen alike."""
    seen = [content for content in contents if "things" in content]
    assert all(content == seen[0] for content in seen)
    return (seen or contents)[0]


def _read_place(position: Position, place: str, seen: Any) -> None:
    if "count" in seen:
        position.unseen[place] = seen["count"]
        return
    position.folk.update(spot for _, spot in _standing(place, seen) if spot[0] == place)
    for entry in seen["things"]:
        name, _, number = entry["thing"].partition("#")
        if name.startswith(PEASANT):
            continue
        cell = tuple(entry["cells"][0]) if "cells" in entry else ()
        position.things[int(number)] = Lying(name, place, cell, dict(entry.get("kept", {})))
        for zone, content in entry.get("on", {}).items():
            _read_place(position, f"{zone} of {number}", content)


def _standing(place: str, seen: Any) -> Iterator[tuple[int, Spot]]:
    """The peasants in a place and on what lies there."""
    for entry in seen.get("things", []):
        name, _, number = entry["thing"].partition("#")
        if name.startswith(PEASANT):
            yield int(number), (place, name.partition("(")[2][:2], tuple(entry["cells"][0]) if "cells" in entry else ())
        for zone, content in entry.get("on", {}).items():
            yield from _standing(f"{zone} of {number}", content)


def _values(kept: Any) -> Iterator[tuple[tuple[str, str], Any]]:
    for name, value in kept.items():
        if isinstance(value, dict):
            yield from (((name, whose), one) for whose, one in value.items())
        else:
            yield (name, ""), value


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
