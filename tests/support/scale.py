"""How much is tried. `pytest --full` tries everything; without it, a part is tried that finds most mistakes in minutes."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Each = TypeVar("Each")

FULL = False
"""Whether everything is tried: set by `conftest.py` before any test is read. Tests import it: `GAMES = 20 if FULL else 1`."""

LARGE = ("chess", "kings-abbey", "monastery", "monolyth")
"""The games that take seconds to check and to play."""
NOT_QUICK = (*LARGE, "backgammon", "belle-lucie", "draughts", "go", "hex", "oware", "spades")
"""The games that take longest: a case that has one of them in its name is not in the quick tier."""


def some(found: Sequence[Each], most: int) -> list[Each]:
    """Everything in a full run; otherwise at most so many, the same in every run, in their order."""
    chosen = range(len(found)) if FULL or len(found) <= most else sorted(Random(2).sample(range(len(found)), most))
    return [found[at] for at in chosen]


def some_of_large(found: Sequence[tuple[str, Each]], most: int) -> list[tuple[str, Each]]:
    """Pairs of a game and something of it: all of small games, of each large game at most so many."""
    small = [pair for pair in found if pair[0] not in LARGE]
    return small + [pair for game in LARGE for pair in some([pair for pair in found if pair[0] == game], most)]
