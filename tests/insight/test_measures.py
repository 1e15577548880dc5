"""Each measure of a game that was counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from custumal import load_game
from custumal.insight.measures.catalogue import (
    OTHERS,
    PRIMARY,
    RAN_OUT,
    chosen,
    ended_by,
    line_of,
    of_choices,
    offered,
    taken,
    to_look_at,
    turned,
    winning,
)
from custumal.insight.measures.measure import Margin
from custumal.insight.measures.seats import points_of, won_by
from custumal.insight.play.named import named
from custumal.insight.play.observations import GameFacts
from custumal.insight.play.recording import noted_game
from custumal.insight.play.standings import ahead_from
from custumal.interpreter.position.state import CHANCE
from custumal.interpreter.runs.simulate import Plan

# Two seats. Six decisions, four of which left a choice, of 2, 3, 3 and 4. The standings at each change of seat and at the end:
# nobody leads; p1 leads; both are level; p2 leads; p2 leads; p1 leads and wins 9 to 7. At half-time p2 led... of five turns the third.
GAME: dict[str, Any] = {
    "finished": True,
    "decisions": 6,
    "real": 4,
    "options": 12,
    "rounds": 3,
    "scores": (9, 7),
    "lines": ({"coins": 6, "bonus": 3}, {"coins": 7, "bonus": 0}),
    "winners": (0,),
    "ended": "all-taken",
    "standings": ((0, 0), (2, 0), (2, 2), (2, 5), (3, 5), (9, 7)),
    "offered": {"take": 6, "bid": 2},
    "taken": {"take": 5, "bid": 1},
    "digest": "",
}
PRIMARY_BY_HAND = {
    "decisions": 6,
    "choices": 3,
    "score": 8,
    "first-seat": 1,
    "lead": 2,
    "shared": 0,
    "lead-changes": 2,  # from p1 to p2 and back; the level between them is none
    "half-time": None,  # at the third of six looks both were level
}


def game(**other: Any) -> GameFacts:
    return GameFacts(**{**GAME, **other})


@pytest.mark.parametrize("measure", PRIMARY, ids=lambda measure: measure.id)
def test_primary_measures_of_a_game_counted_by_hand(measure: Any) -> None:
    assert measure.take(game()) == PRIMARY_BY_HAND[measure.id]


def test_other_measures_of_the_same_game() -> None:
    assert {one.id: one.take(game()) for one in OTHERS} == {
        "rounds": 3,
        "real": pytest.approx(4 / 6),
        "for-good": 1,  # p2 was ahead until the very last turn
        "pulling-away": None,
        "unfinished": 0,
    }
    assert (won_by(1)(game()), points_of(0)(game()), points_of(1)(game())) == (0, 1, -1)
    assert (line_of("coins")(game()), line_of("bonus")(game()), line_of("fines")(game())) == (6.5, 1.5, None)
    assert (taken("take")(game()), taken("pass")(game()), offered("bid")(game())) == (5, 0, 2)
    assert (chosen("take")(game()), chosen("bid")(game()), chosen("pass")(game())) == (5 / 6, 1 / 2, None)
    assert (winning("coins")(game()), winning("bonus")(game()), winning("fines")(game())) == (-1, 3, None)


def test_since_when_the_winner_was_ahead_for_good() -> None:
    for_good = next(measure for measure in OTHERS if measure.id == "for-good").take
    race = ((0, 0), (2, 0), (2, 2), (5, 2), (6, 3))
    assert (ahead_from(race, (0,)), for_good(game(standings=race))) == (3, 3 / 4)
    assert for_good(game(standings=race, winners=(1,))) is None  # won by something else than points
    assert for_good(game(standings=race, winners=(0, 1))) is None
    assert (turned("take")(game(turned=frozenset({"take"}))), turned("bid")(game(turned=frozenset({"take"})))) == (1, 0)
    assert turned("take")(game()) is None


def test_who_is_ahead_at_half_time_pulls_away_or_is_caught_up_with() -> None:
    pulling_away = next(measure for measure in OTHERS if measure.id == "pulling-away").take
    assert pulling_away(game(standings=((0, 0), (4, 1), (6, 9)))) == 2 - 8
    three = ((0, 0, 0), (4, 4, 1), (9, 6, 2))
    assert pulling_away(game(standings=three, scores=(9, 6, 2))) == (5 + 2) / 2 - 1


def test_each_card_of_goofspiel_is_taken_once_by_each_seat() -> None:
    """Nobody is asked for the last one."""
    loaded = load_game("goofspiel")
    _, facts, _ = noted_game(Plan("goofspiel", 2, 1, seats=("random", "random")), loaded, loaded.engine(2), 0)
    cards = {name: count for name, count in facts.taken.items() if "/" in name}
    assert len(cards) == 13 and max(cards.values()) == 2
    assert sum(cards.values()) == facts.decisions == 2 * 12
    assert sum(count for name, count in facts.offered.items() if "/" in name) == 2 * sum(range(2, 14))


@pytest.mark.slow
def test_what_choices_are_about_is_what_each_of_them_is_about() -> None:
    engine = load_game("monastery").engine(2)
    state, seen = engine.start(3), set[str]()
    for number in range(60):
        while state.kind == CHANCE:
            engine.apply(state, engine.draw(state))
        offered_now = engine.choices(state)
        each = [named(engine, state, [one]) for one in offered_now]
        assert named(engine, state, offered_now) == set().union(*each)
        assert all(engine.action(state, one) in names for one, names in zip(offered_now, each, strict=True))
        seen |= named(engine, state, offered_now)
        engine.apply(state, offered_now[number % len(offered_now)])
    assert any("/" in name for name in seen)


def test_who_leads_at_half_time_and_wins() -> None:
    half_time = next(measure for measure in PRIMARY if measure.id == "half-time").take
    ahead = ((0, 0), (2, 0), (4, 1), (4, 9), (5, 9))
    assert half_time(game(standings=ahead, winners=(1,))) == 0  # p1 led at the third of five looks
    assert half_time(game(standings=ahead, winners=(0,))) == 1
    three = ((0, 0, 0), (4, 4, 1), (5, 4, 9))
    assert half_time(game(standings=three, scores=(5, 4, 9), winners=(0,))) == 0.5  # one of two leaders
    assert half_time(game(standings=ahead, winners=())) is None


def test_a_shared_victory_is_shared_by_its_seats() -> None:
    tied = game(winners=(0, 1), scores=(8, 8))
    by_id = {measure.id: measure.take(tied) for measure in PRIMARY}
    assert (by_id["first-seat"], by_id["shared"], by_id["lead"]) == (0.5, 1, 0)


def test_a_game_that_was_given_up_has_a_length_but_no_victory() -> None:
    by_id = {measure.id: measure.take(game(finished=False, winners=())) for measure in (*PRIMARY, *OTHERS)}
    assert (by_id["decisions"], by_id["unfinished"], by_id["first-seat"]) == (6, 1, 0)
    assert (by_id["lead"], by_id["shared"], by_id["half-time"]) == (None, None, None)


def test_one_seat_alone_has_no_rivals() -> None:
    alone = game(scores=(9,), lines=(GAME["lines"][0],), standings=((0,), (9,)))
    by_id = {measure.id: measure.take(alone) for measure in PRIMARY}
    assert {name for name, value in by_id.items() if value is not None} == {"decisions", "choices", "score"}


def test_points_that_come_at_the_end_alone_make_no_race() -> None:
    late = game(standings=((0, 0), (0, 0), (0, 0), (1, 0)))
    assert [one.take(late) for one in PRIMARY if one.id in {"lead-changes", "half-time"}] == [None, None]


def test_why_a_game_ended() -> None:
    assert (ended_by("all-taken")(game()), ended_by("bust")(game()), ended_by(RAN_OUT)(game())) == (1, 0, 0)
    assert (ended_by("all-taken")(game(ended=None)), ended_by(RAN_OUT)(game(ended=None))) == (0, 1)
    assert ended_by(RAN_OUT)(game(ended=None, finished=False)) is None


def test_a_margin_is_a_share_of_the_base_but_at_least_something() -> None:
    margin = Margin(share=0.10, least=0.5)
    assert (margin.of(50), margin.of(-50), margin.of(1)) == (5, 5, 0.5)


def test_no_two_measures_have_one_name() -> None:
    names = [one.id for one in (*PRIMARY, *to_look_at(3, ["coins"], ["take"], ["all-taken", RAN_OUT]), *of_choices(["card/king"]))]
    assert len(names) == len(set(names))
