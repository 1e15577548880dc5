"""Kept values, zones and definitions as functions of numbers between bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.game_frames import check_text, framed
from tests.support.small_games import Play

TALLY = """
    options: {dice: {is: 1 to 6, default: 6}}
    kept:
      tally(n 1 to 6): {is: 0 to 9, until: end}
      bid(seat, n 2 to 3): {is: truth, until: end}
    zones: {lane(n 1 to 3): {holds: stone, shape: pile}}
    kinds: {stone: {}}
    components: {stones: {kind: stone, in: lane(2)}}
    define: {twice(n 1 to 6): tally(n) * 2}
    play: {turn: {rounds: seats, until: passes(turn) > 9, offer: turn}}
    actions:
      mark: {offered: turn, choose: {n: 1 to 6}, do: [raise tally(n) by 1, "set bid(me, min(max(n, 2), 3)) to true"]}
      all: {offered: turn, do: raise tally(1 to 6) by 2}
      shift: {offered: turn, choose: {n: 1 to 3}, do: move top of lane(2) to lane(n)}
    scoring: {best: {points: max(twice(k) for k in 1 to 6)}}
    """


def test_each_number_has_a_value_of_its_own() -> None:
    game = Play(TALLY).do("mark(6)", "mark(1)", "mark(6)", "all", "shift(3)")
    column, entries = game.machine.instance.kept["tally"].column, game.machine.instance.kept["tally"].entries
    assert game.state.c[column][entries] == [3, 2, 2, 2, 2, 4]
    bid = game.machine.instance.kept["bid"]
    assert game.state.c[bid.column][bid.entries] == [False, True, True, False]


@pytest.mark.parametrize(
    ("sentence", "is_within"),
    [
        ("tally(6)", True),
        ("tally(7)", False),
        ("tally(0)", False),
        ("tally(steps of starter)", False),
        ("tally(min(max(steps of starter, 1), 6))", True),
        ("twice(9)", False),
        ("sum(tally(k) for k in 1 to 6)", True),
        ("sum(tally(k) for k in 1 to 8)", False),
    ],
)
def test_a_number_that_may_lie_outside_is_refused(sentence: str, is_within: bool, tmp_path: Path) -> None:
    """What is accepted can be played: no entry is read that is not there."""
    text = f"""
kept:
  starter: {{is: seat, start: first(seats)}}
  moved(stone): {{is: truth, until: turn}}
  guest(seat): {{is: maybe seat, until: round}}
  steps(seat): {{is: 0 to 9, until: end}}
  tally(n 1 to 6): {{is: 0 to 9, until: end}}
values:
  hand-limit: {{is: 3, least: 1}}
  price-of(card, s seat): {{is: price of card, least: 0}}
  twice(n 1 to 6): tally(n) * 2
  asked: {{is: "{sentence} + twice(1)"}}
"""
    codes = [problem.code for problem in check_text(framed(text).text, tmp_path).diagnostics if problem.is_error]
    assert codes == ([] if is_within else ["out-of-range"])
