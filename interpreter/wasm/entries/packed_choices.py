"""Choices that are kept: a record of a list as a tuple of numbers (`memory/packed.py`), and back."""

from __future__ import annotations

from collections.abc import Callable

from custumal.interpreter.program import Choosing, Point
from custumal.interpreter.wasm.expressions.unit import Unit
from custumal.interpreter.wasm.memory.packed import PACKED, shapes_of
from custumal.interpreter.wasm.memory.shapes import ENTRY, Shape
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    Node,
    call,
    choose,
    get,
    i32,
    i64,
    load,
    narrow,
    of_all,
    op,
    plus,
    put,
    put_all,
    store,
    when,
    wide,
)  # fmt: skip

RECORD, KEPT, LIKES = "$record", "$kept", "$likes"


def pack(unit: Unit, point: Point) -> str:
    """A record of this point as a tuple of numbers."""
    name = f"$pack{point.number}"

    def make() -> Function:
        fn = Function(name, ((RECORD, "i32"),), "i32")
        start, to, end = fn.local("start", "i32"), fn.local("to", "i32"), fn.local("end", "i32")

        def more(what: str, one: Node) -> Node:
            return put(to, call(what, get(to), get(end), one))

        def told(place: int, shape: Shape) -> list[Node]:
            number = load(ENTRY * (1 + place), get(RECORD))
            return [more("$pack_tuple", narrow(number)) if shape.kind == "tuple" else more("$pack_number", number)]

        fn.body = [
            put(start, call("$pack_room", i32(PACKED))),
            put(to, get(start)),
            put(end, plus(get(start), ENTRY * PACKED)),
            more("$pack_number", load(0, get(RECORD))),
            *_by_choosing(unit, point, load(0, get(RECORD)), told),
            call("$packed", get(start), get(to)),
        ]
        return fn

    return unit.function(name, make)


def unpack(unit: Unit, point: Point) -> str:
    """A tuple of numbers as a record, where a list would begin."""
    name = f"$unpack{point.number}"

    def make() -> Function:
        fn = Function(name, ((KEPT, "i32"),), "i32")
        at, record = fn.local("at", "i32"), of_all("$list_base")

        def written(place: int, shape: Shape) -> list[Node]:
            if shape.kind != "tuple":
                return [store(ENTRY * (1 + place), load(0, get(at)), record), put(at, plus(get(at), ENTRY))]
            return [store(ENTRY * (1 + place), wide(tuple_at(get(at))), record), put(at, call("$behind", get(at)))]

        number = load(ENTRY, get(KEPT))
        fn.body = [
            store(0, number, record),
            put(at, plus(get(KEPT), 2 * ENTRY)),
            *_by_choosing(unit, point, number, written),
            record,
        ]
        return fn

    return unit.function(name, make)


def represented(unit: Unit, point: Point) -> str:
    """A kept choice in which the first of its group stands for each member."""
    name = f"$represented{point.number}"

    def make() -> Function:
        fn = Function(name, ((KEPT, "i32"), (LIKES, "i32")), "i32")
        start, to, end, at, last = (fn.local(word, "i32") for word in ("start", "to", "end", "at", "last"))

        def more(what: str, one: Node) -> Node:
            return put(to, call(what, get(to), get(end), one))

        def turned(_place: int, shape: Shape) -> list[Node]:
            grouped = op("i32.lt_u", get(LIKES), get(last))
            grouped = choose(grouped, op("i64.ne", load(0, get(LIKES)), i64(0)), i32(0), "i32")
            if shape.kind == "tuple":
                plain = more("$pack_tuple", tuple_at(get(at)))
                # The copy stands behind what is being made.
                first = more("$pack_tuple", call("$all_first_alike", get(LIKES), get(at)))
                filled = op("i64.ge_s", load(0, get(at)), i64(0))
                done = [when(choose(grouped, filled, i32(0), "i32"), [first], [plain]), put(at, call("$behind", get(at)))]
            else:
                first = more("$pack_number", call("$first_alike", get(LIKES), load(0, get(at))))
                done = [when(grouped, [first], [more("$pack_number", load(0, get(at)))]), put(at, plus(get(at), ENTRY))]
            return [*done, when(op("i32.lt_u", get(LIKES), get(last)), [put(LIKES, call("$behind_groups", get(LIKES)))])]

        number = load(ENTRY, get(KEPT))
        fn.body = [
            put(last, call("$behind", get(LIKES))),
            put(LIKES, plus(get(LIKES), ENTRY)),
            put(start, call("$pack_room", i32(PACKED))),
            put(to, get(start)),
            put(end, plus(get(start), ENTRY * PACKED)),
            more("$pack_number", number),
            put(at, plus(get(KEPT), 2 * ENTRY)),
            *_by_choosing(unit, point, number, turned),
            call("$packed", get(start), get(to)),
        ]
        return fn

    return unit.function(name, make)


def tuple_at(at: Node) -> Node:
    """The address of a tuple that stands there, 0 where it is nothing."""
    return choose(op("i64.lt_s", load(0, at), i64(0)), i32(0), at, "i32")


def _by_choosing(unit: Unit, point: Point, number: Node, body: Callable[[int, Shape], list[Node]]) -> list[Node]:
    """Something for each value of the choosing that has this number."""
    done = []
    for index, choosing in enumerate(point.choosings):
        inside = [node for place, shape in enumerate(shapes_of(unit.instance, choosing)) for node in body(place, shape)]
        if inside:
            done.append(when(op("i64.eq", number, i64(index)), inside))
    return done


def kept_values(fn: Function, unit: Unit, choosing: Choosing, kept: Node) -> tuple[list[Node], list[tuple[Node, Shape]]]:
    """The values of a kept choice in locals: what has to be done, and how they are read then."""
    at = fn.local("at", "i32")
    done: list[Node] = [put(at, plus(kept, 2 * ENTRY))]
    found = []
    for shape in shapes_of(unit.instance, choosing):
        name = fn.local("value", shape.wasm)
        if shape.kind == "tuple":
            done += [put(name, tuple_at(get(at))), put(at, call("$behind", get(at)))]
        else:
            number = load(0, get(at))
            done += [put(name, narrow(number) if shape.wasm == "i32" else number), put(at, plus(get(at), ENTRY))]
        found.append((get(name), shape))
    return done, found


def without_trace(body: list[Node], fn: Function) -> list[Node]:
    """What is made on the way is forgotten."""
    saved = fn.local("saved", "i32")
    return [put(saved, of_all("$arena")), *body, put_all("$arena", get(saved))]
