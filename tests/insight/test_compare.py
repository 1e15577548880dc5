"""The tool itself: a game against itself, variants that do nothing, and effects whose size is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from custumal.insight.comparison.block_findings import primary
from custumal.insight.comparison.compare import compare, judged_blocks
from custumal.insight.comparison.findings import Comparison, Finding
from custumal.insight.comparison.stopping import Until, Watch
from custumal.insight.measures.catalogue import PRIMARY
from custumal.insight.play.alone import noted_games
from custumal.insight.play.observations import Block
from custumal.insight.play.series import NoTime, blocks
from custumal.insight.play.sides import Match, Side
from custumal.insight.statistics.samples import ordinary
from custumal.insight.statistics.verdicts import Verdict
from custumal.interpreter.runs.simulate import Plan, simulate
from custumal.ui.report.data import as_data
from tests.support import scale

pytestmark = pytest.mark.slow

pytest.importorskip("scipy", reason="intervals need scipy")

# Each seat in turn throws up to eight dice one after the other, or stops; the more points the better. The rules know nothing else, so that
# what an edit does to the score is known exactly.
GAME = """\
custumal: 1
game: throws
title: Throws
players: 2
kinds: {die: {}}
components: {dice: {kind: die, in: table}}
zones: {table: die}
kept:
  shows(die): 1 to 6
  points(seat): {is: 0 to 900, until: end}
play:
  round:
    repeat: 8
    do:
      turn: {players: seats, offer: turn}
actions:
  throw:
    offered: turn
    do: [roll shows of table, raise my points by sum(shows for table)]
  stay: {offered: turn, do: raise my points by 3}
