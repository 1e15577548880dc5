"""Folds: one value from the members of a set."""

from __future__ import annotations

from collections.abc import Callable

from custumal.dsl.base.types import Bundle, Set, bare
from custumal.dsl.model import Fold
from custumal.interpreter.wasm.expressions.arena import Making, MemberBits, most
from custumal.interpreter.wasm.expressions.core import (
    Body,
    bind,
    each,
    each_at,
    form,
    is_some,
    may_be_none,
    member_shape,
    named,
    value,
    walk,
)  # fmt: skip
from custumal.interpreter.wasm.expressions.numbers import bounds
from custumal.interpreter.wasm.expressions.sets import domain_of, gather
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.expressions.zones import how_many
from custumal.interpreter.wasm.memory.shapes import NONE
from custumal.interpreter.wasm.text.branchless import all_hold
from custumal.interpreter.wasm.text.nodes import (
    Node,
    block,
    branch,
    call,
    get,
    i32,
    i64,
    no,
    op,
    put,
    valued,
    when,
)  # fmt: skip
from custumal.interpreter.wasm.unsupported import Unsupported

FEW = 1 << 40
"""Numbers below this can be added as often as a set has members."""


def members(w: Writer, expr: Fold, body: Callable[[Writer, Bound], list[Node]]) -> list[Node]:
    """Do something for each member for which `where` holds."""

    def inside(member: Bound) -> list[Node]:
        here = w.binding({expr.var.id: member})
        done = body(here, member)
        return done if expr.where is None else [when(value(here, expr.where), done)]

    return each(w, expr.source, inside)


def with_values(w: Writer, expr: Fold, body: Callable[[Bound, Bound], list[Node]]) -> list[Node]:
    """The members with their values; where the value is nothing they are left out."""

    def inside(here: Writer, member: Bound) -> list[Node]:
        if expr.value is None:
            return body(member, member)
        done, found = bind(here, expr.value, "v")
        then = body(member, found)
        if may_be_none(expr.value):
            then = [when(is_some(found.node, found.shape), then)]
        return [*done, *then]

    return members(w, expr, inside)


@form(Fold)
def _fold(w: Writer, expr: Fold) -> Node:
    return _FOLDS[expr.kind](w, expr)


def _some(w: Writer, expr: Fold) -> Node:
    counted = how_many(w, expr.source) if expr.where is None else None
    if counted is not None:
        return op("i64.ne", counted, i64(0))
    label = w.fn.label("some")
    return block(label, [*members(w, expr, lambda _w, _m: [branch(label, i32(1))]), i32(0)], "i32")


def _no(w: Writer, expr: Fold) -> Node:
    return no(_some(w, expr))


def _every(w: Writer, expr: Fold) -> Node:
    label = w.fn.label("every")
    assert expr.value is not None
    asked = expr.value
    walked = members(w, expr, lambda here, _m: [when(no(value(here, asked)), [branch(label, i32(0))])])
    return all_hold(label, walked) or block(label, [*walked, i32(1)], "i32")


def _count(w: Writer, expr: Fold) -> Node:
    counted = how_many(w, expr.source) if expr.where is None else None
    if counted is not None:
        return counted
    found = w.fn.local("count")
    more = put(found, op("i64.add", get(found), i64(1)))
    return valued([put(found, i64(0)), *members(w, expr, lambda _w, _m: [more])], get(found), "i64")


def _none(w: Writer, expr: Fold) -> Node:
    return i64(NONE) if w.shape(expr.type).kind == "number" else i32(0)


def _first(w: Writer, expr: Fold) -> Node:
    label, shape = w.fn.label("first"), w.shape(expr.type)
    return block(label, [*members(w, expr, lambda _w, m: [branch(label, m.node)]), _none(w, expr)], shape.wasm)


def _last(w: Writer, expr: Fold) -> Node:
    shape = w.shape(expr.type)
    found = w.fn.local("last", shape.wasm)
    return valued([put(found, _none(w, expr)), *members(w, expr, lambda _w, m: [put(found, m.node)])], get(found), shape.wasm)


