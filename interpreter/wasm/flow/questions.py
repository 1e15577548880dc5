"""`can`: whether some choice of an action is legal for a seat."""

from __future__ import annotations

from custumal.dsl.model import Can
from custumal.interpreter.wasm.expressions.core import bind, form, is_some, may_be_none
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.flow.plans import Walk, ways
from custumal.interpreter.wasm.memory.shapes import NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, give, i32, valued
from custumal.interpreter.wasm.unsupported import Unsupported


@form(Can)
def _can(w: Writer, expr: Can) -> Node:
    if expr.arguments:
        raise Unsupported("can with arguments")
    done, seat = bind(w, expr.seat, "seat")
    found = call(_function(w, expr), seat.node)
    if may_be_none(expr.seat):
        found = choose(is_some(seat.node, seat.shape), found, i32(0), "i32")
    return valued(done, found, "i32")


def _function(w: Writer, expr: Can) -> str:
    action = expr.action.rsplit(".", 1)[-1]
    choosing = w.unit.program.actions[action]
    if choosing.ensure:
        raise Unsupported("can with ensure")
    name = f"$can.{'.'.join((action, *sorted(expr.ignoring)))}"

    def make() -> Function:
        fn = Function(name, (("$seat", "i64"),), "i32")
        env = {} if choosing.actor is None else {choosing.actor.id: Bound(get("$seat"), NUMBER)}
        walk = Walk(lambda _w, _chosen: [give(i32(1))], Bound(get("$seat"), NUMBER), frozenset(expr.ignoring))
        found = ways(Writer(w.unit, fn, env), choosing, walk)
        fn.body = [*found, i32(0)]
        return fn

    return w.unit.function(name, make)
