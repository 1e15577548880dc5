"""Choices of market, resources, peasants and construction in the words of the referee."""

from __future__ import annotations

import re

from tests.games.kings_abbey.table.deeds import Deeds
from tests.games.kings_abbey.table.memory import Word, spots
from tests.games.kings_abbey.table.memory import word as common_word
from tests.games.kings_abbey.table.position import Position
from tests.games.kings_abbey.table.table import Option, Table

ONE_DIE = {"take-initiative", "take-back", "second-shift"}
WITH_CELL = {"buy", "step-forward"}
DIE_AND_NUMBERS = {"preach", "study", "defend"}


def word(table: Table, option: Option) -> Word:
    """The action and what was picked, cards and dice as `#number`, peasants by their spots."""
    raw, key = option.raw, option.key
    action = option.action.removeprefix("again-")  # what is done with a die that was taken back
    first = re.split(r"[,(] ?", key.rstrip(")"))[1:2]
    match action:
        case action if action in WITH_CELL:
            return (action, tuple(int(part) for part in re.findall(r"\d+", key)[-2:]))
        case action if action in ONE_DIE:
            return (action, f"#{raw[-1]}")
        case action if action in DIE_AND_NUMBERS:
            return (action, f"#{raw[0]}", *raw[1:])
        case "gather":
            return (action, first[0], f"#{raw[1]}", raw[2])
        case "load-wagon":
            return (action, first[0])
        case "add":
            return (action, None if raw[0] is None else f"#{raw[0]}")
        case "sharpen":
            return (action, raw[0])
        case "choose-goods":
            return (action, *option.args.values())
        case "train-archer":
            return (action, f"#{raw[0]}", spots(table)[raw[1]])
    return common_word(table, option)


def alike(position: Position, deeds: Deeds, word: Word) -> Word:
    """The word with what tells dice and cards apart in place of their numbers: the game offers one of those that are alike."""

    def part(one: object) -> object:
        if isinstance(one, tuple):
            return tuple(part(inner) for inner in one)
        found = re.fullmatch(r"(#|(?:brother|guard) of )(\d+)", one) if isinstance(one, str) else None
        return f"{found[1]}{_told(position, deeds, int(found[2]))}" if found else one

    return tuple(part(one) for one in word)


def _told(position: Position, deeds: Deeds, thing: int) -> str:
    lying = position.things[thing]
    if "shows" in lying.marks:
        back = "again " * (thing in deeds.reused) + "at home " * (thing in deeds.at_home)
        return f"{back}{lying.place.partition(' ')[0]} {lying.marks['shows']}"
    return f"{lying.kind}{' with a peasant' * position.manned(thing)}"
