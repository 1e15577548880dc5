"""Crusades in phase 3 of a second King's Abbey, written from the rulebook: who goes along, which dice, whose help and at what terms."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from itertools import combinations, product
from typing import cast

from tests.games.kings_abbey.rules.campaigns import Campaigns, Crusades
from tests.games.kings_abbey.rules.free import Course
from tests.games.kings_abbey.rules.morning import Morning, values
from tests.games.kings_abbey.table.deeds import Deeds, Use
from tests.games.kings_abbey.table.memory import Word, number, spot_in
from tests.games.kings_abbey.table.position import Spot


class Crusading(Morning, Campaigns):
    """Work on crusades, and which of the four actions of phase 3 may be done."""

    crews: dict[int, tuple[int, int]]

    def take_over(self, crusades: Crusades, crews: dict[int, tuple[int, int]]) -> None:
        """What holds beyond the turn.

        Args:
            crusades: what the cards say. crews: what each die on a crusade stands for, and as how many it counts.
        """
        self.crusades, self.crews = crusades, crews
        self.stage: dict[str, str] = {}
        """The action that a seat is doing."""
        self.closed: set[tuple[str, str]] = set()
        """Actions that a seat has done."""
        self.forged: set[str] = set()
        """Seats whose Blacksmith has changed a die."""

    def begin(self, seat: str, use: str) -> None:
        """What is begun ends what was done before; a die that is used again joins what is done without reopening it."""
        before = self.stage.get(seat)
        if before != use and (seat, use) not in self.closed:
            self.closed |= {(seat, before)} if before else set()
            self.stage[seat] = use

    def may_begin(self, seat: str, use: str, die: int) -> bool:
        return (seat, use) not in self.closed or die in self.deeds.reused

    # ------------------------------------------------------------ what lies where

    def crew(self, card: int) -> list[int]:
        return sorted(self.position.at(f"crew of {card}"))

    def fixed(self, card: int) -> int | None:
        """The value that all dice of a crusade have."""
        return next((self.crews[die][0] for die in self.crew(card)), None)

    def places_left(self, card: int) -> int:
        spaces = self.crusades[self.position.things[card].kind][0]
        return spaces - sum(self.crews[die][1] for die in self.crew(card))

    def goes_along(self, seat: str, card: int) -> bool:
        return self.position.peasants(f"pilgrims of {card}", seat) > 0

    def abroad(self, seat: str, die: int) -> set[int]:
        """What a die may stand for on a crusade: the Blacksmith changes one in a turn."""
        return values(self.position.things[die], 0 if seat in self.forged else self.copies(seat, "blacksmith"))

    # ------------------------------------------------------------ choices

    def crusading(self, seat: str) -> set[Word]:
        open_cards = [card for card in sorted(self.position.at(f"crusades of {seat}")) if self.places_left(card) > 0]
        found: set[Word] = set()
        for card in open_cards:
            found |= self.joins(seat, card) if self.goes_along(seat, card) else self.pilgrims(seat, card)
            if any(self.position.things[die].owner == seat for die in self.crew(card)):
                found |= self.partners(seat, card) | self.calls(seat, card)
        return found

    def pilgrims(self, seat: str, card: int) -> set[Word]:
        again = self.deeds.reused & self.position.at(f"ready of {seat}").keys()
        if (seat, "crusading") in self.closed and not again:
            return set()
        return {("send-pilgrim", f"#{card}", spot) for spot in self.free_folk(seat)}

    def joins(self, seat: str, card: int) -> set[Word]:
        return {
            ("join-crusade", f"#{card}", f"#{die}", value, weight)
            for die in self.position.at(f"ready of {seat}")
            if self.may_begin(seat, "crusading", die)
            for value in self.abroad(seat, die)
            if self.fixed(card) in {None, value}
            for weight in self.weights(seat, "crusading", value)
            if weight <= self.places_left(card)
        }

    def calls(self, seat: str, card: int) -> set[Word]:
        """Élias's dice of the value."""
        if (seat, "crusading") in self.closed:
            return set()
        pool = self.position.at("elias-pool").items()
        return {("call-elias", f"#{card}", f"#{die}") for die, lying in pool if lying.marks["shows"] == self.fixed(card)}

    def partners(self, seat: str, card: int) -> set[Word]:
        counts = self.memory.counts
        if counts["ask-for-help", seat] - counts["struck", seat] >= self.proposals:
            return set()
        others = set(self.position.seats) - {seat}
        standing = {one for one in others if self.goes_along(one, card)}
        helpers = standing or others
        able = [one for one in helpers if self.lent_at_most(one, card) and (one in standing or self.free_folk(one))]
        return {("ask-for-help", f"#{card}", one) for one in able}

    # ------------------------------------------------------------ help

    def exact(self, helper: str, card: int) -> list[int]:
        ready = sorted(self.position.at(f"ready of {helper}").items())
        return [die for die, lying in ready if lying.marks["shows"] == self.fixed(card)]

    def changed(self, helper: str, card: int) -> list[int]:
        """Dice that the Blacksmith can give the value."""
        return [die for die in sorted(self.position.at(f"ready of {helper}")) if self.fixed(card) in self.abroad(helper, die)]

    def most_dice(self, helper: str, card: int) -> int:
        exact, changed = self.exact(helper, card), self.changed(helper, card)
        return len(exact) + (len(changed) > len(exact))

    def doubles(self, helper: str, card: int, dice: int) -> int:
        """How many of so many lent dice may count as two, if those that don't are put there first."""
        for many in range(min(2, dice), 0, -1):
            deeds, copies = deepcopy(self.deeds), self.copies(helper, "scriptorium")
            if all(self._lay(deeds, helper, card, 1 + (at >= dice - many), -1 - at, copies) for at in range(dice)):
                return many
        return 0

    def _lay(self, deeds: Deeds, helper: str, card: int, weight: int, die: int, copies: int) -> bool:
        use = Use(helper, "crusading", self.fixed(card) or 0, weight)
        may = weight == 1 or deeds.doubles(use, copies)
        deeds.use(self.position, die, use, copies)
        return may

    def lent_at_most(self, helper: str, card: int) -> int:
        dice = self.most_dice(helper, card)
        return dice + self.doubles(helper, card, dice)

    def ask_for_help(self, seat: str, card: int, helper: str) -> Course:
        """How many dice for how much of prestige and reward; exactly this is accepted or declined."""
        _, fame, reward = self.crusades[self.position.things[card].kind]
        agreed = self.agreed(card)
        most = min(self.places_left(card), self.lent_at_most(helper, card))
        _, many = yield from self.ask(seat, {("number", number) for number in range(1, most + 1)})
        _, glory = yield from self.ask(seat, {("fame", points) for points in range(fame + 1) if agreed in {None, points}})
        _, *share = yield from self.ask(seat, {("deal", *part) for part in self.shares(card, reward)})
        (answer,) = yield helper, {("yes",), ("no",)}
        if answer == "no":
            return
        if not self.goes_along(helper, card):
            pilgrim = yield from self.ask(helper, {("join", spot) for spot in self.free_folk(helper)})
            self.leave(spot_in(pilgrim), (f"pilgrims of {card}", helper, ()))
        _, doubled, *lent = yield from self.ask(helper, self.loans(helper, card, int(str(many))))
        self.lend(helper, card, [number(die) for die in lent], int(str(doubled)))
        goods = {name: int(amount) for amount, name in (str(one).split() for one in share)}
        self.agree(card, {"helper": helper, "promised-fame": glory, "promised-goods": goods})

    def agreed(self, card: int) -> int | None:
        """The prestige that was promised to who helps already: nobody goes back on his word."""
        marks = self.position.things[card].marks
        return None if marks["helper"] is None else int(marks["promised-fame"])

    def shares(self, card: int, reward: dict[str, int]) -> list[list[str]]:
        """What of a reward can be offered; to who helps already what was promised first."""
        promised = sorted(f"{many} {name}" for name, many in self.position.things[card].marks["promised-goods"].items() if many)
        return [promised] if self.agreed(card) is not None else list(parts(reward))

    def agree(self, card: int, terms: dict[str, object]) -> None:
        self.position.things[card].marks |= terms

    def loans(self, helper: str, card: int, many: int) -> set[Word]:
        """Dice that together count as so many: all of the value, but for one that the Blacksmith changes."""
        exact, changed = self.exact(helper, card), self.changed(helper, card)
        fitting = sorted({*exact, *changed}, key=lambda die: (self.position.things[die].marks["shows"], die))
        return {
            ("lending", many - dice, *(f"#{die}" for die in lent))
            for dice in range(1, many + 1)
            if many - dice <= self.doubles(helper, card, dice)
            for lent in combinations(fitting, dice)
            if len({*lent} - {*exact}) <= 1
        }

    def lend(self, helper: str, card: int, lent: list[int], doubled: int) -> None:
        value = self.fixed(card) or 0
        for at, die in enumerate(lent):
            self.put(helper, card, die, value, 1 + (at >= len(lent) - doubled))

    def put(self, seat: str, card: int, die: int, value: int, weight: int) -> None:
        """A die is laid on a crusade."""
        self.use(die, Use(seat, "crusading", value, weight))
        if value != self.position.things[die].marks["shows"]:
            self.forged.add(seat)
        self.crews[die] = (value, weight)
        self.position.move(die, f"crew of {card}")

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("send-pilgrim", str() as card, _):
                self.begin(seat, "crusading")
                self.leave(cast("Spot", word[2]), (f"pilgrims of {number(card)}", seat, ()))
            case ("join-crusade", str() as card, str() as die, int() as value, int() as weight):
                self.begin(seat, "crusading")
                self.put(seat, number(card), number(die), value, weight)
            case ("call-elias", str() as card, str() as die):
                self.begin(seat, "crusading")
                self.crews[number(die)] = (self.position.things[number(die)].marks["shows"], 1)
                self.position.move(number(die), f"crew of {number(card)}")
            case ("ask-for-help", str() as card, str() as helper):
                yield from self.ask_for_help(seat, number(card), helper)
            case _:
                yield from super().do(seat, word)


def parts(reward: dict[str, int]) -> Iterable[list[str]]:
    """All shares of a reward, from nothing to all of it."""
    for amounts in product(*(range(most + 1) for most in reward.values())):
        yield sorted(f"{many} {name}" for many, name in zip(amounts, reward, strict=True) if many)
