"""The checked model of a game: everything resolved and typed, immutable, made of plain values that can be pickled.

This is the one contract between the checker (which builds it) and the interpreter (which plays it).

Values, as the interpreter sees them
    number int · truth bool · symbol int (index in its ROOT list) · resource int (index in `Game.resources`) · seat int
    (0 is p1; house seats follow the players) · row int (index in its kind's rows) · thing int (global index given at
    instantiation) · nothing None · set tuple of values in a fixed order without doubles · bundle tuple of ints, one per
    resource · table tuple of values by index of the key · place int (instance number of the zone: arguments in mixed
    radix, last fastest) · cell int (instance * cells per instance + number of the cell) · column like cell · line tuple
    of cells · pose int (see interpreter.boards) · polycube int (number of a shape).

Locals have unique ids over the whole game (`landing.17`), so every one can be given a fixed slot.
"""

from __future__ import annotations

from custumal.dsl.diagnostic import Span
from custumal.dsl.frozen import dataclass, field
from custumal.dsl.types import TRUTH, Type

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr:
    """A typed expression. Subclasses add their parts after these two fields."""

    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A literal: number, truth, None, symbol, resource, row (ints as described above), or a tuple of these for a set."""

    value: object


@dataclass(frozen=True, slots=True)
class SeatNumber(Expr):
    """A fixed seat: `p1` is 0. `house` is the id of a house seat instead."""

    index: int
    house: str | None = None


@dataclass(frozen=True, slots=True)
class TheThing(Expr):
    """The only thing of a row with one copy, called by the row's name."""

    kind: str
    row: int


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A bound name: parameter, let, choice, loop, `me`, `this`, `owner`, `copies`, `it`. `name` is the word, `id` unique."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class Read(Expr):
    """A kept value or a seat's resource at `arguments` (resources: one seat)."""

    kept: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A definition or value at `arguments`. `maybe_lifted`: arguments that may be nothing make the result nothing."""

    definition: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Op(Expr):
    """A built-in operation `name` on `arguments`; `data` holds what is known from the text (a column, zone, list, step).

    A member of a `maybe` operand is lifted: None in, None out (False for truths, () for sets). The names:

    numbers      neg add sub mul div mod · max min (two or more arguments) · range-test is done by `in` on `range`
    truths       and or not · eq ne (sets compare as sets) lt le gt ge · in (value, set) · subset (set, set) · same-row (thing, row)
    nothing      some-value (x is not none) · otherwise (e, d)
    sets         join (a + b) · minus (a - b) · list (items) · range (low, high) · singleton-or-empty (maybe -> set)
                 · position (x, S) 1-based or None · leading (n, S)
    bundles      b-add b-sub b-scale (n, b) b-unit (resource, n) b-get (b, r) b-without (b, r) b-kinds (b) b-parts (b)
                 b-le (a, b) · stock (seat)
    resources    amount (seat, r) · supply (r)
    fixed        option[data=name] · players · seats · house-seats · all-things[data=kind] · all-symbols[data=list]
                 · all-rows[data=kind] · symbols and sub-lists as Const
    attributes   attr[data=column] (thing or row) · owner (thing) · row-of (thing) · symbol-attr[data=(list, column)]
                 · step-table[data=table] (n) · at-table (table, key) · symmetries (table)
    seats        next-seat previous-seat (seat) · total (seat) · is-winner (seat) · winners
    zones        place[data=zone] (arguments) · things (place) · cells (place) · free (place or cell) · top bottom (place)
                 · content (cell or place of a zone that holds one) · cell-things (cell) · columns (place) · middle (place)
                 · rim (place) · at (place, coordinates...) · lines (place, n) · lines-through (cell, n) · wall (place, side)
    cells        filled empty · index column row level (numbers) · next-cell previous-cell onward under neighbours around
                 · toward (cell, direction) · place-of (cell) · key-of (cell of slots by a list: its symbol)
                 · holder[data=type position] (cell or place: the argument of its zone instance)
    columns, lines  line-cells (line) · height · column-of (cell) · column-cells · column-neighbours
    things       cell-of[data=zone] (thing or None) · in-zone[data=zone] (thing: is it in that zone) · place-in[data=zone]
                 · holder-of[data=(zone..., )] (thing: the seat, thing … that is the argument of the zone it lies in, or None)
                 · turn-of (thing)
    poses        poses (thing, place or cells) · pose-at[data=cells as user coordinates] (place, row) · pose-cells
                 · pose-neighbours · pose-borders · neighbours-of-thing · borders-of-thing
    borders      border-side border-mine border-theirs border-beyond
    course       passes[data=step] · running[data=step] · left[data=step]
    """

    name: str
    arguments: tuple[Expr, ...]
    data: object = None


@dataclass(frozen=True, slots=True)
class IfElse(Expr):
    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Ordering:
    """`kind` "by" (ascending, stable; key reads the element), "from" (turn until it begins with key's value or the next
    after it), "reversed"."""

    kind: str
    key: Expr | None


@dataclass(frozen=True, slots=True)
class Select(Expr):
    """The members of `source` (bound to local `var`) for which `where` holds, in order."""

    var: Local
    source: Expr
    where: Expr | None
    orders: tuple[Ordering, ...]


@dataclass(frozen=True, slots=True)
class Fold(Expr):
    """One value from a set. `kind`: some no (any member with `where`) · every (`value` holds for all with `where`) · count ·
    sum max min union (of `value`; nothing is left out; max and min of nothing are None) · first last only (member or None;
    `only` is None unless exactly one) · best worst (all members with the greatest / least `value`, in order)."""

    kind: str
    var: Local
    source: Expr
    where: Expr | None
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """Everything reachable from `source` (included) by steps var -> through, in breadth-first order, at most `within` steps."""

    var: Local
    source: Expr
    through: Expr
    within: Expr | None


@dataclass(frozen=True, slots=True)
class Can(Expr):
    """Is some choice of the action legal for `seat`; `arguments` fix its first entries (None: all free); `ignoring` names
    restrictions, or `cost`, `limit`, `consent`, or entries whose candidates are set aside."""

    action: str
    seat: Expr
    arguments: tuple[Expr, ...] | None
    ignoring: tuple[str, ...]


# ---------------------------------------------------------------- sentences for people


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence by language: pieces of text and expressions in turn."""

    by_language: tuple[tuple[str, tuple[str | Expr, ...]], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.by_language)


