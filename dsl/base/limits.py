"""How much of a machine one rule file may use: rule files are swapped between strangers, so nothing in them is without bound."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds for reading one file.

    `file_bytes` counts the file as it lies on the disk; `nesting` counts mappings and lists inside each other; `nodes` counts keys,
    values, mappings and lists, those that an alias repeats included; `alias_nodes` counts only those that aliases repeat;
    `include_depth` counts files that include each other, `variant_depth` variants that are built on each other; `game_bytes` and
    `game_nodes` count all files of the rules of a game together; `mapped_characters` is the longest text of which every character's place
    is remembered; `problems` are those that one check of a game reports.
    """

    file_bytes: int = 2 * 1024 * 1024
    nesting: int = 64
    nodes: int = 100_000
    alias_nodes: int = 10_000
    include_depth: int = 8
    variant_depth: int = 16
    game_bytes: int = 4 * 1024 * 1024
    game_nodes: int = 200_000
    mapped_characters: int = 50_000
    problems: int = 500


LIMITS = Limits()

MOST_SEATS = 100
"""Players of a game."""
MOST_PLACES = 1 << 14
"""Places of one zone, those of all seats and things together."""
MOST_COVERED = 1 << 17
"""Cells that all placements of all shapes in a zone cover, counted for each placement."""
MOST_THINGS = 1 << 14
"""Things of a game."""
MOST_ENTRIES = 1 << 20
"""Values that are kept at the same time."""

MOST_WAYS = 1 << 16
"""Choices at one stop, and ways to take several of a set in one entry of them: they are listed, put into words and shown."""
MOST_PARTS = 1 << 13
"""Parts of choices that are made as one: so many are tried out at one stop."""
MOST_CHOICES = 1 << 22
"""Combinations of the candidates of one choice."""

MOST_STEPS = 5_000_000
"""Steps that play may take from one stop to the next, and to list the choices of one: about as many expressions of the reference."""
MOST_DECISIONS = 100_000
"""A game that asks more often is given up."""
MOST_TRIED = 250_000
"""Steps that the check of a game may take to try its set-up with one number of players after the other."""
MOST_CODE = 20_000
"""Statements and instructions of the program of a game, with all rules woven in."""
MOST_NESTED = 1_000
"""Deeds under way inside each other that came about through each other."""

LEAST_INTEGER = -(2**63)
GREATEST_INTEGER = 2**63 - 1
LARGEST_OPEN_GRID = 64
"""Columns, and rows, of a grid that is open, at most; so many there are where no numbers are given."""
