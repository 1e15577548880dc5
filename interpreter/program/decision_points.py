"""Decision points: what can be chosen at each, and in which order it is tested."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Carrier, Expr, Limit, Local, Require, Source
from custumal.interpreter.program.internals import HALT, ChoiceTuple, Counter, Use
from custumal.interpreter.setup.values import Value


@dataclass(frozen=True, slots=True)
class Pick:
    """One entry: `local` gets a candidate (`one`), a candidate or None (`maybe`, None last), or a sorted-by-candidates tuple
    (`up-to`, `exactly`, `any`; by size, then in order of the candidates). `watch`: locals that may hold things and so tell
    them apart; `kind`, `zone`: whether candidates can be interchangeable things of a kind, or interchangeable empty cells of a
    zone (see position/equivalence.py).

    A set is listed once per content: of interchangeable candidates the first ones are taken."""

    local: Local
    form: str
    amount: Expr | None
    among: Expr
    source: Source
    watch: tuple[Local, ...] = ()
    kind: str | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class Bind:
    """A name for a value, taken here (`let`)."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Test:
    """A restriction of the action: `that` must hold unless `unless` does or a rule of `waived` is in force."""

    require: Require
    waived: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Forbid:
    """A `restrict` rule: wherever it is in force, concerns the actor and applies, its `that` must hold (unless waived)."""

    use: Use
    waived: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Allowed:
    """The limit is not used up: counter at (seat, each...) below `limit.count` (None: below 1), unless waived."""

    limit: Limit
    counter: Counter
    seat: Local
    waived: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Affordable:
    """The seat can pay the bundle, with its payment sources, unless waived."""

    cost: Expr
    seat: Local
    source: Source
    sources: tuple[Use, ...] = ()
    waived: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Split:
    """Ways to pay a cost without waste where payment sources of one rank can share it: `local` gets a tuple with the amount of
    each payment source, own resource included. Only in points that ask for nothing else."""

    local: Local
    seat: Local
    cost: Expr
    sources: tuple[Use, ...]


Part = Pick | Bind | Test | Forbid | Allowed | Affordable | Split


@dataclass(frozen=True, slots=True)
class Preferred:
    """Of all ways to carry out an action those count whose measure with this address is the greatest (the least: not `is_most`).

    `needed`: those whose measure is not 0, even if that leaves none: a restriction on what a whole choice leads to.
    """

    address: str
    is_most: bool
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Choosing:
    """One thing that can be chosen at a point.

    `name` stands in keys; `actor` gets the seat. With `offered_by` it is there only while that rule is in force for the
    seat and, if it sees no names, applies (once per binding; its actor and its carrier's locals are bound first, and the choice
    tuple begins with `this` if it has one), and `when` must hold. `plan` is run in order: each Pick a loop, each Test as early
    as its names are known. Then `ensure` is tried: on a copy of the state the choice is bound and the program run from `trial`
    to `trial_end` or the first stop; where `trial_end` is HALT, `trial` is a routine, and the trial is over when it returns. A
    choice binds the carrier and all locals of `plan` in the frame and goes on at `target`. `free`: an action at any time, which
    does not use up the pick. `address` is that of the action or step. `inside`: of an action that is chosen as one the return
    address of its routine, which is on the stack as long as the action lasts; `prefer` tells which ways count. What such an action has to
    `ensure` is among these.
    """

    name: str
    source: Source
    actor: Local | None
    plan: tuple[Part, ...]
    address: str
    target: int
    trial: int = HALT
    trial_end: int = HALT
    ensure: tuple[Test, ...] = ()
    offered_by: Use | None = None
    when: Expr | None = None
    free: bool = False
    inside: int | None = None
    prefer: tuple[Preferred, ...] = ()

    @property
    def may_lead_nowhere(self) -> bool:
        """Whether it may be that no way to carry it out counts."""
        return any(each.needed for each in self.prefer)

    @property
    def carrier(self) -> Carrier | None:
        return self.offered_by.rule.carrier if self.offered_by is not None else None

    def values(self, choice: ChoiceTuple) -> tuple[Value, ...]:
        """The values of the entries of a choice tuple, without the thing from which the choosing comes."""
        return choice[1:] if self.carrier is None else choice[2:]

    @property
    def picks(self) -> tuple[Pick, ...]:
        return tuple(part for part in self.plan if isinstance(part, Pick))


@dataclass(frozen=True, slots=True)
class Point:
    """Where a seat decides (or chance, if `seat` is None).

    `kind`: "menu" always asks, unless declining is all that is possible; "inner", in the middle of an action, takes a single
    choice silently; "ask" offers its choosings `yes` and `no`. With nothing to choose the program goes on at `nothing`.
    `passing`: "never"; "always"; or "unless" something that is not free can be chosen. `passed` is where PASS leads.
    `refused` (slot of a tuple of choice tuples) are terms that were refused here; `chosen` gets the choice tuple. Free choosings
    are left out while a call of one of `routines` is under way (see `Inside`): they never interrupt an action.
    """

    number: int
    kind: str
    seat: Expr | None
    source: Source
    choosings: tuple[Choosing, ...]
    nothing: int
    passing: str = "never"
    passed: int = HALT
    refused: Local | None = None
    chosen: Local | None = None
    routines: tuple[int, ...] = ()
