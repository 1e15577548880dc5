"""What is known of a module without the parts that write one."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass

HEAD = 4
"""What stands before the results of a game in its record: the length of its text, whether it is over, its decisions, unused."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """The text of a module, and what its user has to know of it: the bytes of a record at each address where the program stops, how
    many seats and lines of the score its results have, whether chance ever decides."""

    text: str
    widths: tuple[int, ...]
    seats: int
    lines: int
    has_chance: bool
