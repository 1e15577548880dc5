"""Bots of different strength side by side: where they agree, and what a variant does to their strength."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from custumal.insight.comparison.compare import compare
from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.comparison.levels import agreements
from custumal.insight.comparison.stopping import Until
from custumal.insight.ladder.ladder import ladder
from custumal.insight.ladder.moved import moved
from custumal.insight.ladder.played import Table
from custumal.insight.play.sides import Match, Side
from custumal.insight.statistics.samples import Interval
from custumal.insight.statistics.verdicts import Verdict
from custumal.ui.report.levels import agreement_sentences, strength_sentences
from tests.insight.test_alone import COINS

pytestmark = pytest.mark.slow

pytest.importorskip("scipy", reason="intervals need scipy")
Cli = Callable[..., tuple[int, str, str]]

# With most coins greedy wins; where the fewest win, it goes on taking all it can, and loses.
FEWEST = """\
custumal: 1
variant: fewest
of: coins
title: Fewest coins
edits: {turned: {set: ranking, to: {coins: {least: my total}}}}
"""


@pytest.fixture
def coins(tmp_path: Path) -> str:
    (tmp_path / "game.yaml").write_text(COINS, encoding="utf-8")
    (tmp_path / "fewest.yaml").write_text(FEWEST, encoding="utf-8")
    return str(tmp_path / "game.yaml")


@pytest.fixture(scope="module")
def played() -> Comparison:
    match = Match(Side("pig"), Side("pig", ("two-dice",)), ("random", "random"), 1, 0)
    return compare(match, Until(3))


def saying(played: Comparison, bot: str, verdict: Verdict, low: float, high: float) -> Comparison:
    """A comparison between such bots that has only one primary measure, with this interval."""
    found: Finding = replace(played.primary[0], verdict=verdict, interval=Interval(low, high))
    return replace(played, match=replace(played.match, seats=(bot, bot)), primary=(found,))


def test_levels_agree_contradict_each_other_or_do_not_know(played: Comparison) -> None:
    longer = saying(played, "random", Verdict.CLEAR, 3, 5)
    little = saying(played, "greedy", Verdict.SMALL, 0.1, 0.2)
    shorter = saying(played, "greedy", Verdict.CHANGED, -5, -3)
    same = saying(played, "greedy", Verdict.SAME, -0.1, 0.2)
    unknown = saying(played, "greedy", Verdict.UNKNOWN, -9, 9)
    for other, directions, shared, contradicted, told in (
        (little, (1, 1), True, False, "all levels agree; it grows."),
        (shorter, (1, -1), False, True, "the levels contradict each other"),
        (same, (1, 0), False, False, "with greedy nothing that matters."),
        (unknown, (1, None), False, False, "; not known with greedy."),
    ):
        (one,) = agreements([longer, other])
        assert (one.directions, one.is_shared, one.is_contradicted) == (directions, shared, contradicted)
        (sentence,) = agreement_sentences([longer, other])
        assert told in sentence
    assert agreement_sentences([unknown, unknown]) == ["No level knows of a difference, nor that there is none; more games may tell."]


def test_a_variant_that_turns_the_game_round_moves_the_bots(coins: str) -> None:
    sides = (Side(coins), Side(coins, (str(Path(coins).parent / "fewest.yaml"),)))
    before, after = (ladder(Table(side, ("random", "greedy"), 2, 1), 25) for side in sides)
    found = {one.bot: one for one in moved(before, after)}
    assert found["greedy"].before > 0 > found["greedy"].after
    assert found["greedy"].is_much and found["greedy"].high < -100
    warning, *_ = [one for one in strength_sentences(moved(before, after)) if "greedy" in one]
    assert warning.startswith("Warning: with the variant greedy is ") and "weaker among these bots" in warning
    assert all(not one.is_much and one.by == 0 for one in moved(before, before))
    assert strength_sentences(moved(before, before)) == ["The variant moves none of them by more than 50 Elo."]


def test_what_is_printed(call: Cli, coins: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib")
    page = tmp_path / "levels.html"
    asked = ("compare", coins, "--variant", str(tmp_path / "fewest.yaml"), "--levels", "random,greedy", "--games", "4")
    code, out, _ = call(*asked, "--json", "--html", page)
    said = json.loads(out)
    assert code == 0
    assert [one["seats"] for one in said["comparisons"]] == [["random", "random"], ["greedy", "greedy"]]
    assert {one["error"] for one in said["comparisons"]} == {0.025}
    (levels,) = said["levels"]
    assert levels["bots"] == ["random", "greedy"]
    assert {one["bot"]: one["much"] for one in levels["strength"]} == {"random": True, "greedy": True}
    text = page.read_text(encoding="utf-8")
    assert "Do the bots agree?" in text
    assert "Warning: with the variant greedy is" in text
    _, out, _ = call(*asked)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--levels", "random"], "--levels takes two different bots or more"),
        (["--levels", "random,greedy", "--seat", "1=greedy"], "--seat does not go with it"),
        (["--levels", "random,nobody"], "Nobody called `nobody`"),
    ],
)
def test_what_does_not_go_together_is_said(call: Cli, words: list[str], told: str) -> None:
    code, out, err = call("compare", "pig", "--variant", "two-dice", *words, "--games", "2")
    assert (code, out) == (2, "")
    assert told in err
