"""The linear program of one game with fixed players and options: what the machine runs and code is generated from.

A `Program` is a list of instructions with a program counter and a stack of return addresses. Everything that must survive a
stop lives in the state: `frame` (one slot for every local of the flow, see `Program.slots`), `stack`, `pc`, and the counters
in `c[3]`. Locals that only live inside one expression (of selections and folds) have no slot.

Stretches without a stop are structured statements inside one `Run`; whatever may stop (a decision, chance) or leaves a step
before its end is linear, with branches and calls. Lowering has already woven in hooks, ends, lives, allowances, limits, costs
and the counters of passes, so that whoever runs a program needs no law of the language besides those told here.

Raw choices are tuples: `PASS`, or (number of the choosing within its point, values...). The values are those of the `Pick`s in
order; a choosing that comes from a thing (`carrier`) has that thing before them. Raw outcomes of chance are (value,) for
`Draw…`, `Roll…`, `Shuffle…` and raw choices for a `Chance` point.
"""

from __future__ import annotations

from dataclasses import dataclass

from custumal.dsl.model import (
    Build,
    Carrier,
    Draw,
    Expr,
    Limit,
    Local,
    Move,
    Require,
    Reveal,
    Rule,
    Source,
    Swap,
    Trade,
    Write,
)
from custumal.dsl.types import Type

PASS: tuple[int, ...] = (-1,)
"""The raw choice `pass`: to decline."""

HALT = -1
"""The return address under which a routine that was started on its own ends."""


def passes_id(step: str) -> str:
    """Slot name of the number of passes of a step begun so far."""
    return f"@passes {step}"


def running_id(step: str) -> str:
    """Slot name of whether a step is under way (0 or 1)."""
    return f"@running {step}"


def left_id(step: str) -> str:
    """Slot name of the seats still in a step's `rounds` (a tuple)."""
    return f"@left {step}"


# ---------------------------------------------------------------- standing rules at their targets


@dataclass(frozen=True, slots=True)
class Use:
    """A standing rule at one of its targets. `names`: (the rule's local, the local of the deed that it stands for).

    In force are the bindings of `this`, `owner`, `copies` that `rules_in_force.in_force` gives (one empty binding for a rule
    of the game). Whom it concerns is compared with the actor; then `applies` is asked with the names bound.
    """

    rule: Rule
    names: tuple[tuple[Local, Local], ...] = ()


@dataclass(frozen=True, slots=True)
class Counter:
    """A table of counters in `c[3]` from `base` on, by `types` in mixed radix, last fastest. The first is a seat; nobody
    counts as the number of seats. `sizes` are the sizes of the types' domains."""

    name: str
    base: int
    types: tuple[Type, ...]
    sizes: tuple[int, ...]


# ---------------------------------------------------------------- statements (no stop inside)


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
class Pay:
    """`seat` pays the bundle: own resources at rank 0, purses by their rank. Listing made sure that it can.
    `split` (or None): the local with the part of each purse where the seat chose it, see `Split`."""

    seat: Expr
    cost: Expr
    purses: tuple[Use, ...] = ()
    split: Local | None = None


@dataclass(frozen=True, slots=True)
class Arrange:
    """Shuffling: the thing `local` changes places with what stands at `position` (from 0, bottom) of a pile; it is no longer known."""

    place: Expr
    position: Expr
    local: Local


