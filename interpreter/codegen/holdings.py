"""Operations on what seats have and on the course of play."""

from __future__ import annotations

import ast

from custumal.dsl.model import Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lifted, operation
from custumal.interpreter.codegen.writer import Writer
from custumal.interpreter.program import left_id, passes_id, positions_asked, positions_id, running_id, turns_id


def amount_of(w: Writer, resource: int, seat: n.Node) -> n.Node:
    """How much of a resource a seat has."""
    kept = w.unit.instance.kept[w.unit.instance.kept_of_resource[resource]]
    return n.index(w.column(kept.column), n.plus(seat, kept.base))


@operation("amount")
def _amount(w: Writer, op: Op) -> n.Node:
    def make(seat: n.Node, resource: n.Node) -> n.Node:
        if isinstance(resource, ast.Constant) and isinstance(resource.value, int):
            return amount_of(w, resource.value, seat)
        kept = [w.unit.instance.kept[name] for name in w.unit.instance.kept_of_resource]
        first = w.unit.pool.table(tuple(layout.base for layout in kept))
        return n.index(w.column(kept[0].column), n.binary(n.index(first, resource), "+", seat))

    return lifted(w, op, op.arguments, make)


@operation("stock")
def _stock(w: Writer, op: Op) -> n.Node:
    def make(seat: n.Node) -> n.Node:
        seat = w.atom(seat)
        return n.row(*(amount_of(w, resource, seat) for resource in range(len(w.unit.instance.game.resources))))

    return lifted(w, op, op.arguments, make)


def _slot(w: Writer, identifier: str) -> n.Node:
    return n.index(w.frame, n.const(w.unit.program.slots[identifier]))


@operation("passes")
def _passes(w: Writer, op: Op) -> n.Node:
    return n.either(_slot(w, passes_id(str(op.data))), n.const(0))


@operation("running")
def _running(w: Writer, op: Op) -> n.Node:
    return n.call("bool", _slot(w, running_id(str(op.data))))


@operation("occurrences")
def _occurrences(w: Writer, op: Op) -> n.Node:
    step, *names = positions_asked(op)
    before = w.atom(_slot(w, positions_id(step)))
    look = n.call("look", w.unit.pool.table(tuple(names)), w.state, before)
    return lifted(w, op, op.arguments, lambda *seats: n.call("occurrences", before, look, *seats))


@operation("turns")
def _turns(w: Writer, op: Op) -> n.Node:
    before = _slot(w, turns_id(str(op.data)))
    return lifted(w, op, op.arguments, lambda *seats: n.call("turns", before, *seats))


@operation("staying")
def _staying(w: Writer, op: Op) -> n.Node:
    return n.either(_slot(w, left_id(str(op.data))), n.const(()))
