"""Score lines as functions of the state and a seat: bots ask for points after every choice that they weigh."""

from __future__ import annotations

from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lower
from custumal.interpreter.codegen.points import SEAT
from custumal.interpreter.codegen.statements import preload
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer


def write_scores(unit: Unit) -> dict[str, str]:
    """The functions that give the points of each score line, by the line's id."""
    found = {}
    for line in unit.instance.game.scoring:
        w = Writer(unit)
        w.env = {line.actor.id: n.name(SEAT)}
        preload(w, line.points, frozenset({line.actor.id}))
        w.emit(n.give(lower(w, line.points)))
        found[line.source.id] = unit.fresh("points")
        unit.functions.append(w.function(found[line.source.id], (STATE, SEAT)))
    return found
