"""What changes a position."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model.expressions import Expr
from custumal.dsl.model.memo import Memoised


@dataclass(frozen=True, slots=True)
class Act(Memoised):
    """Base of effects. `condition` guards the effect."""

    condition: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Write(Act):
    """`mode`: set, raise, lower, reset. An argument of the kept value may be a set (then: for each of its members).
    Numbers stop at the kept value's bounds."""

    kept: str
    arguments: tuple[Expr, ...]
    mode: str
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Act):
    """Move a thing, maybe a thing, or a set of things to a place, cell, maybe cell, or pose; nothing on either side: no effect.
    `bottom`: below the pile; target None: to the `box` (out of play), with what lies on it."""

    things: Expr
    target: Expr | None
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Act):
    """Draw up to `count` things from a place to a place or cell: from a bag by chance, else from the top."""

    count: Expr
    origin: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Swap(Act):
    a: Expr
    b: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Act):
    place: Expr


@dataclass(frozen=True, slots=True)
class Roll(Act):
    """Give the kept value a uniform chance value in its range, for each element of `things`."""

    kept: str
    things: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Act):
    """Things become known to all seats, or to `seats`, until they move."""

    things: Expr
    seats: Expr | None


@dataclass(frozen=True, slots=True)
class Trade(Act):
    """`gain` or `lose` a bundle (or nothing) for a seat: lose takes what there is, gain what a limited supply has."""

    mode: str
    bundle: Expr
    seat: Expr


@dataclass(frozen=True, slots=True)
class Give(Act):
    """From `giver` to `taker`, whole or not at all: a bundle between seats, or things between places, of which `given` is then a set or
    one thing. `back` goes the other way in the same moment, or nothing of it happens; for things it may be a bundle, which is paid
    by whose place `taker` is."""

    given: Expr
    giver: Expr
    taker: Expr
    back: Expr | None


@dataclass(frozen=True, slots=True)
class Exit(Act):
    """`leave`, `finish` or `stop` a step (address)."""

    mode: str
    step: str


@dataclass(frozen=True, slots=True)
class Perform(Act):
    """Carry out a procedure."""

    procedure: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Build(Act):
    """Scenarios only: fill a board of cubes up to these heights (by column) with arbitrary free things' cells."""

    place: Expr
    heights: tuple[int, ...]


Effect = Write | Move | Draw | Swap | Shuffle | Roll | Reveal | Trade | Give | Exit | Perform | Build
