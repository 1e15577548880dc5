"""The tool at full size: a game against itself, effects of known size, and the power that was computed for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from custumal.insight.comparison.block_findings import finding
from custumal.insight.comparison.findings import Finding
from custumal.insight.measures.catalogue import PRIMARY
from custumal.insight.play.observations import Block
from custumal.insight.play.series import blocks
from custumal.insight.statistics.samples import ordinary
from custumal.insight.statistics.verdicts import Verdict
from tests.insight.test_compare import against_other_luck, folder, match
from tests.support import scale

__all__ = ["folder"]

pytestmark = pytest.mark.slow

stats = pytest.importorskip("scipy.stats", reason="intervals need scipy")

RUNS = 500 if scale.FULL else 30
PAIRS = 100
PLANTED = 4
"""Points that each seat has from the start in the variant `head-start`."""
RARE = 0.005
"""How likely a figure may be as far off as what is not accepted."""


@pytest.fixture(scope="module")
def planted(folder: Path) -> tuple[Block, ...]:
    """Pairs of games on different luck, the second with the head start."""
    return against_other_luck(folder, "head-start", RUNS * PAIRS, 101)


def runs(played: tuple[Block, ...], pairs: int) -> Iterator[tuple[Block, ...]]:
    return (played[at : at + pairs] for at in range(0, len(played), pairs))


def score(played: tuple[Block, ...], error: float, margin: float = 1.0) -> Finding:
    measure = next(one for one in PRIMARY if one.id == "score")
    found = finding(played, measure, error, ordinary, {"score": margin})
    assert found is not None
    return found


def bounds(count: int, share: float) -> tuple[float, float]:
    """Between which numbers of `count` a share lies but for twice RARE."""
    return stats.binom.ppf(RARE, count, share), stats.binom.ppf(1 - RARE, count, share)


@pytest.mark.parametrize("error", [0.05, 0.05 / len(PRIMARY)])
def test_effects_of_known_size_are_inside_their_intervals(planted: tuple[Block, ...], error: float, tell: Callable[[str], None]) -> None:
    inside = sum(score(run, error).interval.holds(PLANTED) for run in runs(planted, PAIRS))
    tell(f"proof: a planted effect is inside the interval of {1 - error:.2%} in {inside} of {RUNS} runs of {PAIRS} pairs")
    low, high = bounds(RUNS, 1 - error)
    assert low <= inside <= high


def test_they_are_found_with_the_power_that_was_computed(planted: tuple[Block, ...], tell: Callable[[str], None]) -> None:
    """In runs so short that the effect is often missed; the power is that of Student's test, for scores whose spread is known from all."""
    whole = score(planted, 0.05).sample
    for pairs in (10, 20):
        found = [score(run, 0.05) for run in runs(planted, pairs)]
        effect = PLANTED * math.sqrt(pairs) / whole.deviation
        limit = stats.t.isf(0.025, pairs - 1)
        power = float(stats.nct.sf(limit, pairs - 1, effect) + stats.nct.cdf(-limit, pairs - 1, effect))
        told = sum(not one.interval.holds(0) for one in found)
        tell(f"proof: with {pairs} pairs it is found in {told / len(found):.1%} of {len(found)} runs; computed {power:.1%}")
        low, high = bounds(len(found), power)
        assert low <= told <= high


def test_half_a_margin_is_no_change_that_matters(planted: tuple[Block, ...], tell: Callable[[str], None]) -> None:
    """With pairs enough for an interval that is a third of the margin wide, nearly all runs say so."""
    margin, error = 2.0 * PLANTED, 0.05 / len(PRIMARY)
    pairs = next(count for count in range(PAIRS, RUNS * PAIRS, PAIRS) if score(planted[:count], error, margin).interval.half < margin / 3)
    found = [score(run, error, margin).verdict for run in runs(planted, pairs) if len(run) == pairs]
    settled = sum(one in {Verdict.SAME, Verdict.SMALL} for one in found)
    tell(f"proof: of half a margin it says that it does not matter in {settled} of {len(found)} runs of {pairs} pairs")
    assert Verdict.CLEAR not in found
    assert settled > len(found) / 2


@pytest.mark.skipif(not scale.FULL, reason="eight processes")
def test_eight_processes_play_the_same(folder: Path) -> None:
    one, eight = (list(blocks(match(folder, "head-start", 7), 3000, jobs)) for jobs in (1, 8))
    assert one == eight
