"""What a referee of King's Abbey remembers because no piece on the table shows it, and the words in which it speaks of choices."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

from tests.games.kings_abbey.table.position import Position, Spot
from tests.games.kings_abbey.table.table import Option, Table

Word = tuple[object, ...]
"""A choice: the action and what was picked, cards and dice as `#number`, peasants by their spots."""
PEASANT_FIRST = {"peasant", "baptise", "ordain", "ordain-ringer", "bathe", "archer", "span"}
"""Actions whose first pick is a peasant; whatever else they pick are cards."""
CARDS = {"give-up", "last", "build", "raise-tower", "second-shift", "take-back", "spare", "build-free"}
BY_NAME = {"trade", "market-day", "goods", "choose-goods", "harvest"}
APART = ("shows", "reused", "tended-since", "opened")
"""What the game remembers of dice and cards that are otherwise alike: it does not fold those that differ in it."""
OFFERS = {"market-day": "market", "ask-for-help": "struck"}
"""What is offered to another player, and what it is counted as when that player says yes."""
TERMS = {"share-relic", "number", "fame", "deal"}
BY_VALUE = {"amount", "deal", "bid", "vow"}


def spot_in(word: Word) -> Spot:
    """Where the peasant stands that a choice begins with."""
    return cast("Spot", word[1])


def number(thing: object) -> int:
    return int(str(thing)[1:])


def word(table: Table, option: Option) -> Word:
    """A choice in the referee's words; of other actions only what they are called."""
    raw, args = option.raw, option.args
    match option.action:
        case "sold":
            return ("sold", f"#{raw[0]}", *raw[1][:5])
        case "choosing":
            return ("choosing", tuple(int(part) for part in re.findall(r"\d+", option.key)[-2:]))
        case "ascend" | "protect" | "feed" | "wall-in" | "carts" | "invoke":
            return (option.action, f"#{raw[0]}")
        case "leave-one-out-build" | "leave-one-out-raise-tower":
            return (option.action, f"#{raw[1]}", args["omitted"])
        case "train-free":
            return ("train-free", tuple(f"#{post}" for post in raw[1]))
        case action if action in PEASANT_FIRST:
            first = int(action in {"bathe", "span"})
            cards = [f"#{card}" for card in raw[first + 1 :] if card is not None]
            return (action, spots(table)[raw[first]], *cards)
        case action if action in CARDS:
            return (action, f"#{raw[-1]}")
        case "support":
            return ("support", *(f"#{die}" for die in raw[-2:]))
        case action if action in BY_NAME or action in BY_VALUE:
            return (action, *args.values())
    return (option.action,)


def coarse(position: Position, word: Word) -> Word:
    """The word with what can be told of things in place of their numbers: the game offers one of those that are alike."""

    def name(match: re.Match[str]) -> str:
        thing = position.things[int(match[2])]
        return f"{match[1]}{thing.name}{[thing.marks.get(mark) for mark in APART]}"

    def part(one: object) -> object:
        if isinstance(one, tuple):
            return tuple(part(inner) for inner in one)
        return re.sub(r"^(#|.* of )(\d+)$", name, one) if isinstance(one, str) else one

    return tuple(part(one) for one in word)


def spots(table: Table) -> dict[int, Spot]:
    """Where each peasant stands, by its number in the game's own choices."""
    return table.spots


class Memory:
    """Counts of the turn, since when cards have had their lay brothers, and which halls have brought their prestige."""

    def __init__(self) -> None:
        self.turn = 0
        self.counts: Counter[tuple[str, str]] = Counter()
        """What is counted in a turn, and whose."""
        self.tended: dict[int, int] = {}
        """The turn in which a lay brother came to a building; of others it was before the first."""
        self.opened: set[int] = set()
        """Buildings that have had a lay brother."""
        self.newly: list[int] = []
        """Those that have just got their first."""
        self.spans: dict[int, int] = {}
        """Buildings that are served from another one, by the saint Rodolphe."""
        self.spared: set[int] = set()
        """Crusades that lack no more dice, by the saint Gauvin."""
        self.used: set[int] = set()
        """Dice that have come home from crusades in this turn."""
        self._asking: tuple[str, str] | None = None

    def begin(self, turn: int) -> None:
        if turn != self.turn:
            self.turn = turn
            self.counts.clear()
            self.used.clear()

    def note(self, table: Table, word: Word) -> None:
        """What is to be remembered of a choice that is made."""
        self.begin(table.turn)
        seat, action = table.seat or "", str(word[0])
        if action == "yes" and self._asking:
            self.counts[self._asking] += 1
        if action not in TERMS:
            self._asking = (OFFERS[action], seat) if action in OFFERS else None
        self.counts[action, seat] += 1
        self.newly = []
        if action in {"ordain", "bathe", "span"}:
            served = [number(card) for card in word[2:] if not self.staffed(table.position, number(card))]
            self._attend([card for card in served if not table.position.things[card].place.startswith("towers")])
        if action == "span":
            self.spans[number(word[3])] = number(word[2])

    def _attend(self, cards: list[int]) -> None:
        self.tended |= dict.fromkeys(cards, self.turn)
        self.newly = [card for card in cards if card not in self.opened]
        self.opened.update(cards)

    # ------------------------------------------------------------ who serves where

    def look(self, position: Position) -> None:
        """Whoever has left the first of two cards serves the second no more; if the first is lost he stays on the second."""
        self.opened |= {card for card, thing in position.things.items() if thing.place.startswith("abbey") and position.manned(card)}
        self.spans = {card: first for card, first in self.spans.items() if card in position.things and position.manned(first)}

    def staffed(self, position: Position, card: int) -> bool:
        return position.manned(card) or position.manned(self.spans.get(card, -1))

    def copies(self, position: Position, seat: str, kind: str) -> int:
        """How many activated buildings of a kind a seat has."""
        return sum(self.staffed(position, card) for card in position.named(f"abbey of {seat}", kind))
