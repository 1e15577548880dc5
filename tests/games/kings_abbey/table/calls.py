"""Choices of phases 1 to 3 in the words of the referee."""

from __future__ import annotations

import re

from tests.games.kings_abbey.table.memory import Word
from tests.games.kings_abbey.table.memory import word as common_word
from tests.games.kings_abbey.table.position import Position
from tests.games.kings_abbey.table.table import Option, Table

PEASANT = {"send-peasant", "victims", "join"}
DIE = {"preach", "study", "defend", "fight"}
CARD_AND_DIE = {"join-crusade", "call-elias"}
SETS = {"ring", "lending"}
NUMBER = {"number", "fame"}


def word(table: Table, option: Option) -> Word:
    """The action and what was picked, cards and dice as `#number`, peasants by their spots."""
    raw, action = option.raw, option.action
    match action:
        case action if action in PEASANT:
            return (action, table.spots[raw[0]])
        case action if action in DIE:
            return (action, f"#{raw[0]}", *raw[1:])
        case action if action in CARD_AND_DIE:
            return (action, f"#{raw[0]}", f"#{raw[1]}", *raw[2:])
        case action if action in NUMBER:
            return (action, raw[0])
        case action if action in SETS:
            return (action, *raw[:-1], *(f"#{die}" for die in raw[-1]))
        case "send-pilgrim":
            return (action, f"#{raw[0]}", table.spots[raw[1]])
        case "ask-for-help":
            return (action, f"#{raw[0]}", f"p{raw[1] + 1}")
        case "share-relic":
            return (action, f"p{raw[-1] + 1}")
        case "deal" if "goods-share" in option.args:
            share = str(option.args["goods-share"])
            return (action, *sorted(share.split(" + ") if share != "none" else []))
        case "suffer-loss":
            return (action, f"#{raw[0] if raw[1] is None else raw[1]}")
        case "choose-goods":
            return (action, *option.args.values())
    return common_word(table, option)


def told(position: Position, reused: set[int], word: Word) -> Word:
    """The word with what tells dice and cards apart in place of their numbers: the game offers one of those that are alike."""

    def part(one: object) -> object:
        if isinstance(one, tuple):
            return tuple(part(inner) for inner in one)
        found = re.fullmatch(r"(#|(?:brother|guard) of )(\d+)", one) if isinstance(one, str) else None
        return f"{found[1]}{_name(position, reused, int(found[2]))}" if found else one

    action, *picked = (part(one) for one in word)
    return (action, *(sorted(picked, key=str) if action in SETS else picked))


def _name(position: Position, reused: set[int], thing: int) -> str:
    lying = position.things[thing]
    if "shows" in lying.marks:
        return f"{lying.place.partition(' ')[0]} {lying.marks['shows']}{' again' * (thing in reused)}"
    return f"{lying.kind}{' with a peasant' * position.manned(thing)}"
