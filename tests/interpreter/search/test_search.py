"""Searching bots against the truth: exact play in small games, positions whose outcome is known."""

from __future__ import annotations

import random
from functools import cache

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.reference.scores import winners
from custumal.interpreter.runs.bots import BOTS, bot, carry_out, followed, is_bot
from custumal.interpreter.search.levels import Budget, budget
from custumal.interpreter.search.search import Search
from custumal.interpreter.setup.layout import PLACES
from tests.support import scale

pytestmark = pytest.mark.slow


@cache
def engine(name: str, players: int = 2, **options: object) -> Engine:
    return load_game(name, options=options).engine(players)


class Exact:
    """Minimax over a whole small game: for each seat 1 for a victory, 1/2 for a draw, 0 for a defeat."""

    def __init__(self, of: Engine) -> None:
        self.engine = of
        self.known: dict[str, tuple[float, float]] = {}

    def value(self, state: Position) -> tuple[float, float]:
        name = state.digest()
        if name not in self.known:
            self.known[name] = self._value(state)
        return self.known[name]

    def _value(self, state: Position) -> tuple[float, float]:
        if state.kind == OVER:
            won = winners(self.engine.evaluator, state)
            return (0.5, 0.5) if len(won) != 1 else (1.0, 0.0) if won[0] == 0 else (0.0, 1.0)
        assert state.seat is not None
        seat = state.seat
        return max((self.value(self.engine.after(state, choice)) for choice in list(self.engine.choices(state))), key=lambda one: one[seat])

    def best(self, state: Position, rng: random.Random) -> int:
        """The number of one of the best choices."""
        assert state.seat is not None
        worth = [self.value(self.engine.after(state, choice))[state.seat] for choice in list(self.engine.choices(state))]
        return rng.choice([at for at, value in enumerate(worth) if value == max(worth)])


@pytest.mark.slow
def test_hard_never_loses_tic_tac_toe_against_exact_play() -> None:
    of = engine("tic-tac-toe")
    exact, rng = Exact(of), random.Random(1)
    for game in range(1_000 if scale.FULL else 6):
        me, hard = game % 2, bot("hard", 1, game, game % 2)
        state = of.start(game)
        while state.kind != OVER:
            choices = of.choices(state)
            of.apply(state, choices[hard.pick(of, state, choices) if state.seat == me else exact.best(state, rng)])
        assert winners(of.evaluator, state) != (1 - me,)


def nim_sum(heaps: list[int]) -> int:
    found = 0
    for heap in heaps:
        found ^= heap
    return found


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 2, 2, 0), (0, 3, 4, 0), (1, 1, 1, 0), (1, 3, 3, 0)], ids=str)
def test_nim_is_played_as_bouton_proved(heaps: tuple[int, ...], misere: bool) -> None:
    """Who leaves heaps with nim sum 0 wins; where the last stick loses, as long as a heap has two or more, else an odd number of heaps."""
    of = engine("nim", misere=misere, **{f"h{at}": heap for at, heap in enumerate(heaps, 1)})
    state = of.start(1)
    ranked = Search(of, state, 3).run(Budget(3_000))
    left = [of.after(state, one.choice) for one in ranked]
    exact = Exact(of)
    assert exact.value(left[0]) == max((exact.value(one) for one in left), key=lambda value: value[0])
    wins = nim_sum(list(heaps)) != 0 if max(heaps) > 1 or not misere else sum(heaps) % 2 == 0
    assert exact.value(state)[0] == float(wins)
    assert ranked[0].exact
    assert ranked[0].value == float(wins)


def lines(keys: str) -> Position:
    """A position of connect four after drops into these columns."""
    of = engine("connect-four")
    state = of.start(1)
    for column in keys:
        found = of.find(state, f"drop({column})")
        assert found is not None
        of.apply(state, found)
    return state


@pytest.mark.parametrize(
    ("drops", "best"),
    [
        ("AABBCC", "D"),  # the first player wins by a fourth in the bottom row
        ("AABBC", "D"),  # the second has to block it
        ("DADADA", "D"),  # three upon each other
        ("DADAD", "D"),  # and to be blocked
        ("GDAE", "C F"),  # the second threatens three in a row that is free on both sides
    ],
)
def test_connect_four_is_won_or_saved_where_it_can_be(drops: str, best: str) -> None:
    of, state = engine("connect-four"), lines(drops)
    found = of.key(state, Search(of, state, 5).run(Budget(1_000))[0].choice)
    assert found in {f"drop({column})" for column in best.split()}


