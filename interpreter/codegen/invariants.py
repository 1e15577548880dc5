"""Invariants as functions of the state: who asks for them asks after every choice."""

from __future__ import annotations

from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.codegen.core import lower
from custumal.interpreter.codegen.statements import preload
from custumal.interpreter.codegen.unit import Unit
from custumal.interpreter.codegen.writer import STATE, Writer


def write_invariants(unit: Unit) -> dict[str, str]:
    """The functions that tell whether an invariant holds, by the invariant's id."""
    found = {}
    for invariant in unit.instance.game.invariants:
        w = Writer(unit)
        preload(w, invariant.that, frozenset())
        w.emit(n.give(lower(w, invariant.that)))
        found[invariant.source.id] = unit.fresh("holds")
        unit.functions.append(w.function(found[invariant.source.id], (STATE,)))
    return found