NO_TEXT = Text()


@dataclass(frozen=True, slots=True)
class Source:
    """Identity and origin of a rule element: address, numbered rules, sentence, and where it stands."""

    address: str
    span: Span
    rules: tuple[str, ...] = ()
    say: Text = NO_TEXT
    because: Text = NO_TEXT

    @property
    def id(self) -> str:
        return self.address.rsplit(".", 1)[-1]


# ---------------------------------------------------------------- nouns


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of symbols. A sub-list names its root in `among`; `members` are indices in the root list. `attributes`:
    column -> value by position in the ROOT list (None where a word lacks it)."""

    name: str
    symbols: tuple[str, ...]
    among: str | None
    members: tuple[int, ...]
    attributes: tuple[tuple[str, tuple[object, ...]], ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    type: Type
    default: object
    condition: Expr | None
    source: Source


@dataclass(frozen=True, slots=True)
class StepTable:
    """The row with the greatest key not above the argument; `rows` ascending by key."""

    name: str
    rows: tuple[tuple[int, int], ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Graph:
    """A board as nodes: names, edges (pairs of numbers), lines (tuples of numbers)."""

    name: str
    nodes: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, ...], ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Visibility:
    """`kind`: all, owner, nobody, or seats (then `seats` is a set of seats; its parameters are the `locals`)."""

    kind: str = "all"
    seats: Expr | None = None
    locals: tuple[Local, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept value: a function of its `parameters` (finite types). `start` may read the `locals` (its parameters).

    Resources and allowances are kept values too (one seat parameter), with `resource` their index. `until` is the address
    of a step at the end of whose pass the entries go back to `start`; for an allowance (`amount`) they get `amount` when
    the pass begins and 0 when it ends.
    """

    name: str
    parameters: tuple[Type, ...]
    locals: tuple[Local, ...]
    type: Type
    start: Expr
    low: Expr | None
    high: Expr | None
    until: str | None
    visibility: Visibility
    source: Source
    resource: int | None = None
    supply: Expr | None = None
    amount: Expr | None = None
    through: str | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """How a zone is laid out. `form`: heap pile bag slots ring track grid cubes graph. `sizes` are its dimensions (expressions of
    options and players); `list` names the list of named slots, or the printed column whose entries are the slots, or the
    graph; `flags`: open, hex, and for tiles `edges` (a printed column) and quarter turns."""

    form: str
    sizes: tuple[Expr, ...] = ()
    list: str | None = None
    column: str | None = None
    is_open: bool = False
    is_hex: bool = False
    edges: str | None = None
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """`holds` is a kind or None (a bare board); `one`: each cell, or the unshaped zone, holds at most one; `room` per cell or zone."""

    name: str
    parameters: tuple[Type, ...]
    locals: tuple[Local, ...]
    holds: str | None
    one: bool
    shape: Shape
    room: Expr | None
    visibility: Visibility
    source: Source


