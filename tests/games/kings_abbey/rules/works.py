"""Phases 4 to 7 of a second King's Abbey, written from the rulebook as one course of events: who is asked, for what, and what follows."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.kings_abbey.rules.construction import Construction
from tests.games.kings_abbey.rules.elias import visited
from tests.games.kings_abbey.rules.free import PASS, Course
from tests.games.kings_abbey.rules.gathering import Gathering
from tests.games.kings_abbey.table.cards import BUILDINGS
from tests.games.kings_abbey.table.memory import Word

BENCHES = 4
BISHOP, POSTULANT = 12, 3
"""Top spaces of the levels that bring moves."""
ENDLESS = 10**6


class Works(Gathering, Construction):
    """The course of the four phases."""

    def play(self) -> Course:
        yield from self._buying()
        self.phase = 5
        if len(self.position.seats) == 1:
            visited(self.position, self.found())
        yield from self._collecting()
        self.phase = 6
        for seat in self.position.in_turn():
            if self.free_folk(seat):
                yield from self._picks(seat, self.moves, self._moves_of(seat))
        self.phase = 7
        for seat in self.position.in_turn():
            yield from self._picks(seat, self.works, ENDLESS)

    def _picks(self, seat: str, offer: Callable[[str], set[Word]], most: int) -> Course:
        """One choice after the other, until the seat passes or has made the most; what is free at any time does not count."""
        made = 0
        while made < most:
            offered = offer(seat)
            menu = self.menu(seat, offered)
            word = (yield from self.ask(seat, menu)) if menu else PASS
            if word == PASS:
                return
            yield from self.do(seat, word)
            made += word in offered

    # ------------------------------------------------------------ market

    def _buying(self) -> Course:
        order = self.position.in_turn()
        for seat in order:
            yield from self._picks(seat, self.cards, 1)
        for seat in reversed(order):
            if seat in self.deeds.bought:
                yield from self._picks(seat, self.cards, 1)

    def cards(self, seat: str) -> set[Word]:
        """The row of the market is the price."""
        stalls = [card.cell for card in self.position.at("market").values()]
        return {("buy", stall) for stall in stalls if stall[1] <= self.has(seat, "denier")}

    def _buy(self, seat: str, stall: object) -> None:
        (number,) = [number for number, card in self.position.at("market").items() if card.cell == stall]
        card = self.position.things[number]
        self.position.gain(seat, "denier", -card.cell[1])
        self.position.move(number, f"hand of {seat}")
        self.gain(seat, BUILDINGS[card.kind].reward)
        self.deeds.bought.add(seat)

    # ------------------------------------------------------------ resources

    def _collecting(self) -> Course:
        there = self.position.in_turn()
        while there:
            for seat in list(there):
                if not self.stays(seat):
                    there.remove(seat)
                    continue
                yield from self._act(seat, there)

    def _act(self, seat: str, there: list[str]) -> Course:
        """One action, or a pass for good."""
        while True:
            offered = self.places(seat)
            menu = self.menu(seat, offered)
            word = (yield from self.ask(seat, menu)) if menu else PASS
            if word == PASS:
                there.remove(seat)
                return
            yield from self.do(seat, word)
            if word in offered:
                return

    # ------------------------------------------------------------ peasants

    def _moves_of(self, seat: str) -> int:
        level = self.has(seat, "clergy")
        return 1 + 2 * (level >= POSTULANT) + 3 * (level >= BISHOP)

    def moves(self, seat: str) -> set[Word]:
        """To the place of the same row on the next bench, if it is free."""
        taken = self.position.bench_spots(seat)
        return {("step-forward", (bench, row)) for bench, row in taken if bench < BENCHES and (bench + 1, row) not in taken}

    def do(self, seat: str, word: Word) -> Course:
        match word:
            case ("buy", stall):
                self._buy(seat, stall)
            case ("step-forward", (int() as bench, int() as row)):
                benches = f"benches of {seat}"
                self.position.walk((benches, seat, (bench, row)), (benches, seat, (bench + 1, row)))
            case _:
                yield from super().do(seat, word)
