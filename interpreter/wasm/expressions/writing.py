"""All forms and operations, so that whoever writes has them."""

from __future__ import annotations

from custumal.interpreter.wasm.expressions import calls, folds, numbers, places, sets, simple
from custumal.interpreter.wasm.expressions.core import FORMS, OPERATIONS
from custumal.interpreter.wasm.expressions.unit import Unit, Writer

__all__ = ["FORMS", "OPERATIONS", "Unit", "Writer", "calls", "folds", "numbers", "places", "sets", "simple"]