@dataclass(frozen=True, slots=True)
class KindRow:
    """One row of a components table. `values` are the printed columns in the kind's order (None: absent)."""

    name: str
    table: str
    copies: Expr
    condition: Expr | None
    values: tuple[object, ...]
    provenance: tuple[str, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """`for_each`: (name, domain, local): one thing for each combination; the name `owner` or a printed column. `place`: first zone."""

    name: str
    kind: str
    place: Expr
    bottom: bool
    for_each: tuple[tuple[str, Expr, Local], ...]
    condition: Expr | None
    rows: tuple[int, ...]
    provenance: str | None
    source: Source


@dataclass(frozen=True, slots=True)
class Kind:
    """`printed`: (column, type); `serves`: holder, owner or everyone; `active` reads `this` and `owner` (the seat served)."""

    name: str
    printed: tuple[tuple[str, Type], ...]
    owned: bool
    serves: str
    active: Expr | None
    this: Local | None
    owner: Local | None
    rows: tuple[KindRow, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Definition:
    """A word or value of the rulebook. `is_value`: listed as a number that house rules may touch."""

    name: str
    parameters: tuple[Local, ...]
    body: Expr
    low: Expr | None
    high: Expr | None
    is_value: bool
    source: Source


# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Act:
    """Base of effects. `condition` guards the effect."""

    condition: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Write(Act):
    """`mode`: set, raise, lower, reset. `targets`: a kept value's argument lists; each argument may be a set (then: for each).
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


Effect = Write | Move | Draw | Swap | Shuffle | Roll | Reveal | Trade | Exit | Perform | Build

# ---------------------------------------------------------------- deeds


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of `choose`. `form`: one, maybe, up-to, exactly, any (chosen) or let (a name for `among`'s value).
    `local` is what later parts read: a value, or a set for the forms that take several."""

    local: Local
    form: str
    amount: Expr | None
    among: Expr
    source: Source


@dataclass(frozen=True, slots=True)
class Require:
    """A restriction: `that` must hold unless `unless` does. `reads` are the entries (local ids) that it needs, so it is tested
    as soon as these are chosen."""

    that: Expr
    unless: Expr | None
    source: Source
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` times (None: once) per pass of `step`, for each combination of the `each` locals."""

    count: Expr | None
    step: str
    each: tuple[Local, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Offer:
    """A menu. `window` is the window's name, or None for only free actions. `pick`: one, any, up-to, fixed (with `amount`)."""

    window: str | None
    pick: str
    amount: Expr | None


@dataclass(frozen=True, slots=True)
class LoopHead:
    """`kind`: each, players, rounds, together (over `source`, each pass binding `local`; for the last three it is `me`),
    repeat (`count`), endless. `select` order and `where` are inside `source`, except `where`, asked when the turn comes."""

    kind: str
    local: Local | None
    source: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What a step or action asks for: entries in order, restrictions, cost, limit, consent."""

    entries: tuple[Entry, ...] = ()
    require: tuple[Require, ...] = ()
    ensure: tuple[Require, ...] = ()
    cost: Expr | None = None
    limit: Limit | None = None
    consent: Expr | None = None
    lets: tuple[tuple[Local, Expr], ...] = ()
    best_only: Expr | None = None
    best_because: Text = NO_TEXT


NO_DECISION = Decision()


@dataclass(frozen=True, slots=True)
class Step:
    """A step with the keys in the order in which they act: loop; per pass until, lets, condition, seat, decision, body or offer.
    With a loop `condition` is asked once, before it. `actor` is the local `me` inside the step. `seat` None: the actor so far;
    `chance`: chance makes the choice. `body`, `other`, `passing` are sequences of steps and effects."""

    source: Source
    loop: LoopHead | None = None
    until: Expr | None = None
    lets: tuple[tuple[Local, Expr], ...] = ()
    condition: Expr | None = None
    seat: Expr | None = None
    chance: bool = False
    actor: Local | None = None
    decision: Decision | None = None
    offer: Offer | None = None
    body: tuple[Step | Effect, ...] = ()
    other: tuple[Step | Effect, ...] = ()
    passing: tuple[Step | Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may choose. `actor` is `me`. `any_time`: step during which it is free."""

    source: Source
    actor: Local
    windows: tuple[str, ...]
    any_time: str | None
    decision: Decision
    body: tuple[Step | Effect, ...]


@dataclass(frozen=True, slots=True)
class Procedure:
    """`actor`: the `me` of whoever carries it out (may be unset when nobody acts)."""

    source: Source
    actor: Local
    parameters: tuple[Local, ...]
    body: tuple[Step | Effect, ...]


# ---------------------------------------------------------------- standing rules


@dataclass(frozen=True, slots=True)
class Carrier:
    """Whence an ability comes: a row of a kind; locals `this` (first active copy), `owner` (seat served), `copies`."""

    kind: str
    row: int
    this: Local
    owner: Local
    copies: Local


@dataclass(frozen=True, slots=True)
class Rule:
    """A standing rule. `head`: modify restrict waive offer accept before after instead action. `targets` are addresses of what
    it changes (or built-in deeds gain lose move draw roll). `concerns`: everyone, owner, or a set of seats in `seats`.
    `names` are the locals of the deed or definition that it sees, rebound at each target: (word, local).
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
    instead_of: int | None = None
    resource: int | None = None
    rate: Expr | None = None
    up_to: Expr | None = None


# ---------------------------------------------------------------- the end


@dataclass(frozen=True, slots=True)
class End:
    """After each pass of `after` (address; its names bound in `names`, actor `actor`): if `condition` and `applies`, the `exits`."""

    source: Source
    after: str
    actor: Local
    names: tuple[tuple[str, Local], ...]
    condition: Expr | None
    applies: Expr | None
    exits: tuple[Exit, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    source: Source
    actor: Local
    points: Expr


@dataclass(frozen=True, slots=True)
class RankKey:
    """`most` or `least` of `value`; partners' numbers joined by sum or best; `share`: equal seats share the place."""

    source: Source
    actor: Local
    value: Expr
    most: bool
    join: str
    share: bool


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
class Invariant:
    source: Source
    that: Expr


@dataclass(frozen=True, slots=True)
class Forbidden:
    """`then: {forbidden: CHOICE, because: ADDRESS}`: refused, this address among the reasons. `allowed`: the opposite."""

    key: str
    allowed: bool
    because: str | None


@dataclass(frozen=True, slots=True)
class Expectation:
    """`text` is the sentence as the file has it, "" for what is none."""

    source: Source
    that: Expr | Forbidden
    text: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """See language reference: setup, given effects, when keys, then expectations. `start` is the step to begin with or None;
    with `after` these choices are made first, and `given` changes the position to which they lead."""

    source: Source
    players: int | None
    options: tuple[tuple[str, object], ...]
    seed: int
    setup: bool
    start: str | None
    given: tuple[Effect, ...]
    when: tuple[str, ...]
    then: tuple[Expectation, ...]
    actor: Local | None = None
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A whole checked game. Maps keep file order; addresses are keys of `sources` for every rule element.

    `setup` and `play` are steps in order; the game is over when `play` ends. `labels` names ids for people: id -> Text.
    `display` is the display section as plain data. `breaks` are scenarios that must fail because of a variant, each by its
    address and where the variant says so. `hashes` name what each entry that matters for play says, by its address.
    """

    id: str
    title: Text
    players: tuple[int, int]
    languages: tuple[str, ...]
    cites: str | None
    rules_hash: str
    options: dict[str, Option] = field(default_factory=dict)
    lists: dict[str, Listing] = field(default_factory=dict)
    tables: dict[str, StepTable] = field(default_factory=dict)
    graphs: dict[str, Graph] = field(default_factory=dict)
    resources: tuple[str, ...] = ()
    kinds: dict[str, Kind] = field(default_factory=dict)
    components: dict[str, ComponentTable] = field(default_factory=dict)
    shapes: tuple[tuple[tuple[int, int, int], ...], ...] = ()
    zones: dict[str, Zone] = field(default_factory=dict)
    kept: dict[str, Kept] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    setup: tuple[Step, ...] = ()
    play: tuple[Step, ...] = ()
    actions: dict[str, Action] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    standing: tuple[Rule, ...] = ()
    end: tuple[End, ...] = ()
    scoring: tuple[ScoreLine, ...] = ()
    ranking: tuple[RankKey, ...] = ()
    ladder: Ladder | None = None
    teams: Teams | None = None
    house_seats: tuple[HouseSeat, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    unencoded: tuple[tuple[str, str], ...] = ()
    labels: dict[str, Text] = field(default_factory=dict)
    display: object = None
    rulebook: dict[str, Text] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    breaks: tuple[Source, ...] = ()
    hashes: dict[str, str] = field(default_factory=dict)

    def list_of(self, name: str) -> tuple[str, ...]:
        """The symbols of a root list."""
        return self.lists[name].symbols


def constant(value: object, of: Type, span: Span) -> Const:
    return Const(of, span, value)


def always(span: Span) -> Const:
    return Const(TRUTH, span, value=True)
