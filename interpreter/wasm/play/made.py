"""What is known of a module without the parts that write one."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.wasm.memory.plan import SlotTypes

HEAD = 4
"""What stands before the results of a game in its record: the length of its text, whether it is over, its decisions, unused."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """The text of a module, and what its user has to know of it: the bytes of a record at each address where the program stops, how
    many seats and lines of the score its results have, whether chance ever decides; the slots that are never written; the types of all
    slots."""

    text: str
    widths: tuple[int, ...]
    seats: int
    lines: int
    has_chance: bool
    unstored: tuple[str, ...] = ()
    types: SlotTypes = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """One game of a series: what the record of `simulate` is made of. `text` is what its digest is made of; by seat the total, whether
    it wins and shares its place, and the points of each line."""

    number: int
    over: bool
    decisions: int
    rounds: int
    totals: tuple[int, ...]
    wins: tuple[int, ...]
    shared: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    text: bytes