def _only(w: Writer, expr: Fold) -> Node:
    label, shape = w.fn.label("only"), w.shape(expr.type)
    found = w.fn.local("only", shape.wasm)
    seen = w.fn.local("seen", "i32")

    def inside(_w: Writer, member: Bound) -> list[Node]:
        return [when(get(seen), [branch(label, _none(w, expr))]), put(seen, i32(1)), put(found, member.node)]

    return block(label, [put(seen, i32(0)), put(found, _none(w, expr)), *members(w, expr, inside), get(found)], shape.wasm)


def _sum(w: Writer, expr: Fold) -> Node:
    if isinstance(bare(expr.type), Bundle):
        return _sum_of_bundles(w, expr)
    found = w.fn.local("sum")

    def inside(_m: Bound, number: Bound) -> list[Node]:
        few = None if expr.value is None else bounds(w, expr.value)
        if few is not None and max(map(abs, few)) < FEW:
            return [put(found, op("i64.add", get(found), number.node))]
        return [put(found, call("$add", get(found), number.node))]

    return valued([put(found, i64(0)), *with_values(w, expr, inside)], get(found), "i64")


def _sum_of_bundles(w: Writer, expr: Fold) -> Node:
    found = w.fn.local("bundle", "i32")
    size = len(w.unit.instance.game.resources)
    walked = with_values(w, expr, lambda _m, one: [call("$add_to", get(found), one.node)])
    return valued([put(found, call("$zeros", i32(size))), *walked], get(found), "i32")


def _extreme(name: str) -> Callable[[Writer, Fold], Node]:
    def make(w: Writer, expr: Fold) -> Node:
        found = w.fn.local(name)
        better = "i64.gt_s" if name == "max" else "i64.lt_s"

        def inside(_m: Bound, number: Bound) -> list[Node]:
            done, again = named(w, number.node, number.shape)
            test: Node = op(better, again.node, get(found))
            if name == "min":
                test = op("i32.or", op("i64.eq", get(found), i64(NONE)), test)
            return [*done, when(test, [put(found, again.node)])]

        return valued([put(found, i64(NONE)), *with_values(w, expr, inside)], get(found), "i64")

    return make


def _union(w: Writer, expr: Fold) -> Node:
    return gather(w, expr)


@walk(Fold)
def _each(w: Writer, expr: Fold, body: Body) -> list[Node] | None:
    if expr.kind == "union":
        return _each_of_all(w, expr, body)
    if expr.kind in ("best", "worst"):
        return _each_best(w, expr, body)
    return None


def _each_of_all(w: Writer, expr: Fold, body: Body) -> list[Node]:
    making = Making(w, most(w, expr), member_shape(w, expr))
    if making.shape.kind == "tuple":
        raise Unsupported("a union of tuples")
    marks = MemberBits(w, domain_of(w, expr), making)

    asked = expr.value
    if asked is not None and isinstance(bare(asked.type), Set):
        walked = members(w, expr, lambda here, _m: each(here, asked, marks.add))
    else:
        walked = with_values(w, expr, lambda _m, one: marks.add(one))
    made = [*marks.begin(), *making.begin(), *walked, *making.end()]
    return [*made, *each_at(w, making.pointer, making.shape, body)]


def _each_best(w: Writer, expr: Fold, body: Body) -> list[Node]:
    """The members are gone through once; a better one forgets those before it."""
    making = Making(w, most(w, expr), member_shape(w, expr))
    best = w.fn.local("best")
    better = "i64.gt_s" if expr.kind == "best" else "i64.lt_s"

    def inside(member: Bound, number: Bound) -> list[Node]:
        done, again = named(w, number.node, number.shape)
        first = op("i64.eq", get(best), i64(NONE))
        forget = [put(best, again.node), put(making.next, op("i32.add", making.pointer, i32(8)))]
        return [
            *done,
            when(op("i32.or", first, op(better, again.node, get(best))), forget),
            when(op("i64.eq", again.node, get(best)), making.add(member)),
        ]

    made = [put(best, i64(NONE)), *making.begin(), *with_values(w, expr, inside), *making.end()]
    return [*made, *each_at(w, making.pointer, making.shape, body)]


_FOLDS: dict[str, Callable[[Writer, Fold], Node]] = {
    "some": _some,
    "no": _no,
    "every": _every,
    "count": _count,
    "first": _first,
    "last": _last,
    "only": _only,
    "sum": _sum,
    "max": _extreme("max"),
    "min": _extreme("min"),
    "union": _union,
    "best": _union,
    "worst": _union,
}
