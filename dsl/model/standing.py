"""Rules that hold while others act."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model.actions import Decision, Require, Step
from custumal.dsl.model.effects import Effect
from custumal.dsl.model.expressions import Expr, Local
from custumal.dsl.model.memo import Memoised
from custumal.dsl.model.texts import Source


@dataclass(frozen=True, slots=True)
class Carrier:
    """Whence an ability comes: a row of a kind; locals `this` (first active copy), `owner` (seat served), `copies`."""

    kind: str
    row: int
    this: Local
    owner: Local
    copies: Local


@dataclass(frozen=True, slots=True)
class Rule(Memoised):
    """A standing rule. `head`: modify restrict waive offer accept before after instead action. `targets` are addresses of what
    it changes (or built-in actions gain lose move draw roll). `concerns`: everyone, owner, or a set of seats in `seats`.
    `names` are the locals of the action or definition that it sees, rebound at each target: (word, local).
    `whole`: it hooks all passes of a step together.
    `changes` for modify: (operation, expression); operations set add times at-least at-most also except.
    """

    source: Source
    head: str
    targets: tuple[str, ...]
    condition: Expr | None = None
    applies: Expr | None = None
    concerns: str = "everyone"
    seats: Expr | None = None
    rank: int = 0
    carrier: Carrier | None = None
    actor: Local | None = None
    names: tuple[tuple[str, Local], ...] = ()
    changes: tuple[tuple[str, Expr], ...] = ()
    that: Require | None = None
    decision: Decision | None = None
    body: tuple[Step | Effect, ...] = ()
    may: Expr | None = None
    windows: tuple[str, ...] = ()
    any_time: str | None = None
    cost_free: bool = False
    pays_as: int | None = None
    resource: int | None = None
    up_to: Expr | None = None
    whole: bool = False