def test_a_proven_victory_ends_the_search() -> None:
    search = Search(engine("connect-four"), lines("AABBCC"), 1)
    best = search.run(Budget(100_000))[0]
    assert (best.exact, best.value) == (True, 1)
    assert search.tries < 1_000


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "backgammon", "monolyth"])
def test_the_same_seed_thinks_the_same(name: str) -> None:
    of = engine(name)
    state = of.start(3)
    of.advance(state)
    before = state.copy()
    one, other = (Search(of, state, 8).run(Budget(15)) for _ in range(2))
    assert one == other
    assert state == before
    assert one[0].choice in of.choices(state)


def test_more_iterations_are_better() -> None:
    won = matches("connect-four", "mcts:200", "mcts:20", 10)
    assert won >= 8


def test_a_bot_that_looks_ahead_beats_one_that_does_not() -> None:
    assert matches("connect-four", "normal", "greedy", 10) >= 9


def matches(name: str, one: str, other: str, games: int) -> float:
    """The points of the first bot; each deal is played from both sides."""
    of, points = engine(name), 0.0
    for game in range(games):
        names = (one, other) if game % 2 == 0 else (other, one)
        bots = [bot(who, 11, game, seat) for seat, who in enumerate(names)]
        state = of.start(game // 2)
        of.advance(state)
        while state.kind != OVER:
            choices = of.choices(state)
            of.apply(state, choices[bots[state.seat or 0].pick(of, state, choices)])
            of.advance(state)
        won = winners(of.evaluator, state)
        points += (names.index(one) in won) / max(1, len(won))
    return points


def test_names_say_how_much_is_thought() -> None:
    assert [budget(name) for name in ("easy", "mcts:2000", "mcts:3s")] == [Budget(30), Budget(2000), Budget(None, 3.0)]
    assert [is_bot(name) for name in (*BOTS, "mcts:7")] == [True] * (len(BOTS) + 1)
    assert [is_bot(name) for name in ("mcts", "mcts:0", "mcts:-1", "mcts:1.5", "mcts:1h", "hardest", "human")] == [False] * 7


@pytest.mark.parametrize(("name", "players"), [("kuhn-poker", 2), ("goofspiel", 3), ("spades", 4), ("liars-dice", 3), ("monastery", 2)])
def test_games_with_secrets_are_played(name: str, players: int) -> None:
    of = engine(name, players)
    state = of.start(3)
    seats = [bot("mcts:4", 5, 0, seat) for seat in range(players)]
    course = followed(of, state, seats)
    for _ in range(60):
        if state.kind == OVER:
            break
        if state.kind == CHANCE:
            carry_out(of, state, of.draw(state), course)
            continue
        choices = of.choices(state)
        before = state.copy()
        picked = seats[state.seat or 0].pick(of, state, choices)
        assert state == before
        carry_out(of, state, choices[picked], course)


def poker(own: int) -> Position:
    """A deal of Kuhn poker in which the first seat holds this card (0: jack)."""
    of = engine("kuhn-poker")
    for seed in range(100):
        state = of.start(seed)
        of.advance(state)
        if of.instance.layout.zone_at[state.c[PLACES][own]].name == "hand" and state.c[PLACES][own] == of.instance.zones["hand"].base:
            return state
    raise AssertionError("no seed deals it")


def test_the_best_and_the_worst_hand_of_kuhn_poker_are_answered_as_they_must_be() -> None:
    """Whoever holds the king calls, whoever holds the jack folds: anything else is dominated."""
    of = engine("kuhn-poker")
    for own, wanted in ((0, "fold"), (2, "call")):
        state = poker(own)
        for key in ("check", "bet"):
            found = of.find(state, key)
            assert found is not None
            of.apply(state, found)
        assert state.seat == 0
        assert of.key(state, Search(of, state, 4).run(Budget(300))[0].choice) == wanted


def test_a_search_takes_no_longer_than_patience_lasts() -> None:
    of = engine("hex")
    state = of.start(1)
    me = bot("mcts:1000000", 1, 0, 0)
    me.patience = 0.05
    assert 0 <= me.pick(of, state, of.choices(state)) < 121


@pytest.mark.parametrize("misere", [False, True])
def test_positions_that_are_reached_in_several_ways_are_known_as_one(misere: bool) -> None:
    """Nim with 1, 3, 5 and 7 sticks has 384 positions for each seat, and very many more ways through them: the whole game is solved."""
    of = engine("nim", misere=misere)
    state = of.start(1)
    best = Search(of, state, 2).run(Budget(20_000))[0]
    assert (best.exact, best.value) == (True, 0.0)  # the nim sum of 1, 3, 5 and 7 is 0: who begins loses