Statement = (
    Write | Move | Draw | Swap | Trade | Reveal | Build | Assign | When | ForEach | Times | Until | Restore | Count | Forget | Pay | Arrange
)


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True)
class Pick:
    """One entry: `local` gets a candidate (`one`), a candidate or None (`maybe`, None last), or a sorted-by-candidates tuple
    (`up-to`, `exactly`, `any`; by size, then in order of the candidates). `watch`: locals that may hold things and so tell
    them apart; `kind`, `zone`: whether candidates can be alike things of a kind, or alike empty cells of a zone (see alike.py).

    A set is listed once per content: of alike candidates the first ones are taken."""

    local: Local
    form: str
    amount: Expr | None
    among: Expr
    source: Source
    watch: tuple[Local, ...] = ()
    kind: str | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """A name for a value, taken here (`let`)."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Test:
    """A restriction of the deed: `that` must hold unless `unless` does or a rule of `waived` is in force."""

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
    """The seat can pay the bundle, with its purses, unless waived."""

    cost: Expr
    seat: Local
    source: Source
    purses: tuple[Use, ...] = ()
    waived: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class Split:
    """Ways to pay a cost without waste where purses of one rank can share it: `local` gets a tuple with the amount of
    each purse, own resource included. Only in points that ask for nothing else."""

    local: Local
    seat: Local
    cost: Expr
    purses: tuple[Use, ...]


Part = Pick | Name | Test | Forbid | Allowed | Affordable | Split


@dataclass(frozen=True, slots=True)
class Choosing:
    """One thing that can be chosen at a point.

    `name` stands in keys; `actor` gets the seat. With `offered_by` it is there only while that rule is in force for the
    seat and, if it sees no names, applies (once per binding; its actor and its carrier's locals are bound first, and the raw
    choice begins with `this` if it has one), and `when` must hold. `plan` is run in order: each Pick a loop, each Test as early
    as its names are known. Then `ensure` is tried: on a copy of the state the choice is bound and the program run from `trial`
    to `trial_end` or the first stop. Of what is left only the choices with the highest `best_only`. A choice binds the carrier
    and all locals of `plan` in the frame and goes on at `target`. `free`: an action at any time, which does not use up the
    pick. `deed` is the address of the action or step.
    """

    name: str
    source: Source
    actor: Local | None
    plan: tuple[Part, ...]
    deed: str
    target: int
    trial: int = HALT
    trial_end: int = HALT
    ensure: tuple[Test, ...] = ()
    best_only: Expr | None = None
    best_source: Source | None = None
    offered_by: Use | None = None
    when: Expr | None = None
    free: bool = False

    @property
    def carrier(self) -> Carrier | None:
        return self.offered_by.rule.carrier if self.offered_by is not None else None

    @property
    def picks(self) -> tuple[Pick, ...]:
        return tuple(part for part in self.plan if isinstance(part, Pick))


@dataclass(frozen=True, slots=True)
class Point:
    """Where a seat decides (or chance, if `seat` is None).

    `kind`: "menu" always asks, unless declining is all that is possible; "inner", in the middle of a deed, takes a single
    choice silently; "ask" offers its choosings `yes` and `no`. With nothing to choose the program goes on at `nothing`.
    `passing`: "never"; "always"; or "unless" something that is not free can be chosen. `passed` is where PASS leads.
    `refused` (slot of a tuple of raw choices) are terms that were refused here; `chosen` gets the raw choice. Free choosings
    are left out while a call of one of `deeds` is under way (see `Inside`): they never interrupt a deed.
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
    deeds: tuple[int, ...] = ()


# ---------------------------------------------------------------- instructions


@dataclass(frozen=True, slots=True)
class Run:
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Go on at the next instruction if the condition holds, else at `target`."""

    condition: Expr
    target: int


@dataclass(frozen=True, slots=True)
class Jump:
    target: int


@dataclass(frozen=True, slots=True)
class Next:
    """The next element of the tuple in slot `items` whose `where` holds, from position `index` on (advanced past it), to
    `local`; else go to `done`. `where` reads `local`, which it may leave on an element that was passed over."""

    items: Local
    index: Local
    local: Local
    where: Expr | None
    done: int


@dataclass(frozen=True, slots=True)
class Lap:
    """The next seat of a table that goes round and round: the first in `items` from position `index` on that is in the tuple
    `left` and whose `where` holds. Behind the last one a new lap begins, unless the local `ending` holds 1 or nobody had a go
    in the lap: then `done`. `passes`, if there, counts the laps begun; `acted` tells whether somebody had a go."""

    items: Local
    index: Local
    left: Local
    local: Local
    acted: Local
    where: Expr | None
    ending: Local | None
    passes: Local | None
    done: int


@dataclass(frozen=True, slots=True)
class Decide:
    """A stop, unless the point needs none: the choice is bound and the program goes on at its target."""

    point: Point


@dataclass(frozen=True, slots=True)
class Chance:
    """A stop where chance chooses as at a decision: uniformly, where alike candidates are one choice with their number as weight."""

    point: Point


@dataclass(frozen=True, slots=True)
class DrawOne:
    """Chance: `local` gets a thing of the place `origin`, which is not empty; alike things are one outcome, weight their number."""

    origin: Expr
    local: Local
    source: Source


@dataclass(frozen=True, slots=True)
class RollOne:
    """Chance: `local` gets a number from low to high."""

    low: Expr
    high: Expr
    local: Local
    source: Source


@dataclass(frozen=True, slots=True)
class ShuffleOne:
    """Chance: `local` gets one of the things at `position` or above in a pile; alike things are one outcome."""

    place: Expr
    position: Expr
    local: Local
    source: Source


@dataclass(frozen=True, slots=True)
class Call:
    """Evaluate all arguments, put the return address on the stack, assign the arguments, go to `target`.

    If `saved` is not empty (the calling routine may be called again from there), the tuple of the values of these slots is
    appended to the tuple in slot `Program.saves` before the arguments are assigned, and put back by `Return` and `Unwind`,
    which find the call before the return address.
    """

    target: int
    arguments: tuple[tuple[Local, Expr], ...] = ()
    saved: tuple[Local, ...] = ()


@dataclass(frozen=True, slots=True)
class Return:
    """Take the last entry from the stack, restore what the call there saved, go on. At HALT, or with an empty stack, the run ends."""


@dataclass(frozen=True, slots=True)
class Inside:
    """Go to `target` if a call of one of the `routines` is under way (its return address is on the stack)."""

    routines: tuple[int, ...]
    target: int


@dataclass(frozen=True, slots=True)
class Spent:
    """Go to `target` if the limit is used up (see `Allowed`)."""

    allowed: Allowed
    target: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The depth of the stack goes to a slot."""

    depth: Local


