"""All forms and operations, so that whoever writes has them."""

from __future__ import annotations

from custumal.interpreter.wasm.expressions import (
    bundles,
    calls,
    contents,
    folds,
    joints,
    numbers,
    places,
    poses,
    remembered,
    sets,
    simple,
    tables,
    tiles,
    zones,
)
from custumal.interpreter.wasm.expressions.core import FORMS, OPERATIONS
from custumal.interpreter.wasm.expressions.unit import Unit, Writer

ROOMS = (bundles, calls, contents, folds, joints, numbers, places, poses, remembered, sets, simple, tables, tiles, zones)
"""Loaded with this module, so that they have registered what they write."""

__all__ = ["FORMS", "OPERATIONS", "ROOMS", "Unit", "Writer"]
