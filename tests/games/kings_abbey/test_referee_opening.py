"""King's Abbey against a referee of its own: how it begins, for each number of players and with each variant.

By default some are begun once; with `--full` eight times for each number of players.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from custumal import Game, State, load_game
from tests.games.kings_abbey.rules.opening import Opening
from tests.games.kings_abbey.table.memory import Memory, coarse, word
from tests.games.kings_abbey.table.position import differences
from tests.games.kings_abbey.table.setup import Setup, unready, wrong
from tests.games.kings_abbey.table.table import Table
from tests.games.kings_abbey.watchers.evening import printed
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

GAMES = 8 if FULL else 1
ALLOWED = [
    (), ("auction",), ("quick-game",), ("no-raids", "head-start"), ("holy-relics",), ("patron-saints",),
    ("no-plenty", "upper-three", "auction"), ("holy-relics", "patron-saints", "quick-game"), ("one-raid",), ("no-raids",),
    ("years-of-plenty",), ("head-start",), ("four-raids",), ("no-plenty",), ("upper-three",), ("four-raids", "upper-three", "auction"),
]  # fmt: skip
"""Each alone, and some of the combinations; by default the first eight."""
NOT_YET = ("trade", "tool-use", "bidder", "high-bid")
"""Tokens lie ready from the first turn on; bids are seen in what may be bid after them."""
PILES = ("event-pile", "crusade-pile", "initiative-pile", "pile")


@lru_cache(maxsize=3)
def game_of(variants: tuple[str, ...], out: int) -> Game:
    return load_game("kings-abbey", variants, {"crusades-out": out} if out else None)


class Beginning:
    """A game up to the roll of the first turn, its chance drawn one by one."""

    def __init__(self, setup: Setup, seed: int) -> None:
        game = game_of(setup.variants, setup.out)
        self.setup, self.dice = setup, Random(f"{setup} {seed}")
        self.state = self.drawn(game.start(players=setup.players, seed=seed, auto_chance=False))

    def drawn(self, state: State) -> State:
        """What chance brings before the first turn."""
        while state.kind == "chance" and Table(state).phase == 0:
            outcomes = state.outcomes()
            (outcome,) = self.dice.choices([outcome for _, outcome in outcomes], [weight for weight, _ in outcomes])
            state = state.play(outcome)
        return state

    def follow(self) -> Table:
        self.take_out()
        before = Table(self.state)
        if self.setup.auction or self.setup.quick:
            assert wrong(self.setup, before.position, housed=not self.setup.auction) == []
            self.choose(Opening(before.position.copy(), Memory(), 0, printed()[0]))
        else:
            assert wrong(self.setup, before.position, housed=True) == []
        assert unready(Table(self.state).position) == []
        return Table(self.state)

    def take_out(self) -> None:
        """The first player takes plain crusades out, each once."""
        left = set(printed()[0])
        for _ in range(self.setup.out):
            table = Table(self.state)
            assert table.seat == table.position.first_player
            assert {option.key for option in table.options()} == {f"one({name})" for name in left}
            option = self.dice.choice(table.options())
            left.remove(option.key[4:-1])
            self.state = self.drawn(table.play(option).state)

    def choose(self, opening: Opening) -> None:
        course = opening.auctions() if self.setup.auction else opening.second_buildings()
        try:
            seat, expected = next(course)
            while True:
                table = Table(self.state)
                assert table.seat == seat
                offered = {word(table, option) for option in table.options()}
                assert offered <= expected
                assert {coarse(table.position, one) for one in offered} == {coarse(table.position, one) for one in expected}
                assert differences(opening.position, table.position, but=NOT_YET) == []
                option = self.dice.choice(table.options())
                self.state = self.drawn(table.play(option).state)
                opening.found = Table(self.state).position
                seat, expected = course.send(word(table, option))
        except StopIteration:
            assert differences(opening.position, Table(self.state).position, but=NOT_YET) == []


@pytest.mark.parametrize(
    ("variants", "players"),
    [
        (variants, players)
        for at, variants in enumerate(ALLOWED if FULL else ALLOWED[:8])
        for players in ([1, 2, 3, 4, 5] if FULL else [1 + at % 5])
    ],
)
def test_every_game_begins_as_the_rulebook_says(variants: tuple[str, ...], players: int) -> None:
    for seed in range(GAMES):
        out = (seed + players) % 3 if "holy-relics" in variants else 0
        table = Beginning(Setup(players, variants, out), seed).follow()
        assert table.phase == 1
        assert seen_in_secret(table.state) == []


def seen_in_secret(state: State) -> list[str]:
    """Piles and the saints of others: a seat sees how many cards there are, no more."""
    seen = []
    for seat in range(1, state.players + 1):
        zones = state.view(seat).data["zones"]
        secret = [(zone, zones[zone]) for zone in PILES]
        secret += [(f"stock-pile {side}", pile) for side, pile in zones["stock-pile"].items()]
        secret += [(f"saint of {owner}", card) for owner, card in zones.get("patron", {}).items() if owner not in {f"p{seat}", "elias"}]
        seen += [f"p{seat}: {name}" for name, place in secret if place.keys() != {"count"}]
    return seen