@dataclass(frozen=True, slots=True)
class Unwind:
    """Shorten the stack to the marked depth (restoring what was saved) and go on at `target`."""

    depth: Local
    target: int


@dataclass(frozen=True, slots=True)
class Waive:
    """Go to `target` if one of the rules is in force, concerns the actor and applies."""

    uses: tuple[Use, ...]
    actor: Local | None
    target: int


@dataclass(frozen=True, slots=True)
class Gather:
    """`items` := (number of the use, this, owner, copies) for every rule in force that concerns the actor, in the order of
    rank, then rules of the game, then of seats from the actor clockwise, then of addresses."""

    items: Local
    uses: tuple[Use, ...]
    actor: Local | None


@dataclass(frozen=True, slots=True)
class NextHook:
    """Take the next of the gathered `items` at `index`: its carrier to the slots `this`, `owner`, `copies`, and go to the target
    of its use; else to `done`."""

    items: Local
    index: Local
    this: Local
    owner: Local
    copies: Local
    targets: tuple[int, ...]
    done: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Append the tuple of the values in these slots to the tuple in slot `items`; no view shows it."""

    items: Local
    values: tuple[Local, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """The next of the kept `items` at `index` back to the slots; else go to `done`."""

    items: Local
    index: Local
    values: tuple[Local, ...]
    done: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""


Instruction = (
    Run
    | Branch
    | Jump
    | Next
    | Lap
    | Decide
    | Chance
    | DrawOne
    | RollOne
    | ShuffleOne
    | Call
    | Return
    | Inside
    | Spent
    | Mark
    | Unwind
    | Waive
    | Gather
    | NextHook
    | Keep
    | Recall
    | Over
)


# ---------------------------------------------------------------- programs


@dataclass(frozen=True, slots=True)
class Program:
    """`code` starts at 0. `setup` and `play` are routines (they end with `Return`). `slots` numbers the locals of the flow and
    the engine's own (their ids begin with `@`). `steps[pc]` is the address of the step (action, procedure, rule) that an
    instruction belongs to. `actions`: the choosing of each action at its own terms, for `can`. `counters` is how long `c[3]` is.
    `reason`: slot with the number of the `end` entry that applied last, or None. `saves`: see `Call`. `sealed`: slots that
    no view may show, choices made unseen. `first`: slot that is 1 while loops of seats are turned to the first seat
    (scenarios). A new frame is a copy of `frame`."""

    code: tuple[Instruction, ...]
    slots: dict[str, int]
    steps: tuple[str, ...]
    points: tuple[Point, ...]
    actions: dict[str, Choosing]
    counters: int
    setup: int
    play: int
    reason: int
    saves: int
    first: int
    frame: tuple[object, ...]
    sealed: frozenset[int] = frozenset()
