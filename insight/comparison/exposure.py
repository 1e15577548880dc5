"""Whether the variant ever mattered, from the blocks that were followed."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from custumal.insight.comparison.findings import Exposure
from custumal.insight.play.observations import Block


def exposure_of(blocks: Iterable[Block]) -> Exposure:
    """The exposure in the blocks that were followed."""
    games = [block.followed for block in blocks if block.followed is not None]
    firsts = [game.first for game in games if game.first is not None]
    parted = [game.parted for game in games if game.parted is not None]
    return Exposure(
        games=len(games),
        met=len(firsts),
        options=sum(game.first_options is not None or game.left is not None for game in games),
        values=sum(game.first_values is not None for game in games),
        results=sum(game.result for game in games),
        decisions=sum(game.decisions for game in games),
        changed_decisions=sum(game.options for game in games),
        first=median(firsts) if firsts else None,
        alike=len(games) - len(parted),
        parted=median(parted) if parted else None,
    )
