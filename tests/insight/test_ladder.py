"""Ratings against another program and against known strengths; ladders as they are typed."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from custumal.insight.ladder.ladder import drawn_again, ladder, results_of
from custumal.insight.ladder.lineups import lineups, rotations
from custumal.insight.ladder.played import Table, rounds
from custumal.insight.ladder.rating import ELO, Result, orders, rated
from custumal.insight.play.sides import Side
from custumal.interpreter.runs.simulate import Plan, simulate

pytestmark = pytest.mark.slow

np = pytest.importorskip("numpy", reason="ratings need numpy")
pytest.importorskip("scipy", reason="ratings need scipy")
Cli = Callable[..., tuple[int, str, str]]


def drawn(rng: random.Random, bots: Sequence[int], strengths: Sequence[float], seats: Sequence[float]) -> Result:
    """A game by the model: whoever weighs more is drawn from the urn more often."""
    urn = {seat: math.exp((strengths[bot] + seats[seat]) / ELO) for seat, bot in enumerate(bots)}
    places = [0] * len(bots)
    for place in range(1, len(bots) + 1):
        (seat,) = rng.choices([*urn], [*urn.values()])
        places[seat] = place
        del urn[seat]
    return Result(tuple(bots), tuple(places))


def test_two_bots_that_meet_often_are_apart_by_the_formula_of_elo() -> None:
    even = rated([*[Result((0, 1), (1, 2))] * 37_500, *[Result((1, 0), (2, 1))] * 37_500, *[Result((0, 1), (2, 1))] * 12_500,
                  *[Result((1, 0), (1, 2))] * 12_500], 2, 2)  # fmt: skip
    assert even.bots[0] - even.bots[1] == pytest.approx(400 * math.log10(3), abs=0.2)  # three of four
    assert even.seats == pytest.approx((0, 0), abs=0.1)


def test_a_shared_place_is_half_a_victory() -> None:
    shared = rated([*[Result((0, 1), (1, 1))] * 1000, *[Result((0, 1), (1, 2))] * 1000], 2, 2)
    halves = rated([*[Result((0, 1), (1, 2))] * 1500, *[Result((0, 1), (2, 1))] * 500], 2, 2)
    assert shared.bots == pytest.approx(halves.bots, abs=0.01)
    assert shared.seats == pytest.approx(halves.seats, abs=0.01)


def test_orders_that_places_allow() -> None:
    assert orders((1, 1, 3)) == ((0, 1, 2), (1, 0, 2))
    assert orders((3, 1, 2)) == ((1, 2, 0),)
    assert len(orders((1, 1, 1, 1))) == 24


def test_known_strengths_are_found_again() -> None:
    strengths, seats = (150, 40, -60, -130), (50, 0, -50)
    rng = random.Random(5)
    results = [drawn(rng, rng.sample(range(4), 3), strengths, seats) for _ in range(6000)]
    found = rated(results, 4, 3)
    assert found.bots == pytest.approx(strengths, abs=20)
    assert found.seats == pytest.approx(seats, abs=20)


def test_ratings_are_those_of_a_conditional_logit() -> None:
    """A place is a choice among those that are left, which statsmodels fits; it has no draw besides, which 2,000 games outweigh."""
    conditional = pytest.importorskip("statsmodels.discrete.conditional_models", reason="compared with statsmodels")
    rng = random.Random(9)
    results = [drawn(rng, rng.sample(range(3), 3), (120, 0, -120), (30, 0, -30)) for _ in range(2000)]
    chosen, known, group, stage = [], [], [], 0
    for one in results:
        order = sorted(range(3), key=lambda seat: one.places[seat])
        for first in range(2):
            stage += 1
            for seat in order[first:]:
                chosen.append(int(seat == order[first]))
                known.append([one.bots[seat] == 1, one.bots[seat] == 2, seat == 1, seat == 2])
                group.append(stage)
    fitted = conditional.ConditionalLogit(np.array(chosen), np.array(known, float), groups=np.array(group)).fit(disp=0)
    theirs = [ELO * value for value in fitted.params]
    ours = rated(results, 3, 3)
    assert [ours.bots[1] - ours.bots[0], ours.bots[2] - ours.bots[0]] == pytest.approx(theirs[:2], abs=1)
    assert [ours.seats[1] - ours.seats[0], ours.seats[2] - ours.seats[0]] == pytest.approx(theirs[2:], abs=1)


def test_line_ups() -> None:
    assert lineups(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert lineups(("a", "b"), 3) == (("a", "a", "b"), ("a", "b", "b"))
    assert rotations(("a", "b", "c")) == (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))


def table() -> Table:
    return Table(Side("tic-tac-toe"), ("random", "greedy"), 2, 3)


def test_games_are_those_of_simulate_and_processes_make_no_difference() -> None:
    played = list(rounds(table(), 12))
    theirs = simulate(Plan("tic-tac-toe", 2, 3, seats=("random", "greedy")), 12).games
    assert [one.games[0].digest for one in played] == [one.digest.hex() for one in theirs]
    assert [one.games[0].places for one in played] == [tuple(1 if seat in game.winners else 2 for seat in (0, 1)) for game in theirs]
    assert results_of(table(), played) == results_of(table(), list(rounds(table(), 12, 2)))


def test_intervals_hold_the_truth_nearly_always() -> None:
    """In 50 series of 60 blocks the difference of the two is inside its interval in 95 of 100 cases; in 42 or more but for 1 in 300."""
    rng, held = random.Random(2), 0
    for run in range(50):
        blocks = [(drawn(rng, (0, 1), (50, -50), (20, -20)), drawn(rng, (1, 0), (50, -50), (20, -20))) for _ in range(60)]
        gaps = sorted(one.bots[0] - one.bots[1] for one in (rated((game for block in again for game in block), 2, 2)
                                                         for again in drawn_again(blocks, 1, run)[:80]))  # fmt: skip
        held += gaps[2] <= 100 <= gaps[77]
    assert held >= 42


def test_greedy_is_better_than_chance_at_tic_tac_toe() -> None:
    found = ladder(table(), 30)
    assert [rung.bot for rung in found.rungs] == ["greedy", "random"]
    assert found.rungs[0].low > 0 > found.rungs[1].high
    assert found.seats[0].elo > 0  # who begins wins more often
    assert found.pairs["greedy", "random"][0] + found.pairs["random", "greedy"][0] == 1
    assert (found.pairs["greedy", "random"][1], found.complete) == (60, True)


def test_what_is_printed(call: Cli) -> None:
    code, out, _ = call("ladder", "tic-tac-toe", "--bots", "random,greedy", "--games", "4", "--json")
    said = json.loads(out)
    assert code == 0
    assert (said["games"], said["blocks"], said["unfinished"]) == (8, 4, 0)
    assert sum(one["elo"] for one in said["bots"]) == pytest.approx(0, abs=0.2)
    _, out, _ = call("ladder", "tic-tac-toe", "--bots", "random,greedy", "--games", "4")
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tic-tac-toe", "--bots", "random"], "A ladder needs two different bots or more"),
        (["tic-tac-toe", "--bots", "random,nobody"], "Nobody called `nobody` can play a seat"),
        (["belle-lucie"], "A ladder needs two players or more"),
        (["tic-tac-toe", "--bots", "random,no_such_module:bot"], "There is no module `no_such_module`"),
    ],
)
def test_what_can_not_be_rated_is_said_in_a_sentence(call: Cli, words: list[str], told: str) -> None:
    code, _, err = call("ladder", *words)
    assert code == 2
    assert told in err
    assert len(err.splitlines()) == 1


def test_a_bot_that_fails_leaves_what_was_played(call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "left = 60\ndef bot(view, choices):\n    global left\n    left -= 1\n    return choices[0] if left else None\n"
    (tmp_path / "tiring_bot_of_ladder.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = call("ladder", "tic-tac-toe", "--bots", "random,tiring_bot_of_ladder:bot")
    assert code == 1
    assert "stopped early" in out
    assert "answered None, which is none of the" in err
