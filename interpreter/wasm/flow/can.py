"""`can`: whether some choice of an action is legal for a seat."""

from __future__ import annotations

from custumal.dsl.model import Can
from custumal.interpreter.wasm.expressions.core import bind, form, is_some, may_be_none
from custumal.interpreter.wasm.expressions.unit import Bound, Writer
from custumal.interpreter.wasm.flow.plans import Walk, ways
from custumal.interpreter.wasm.memory.shapes import NUMBER
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import Node, call, choose, get, give, i32, valued


@form(Can)
def _can(w: Writer, expr: Can) -> Node:
    given: list[Bound] = []
    before: list[Node] = []
    for argument in expr.arguments or ():
        further, one = bind(w, argument, "given")
        before += further
        given.append(one)
    done, seat = bind(w, expr.seat, "seat")
    found = call(_function(w, expr, given), seat.node, *(one.node for one in given))
    if may_be_none(expr.seat):
        found = choose(is_some(seat.node, seat.shape), found, i32(0), "i32")
    return valued([*before, *done], found, "i32")


def _function(w: Writer, expr: Can, given: list[Bound]) -> str:
    action = expr.action.rsplit(".", 1)[-1]
    choosing = w.unit.program.actions[action]
    name = f"$can.{'.'.join((action, *sorted(expr.ignoring), *(one.shape.kind for one in given)))}"

    words = [(f"$given{number}", one.shape.wasm) for number, one in enumerate(given)]

    def make() -> Function:
        fn = Function(name, (("$seat", "i64"), *words), "i32")
        env = {} if choosing.actor is None else {choosing.actor.id: Bound(get("$seat"), NUMBER)}
        fixed = tuple(Bound(get(word), one.shape) for (word, _), one in zip(words, given, strict=True))
        walk = Walk(lambda _w, _chosen: [give(i32(1))], Bound(get("$seat"), NUMBER), frozenset(expr.ignoring), fixed)
        found = ways(Writer(w.unit, fn, env), choosing, walk)
        fn.body = [*found, i32(0)]
        return fn

    return w.unit.function(name, make)
