"""What was met in games, by name: what further measures are taken of."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.insight.measures.catalogue import RAN_OUT
from custumal.insight.play.observations import GameFacts


def names_met(games: Sequence[GameFacts]) -> tuple[list[str], list[str], list[str]]:
    """The lines of the score, the actions and the ends that were met in these games, in the order of the alphabet."""
    lines = {name for game in games for one in game.lines for name in one}
    ends = {game.ended or RAN_OUT for game in games if game.finished}
    return sorted(lines), sorted({name for game in games for name in game.offered if "/" not in name}), sorted(ends)


def details_met(games: Sequence[GameFacts]) -> list[str]:
    """The things, and the rules and abilities, that were named in choices, likewise."""
    return sorted({name for game in games for name in game.offered if "/" in name})
