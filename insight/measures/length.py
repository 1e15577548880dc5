"""How long a game is, and how much there is to decide."""

from __future__ import annotations

from custumal.insight.play.observations import GameFacts


def decisions(game: GameFacts) -> float:
    """How often somebody was asked; a game that was given up counts as long as it was."""
    return game.decisions


def rounds(game: GameFacts) -> float:
    return game.rounds


def real_share(game: GameFacts) -> float | None:
    """Which share of the decisions left a choice; None where nobody was asked."""
    return game.real / game.decisions if game.decisions else None


def choices(game: GameFacts) -> float | None:
    """The choices of a decision, in the mean of those that left more than one; None where none did."""
    return game.options / game.real if game.real else None


def unfinished(game: GameFacts) -> float:
    """1 for a game that was given up after too many decisions."""
    return float(not game.finished)
