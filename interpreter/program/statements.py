"""Statements: what happens without a stop."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Build, Draw, Expr, Local, Move, Reveal, Swap, Trade, Write
from custumal.interpreter.program.internals import Counter, Use


@dataclass(frozen=True, slots=True)
class Assign:
    """The local's slot := value."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class When:
    condition: Expr
    then: tuple[Statement, ...]
    other: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class ForEach:
    """`source` is taken once; `where` (it reads `local`) is asked when the turn of an element comes."""

    local: Local
    source: Expr
    where: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Times:
    """`count` is taken once; below 1 is none."""

    count: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Until:
    """`condition` is asked before each pass."""

    condition: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Restore:
    """The entries of a kept value go back to their start: all, or those whose first argument is `seat`."""

    kept: str
    seat: Expr | None


@dataclass(frozen=True, slots=True)
class Count:
    """One more in a counter."""

    counter: Counter
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Forget:
    """A counter is 0 again: all of it, or the part of `seat`."""

    counter: Counter
    seat: Expr | None


@dataclass(frozen=True, slots=True)
class Measure:
    """Whoever compares ways to carry out an action is told the value of a preference; the position does not change."""

    address: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Tally:
    """One more for a seat (or nobody) in the local's slot, which counts by seats and then nobody."""

    local: Local
    seat: Local | None


@dataclass(frozen=True, slots=True)
class Remember:
    """The local's slot gets one more pair: the seat (or nothing), and how these kept values and zones stand."""

    local: Local
    names: tuple[str, ...]
    seat: Local | None


@dataclass(frozen=True, slots=True)
class Pay:
    """`seat` pays the bundle: own resources at rank 0, payment sources by their rank. Listing made sure that it can.
    `split` (or None): the local with the part of each payment source where the seat chose it, see `Split`."""

    seat: Expr
    cost: Expr
    sources: tuple[Use, ...] = ()
    split: Local | None = None


@dataclass(frozen=True, slots=True)
class Arrange:
    """Shuffling: the thing `local` changes places with what stands at `position` (from 0, bottom) of a pile; it is no longer known."""

    place: Expr
    position: Expr
    local: Local


@dataclass(frozen=True, slots=True)
class Trace:
    """Nothing happens; whoever watches is told that the program is inside this step, procedure or rule. Only in traced programs."""

    address: str


Effects = Write | Move | Draw | Swap | Trade | Reveal | Build
Statement = (
    Effects | Assign | When | ForEach | Times | Until | Restore | Count | Forget | Measure | Remember | Tally | Pay | Arrange | Trace
)
