"""Sets in the making: where they stand, how long they can become, marks of what has been seen."""

from __future__ import annotations

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Call, Expr, Fold, Op, Select
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.wasm.expressions.core import known_value, stored
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.shapes import ENTRY, Shape
from custumal.interpreter.wasm.text.nodes import UNREACHABLE, Node, call, get, i32, load, op, plus, put, put_all, store, when, wide

MANY = 2048
"""So many members has a set in the making at most, where nothing is known of it; more are left to the reference."""


def most(w: Writer, expr: Expr) -> int:
    """How many members a set can have at most."""
    known = known_value(w, expr)
    if known:
        return len(known[0]) if isinstance(known[0], tuple) else 1
    shape = w.shape(expr.type)
    if shape.kind != "tuple":
        return 1
    return max(0, min(_most(w, expr), _of_type(w, expr)))


def _of_type(w: Writer, expr: Expr) -> int:
    of = bare(expr.type)
    found = w.unit.static.most(of.inner) if isinstance(of, Set) else MANY
    at_most = of.at_most if isinstance(of, Set) and of.at_most is not None else MANY
    return min(found, at_most, MANY)


def _most(w: Writer, expr: Expr) -> int:
    match expr:
        case Select(source=source):
            return most(w, source)
        case Op(name="list", arguments=arguments):
            return len(arguments)
        case Op(name="join", arguments=(a, b)):
            return most(w, a) + most(w, b)
        case Op(name="minus" | "leading" as name, arguments=(a, b)):
            return most(w, a if name == "minus" else b)
        case Op(name="singleton-or-empty"):
            return 1
        case Fold(kind="best" | "worst", source=source):
            return most(w, source)
        case Call():
            return MANY
    return MANY


class Making:
    """A set that grows in memory, with room for one more. Its members are counted in a local; `begin` and `end` stand before and behind
    what adds."""

    def __init__(self, w: Writer, room: int, shape: Shape) -> None:
        self.w = w
        self.shape = shape
        self.room = room
        self.start = w.fn.local("made", "i32")
        self.next = w.fn.local("next", "i32")

    def begin(self) -> list[Node]:
        return [
            put(self.start, call("$room", i32(ENTRY * (2 + self.room)))),
            put(self.next, plus(get(self.start), ENTRY)),
        ]

    def add(self, one: Bound) -> list[Node]:
        full = op("i32.ge_u", op("i32.sub", get(self.next), get(self.start)), i32(ENTRY * (1 + self.room)))
        return [
            *([when(full, [UNREACHABLE])] if self.room >= MANY else []),
            store(0, stored(one.node, one.shape), get(self.next)),
            put(self.next, plus(get(self.next), ENTRY)),
        ]

    def end(self) -> list[Node]:
        """The length is written, and what was not needed can be used again, unless the members themselves stand behind it."""
        count = op("i32.shr_u", op("i32.sub", op("i32.sub", get(self.next), get(self.start)), i32(ENTRY)), i32(3))
        done = [store(0, wide(count), get(self.start))]
        return done if self.shape.kind == "tuple" else [*done, put_all("$arena", get(self.next))]

    @property
    def pointer(self) -> Node:
        return get(self.start)


class Marks:
    """Which members have been seen: a byte for each value where these are few, else the set so far is looked through."""

    def __init__(self, w: Writer, domain: Domain | None, making: Making) -> None:
        self.domain = domain
        self.making = making
        self.at = w.fn.local("marks", "i32")

    def begin(self) -> list[Node]:
        if self.domain is None:
            return []
        return [put(self.at, call("$marks", i32(self.domain.size)))]

    def is_new(self, one: Bound) -> Node:
        """Whether a member has not been seen; from here on it has."""
        if self.domain is None:
            return op("i32.eqz", call("$held", self.making.pointer, get(self.making.next), stored(one.node, one.shape)))
        number = one.node if not self.domain.offset else op("i64.sub", one.node, Node("i64.const", (self.domain.offset,)))
        return call("$mark", op("i32.add", get(self.at), op("i32.wrap_i64", number)))


def length(pointer: Node) -> Node:
    """How many members the tuple at an address has."""
    return load(0, pointer)
