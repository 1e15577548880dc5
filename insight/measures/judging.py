"""What a judge's chances tell of a game: drama, swing, comebacks, when it was decided, and what is at stake."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

from custumal.insight.measures.measure import SHARE, Margin, Measure
from custumal.insight.play.observations import GameFacts

SURE = 0.9
"""With so much of the victory a seat is taken to have won."""


def _winner(game: GameFacts) -> int | None:
    """Who won alone, in a game that was judged; None else."""
    return game.winners[0] if game.judged is not None and len(game.winners) == 1 and len(game.scores) > 1 else None


def drama(game: GameFacts) -> float | None:
    """How far the later winner was behind whoever was likeliest to win, in the mean of all looks; None without one winner."""
    seat = _winner(game)
    if seat is None or game.judged is None or len(game.judged.chances) < 2:
        return None
    return fmean(max(chances) - chances[seat] for chances in game.judged.chances[:-1])


def swing(game: GameFacts) -> float | None:
    """How much of the victory changed hands from look to look, in all; None for one seat alone, and where the game was given up."""
    if game.judged is None or not game.finished or len(game.scores) < 2:
        return None
    return sum(sum(abs(one - other) for one, other in zip(*both, strict=True)) / 2 for both in pairwise(game.judged.chances))


def comeback(game: GameFacts) -> float | None:
    """1 where the winner once had half of a fair share of the victory, or less; None without one winner."""
    seat = _winner(game)
    if seat is None or game.judged is None:
        return None
    return float(min(chances[seat] for chances in game.judged.chances) <= 0.5 / len(game.scores))


def decided(game: GameFacts) -> float | None:
    """The share of the game after which the winner was always sure to win, as far as the looks tell; None without one winner."""
    seat = _winner(game)
    if seat is None or game.judged is None or len(game.judged.chances) < 2:
        return None
    chances = [one[seat] for one in game.judged.chances]
    last = next((at for at in range(len(chances) - 1, -1, -1) if chances[at] < SURE), -1)
    return (last + 1) / (len(chances) - 1)


def stakes(game: GameFacts) -> float | None:
    """How much of the victory the best of some choices is worth above the worst, less what chance makes of equal ones; None without a
    choice."""
    if game.judged is None or not game.judged.stakes or len(game.scores) < 2:
        return None
    return fmean(differ - chance for differ, chance in game.judged.stakes)


OF_A_JUDGE = (
    Measure("drama", "of 100 victories", "how far the winner was behind", Margin(least=0.03), drama),
    Measure("swing", "victories", "how much of the victory changes hands", Margin(share=0.10), swing),
    Measure("comeback", SHARE, "how often the winner was far behind", Margin(least=0.05), comeback),
    Measure("decided", "of 100 parts", "when it is decided", Margin(least=0.05), decided),
    Measure("stakes", "of 100 victories", "how much a choice decides", Margin(least=0.03), stakes),
)
"""Taken of games that were judged alone."""
