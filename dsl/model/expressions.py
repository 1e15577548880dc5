"""Expressions: typed, resolved, free of names."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model.memo import Memoised


@dataclass(frozen=True, slots=True)
class Expr(Memoised):
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
    """A definition or value at `arguments`. Where the type is `maybe` and that of the body is not, a first argument that is nothing
    makes the result nothing."""

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
    bundles      b-add b-sub b-scale (n, b) b-unit (resource, n) b-get (b, r) b-without (b, r) b-parts (b)
                 b-le (a, b) · stock (seat)
    resources    amount (seat, r) · supply (r)
    fixed        option[data=name] · players · seats · house-seats · all-things[data=kind] · all-symbols[data=list]
                 · all-rows[data=kind] · symbols and sub-lists as Const
    attributes   attr[data=column] (thing or row) · owner (thing) · row-of (thing) · symbol-attr[data=(list, column)]
                 · step-table[data=table] (n) · at-table (table, key) · symmetries (table)
    seats        next-seat previous-seat (seat) · total (seat) · is-winner (seat) · winners
                 seat-place (seat) · decided-by[data=key]
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
    poses        poses (thing, place or cells) · pose-at[data=cells as user coordinates] (place, row[, turns]) · pose-cells
                 · pose-neighbours · pose-borders · neighbours-of-thing · borders-of-thing
    borders      border-side border-mine border-theirs border-beyond border-tile
    corners      pose-corners · corners-of-thing · corner-word corner-mine corner-meeting corner-tile
    halves       pose-halves · halves-of-thing · half-word half-side half-mine half-across half-tile
    course       passes[data=step] · running[data=step] · staying[data=step]
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
