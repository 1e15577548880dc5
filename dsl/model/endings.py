"""How a game ends and who has won."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model.effects import Exit
from custumal.dsl.model.expressions import Expr, Local
from custumal.dsl.model.memo import Memoised
from custumal.dsl.model.texts import Source, Text


@dataclass(frozen=True, slots=True)
class End(Memoised):
    """After each pass of `after` (address; its names bound in `names`, actor `actor`): if `applies`, the `exits`."""

    source: Source
    after: str
    actor: Local
    names: tuple[tuple[str, Local], ...]
    applies: Expr | None
    exits: tuple[Exit, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    source: Source
    actor: Local
    points: Expr


@dataclass(frozen=True, slots=True)
class RankKey:
    """`most` or `least` of `value`; partners' numbers joined by sum or best.

    `needed`: the value is a truth instead, without which nobody wins, and which all partners have to meet.
    """

    source: Source
    actor: Local
    value: Expr
    most: bool = True
    join: str = "sum"
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Ladder:
    source: Source
    actor: Local
    condition: Expr | None
    value: Expr
    steps: tuple[tuple[int, Text], ...]


@dataclass(frozen=True, slots=True)
class Teams:
    source: Source
    seat: Local
    condition: Expr | None
    partners: Expr


@dataclass(frozen=True, slots=True)
class HouseSeat:
    name: str
    condition: Expr | None
    source: Source


@dataclass(frozen=True, slots=True)
class Invariant(Memoised):
    source: Source
    that: Expr
