"""Intervals against other programs and by simulation; verdicts by their definition."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from custumal.insight.statistics.samples import Interval, Sample, chance_of_more, of_share, ordinary, sample_of
from custumal.insight.statistics.screening import found
from custumal.insight.statistics.sequences import sequence
from custumal.insight.statistics.verdicts import Verdict, judged, needed

stats = pytest.importorskip("scipy.stats", reason="intervals need scipy")


def numbers(rng: random.Random, count: int, mean: float = 0.0) -> list[float]:
    return [rng.gauss(mean, 1) for _ in range(count)]


@pytest.mark.parametrize("count", [2, 5, 100, 1000])
def test_the_ordinary_interval_is_students(count: int) -> None:
    values = numbers(random.Random(count), count, 0.3)
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    ours = ordinary(sample_of(values), 0.05)
    assert [ours.low, ours.high] == pytest.approx([low, high])
    assert chance_of_more(sample_of(values)) == pytest.approx(stats.ttest_1samp(values, 0).pvalue)


@pytest.mark.parametrize(("hits", "count"), [(0, 60), (3, 60), (30, 60), (60, 60)])
def test_the_interval_of_a_share_is_the_exact_one(hits: int, count: int) -> None:
    theirs = stats.binomtest(hits, count).proportion_ci(0.95, method="exact")
    ours = of_share(hits, count, 0.05)
    assert [ours.low, ours.high] == pytest.approx([theirs.low, theirs.high])


def test_equal_values_are_sure_and_single_ones_say_nothing() -> None:
    assert ordinary(sample_of([2.0, 2.0, 2.0]), 0.05) == Interval(2, 2)
    assert ordinary(sample_of([2.0]), 0.05) == Interval(-math.inf, math.inf)
    assert [chance_of_more(sample_of([0.0] * 5)), chance_of_more(sample_of([2.0] * 5))] == [1, 0]


@pytest.mark.parametrize(("count", "ratio"), [(100, 1.66), (400, 1.55), (1000, 1.57), (4000, 1.66)])
def test_a_sequence_is_wider_by_the_published_factor(count: int, ratio: float) -> None:
    one = Sample(count, 0.0, 1.0, count)
    assert sequence(one, 0.05).half / (1.959964 / math.sqrt(count)) == pytest.approx(ratio, abs=0.02)


def misses(look: Callable[[list[float]], bool], error: float, interval: Callable[[Sample, float], Interval], runs: int) -> int:
    """In how many runs the interval misses the mean, 0, at the first look that is enough, every 50 values from 100 to 1,000."""
    rng, missed = random.Random(7), 0
    for _ in range(runs):
        values = numbers(rng, 1000)
        for count in range(100, 1001, 50):
            if look(values[:count]) or count == 1000:
                missed += not interval(sample_of(values[:count]), error).holds(0)
                break
    return missed


@pytest.mark.slow
def test_a_sequence_holds_however_often_one_looks() -> None:
    """Stopping as soon as zero is excluded misses with ordinary intervals in about 20 of 100 runs, with a sequence in 5 at most."""

    def excluded(interval: Callable[[Sample, float], Interval]) -> Callable[[list[float]], bool]:
        return lambda values: not interval(sample_of(values), 0.05).holds(0)

    assert misses(excluded(sequence), 0.05, sequence, 100) <= 6
    assert misses(excluded(ordinary), 0.05, ordinary, 100) >= 12


def test_stopping_when_narrow_keeps_ordinary_intervals_true() -> None:
    def narrow(values: list[float]) -> bool:
        return ordinary(sample_of(values), 0.05).half <= 0.15

    assert misses(narrow, 0.05, ordinary, 100) <= 13  # 5 are expected; more than 13 come about once in 2,000


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (1.2, 2.0, Verdict.CLEAR),
        (-2.0, -1.2, Verdict.CLEAR),
        (0.5, 2.0, Verdict.CHANGED),
        (0.2, 0.8, Verdict.SMALL),
        (-0.8, -0.2, Verdict.SMALL),
        (-0.5, 0.5, Verdict.SAME),
        (-0.5, 1.5, Verdict.UNKNOWN),
        (-2.0, 2.0, Verdict.UNKNOWN),
    ],
)
def test_verdicts_by_interval_and_margin(low: float, high: float, verdict: Verdict) -> None:
    assert judged(Sample(400, (low + high) / 2, 1.0, 300), Interval(low, high), 1.0) is verdict


def test_nothing_is_said_of_few_pairs_or_few_that_differ() -> None:
    clear = Interval(5.0, 6.0)
    assert judged(Sample(99, 5.5, 1.0, 99), clear, 1.0) is Verdict.FEW
    assert judged(Sample(400, 5.5, 1.0, 9), clear, 1.0) is Verdict.FEW
    assert judged(Sample(400, 0.0, 0.0, 0), Interval(0, 0), 1.0) is Verdict.EQUAL
    assert judged(Sample(99, 0.0, 0.0, 0), Interval(0, 0), 1.0) is Verdict.FEW


def test_four_times_the_pairs_halve_the_interval() -> None:
    assert needed(Sample(400, 0.0, 1.0, 400), Interval(-2.0, 2.0), 1.0) == 1600
    assert needed(Sample(400, 0.0, 1.0, 400), Interval(-0.1, 0.1), 1.0) == 100  # fewer say nothing
    assert needed(Sample(400, 0.5, 1.0, 400), Interval(-0.5, 1.5), 1.0) == 1600  # half the margin is farthest from being settled
    assert needed(Sample(400, 0.9, 1.0, 400), Interval(-0.1, 1.9), 1.0) == 494  # soon without zero: (1.0 / 0.9) ** 2
    assert needed(Sample(400, 0.0, 0.0, 0), Interval(0.0, 0.0), 1.0) is None


@pytest.mark.slow
def test_a_screen_finds_what_statsmodels_finds() -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="the other program")
    rng = random.Random(3)
    chances = [rng.random() ** 4 for _ in range(40)]
    picked, level = found(chances, 0.05)
    assert picked == [at for at, is_found in enumerate(multitest.multipletests(chances, 0.05, "fdr_by")[0]) if is_found]
    assert 0 < len(picked) < 40
    assert level == pytest.approx(0.05 * len(picked) / 40)
    assert found([], 0.05) == ([], 0.05)
