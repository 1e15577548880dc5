"""Bundles: an amount of each resource; what seats have of them."""

from __future__ import annotations

from custumal.dsl.model import Op
from custumal.interpreter.reference.operations.basic import LARGEST_SET
from custumal.interpreter.setup.values import UNLIMITED
from custumal.interpreter.wasm.expressions.core import (
    Body,
    bind,
    counted,
    is_some,
    lifted,
    may_be_none,
    operation,
    operation_walk,
)
from custumal.interpreter.wasm.expressions.sets import gather
from custumal.interpreter.wasm.expressions.unit import Bound, Unit, Writer
from custumal.interpreter.wasm.expressions.zones import entry_at
from custumal.interpreter.wasm.memory.shapes import ENTRY
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import (
    UNREACHABLE,
    Node,
    block,
    branch,
    branch_if,
    call,
    get,
    give,
    i32,
    i64,
    load,
    op,
    put,
    scaled,
    store,
    when,
)  # fmt: skip

CALLED = {"b-add": "$bundle_add", "b-sub": "$bundle_sub", "b-scale": "$bundle_scale", "b-le": "$bundle_le"}


@operation("b-add", "b-sub", "b-scale", "b-le")
def _together(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda a, b: call(CALLED[expr.name], a.node, b.node))


@operation("b-unit")
def _unit(w: Writer, expr: Op) -> Node:
    size = len(w.unit.instance.game.resources)

    def make(resource: Bound, number: Bound) -> Node:
        at = w.fn.local("unit", "i32")
        done = [put(at, call("$zeros", i32(size))), store(ENTRY, number.node, _entry(get(at), resource.node))]
        return Node("block", ("(result i32)",), (*done, get(at)))

    return lifted(w, expr, make)


@operation("b-get")
def _get(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda bundle, resource: load(ENTRY, _entry(bundle.node, resource.node)))


@operation("b-without")
def _without(w: Writer, expr: Op) -> Node:
    def make(bundle: Bound, resource: Bound) -> Node:
        at = w.fn.local("rest", "i32")
        done = [put(at, call("$copied", bundle.node)), store(ENTRY, i64(0), _entry(get(at), resource.node))]
        return Node("block", ("(result i32)",), (*done, get(at)))

    return lifted(w, expr, make)


@operation("b-parts")
def _parts(w: Writer, expr: Op) -> Node:
    return gather(w, expr)


@operation_walk("b-parts")
def _each_part(w: Writer, expr: Op, body: Body) -> list[Node]:
    """Every bundle that has no more of anything, the amounts of the last resource going up first. Each stands for itself in memory."""
    (argument,) = expr.arguments
    done, bundle = bind(w, argument, "whole")
    part, more, again, out = w.fn.local("part", "i32"), w.fn.local("more", "i32"), w.fn.label("next"), w.fn.label("parts")
    charge, inside = counted(w, None, lambda: i32(1))
    with inside:
        each_one = body(Bound(get(part), bundle.shape))
    turn = [
        *charge,
        *each_one,
        put(more, call("$copied", get(part))),
        branch_if(out, op("i32.eqz", call("$next_part", get(more), bundle.node))),
        put(part, get(more)),
        branch(again),
    ]
    begin = put(part, call("$zeros", i32(len(w.unit.instance.game.resources))))
    found = [call("$few_parts", bundle.node, i64(LARGEST_SET)), begin, block(out, [Node("loop", (again,), tuple(turn))])]
    return [*done, *([when(is_some(bundle.node, bundle.shape), found)] if may_be_none(argument) else found)]


def _entry(bundle: Node, resource: Node) -> Node:
    return op("i32.add", bundle, scaled(resource, ENTRY))


# ---------------------------------------------------------------- what seats have


def amount_at(unit: Unit, resource: int, seat: Node) -> Node:
    """How much of a resource a seat has."""
    return entry_at(unit.plan.kept[unit.instance.kept_of_resource[resource]].at, seat)


def amount_of(unit: Unit) -> str:
    """How much of any resource a seat has."""

    def make() -> Function:
        fn = Function("$amount", (("$seat", "i64"), ("$resource", "i64")), "i64")
        fn.body = [
            when(op("i64.eq", get("$resource"), i64(resource)), [give(amount_at(unit, resource, get("$seat")))])
            for resource in range(len(unit.instance.kept_of_resource))
        ]
        fn.body.append(UNREACHABLE)
        return fn

    return unit.function("$amount", make)


@operation("amount")
def _amount(w: Writer, expr: Op) -> Node:
    def make(seat: Bound, resource: Bound) -> Node:
        if resource.known and isinstance(resource.known[0], int):
            return amount_at(w.unit, resource.known[0], seat.node)
        return call(amount_of(w.unit), seat.node, resource.node)

    return lifted(w, expr, make)


def stock_of(unit: Unit) -> str:
    """All that a seat has, as a bundle."""

    def make() -> Function:
        fn = Function("$stock", (("$seat", "i64"),), "i32")
        size = len(unit.instance.kept_of_resource)
        at = fn.local("stock", "i32")
        fn.body = [put(at, call("$zeros", i32(size)))]
        fn.body += [store(ENTRY * (1 + one), amount_at(unit, one, get("$seat")), get(at)) for one in range(size)]
        fn.body.append(get(at))
        return fn

    return unit.function("$stock", make)


@operation("stock")
def _stock(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda seat: call(stock_of(w.unit), seat.node))


def supply_of(unit: Unit) -> str:
    """What the supply of a resource still has."""

    def make() -> Function:
        fn = Function("$supply", (("$resource", "i64"),), "i64")
        for resource, name in enumerate(unit.instance.kept_of_resource):
            total = unit.instance.kept[name].supply
            if total is None:
                continue
            left: Node = i64(total)
            for seat in unit.instance.all_seats:
                left = call("$sub", left, amount_at(unit, resource, i64(seat)))
            fn.body.append(when(op("i64.eq", get("$resource"), i64(resource)), [give(left)]))
        fn.body.append(i64(UNLIMITED))
        return fn

    return unit.function("$supply", make)


@operation("supply")
def _supply(w: Writer, expr: Op) -> Node:
    return lifted(w, expr, lambda resource: call(supply_of(w.unit), resource.node))
