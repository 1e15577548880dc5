"""A menu of which it is certain that it can't be listed is told, from the first number on; one that a rule may make smaller is not."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from custumal.dsl.base.limits import MOST_WAYS
from tests.support.game_frames import check_text, framed

ACTION = """
actions:
  pick: {{offered: turn, choose: {{{choose}}}, {more}do: set guest of me to none}}
"""
RULE = """
standing:
  narrow: {restrict: actions.pick, that: 4 > 3, because: Too many.}
"""
STEP = """
play:
  round:
    repeat: 3
    do:
      turn: {players: seats from starter, offer: turn}
      ask: {seat: starter, choose: {a: 1 to 300, b: 1 to 300}, do: set guest of starter to none}
"""


def told(piece: str, folder: Path) -> int:
    whole = framed(piece)
    found = check_text(whole.text, folder).diagnostics
    errors = [diagnostic.code for diagnostic in found if diagnostic.severity.value == "error"]
    assert set(errors) <= {"too-many-choices"}, found
    return len(errors)


def largest(ways: object) -> int:
    """The greatest n of which so many ways can still be listed."""
    assert callable(ways)
    return next(n for n in range(1, MOST_WAYS + 2) if ways(n + 1) > MOST_WAYS)


@pytest.mark.parametrize(
    ("choose", "ways"),
    [
        ("a: maybe 1 to {n}", lambda n: n + 1),
        ("a: any among 1 to {n}", lambda n: 2**n),
        ("a: exactly 2 among 1 to {n}", lambda n: comb(n, 2)),
        ("a: up to 2 among 1 to {n}", lambda n: 1 + n + comb(n, 2)),
        ("a: 1 to 32, b: 1 to {n}", lambda n: 32 * n),
        ("a: 1 to 16, c: {{let: 5}}, b: maybe 1 to {n}", lambda n: 16 * (n + 1)),
    ],
)
def test_from_the_first_number_on(choose: str, ways: object, tmp_path: Path) -> None:
    most = largest(ways)
    assert told(ACTION.format(choose=choose.format(n=most), more=""), tmp_path) == 0
    assert told(ACTION.format(choose=choose.format(n=most + 1), more=""), tmp_path) == 1


@pytest.mark.parametrize(
    "more",
    [
        "require: {few: {that: 4 > 3, because: Too many.}}, ",
        "ensure: {few: {that: coin of me < 4, because: Too rich.}}, ",
        "cost: 1 coin, ",
    ],
)
def test_what_something_may_make_smaller_is_not_foretold(more: str, tmp_path: Path) -> None:
    assert told(ACTION.format(choose="a: 1 to 300, b: 1 to 300", more=more), tmp_path) == 0


def test_nor_what_a_standing_rule_may(tmp_path: Path) -> None:
    large = ACTION.format(choose="a: 1 to 300, b: 1 to 300", more="")
    assert told(large, tmp_path) == 1
    assert told(large + RULE, tmp_path) == 0
    assert told(large + RULE.replace("actions.pick", "actions.put"), tmp_path) == 1


def test_a_step_that_asks_is_counted_too(tmp_path: Path) -> None:
    assert told(STEP, tmp_path) == 1
    assert told(STEP.replace("300", "256"), tmp_path) == 0
    assert told(STEP + RULE.replace("actions.pick", "play.round.ask"), tmp_path) == 0


def test_a_range_that_is_too_large_by_itself_is_told_once(tmp_path: Path) -> None:
    found = check_text(framed(ACTION.format(choose="a: 1 to 65537", more="")).text, tmp_path).diagnostics
    assert [diagnostic.code for diagnostic in found if diagnostic.severity.value == "error"] == ["set-too-large"]
