"""What a judge says of games: its chances against known ones, and each measure of chances counted by hand."""

from __future__ import annotations

import pytest

from custumal import load_game
from custumal.insight.measures.judging import OF_A_JUDGE
from custumal.insight.measures.measure import Measure
from custumal.insight.play.alone import noted_games
from custumal.insight.play.judge import LOOKS, Judged, judged
from custumal.insight.play.recording import noted_game
from custumal.insight.play.series import blocks
from custumal.insight.play.sides import Match, Side
from custumal.interpreter.runs.simulate import Plan, game_seed
from tests.insight.test_measures import game

# p1 wins. Equal at first, then behind, then nearly sure. From what one of two choices is worth above the other, what chance makes of equal
# ones is taken away.
SAID = Judged(((0.5, 0.5), (0.2, 0.8), (0.9, 0.1), (1.0, 0.0)), ((0.5, 0.1), (0.3, 0.1)))
BY_HAND = {
    "drama": 0.2,  # 0, then 0.6, then 0 behind who is likeliest to win
    "swing": 1.1,  # 0.3, 0.7, 0.1
    "comeback": 1,  # 0.2 is less than half of one half
    "decided": 2 / 3,  # from the third look on, two of three steps after the first
    "stakes": 0.3,
}


@pytest.mark.parametrize("measure", OF_A_JUDGE, ids=lambda measure: measure.id)
def test_measures_of_chances_counted_by_hand(measure: Measure) -> None:
    assert measure.take(game(judged=SAID)) == pytest.approx(BY_HAND[measure.id])
    assert measure.take(game()) is None
    assert measure.take(game(judged=SAID, scores=(9,))) is None


def test_without_one_winner_nobody_came_back() -> None:
    shared = game(judged=SAID, winners=(0, 1))
    taken = {one.id: one.take(shared) for one in OF_A_JUDGE}
    assert {name for name, value in taken.items() if value is None} == {"drama", "comeback", "decided"}


@pytest.mark.slow
def test_chances_are_those_that_are_known() -> None:
    """At random the first seat wins 58.5 % and shares 12.7 %."""
    loaded = load_game("tic-tac-toe")
    engine, plan = loaded.engine(2), Plan("tic-tac-toe", 2, 1)
    _, facts, notes = noted_game(plan, loaded, engine, 0)
    said = judged(engine, game_seed(1, 0), notes.log, 1500)
    assert len(said.chances) == min(LOOKS, facts.decisions) + 1
    assert said.chances[0] == pytest.approx((0.6485, 0.3515), abs=0.04)  # three standard errors
    assert said.chances[-1] == tuple(facts.share(seat) for seat in (0, 1))
    assert all(sum(one) == pytest.approx(1) for one in said.chances)


@pytest.mark.slow
def test_a_judge_changes_no_game_and_says_the_same_in_all_processes() -> None:
    plan = Plan("pig", 2, 4)
    plain, one = list(noted_games(plan, 6)), list(noted_games(plan, 6, judge=5))
    assert [facts.digest for _, facts in one] == [facts.digest for _, facts in plain]
    assert [facts.judged for _, facts in list(noted_games(plan, 6, 2, judge=5))] == [facts.judged for _, facts in one]
    match = Match(Side("pig"), Side("pig", ("two-dice",)), ("random", "random"), 4, 0, judge=5)
    assert [block.base[0].judged for block in blocks(match, 6)] == [facts.judged for _, facts in one]
