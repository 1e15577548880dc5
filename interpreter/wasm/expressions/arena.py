"""Sets in the making: where they stand, how long they can become, marks of what has been seen."""

from __future__ import annotations

from custumal.dsl.base.types import Set, bare
from custumal.dsl.model import Call, Expr, Fold, Op, Select
from custumal.interpreter.setup.layout import Domain
from custumal.interpreter.wasm.expressions.core import known_value, stored
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.memory.plan import WORD
from custumal.interpreter.wasm.memory.shapes import ENTRY, Shape
from custumal.interpreter.wasm.text.branchless import NEW
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    call,
    get,
    i32,
    i64,
    load,
    narrow,
    op,
    plus,
    put,
    put_all,
    store,
    when,
    wide,
)

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


class MemberBits:
    """Which members of a set in the making have been seen: a bit for each value, a byte where these are more than 64; where they are
    many, the set so far is looked through."""

    def __init__(self, w: Writer, domain: Domain | None, making: Making) -> None:
        self.domain = domain
        self.making = making
        self.has_bits = domain is not None and domain.size <= WORD
        self.marks = w.fn.local("marks", "i64" if self.has_bits else "i32")
        self.at = w.fn.local("mark", "i64" if self.has_bits else "i32")
        self.new = w.fn.local(NEW, "i32")

    def begin(self) -> list[Node]:
        if self.domain is None:
            return []
        return [put(self.marks, i64(0) if self.has_bits else call("$marks", i32(self.domain.size)))]

    def add(self, one: Bound) -> list[Node]:
        """A member goes into the set if it has not been seen; from here on it has."""
        if self.domain is None:
            seen = call("$held", self.making.pointer, get(self.making.next), stored(one.node, one.shape))
            return [when(op("i32.eqz", seen), self.making.add(one))]
        number = one.node if not self.domain.offset else op("i64.sub", one.node, i64(self.domain.offset))
        *written, _ = self.making.add(one)
        further = put(self.making.next, op("i32.add", get(self.making.next), op("i32.shl", get(self.new), i32(3))))
        return [*(self._in_word(number) if self.has_bits else self._in_bytes(number)), *written, further]

    def _in_word(self, number: Node) -> list[Node]:
        left = op("i64.shr_u", op("i64.xor", get(self.marks), i64(-1)), get(self.at))
        return [
            put(self.at, number),
            put(self.new, narrow(op("i64.and", left, i64(1)))),
            put(self.marks, op("i64.or", get(self.marks), op("i64.shl", wide(get(self.new)), get(self.at)))),
        ]

    def _in_bytes(self, number: Node) -> list[Node]:
        seen = Node("i32.load8_u", (), (get(self.at),))
        return [
            put(self.at, op("i32.add", get(self.marks), narrow(number))),
            put(self.new, op("i32.eqz", seen)),
            Node("i32.store8", (), (get(self.at), op("i32.or", seen, get(self.new)))),
        ]


def length(pointer: Node) -> Node:
    """How many members the tuple at an address has."""
    return load(0, pointer)
