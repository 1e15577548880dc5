"""What of an expression can be known before the game is played, and tables of it over its finite names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from custumal.dsl.base.types import Maybe, Number, Set, Type
from custumal.dsl.model import Call, Can, Carrier, Const, Expr, Fold, IfElse, Local, Op, Reach, Read, SeatNumber, Select, TheThing
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.reference.operations.basic import LARGEST_SET
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.setup.values import NO_STATE, Value

if TYPE_CHECKING:
    from custumal.interpreter.setup.instance import Instance

READING = frozenset(
    [
        "stock",
        "amount",
        "supply",
        "total",
        "is-winner",
        "seat-place",
        "decided-by",
        "things",
        "free",
        "content",
        "top",
        "bottom",
        "cell-things",
        "rim",
        "filled",
        "empty",
        "height",
        "cell-of",
        "in-zone",
        "place-in",
        "holder-of",
        "turn-of",
        "neighbours-of-thing",
        "borders-of-thing",
        "pose-borders",
        "border-theirs",
        "border-beyond",
        "corners-of-thing",
        "halves-of-thing",
        "corner-meeting",
        "half-across",
        "passes",
        "running",
        "staying",
        "occurrences",
        "turns",
    ]
)
"""Operations that read the state (`pose-neighbours` too, where it gives things)."""

LIGHT = frozenset(
    [
        "neg",
        "add",
        "sub",
        "mul",
        "max",
        "min",
        "and",
        "or",
        "not",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "some-value",
        "otherwise",
        "in",
        "list",
        "range",
        "singleton-or-empty",
    ]
)
"""Operations that cost no more than looking something up."""

MOST_BEFORE = 1_000_000
"""Steps that may be taken before play to find what can be known then."""
LARGEST_TABLE = 4096
SEVERAL = 1024
"""The largest table over one name, and over several."""


class Static:
    """Knows which expressions read no state, and evaluates them."""

    def __init__(self, instance: Instance, modified: frozenset[str]) -> None:
        self.instance = instance
        self.modified = modified
        instance.constants.left[0] = MOST_BEFORE
        self._free: dict[int, tuple[Expr, frozenset[str] | None]] = {}
        self._definitions: dict[str, bool] = {}
        self._tables: dict[int, tuple[Expr, tuple[Value, ...] | None]] = {}

    def free_of(self, expr: Expr) -> frozenset[str] | None:
        """The locals that an expression reads from outside, or None if it reads the state."""
        found = self._free.get(id(expr))
        if found is None:
            found = (expr, self._find_free(expr))
            self._free[id(expr)] = found
        return found[1]

    def value(self, expr: Expr, known: Mapping[str, Value]) -> Value:
        return self.instance.constants.value(expr, NO_STATE, dict(known))

    def may_hold(self, condition: Expr) -> bool:
        """Whether a condition that reads nothing holds; one that can't be told may."""
        try:
            return bool(self.value(condition, {}))
        except PlayError:  # a mistake that belongs to the moment when it is made
            return True

    def domain(self, of: Type) -> Domain | None:
        """The values of a type if they are few and none of them is nothing."""
        if isinstance(of, Maybe):
            return None
        try:
            found = self.instance.domain(of)
        except (PlayError, KeyError):
            return None
        small = found.size <= LARGEST_TABLE and 0 <= found.offset <= max(64, found.size)
        return found if small and not (isinstance(of, Number) and found.size > 256) else None

    def most(self, of: Type) -> int:
        """How many members a set of such values has at most."""
        try:
            return min(self.instance.domain(of.inner if isinstance(of, Set) else of).size, LARGEST_SET)
        except (PlayError, KeyError):
            return LARGEST_SET

    def parted(self, carrier: Carrier, applies: Expr | None) -> tuple[list[Expr], list[Expr]]:
        """The parts of the condition of an ability that are known before a copy of it is looked at and cost nothing, and the others."""
        parts = applies.arguments if isinstance(applies, Op) and applies.name == "and" else (applies,)
        own = {carrier.this.id, carrier.owner.id, carrier.copies.id}
        early: list[Expr] = []
        late: list[Expr] = []
        for part in parts:
            if part is not None:
                (early if self._compares_others(part, own) else late).append(part)
        return early, late

    def _compares_others(self, part: Expr, own: set[str]) -> bool:
        free = self.free_of(part)
        compares = isinstance(part, Op) and part.name in ("eq", "ne") and self.is_light(part)
        return compares and free is not None and not free & own

    def is_light(self, expr: Expr) -> bool:
        """Whether a table would be no faster than the expression itself."""
        match expr:
            case Const() | Local() | SeatNumber() | TheThing():
                return True
            case Op(name=name, arguments=arguments):
                return (name in LIGHT or not arguments) and all(map(self.is_light, arguments))
            case IfElse(condition=condition, then=then, other=other):
                return self.is_light(condition) and self.is_light(then) and self.is_light(other)
        return False

    def table(self, expr: Expr, order: tuple[Local, ...], known: Mapping[str, Value]) -> tuple[Value, ...] | None:
        """The values of an expression by the values of these locals (nested in this order); None if that is too much,
        or if it has no value for some of them."""
        domains = [self.domain(local.type) for local in order]
        sizes = 1
        for domain in domains:
            if domain is None or not domain.size:
                return None
            sizes *= domain.size
        if sizes > (LARGEST_TABLE if len(order) == 1 else SEVERAL):
            return None
        cached = self._tables.get(id(expr))
        if cached is not None and not known:
            return cached[1]
        spans = [domain for domain in domains if domain is not None]
        try:
            found = self._tabulate(expr, order, spans, dict(known))
        except (PlayError, TypeError, IndexError, KeyError, StopIteration, AssertionError):
            found = None
        if not known:
            self._tables[id(expr)] = (expr, found)
        return found

    def _tabulate(self, expr: Expr, order: tuple[Local, ...], domains: list[Domain], known: dict[str, Value]) -> tuple[Value, ...]:
        values = []
        for combination in product(*(domain.values() for domain in domains)):
            values.append(self.value(expr, known | {local.id: value for local, value in zip(order, combination, strict=True)}))
        return nested(values, domains)

    # ------------------------------------------------------------ what reads the state

    def _find_free(self, expr: Expr) -> frozenset[str] | None:
        bound: set[str] = set()
        read: set[str] = set()
        for node in nodes(expr):
            match node:
                case Read() | Can():
                    return None
                case Op():
                    if self._reads(node):
                        return None
                case Call(definition=name):
                    if not self._fixed_definition(name):
                        return None
                case Select(var=var) | Fold(var=var) | Reach(var=var):
                    bound.add(var.id)
                case Local(id=name):
                    read.add(name)
        return frozenset(read - bound)

    def _reads(self, op: Op) -> bool:
        if op.name == "pose-neighbours":
            return True
        return op.name in READING

    def _fixed_definition(self, name: str) -> bool:
        if name not in self._definitions:
            definition = self.instance.game.definitions[name]
            self._definitions[name] = False
            parts = [part for part in (definition.body, definition.low, definition.high) if part is not None]
            fixed = definition.source.address not in self.modified and all(self.free_of(part) is not None for part in parts)
            self._definitions[name] = fixed
        return self._definitions[name]


def nested(values: Sequence[Value], domains: Sequence[Domain]) -> tuple[Value, ...]:
    """The values for all combinations as a table by the first domain of tables by the next, down to the values themselves."""
    domain, *inner = domains
    size = len(values) // domain.size
    rows = [nested(values[start : start + size], inner) for start in range(0, len(values), size)] if inner else values
    return (None,) * domain.offset + tuple(rows)
