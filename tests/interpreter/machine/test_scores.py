"""Totals and places: keys compared in order, ties, partners, and the ladder of a game alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from custumal.dsl.base.types import NUMBER, SEAT, TRUTH, Maybe, Number, Set
from custumal.dsl.model import Expr, GameModel, IfElse, Ladder, RankKey, Read, ScoreLine, Teams, Text
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.initial_state import opening_state
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.scores import decided_by, grade, is_winner, placings, score_lines, scores, total, winners
from custumal.interpreter.setup.instance import Instance
from tests.support.model_games import SPAN, const, evaluator_of, game, kept, local, number, op, source

ME = local("me", SEAT)


def mine(name: str) -> Expr:
    return Read(NUMBER, SPAN, name, (ME,))


def line(name: str, points: Expr) -> ScoreLine:
    return ScoreLine(source(f"scoring.{name}"), ME, points)


def key(value: Expr, *, most: bool = True, join: str = "sum", needed: bool = False) -> RankKey:
    return RankKey(source("ranking.key"), ME, value, most, join, needed)


TOTAL = op(NUMBER, "total", ME)
LINES = (line("wool", mine("wool")), line("debts", op(NUMBER, "neg", mine("debt"))))
OPPOSITE = op(SEAT, "next-seat", op(SEAT, "next-seat", local("s", SEAT)))
PARTNERS = Teams(source("teams"), local("s", SEAT), None, op(Set(SEAT), "list", OPPOSITE))


def world(wool: tuple[int, ...], debt: tuple[int, ...] | None = None, **parts: object) -> tuple[Instance, Position]:
    values = [kept(name, SEAT, of=Number(0, 99), start=number(0), low=0, high=99) for name in ("wool", "debt")]
    base: GameModel = game(kept_values=values, scoring=LINES, ranking=(key(TOTAL), key(mine("debt"), most=False)))
    w = make_instance(replace(base, **parts), len(wool), {})  # type: ignore[arg-type] # parts by name
    state = opening_state(evaluator_of(w))
    state.c[w.kept["wool"].column][w.kept["wool"].entries] = wool
    state.c[w.kept["debt"].column][w.kept["debt"].entries] = debt or (0,) * len(wool)
    return w, state


def places(of: tuple[Instance, Position]) -> list[int]:
    return [placing.place for placing in placings(evaluator_of(of[0]), of[1])]


def test_a_total_is_the_sum_of_its_lines() -> None:
    w, state = world((8, 5), (3, 0))
    assert score_lines(evaluator_of(w), state, 0) == {"wool": 8, "debts": -3}
    assert total(evaluator_of(w), state, 0) == 5
    assert scores(evaluator_of(w), state) == (5, 5)


def test_later_keys_break_ties() -> None:
    of = world((8, 5, 2), (3, 0, 0))
    assert places(of) == [2, 1, 3]
    assert winners(evaluator_of(of[0]), of[1]) == (1,)
    assert [is_winner(evaluator_of(of[0]), of[1], seat) for seat in (0, 1, 2)] == [False, True, False]


def test_equals_share_a_place_and_the_next_is_left_out() -> None:
    of = world((5, 7, 7, 1))
    assert places(of) == [3, 1, 1, 4]
    assert [(placing.wins, placing.shared) for placing in placings(evaluator_of(of[0]), of[1])] == [
        (False, False),
        (True, True),
        (True, True),
        (False, False),
    ]


@pytest.mark.parametrize(("join", "expected"), [("sum", [2, 1, 2, 1]), ("best", [1, 2, 1, 2])])
def test_partners_win_together(join: str, expected: list[int]) -> None:
    of = world((9, 5, 0, 6), teams=PARTNERS, ranking=(key(TOTAL, join=join),))
    assert places(of) == expected
    assert winners(evaluator_of(of[0]), of[1]) == tuple(seat for seat in range(4) if expected[seat] == 1)
    assert not any(placing.shared for placing in placings(evaluator_of(of[0]), of[1]))


def test_the_least_may_win_and_nothing_is_worst() -> None:
    assert places(world((4, 2, 3), ranking=(key(TOTAL, most=False),))) == [3, 1, 2]
    none = const(Maybe(NUMBER), None)
    assert places(world((4, 2), ranking=(key(none), key(TOTAL)))) == [1, 2]
    is_second = op(TRUTH, "eq", ME, const(SEAT, 1))
    for most in (True, False):
        of = world((5, 9, 5), ranking=(key(IfElse(Maybe(NUMBER), SPAN, is_second, none, TOTAL), most=most),))
        assert places(of) == [1, 3, 1]


def test_a_seat_is_behind_the_next_better_one_by_the_first_key_in_which_they_differ() -> None:
    w, state = world((8, 8, 5, 5), (1, 3, 0, 0))
    by_total, by_debt = w.game.ranking
    placed = placings(evaluator_of(w), state)
    assert [(each.place, each.shared, each.behind_by) for each in placed] == [
        (1, False, None),
        (4, False, by_debt),
        (2, True, by_total),
        (2, True, by_total),
    ]
    assert decided_by(placed) is by_total
    w, state = world((5, 5))
    assert decided_by(placings(evaluator_of(w), state)) is None


def test_without_a_ranking_nobody_wins() -> None:
    of = world((4, 2), ranking=())
    assert winners(evaluator_of(of[0]), of[1]) == ()


@pytest.mark.parametrize(("points", "reached"), [(45, 0), (46, 46), (59, 46), (99, 80)])
def test_the_ladder_takes_the_highest_step_reached(points: int, reached: int) -> None:
    steps = tuple((step, Text((("en", (f"from {step}",)),))) for step in (0, 46, 60, 80))
    ladder = Ladder(source("ladder"), ME, None, TOTAL, steps)
    w, state = world((points,), ladder=ladder)
    found = grade(evaluator_of(w), state)
    assert found is not None
    assert found[0] == reached


@pytest.mark.parametrize(("holds", "points", "reached"), [(None, 3, None), (True, 3, None), (True, 4, 4), (False, 4, None), (None, 4, 4)])
def test_a_ladder_gives_no_title_below_its_lowest_step_or_where_it_is_not_in_force(
    holds: bool | None, points: int, reached: int | None
) -> None:
    condition = None if holds is None else const(TRUTH, holds)
    ladder = Ladder(source("ladder"), ME, condition, TOTAL, ((4, Text()), (9, Text())))
    w, state = world((points,), ladder=ladder)
    found = grade(evaluator_of(w), state)
    assert (found and found[0]) == reached


def test_no_ladder_no_grade() -> None:
    w, state = world((50,))
    assert grade(evaluator_of(w), state) is None
