"""A measure taken of all games of a series: its mean with an interval, and how it is spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from custumal.insight.measures.catalogue import PRIMARY, of_choices, to_look_at
from custumal.insight.measures.judging import OF_A_JUDGE
from custumal.insight.measures.measure import Measure
from custumal.insight.measures.named_measures import details_met, names_met
from custumal.insight.play.observations import GameFacts
from custumal.insight.statistics.samples import Interval, Sample, of_share, ordinary, sample_of

ERROR = 0.05
"""How often an interval misses; each is for itself."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a measure says of a series: the games that have it, its values in their order, and an ordinary interval of the mean."""

    measure: Measure
    values: tuple[float, ...]
    sample: Sample
    interval: Interval


def measures_of(games: Sequence[GameFacts]) -> tuple[Taken, ...]:
    """All measures of a series of games with the same number of players, the primary ones first; those that no game has are left out."""
    if not games:
        return ()
    of_the_game = to_look_at(len(games[0].scores), *names_met(games))
    measures = (*PRIMARY, *OF_A_JUDGE, *of_the_game, *of_choices(details_met(games)))
    return tuple(taken for measure in measures if (taken := _taken(measure, games)) is not None)


def _taken(measure: Measure, games: Sequence[GameFacts]) -> Taken | None:
    values = tuple(value for game in games if (value := measure.take(game)) is not None)
    if not values:
        return None
    sample = sample_of(values)
    return Taken(measure, values, sample, _interval(measure, values, sample))


def _interval(measure: Measure, values: tuple[float, ...], sample: Sample) -> Interval:
    """Of a share, the exact one where each game either has it or not; else what lies between 0 and 1 of the ordinary one."""
    if measure.factor == 1:
        return ordinary(sample, ERROR)
    if all(value in {0, 1} for value in values):
        return of_share(sum(value == 1 for value in values), len(values), ERROR)
    found = ordinary(sample, ERROR)
    if min(values) < 0:  # a share of something, less another one
        return found
    return Interval(max(0.0, found.low), min(1.0, found.high))
