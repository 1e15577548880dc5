"""Public games against OpenSpiel, step by step: the same choices, the same chances, the same results, the same secrets.

Both programs play one random game side by side. What is chosen is told by what it does on the table ("from column 3, row 2 to
..."): each pairing below says how our choices and OpenSpiel's actions are read as that. The extra `oracle` brings OpenSpiel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from custumal import Choice, Game, State, load_game
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with an extra of its own: pip install 'custumal[oracle]'")

Move = Hashable
FIRST_SEAT = 1
GAMES, FEW = (200, 40) if FULL else (50, 10)
PARTS = 4 if FULL else 1
"""Each test plays a part of the games, so that several processes share the work."""


def numbers(text: str) -> tuple[int, ...]:
    """The numbers in a text that stand alone: 3 and 1 in "claim(at(board, 3, 1))", none in "a7" or "p1"."""
    return tuple(int(digits) for digits in re.findall(r"(?<![\w-])\d+", text))


@dataclass(frozen=True)
class Pairing:
    """One game in both programs.

    `ours` reads the key of a choice, `theirs` an action and its text; equal readings are equal moves. So do `our_chance` and
    `their_chance` for outcomes. `silent` is an action of OpenSpiel that is no decision to us: to pass when nothing else is
    legal. `scores`: whether the scores are OpenSpiel's returns, not only the winners.
    """

    game: str
    spiel: str
    ours: Callable[[str], Move]
    theirs: Callable[[int, str], Move]
    options: dict[str, Any] = field(default_factory=dict)
    silent: int | None = None
    our_chance: Callable[[str], Move] = numbers
    their_chance: Callable[[int], Move] = lambda action: (action + 1,)
    scores: bool = False
    games: int = GAMES

    def __str__(self) -> str:
        return ",".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])


def cell_of(columns: int) -> Callable[[int, str], Move]:
    """Cells counted row by row from 0, as (column, row) from 1."""
    return lambda action, _text: (action % columns + 1, action // columns + 1)


def letter(key: str) -> Move:
    """The letter that names a column or a heap, counted from 1, and the numbers after it."""
    found = re.search(r"\b[A-Z]\b", key)
    assert found is not None, key
    return (ord(found.group()) - ord("A") + 1, *numbers(key))


def march(rows: int) -> Callable[[int, str], Move]:
    """Squares as in "a7b6*", where ranks are counted from the other side than our rows."""

    def read(_action: int, text: str) -> Move:
        return ord(text[0]) - 96, rows + 1 - int(text[1]), ord(text[2]) - 96, rows + 1 - int(text[3])

    return read


MORRIS_POINTS = re.findall("..", "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1")


def morris(key: str) -> Move:
    """The points of a key, as OpenSpiel numbers them: along the rows of the drawn board, from the top."""
    return tuple(MORRIS_POINTS.index(point) for point in re.findall(r"\b[a-g][1-7]\b", key))


def betting(key: str) -> Move:
    """OpenSpiel has two words: to pass is to check or to fold, to bet is also to call."""
    return {"check": 0, "fold": 0, "bet": 1, "call": 1}[key]


def court_card(key: str) -> Move:
    found = re.search(r"jack|queen|king", key)
    assert found is not None, key
    return ("jack", "queen", "king").index(found.group())


def goofspiel(cards: int) -> Pairing:
    return Pairing(
        "goofspiel",
        f"turn_based_simultaneous_game(game=goofspiel(num_cards={cards},points_order=random,returns_type=total_points))",
        lambda key: numbers(key)[-1:],
        lambda action, _text: (action + 1,),
        {"ranks": cards},
        scores=True,
    )


def nim(misere: bool) -> Pairing:
    return Pairing("nim", f"nim(is_misere={misere},pile_sizes=1;3;5;7)", letter, lambda _action, text: _digits(text), {"misere": misere})


def breakthrough(size: int, games: int) -> Pairing:
    return Pairing("breakthrough", f"breakthrough(rows={size},columns={size})", numbers, march(size), {"size": size}, games=games)


def hexagons(size: int, games: int) -> Pairing:
    return Pairing("hex", f"hex(board_size={size})", numbers, cell_of(size), {"size": size}, games=games)


def _digits(text: str) -> Move:
    return tuple(int(digits) for digits in re.findall(r"\d+", text))


KUHN = Pairing(
    "kuhn-poker",
    "kuhn_poker(players=2)",
    betting,
    lambda action, _text: action,
    our_chance=court_card,
    their_chance=lambda action: action,
    scores=True,
)
PAIRINGS = [
    Pairing("tic-tac-toe", "tic_tac_toe", numbers, cell_of(3)),
    Pairing("connect-four", "connect_four", letter, lambda action, _text: (action + 1,)),
    Pairing("reversi", "othello", numbers, cell_of(8), silent=64),
    breakthrough(8, GAMES),
    breakthrough(6, FEW),
    hexagons(11, FEW),
    hexagons(6, GAMES),
    nim(misere=True),
    nim(misere=False),
    Pairing("nine-mens-morris", "nine_mens_morris", morris, lambda _action, text: _digits(text)),
    Pairing("pig", "pig(players=2,horizon=1000000)", lambda key: key, lambda action, _text: ("roll-on", "hold")[action]),
    KUHN,
    goofspiel(13),
    goofspiel(4),
]


@dataclass(frozen=True)
class Together:
    """One game in both programs, at the same point. `theirs` is changed in place. `last`: who chose just now, and what."""

    pairing: Pairing
    ours: State
    theirs: Any
    last: tuple[int, str] | None = None

    def their_moves(self) -> dict[Move, int]:
        player, actions = self.theirs.current_player(), self.theirs.legal_actions()
        found = {self.pairing.theirs(action, self.theirs.action_to_string(player, action)): action for action in actions}
        assert len(found) == len(actions), "two of their actions are read as one move"
        return found

    def our_moves(self) -> dict[Move, Choice]:
        found = {self.pairing.ours(choice.key): choice for choice in self.ours.choices()}
        assert len(found) == len(self.ours.choices()), "two of our choices are read as one move"
        return found

    def step(self, random: Random) -> Together:
        """Compare what may happen here, and let the same thing happen in both."""
        return self._chance(random) if self.ours.kind == "chance" else self._decision(random)

    def _decision(self, random: Random) -> Together:
        while self.pairing.silent is not None and self.theirs.legal_actions() == [self.pairing.silent]:
            self.theirs.apply_action(self.pairing.silent)
        mine = self.our_moves()
        if self.theirs.is_terminal():
            # OpenSpiel plays the last cards by itself: nothing may be left to choose.
            assert len(mine) == 1
            return Together(self.pairing, self.ours.play(*mine.values()), self.theirs)
        its = self.their_moves()
        assert mine.keys() == its.keys(), f"{self.ours.to_json()}\n{self.theirs}"
        seat = FIRST_SEAT + self.theirs.current_player()
        assert self.ours.seat == seat
        move = random.choice(sorted(its, key=its.__getitem__))
        self.theirs.apply_action(its[move])
        return Together(self.pairing, self.ours.play(mine[move]), self.theirs, (seat, mine[move].key))

    def _chance(self, random: Random) -> Together:
        outcomes = self.ours.outcomes()
        total = sum(weight for weight, _ in outcomes)
        mine = {self.pairing.our_chance(choice.key): (Fraction(weight, total), choice) for weight, choice in outcomes}
        if self.theirs.is_terminal():
            assert len(mine) == 1
            return Together(self.pairing, self.ours.play(outcomes[0][1]), self.theirs)
        its = {self.pairing.their_chance(action): (chance, action) for action, chance in self.theirs.chance_outcomes()}
        shares = {move: float(share) for move, (share, _) in mine.items()}
        assert shares == pytest.approx({move: chance for move, (chance, _) in its.items()})
        move = random.choice(sorted(its, key=lambda found: its[found][1]))
        self.theirs.apply_action(its[move][1])
        return Together(self.pairing, self.ours.play(mine[move][1]), self.theirs)


@cache
def both_games(game: str, options: tuple[tuple[str, Any], ...], spiel: str) -> tuple[Game, Any]:
    return load_game(game, options=dict(options)), pyspiel.load_game(spiel)


def side_by_side(pairing: Pairing, random: Random) -> Iterator[Together]:
    """The points of one random game, the first and the last included."""
    ours, theirs = both_games(pairing.game, tuple(pairing.options.items()), pairing.spiel)
    start = ours.start(players=2, seed=random.getrandbits(32), auto_chance=False)
    point = Together(pairing, start, theirs.new_initial_state())
    yield point
    while not point.ours.is_over:
        point = point.step(random)
        yield point


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_the_same_game(pairing: Pairing, part: int) -> None:
    random = Random(f"{pairing} {part}")
    for _ in range(pairing.games // PARTS):
        *_, last = side_by_side(pairing, random)
        assert last.theirs.is_terminal()
        returns = last.theirs.returns()
        best = [FIRST_SEAT + player for player, value in enumerate(returns) if value == max(returns)]
        assert list(last.ours.winners) == best
        if pairing.scores:
            assert list(last.ours.scores) == returns


@pytest.mark.parametrize("pairing", [KUHN, goofspiel(4), goofspiel(3)], ids=str)
def test_each_seat_knows_the_same(pairing: Pairing) -> None:
    """Two courses of a game look alike to a seat in our views exactly when they do in OpenSpiel's observations.

    A course is what the seat has seen at every decision so far, its own and the others', and what it chose itself.
    """
    random = Random(str(pairing))
    to_theirs: dict[Hashable, Hashable] = {}
    to_ours: dict[Hashable, Hashable] = {}
    for _ in range(3 * GAMES):
        courses = [Course(FIRST_SEAT + player) for player in (0, 1)]
        for point in side_by_side(pairing, random):
            if point.theirs.is_terminal():
                break
            for course in courses:
                course.goes_on(point)
                ours, theirs = (course.seat, *course.ours), (course.seat, *course.theirs)
                assert to_theirs.setdefault(ours, theirs) == theirs, "our view tells less"
                assert to_ours.setdefault(theirs, ours) == ours, "our view tells more"
    assert len(to_ours) == len(to_theirs) > 20


@dataclass
class Course:
    """What a seat has seen at the decisions of one game and chosen itself, in both programs."""

    seat: int
    ours: list[str] = field(default_factory=list)
    theirs: list[str] = field(default_factory=list)

    def goes_on(self, point: Together) -> None:
        if point.last is not None and point.last[0] == self.seat:
            self.ours.append(point.last[1])
            self.theirs.append(point.last[1])
        if point.ours.kind == "decision":
            self.ours.append(point.ours.view(self.seat).to_json())
            self.theirs.append(point.theirs.observation_string(self.seat - FIRST_SEAT))
