"""From blocks to findings: the difference of each block, its mean, interval and verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import StatisticsError, correlation, fmean

from custumal.insight.comparison.findings import Finding, Margins
from custumal.insight.measures.catalogue import PRIMARY, of_choices, to_look_at
from custumal.insight.measures.judging import OF_A_JUDGE
from custumal.insight.measures.measure import Measure
from custumal.insight.measures.named_measures import details_met, names_met
from custumal.insight.play.observations import Block, GameFacts
from custumal.insight.statistics.samples import Interval, Sample, chance_of_more, ordinary, sample_of
from custumal.insight.statistics.screening import found
from custumal.insight.statistics.verdicts import enough, judged, needed

Intervals = Callable[[Sample, float], Interval]


def primary(blocks: Sequence[Block], error: float, intervals: Intervals, margins: Margins) -> tuple[Finding, ...]:
    """The primary measures that these games have, corrected so that all intervals together hold with probability 1 - error.

    The error is divided by the number of all primary measures, so that it does not depend on what the games have.
    """
    made = (finding(blocks, measure, error / len(PRIMARY), intervals, margins) for measure in PRIMARY)
    return tuple(one for one in made if one is not None)


def of_a_judge(blocks: Sequence[Block], error: float, margins: Margins) -> tuple[Finding, ...]:
    """What a judge says, where one was asked: all these intervals hold together with probability 1 - error."""
    made = (finding(blocks, measure, error / len(OF_A_JUDGE), ordinary, margins) for measure in OF_A_JUDGE)
    return tuple(one for one in made if one is not None)


def of_the_game(blocks: Sequence[Block], players: int) -> tuple[Measure, ...]:
    """What is looked at beside the primary measures."""
    return to_look_at(players, *names_met(_games(blocks)))


def of_details(blocks: Sequence[Block]) -> tuple[Measure, ...]:
    """The measures of single things, rules and abilities."""
    return of_choices(details_met(_games(blocks)))


def screened(blocks: Sequence[Block], measures: Sequence[Measure], error: float, margins: Margins) -> tuple[tuple[Finding, ...], int]:
    """Of some measures those that differ, the surest first, and how many were computed."""
    pairs = [(measure, one) for measure in measures if (one := _pairs(blocks, measure))]
    samples = [sample_of([theirs - own for own, theirs in one]) for _, one in pairs]
    chances = [chance_of_more(sample) if enough(sample) else 1.0 for sample in samples]
    picked, level = found(chances, error)
    made = [finding(blocks, pairs[at][0], level, ordinary, margins) for at in sorted(picked, key=lambda at: chances[at])]
    return tuple(one for one in made if one is not None), len(pairs)


def finding(blocks: Sequence[Block], measure: Measure, error: float, intervals: Intervals, margins: Margins) -> Finding | None:
    """What a measure says; None where no block has it on both sides."""
    pairs = _pairs(blocks, measure)
    if not pairs:
        return None
    base, variant = fmean(own for own, _ in pairs), fmean(theirs for _, theirs in pairs)
    sample = sample_of([theirs - own for own, theirs in pairs])
    interval = intervals(sample, error)
    margin = margins[measure.id] / measure.factor if measure.id in margins else measure.margin.of(base)
    verdict = judged(sample, interval, margin)
    return Finding(measure, base, variant, sample, interval, margin, verdict, needed(sample, interval, margin), _luck(pairs))


def _pairs(blocks: Iterable[Block], measure: Measure) -> list[tuple[float, float]]:
    """For each block the mean of the measure over the games of either side."""
    sides = ((_mean(block.base, measure), _mean(block.variant, measure)) for block in blocks)
    return [(own, theirs) for own, theirs in sides if own is not None and theirs is not None]


def _mean(games: Iterable[GameFacts], measure: Measure) -> float | None:
    values = [value for game in games if (value := measure.take(game)) is not None]
    return math.fsum(values) / len(values) if values else None


def _luck(pairs: Sequence[tuple[float, float]]) -> float | None:
    try:
        return correlation([own for own, _ in pairs], [theirs for _, theirs in pairs])
    except StatisticsError:
        return None  # one side never varies, or there is one pair only


def _games(blocks: Iterable[Block]) -> list[GameFacts]:
    return [game for block in blocks for game in (*block.base, *block.variant)]
