"""All that writes modules, fetched at once."""

from __future__ import annotations

from custumal.interpreter.codegen import (
    definitions,
    folds,
    forms,
    holdings,
    hooking,
    joints,
    nouns,
    numbers,
    places,
    selections,
    step_loops,
    tiles,
)
from custumal.interpreter.codegen.asking import write_can
from custumal.interpreter.codegen.counting import count
from custumal.interpreter.codegen.flowing import Flow
from custumal.interpreter.codegen.invariants import write_invariants
from custumal.interpreter.codegen.scoring import write_scores
from custumal.interpreter.codegen.stops import write_flow
from custumal.interpreter.codegen.unit import Unit

__all__ = ["FORMS", "Flow", "Unit", "count", "write_can", "write_flow", "write_invariants", "write_scores"]

FORMS = (definitions, folds, forms, holdings, hooking, joints, step_loops, nouns, numbers, places, selections, tiles)
"""The modules that register how expressions and instructions are written."""
