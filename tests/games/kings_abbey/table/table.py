"""A stop of a game of King's Abbey: the position as all seats together see it, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from unittest.mock import patch

from custumal import Choice, State
from custumal.interpreter.keys import names, views
from tests.games.kings_abbey.table.position import Lying, Position, Spot

PHASES = {
    "dice": 1, "event": 2, "abbey-phase": 3, "buying": 4, "gathering": 5, "moving": 6, "construction": 7, "food": 8, "night": 9,
    "income": 10, "campaigns": 11, "pawn": 12, "clean-up": 12, "dawn": 12,
}  # fmt: skip
PEASANT = "folk-pieces"


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
        program, position = state._engine.program, state.position
        # A return address is behind the call, where already the next step may begin.
        under_way = (position.pc, *(back - 1 for back in position.stack))
        self.steps = [program.steps[pc] for pc in under_way if 0 <= pc < len(program.steps)]
        """Addresses of the steps under way in the game's rules, the innermost first."""
        self.turn: int = state._engine.rounds(position)
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
        return [Option(choice.action, choice.numbers[1:], choice) for choice in self.state.choices()]

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
