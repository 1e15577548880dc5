"""What a game is made of: lists, options, tables, boards, values that are kept, zones, components and kinds."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.model.expressions import Expr, Local
from custumal.dsl.model.memo import Memoised
from custumal.dsl.model.texts import NO_TEXT, Source, Text


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
    """The row with the greatest key not above the argument; `rows` ascending by key, `provenance` where each comes from, "" unknown."""

    name: str
    rows: tuple[tuple[int, int], ...]
    source: Source
    provenance: tuple[str, ...] = ()


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
    """`kind`: all, owner, nobody, or seats (then `seats` is a set of seats; its parameters are the `locals`, and `owner` stands in it for
    the seat to which the place or value belongs)."""

    kind: str = "all"
    seats: Expr | None = None
    locals: tuple[Local, ...] = ()
    owner: Local | None = None


@dataclass(frozen=True, slots=True)
class Kept(Memoised):
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
    options and players). `list` names the list of named slots, or the graph; `column` the printed column whose entries are the
    slots. A grid may be open or of hexagons; for tiles `edges`, `corners` and `halves` are the printed columns of these, `turns` whether
    they may be turned by quarters. `wraps`: columns, rows or both, where a grid or box has no edges; else empty."""

    form: str
    sizes: tuple[Expr, ...] = ()
    list: str | None = None
    column: str | None = None
    is_open: bool = False
    is_hex: bool = False
    edges: str | None = None
    turns: bool = False
    wraps: str = ""
    corners: str | None = None
    halves: str | None = None

    @property
    def is_tiled(self) -> bool:
        """Whether things are placed on it side by side, with what is printed around them."""
        return self.is_open or self.turns or any(column is not None for column in (self.edges, self.corners, self.halves))


@dataclass(frozen=True, slots=True)
class Zone:
    """`holds` is a kind or None (a bare board); `one`: each cell, or the unshaped zone, holds at most one; `room` per cell or zone.
    `refill`: the place whose things come here, shuffled, when something is to be drawn and nothing is left."""

    name: str
    parameters: tuple[Type, ...]
    locals: tuple[Local, ...]
    holds: str | None
    one: bool
    shape: Shape
    room: Expr | None
    visibility: Visibility
    source: Source
    refill: Expr | None = None


@dataclass(frozen=True, slots=True)
class KindRow:
    """One row of a components table. `values` are the printed columns in the kind's order (None: absent), `text` is for people."""

    name: str
    table: str
    copies: Expr
    condition: Expr | None
    values: tuple[object, ...]
    provenance: tuple[str, ...]
    source: Source
    text: Text = NO_TEXT


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """`for_each`: (name, domain, local): one thing for each combination; the name `owner` or a printed column. `place`: first zone,
    which may read what is printed on the thing: (column, local) in `printed`."""

    name: str
    kind: str
    place: Expr
    for_each: tuple[tuple[str, Expr, Local], ...]
    condition: Expr | None
    rows: tuple[int, ...]
    provenance: str | None
    source: Source
    printed: tuple[tuple[str, Local], ...] = ()


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
class Definition(Memoised):
    """A word or value of the rulebook. `is_value`: listed as a number that house rules may touch."""

    name: str
    parameters: tuple[Local, ...]
    body: Expr
    low: Expr | None
    high: Expr | None
    is_value: bool
    source: Source