scoring: {points: my points}
ranking: {points: {most: my total}}
"""
VARIANTS = {
    "words": "edits: {named: {set: title, to: Other throws}}",
    "one-more-draw": "edits: {more: {set: actions.stay.do, to: [roll shows of table, raise my points by 3]}}",
    "head-start": "edits: {more: {add: kept.points.start, with: 4}}",
    "half-points": "edits: {more: {set: actions.stay.do, to: raise my points by 4}}",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("throws")
    (root / "game.yaml").write_text(GAME, encoding="utf-8")
    for name, edits in VARIANTS.items():
        head = f"custumal: 1\nvariant: {name}\nof: throws\ntitle: {name}\n"
        (root / f"{name}.yaml").write_text(head + edits + "\n", encoding="utf-8")
    return root


def match(folder: Path, variant: str | None = None, seed: int = 1, followed: int = 10) -> Match:
    base = Side(str(folder / "game.yaml"))
    other = base if variant is None else replace(base, variants=(str(folder / f"{variant}.yaml"),))
    return Match(base, other, ("random", "random"), seed, followed)


def by_id(compared: Comparison) -> dict[str, Finding]:
    return {one.measure.id: one for one in (*compared.primary, *compared.look)}


def told(compared: Comparison) -> dict[str, object]:
    """All that is told of a comparison but the time it took."""
    return {**as_data(compared), "seconds": None}


def against_other_luck(folder: Path, variant: str | None, count: int, seed: int) -> tuple[Block, ...]:
    """The base on one range of seeds, the variant on another."""
    seats, game = ("random", "random"), str(folder / "game.yaml")
    ours = noted_games(Plan(game, 2, seed, seats=seats), count)
    named = () if variant is None else (str(folder / f"{variant}.yaml"),)
    theirs = noted_games(Plan(game, 2, seed + 1, named, seats=seats), count)
    return tuple(Block(at, (one,), (other,), None) for at, ((_, one), (_, other)) in enumerate(zip(ours, theirs, strict=True)))


def judge(folder: Path, played: tuple[Block, ...]) -> Comparison:
    until = Until(len(played))
    return judged_blocks(match(folder), played, until, Watch(until, 0.05, {}), complete=True)


def test_games_are_those_of_simulate(folder: Path) -> None:
    plan = Plan(str(folder / "game.yaml"), 2, 5, seats=("random", "random"))
    ours = [block.base[0] for block in blocks(match(folder, seed=5), 20)]
    theirs = simulate(plan, 20).games
    assert [(one.decisions, one.scores, one.winners, one.rounds) for one in ours] == [
        (one.decisions, one.scores, one.winners, one.rounds) for one in theirs
    ]
    assert [one.digest for one in ours] == [one.digest.hex() for one in theirs]


def test_other_words_change_nothing(folder: Path) -> None:
    compared = compare(match(folder, "words"), Until(150))
    assert all(block.base == block.variant for block in compared.blocks)
    assert (compared.exposure.games, compared.exposure.met, compared.exposure.alike) == (10, 0, 10)
    assert {one.verdict for one in compared.primary} == {Verdict.EQUAL}


def test_a_number_drawn_for_nothing_is_no_exposure_to_the_rule(folder: Path) -> None:
    """The games part, as luck falls otherwise; but followed choice by choice, the dice aside, the rule changes nothing."""
    compared = compare(match(folder, "one-more-draw"), Until(100))
    seen = compared.exposure
    assert (seen.options, seen.results) == (0, 0)
    assert not {one.verdict for one in compared.primary} & {Verdict.CLEAR, Verdict.CHANGED}


def test_a_head_start_is_found_at_once_and_exactly(folder: Path) -> None:
    compared = compare(match(folder, "head-start"), Until(100))
    seen, found = compared.exposure, by_id(compared)
    assert (seen.games, seen.met, seen.options, seen.values, seen.first) == (10, 10, 0, 10, 0)
    assert (found["score"].sample.mean, found["score"].sample.deviation) == (4, 0)  # on the same luck
    assert {found[name].verdict for name in ("decisions", "first-seat", "lead")} == {Verdict.EQUAL}


def test_an_effect_is_inside_the_interval_on_other_luck(folder: Path) -> None:
    score = by_id(judge(folder, against_other_luck(folder, "head-start", 300, 11)))["score"]
    assert score.interval.holds(4)
    assert not score.interval.holds(0)


def test_a_game_against_itself_is_seldom_called_changed(folder: Path, tell: Callable[[str], None]) -> None:
    """Of 20 (in full 200) comparisons on disjoint seeds 3 to 19 of 200 call a measure changed at 5 %, the corrected ones seldom."""
    runs = 200 if scale.FULL else 20
    played = against_other_luck(folder, None, 100 * runs, 21)
    parts = [played[100 * run : 100 * run + 100] for run in range(runs)]
    for error, most in ((0.05, 19 if scale.FULL else 5), (0.05 / len(PRIMARY), 6 if scale.FULL else 3)):
        called = Counter(one.measure.id for part in parts for one in primary(part, error * len(PRIMARY), ordinary, {}) if surely(one))
        tell(f"proof: of {runs} comparisons with itself at {error:.2%} changed: {dict(called)}")
        assert max(called.values(), default=0) <= most  # more come about by chance less than once in 200 for each measure
        varying = {one.measure.id for one in primary(played, error, ordinary, {}) if one.sample.differing >= len(played) / 20}
        assert not scale.FULL or error < 0.05 or all(called[name] >= 3 for name in varying)


def surely(one: Finding) -> bool:
    return not one.interval.holds(0)


def test_processes_make_no_difference(folder: Path) -> None:
    one, two = (compare(match(folder, "half-points"), Until(40), jobs) for jobs in (1, 2))
    assert one.blocks == two.blocks
    assert told(one) == told(two)


def test_enough_is_enough(folder: Path) -> None:
    """Lengths never differ, so that only the others are waited for; looks are every 50 blocks from 100 on."""
    wide = compare(match(folder, "half-points"), Until(2000, width=10))
    assert (len(wide.blocks), wide.complete, wide.looked) == (100, True, False)
    decided = compare(match(folder, "words"), Until(2000, decided=True))
    assert (len(decided.blocks), decided.complete, decided.looked) == (150, True, True)  # in some of the first 100 nobody led


def test_time_ends_what_is_under_way(folder: Path) -> None:
    """What is over by then is the beginning of what would have been played."""
    with pytest.raises(NoTime):
        compare(match(folder, "words"), Until(2000, seconds=1e-9))
    short = compare(match(folder, "words"), Until(1_000_000, seconds=10))
    assert (short.complete, short.interrupted) == (False, False)
    assert short.blocks == compare(match(folder, "words"), Until(len(short.blocks))).blocks


def test_different_bots_sit_everywhere(folder: Path) -> None:
    mixed = replace(match(folder), seats=("random", "greedy"))
    assert mixed.rotations == (("random", "greedy"), ("greedy", "random"))
    assert all(len(block.base) == len(block.variant) == 2 for block in blocks(mixed, 3))


def test_the_speed_of_both_sides_is_told_once_and_early(folder: Path) -> None:
    told: list[tuple[float, float]] = []
    done: list[int] = []
    compare(match(folder, "words"), Until(6), progress=done.append, foresee=lambda base, variant: told.append((base, variant)))
    ((base, variant),) = told
    assert base > 0 and variant > 0
    assert sum(done) == 6
