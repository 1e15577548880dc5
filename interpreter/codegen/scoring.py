"""Score lines and keys of the ranking as functions of the state and a seat: bots ask for points after every choice that they weigh."""

from __future__ import annotations

from functools import reduce

from custumal.dsl.model import Expr, Local, Op
from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lifted, lower, operation
from custumal.interpreter.codegen.restrictions import SEAT
from custumal.interpreter.codegen.statements import preload
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer


def write_scores(unit: Unit) -> dict[str, str]:
    """The functions that give the points of each score line, by the line's id, and those of the ranking's keys, by their addresses."""
    game = unit.instance.game
    points = {line.source.id: _points(unit, line.source.id, line.actor, line.points) for line in game.scoring}
    return points | {key.source.address: _points(unit, key.source.address, key.actor, key.value) for key in game.ranking}


def _points(unit: Unit, word: str, actor: Local, value: Expr) -> str:
    """The function of one line or key; it is written once."""
    if word not in unit.points:
        unit.points[word] = unit.fresh("points")
        w = Writer(unit)
        w.env = {actor.id: n.name(SEAT)}
        preload(w, value, frozenset({actor.id}))
        w.emit(n.give(lower(w, value)))
        unit.functions.append(w.function(unit.points[word], (STATE, SEAT)))
    return unit.points[word]


@operation("total")
def _total(w: Writer, op: Op) -> n.Node:
    lines = w.unit.instance.game.scoring
    names = [_points(w.unit, line.source.id, line.actor, line.points) for line in lines]

    def make(seat: n.Node) -> n.Node:
        seat = w.atom(seat)
        parts = [n.call(name, w.state, seat) for name in names]
        return n.call("bounded", reduce(lambda a, b: n.binary(a, "+", b), parts)) if parts else n.const(0)

    return lifted(w, op, op.arguments, make)


@operation("winners")
def _winners(w: Writer, _: Op) -> n.Node:
    return n.call("winners", w.state)


@operation("seat-place")
def _seat_place(w: Writer, op: Op) -> n.Node:
    return lifted(w, op, op.arguments, lambda seat: n.call("seat_place", w.state, seat))


@operation("decided-by")
def _decided_by(w: Writer, op: Op) -> n.Node:
    return n.call("is_decided_by", w.state, n.const(str(op.data)))


@operation("is-winner")
def _is_winner(w: Writer, op: Op) -> n.Node:
    return lifted(w, op, op.arguments, lambda seat: n.compare(seat, "in", n.call("winners", w.state)))
