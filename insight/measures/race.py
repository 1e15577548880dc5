"""The race for points: who leads, how close it is, and whether what stands at half-time stays."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

from custumal.insight.play.observations import GameFacts
from custumal.insight.play.standings import ahead_from, leaders


def rivals(game: GameFacts) -> bool:
    """Whether there is somebody to be ahead of."""
    return len(game.scores) > 1


def has_race(game: GameFacts) -> bool:
    """Whether points tell anything before the end: at some time somebody was ahead."""
    return rivals(game) and any(len(leaders(totals)) < len(totals) for totals in game.standings[:-1])


def mean_score(game: GameFacts) -> float:
    """The points of a seat at the end, in the mean of all."""
    return sum(game.scores) / len(game.scores)


def lead(game: GameFacts) -> float | None:
    """By how many points the first is ahead of the second at the end; None without a second."""
    if not rivals(game) or not game.finished:
        return None
    first, second, *_ = sorted(game.scores, reverse=True)
    return first - second


def shared(game: GameFacts) -> float | None:
    """1 where several won together; None for one seat alone, and where the game was given up."""
    return float(len(game.winners) > 1) if rivals(game) and game.finished else None


def lead_changes(game: GameFacts) -> float | None:
    """How often another seat was alone ahead than the last one that was, looked at whenever another seat began to decide.

    The first leader is no change, nor is a tie; None where nobody is ahead before the end.
    """
    if not has_race(game):
        return None
    alone = [min(ahead) for totals in game.standings if len(ahead := leaders(totals)) == 1]
    return sum(one != other for one, other in pairwise(alone))


def half_time(game: GameFacts) -> float | None:
    """The share of the half-time leaders that won; None where all stood equal then, or nobody won."""
    if not has_race(game) or not game.winners:
        return None
    ahead = leaders(game.standings[(len(game.standings) - 1) // 2])
    return len(ahead & set(game.winners)) / len(ahead) if len(ahead) < len(game.scores) else None


def for_good(game: GameFacts) -> float | None:
    """The share of the game after which the winner was always alone ahead; None without one winner who was ahead at the end."""
    at = ahead_from(game.standings, game.winners) if has_race(game) else None
    return None if at is None else at / (len(game.standings) - 1)


def pulling_away(game: GameFacts) -> float | None:
    """By how many points more the half-time leaders gain in the second half than the others; None where all stood equal then."""
    if not has_race(game):
        return None
    half = game.standings[(len(game.standings) - 1) // 2]
    ahead = leaders(half)
    gains = [end - then for then, end in zip(half, game.standings[-1], strict=True)]
    if len(ahead) == len(gains):
        return None
    return fmean(gains[seat] for seat in ahead) - fmean(gain for seat, gain in enumerate(gains) if seat not in ahead)
