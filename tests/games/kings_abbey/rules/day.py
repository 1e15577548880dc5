"""Phases 1 to 3 of a second King's Abbey, written from the rulebook as one course of events."""

from __future__ import annotations

from tests.games.kings_abbey.rules.crusading import Crusading
from tests.games.kings_abbey.rules.free import PASS, Course
from tests.games.kings_abbey.table.deeds import Use


class Day(Crusading):
    """A turn from the roll of the dice to the end of phase 3."""

    def play(self) -> Course:
        yield from self.roll()
        yield from self.event()
        for seat in self.position.in_turn():
            yield from self.calling(seat)

    def calling(self, seat: str) -> Course:
        while offered := self.menu(seat, self.board_uses(seat) | self.crusading(seat)):
            word = yield seat, offered
            if word == PASS:
                return
            yield from self.do(seat, word)

    def usable(self, seat: str, use: str) -> set[int]:
        return {die for die in self.position.at(f"ready of {seat}") if self.may_begin(seat, use, die)}

    def lay(self, die: int, use: Use) -> None:
        self.begin(use.seat, use.use)
        super().lay(die, use)
