"""Instructions: what the program counter stands at, and whole programs."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.model import Expr, Local, Source
from custumal.interpreter.program.decision_points import Affordable, Allowed, Choosing, Point
from custumal.interpreter.program.internals import Use
from custumal.interpreter.program.statements import Statement


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
    `left` and whose `where` holds. Behind the last one a new lap begins, unless the local `ending` holds 1 or nobody had a turn
    in the lap: then `done`. `passes`, if there, counts the laps begun; `acted` tells whether somebody had a turn."""

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
    """A stop where chance chooses as at a decision: uniformly, where interchangeable candidates are one choice with their number
    as weight."""

    point: Point


@dataclass(frozen=True, slots=True)
class DrawOne:
    """Chance: `local` gets a thing of the place `origin`, which is not empty; interchangeable things are one outcome, weight
    their number."""

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
    """Chance: `local` gets one of the things at `position` or above in a pile; interchangeable things are one outcome."""

    place: Expr
    position: Expr
    local: Local
    source: Source


@dataclass(frozen=True, slots=True)
class CallRoutine:
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
    """Go to `target` if the limit is used up (see `Allowed`), or the cost can't be paid (see `Affordable`)."""

    allowed: Allowed | Affordable
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
    """Append the tuple of the values in these slots to the tuple in slot `items`; no view shows it. What stands from `since`
    to here is where all choose unseen."""

    items: Local
    values: tuple[Local, ...]
    since: int


@dataclass(frozen=True, slots=True)
class Recall:
    """The next of the kept `items` at `index` back to the slots; else go to `done`."""

    items: Local
    index: Local
    values: tuple[Local, ...]
    done: int


@dataclass(frozen=True, slots=True)
class Seal:
    """`interchangeable` := for each thing or cell of the choice tuple in slot `chosen`, just made at the point, all that are
    interchangeable here: the tuple of these groups. Whoever chose one of them did not say which."""

    point: Point
    chosen: Local
    interchangeable: Local


@dataclass(frozen=True, slots=True)
class Fulfil:
    """Carry out the choice tuple in slot `chosen`, made earlier at this point, as if it were made now: it is bound and the program
    goes on at its target, PASS at `passed`. `()`, and what can't be chosen any more, goes on at `nothing`. In place of what is
    gone stands what was interchangeable, see `Seal`."""

    point: Point
    chosen: Local
    interchangeable: Local


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""


ChanceStop = Chance | DrawOne | RollOne | ShuffleOne
"""Where chance may have to decide."""
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
    | CallRoutine
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
    | Seal
    | Fulfil
    | Over
)


@dataclass(frozen=True, slots=True)
class Program:
    """`code` starts at 0. `setup` and `play` are routines (they end with `Return`). `slots` numbers the locals of the rules and
    the engine's own (their ids begin with `@`). `steps[pc]` is the address of the step (action, procedure, rule) that an
    instruction belongs to. `actions`: the choosing of each action at its own terms, for `can`. `counters` is how long `c[3]` is.
    `reason`: slot with the number of the `end` entry that applied last, or None. `saves`: see `CallRoutine`. `sealed`: slots that
    no view may show, choices made unseen. `first`: slot that is 1 while loops of seats are turned to the first seat
    (scenarios), `entering` the one with the number (from 1) of the step, among `begins`, at which the play is entered. A new frame
    is a copy of `frame`.

    What is to be known of `code` before it is read: `chances` are its stops of chance by address, `decides` the number of the point at each
    address where a seat decides, `saving` the calls that save
    something by the address to which they return, `open_names` the names of things that everybody can tell apart from others by where
    they lie, `has_wholes` tells whether any action is chosen as one."""

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
    entering: int | None = None
    begins: tuple[str, ...] = ()
    chances: dict[int, ChanceStop] = field(default_factory=dict)
    decides: dict[int, int] = field(default_factory=dict)
    saving: dict[int, CallRoutine] = field(default_factory=dict)
    open_names: frozenset[str] = frozenset()
    has_wholes: bool = False
