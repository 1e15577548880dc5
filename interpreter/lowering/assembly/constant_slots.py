"""Slots in which nothing but one list is ever written that is known before play, such as the seats that a loop goes through."""

from __future__ import annotations

from collections import defaultdict

from custumal.dsl.model import Expr, Local
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.lowering.assembly.statics import Statics
from custumal.interpreter.program import Assign, Program, left_id
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value


def constant_slots(instance: Instance, program: Program) -> dict[str, Value]:
    """The list that stands in each such slot once it is written, by the id of the slot."""
    written: defaultdict[str, list[Expr]] = defaultdict(list)
    for node in nodes(program.code):
        if isinstance(node, Assign) and node.local.id.startswith(("@items ", left_id(""))):
            written[node.local.id].append(node.value)
    statics = Statics(instance)
    once = {name: values[0] for name, values in written.items() if len(values) == 1}
    found = {name: known for name, value in once.items() if (known := _known(statics, value)) is not None}
    copies = {name: found[value.id] for name, value in once.items() if isinstance(value, Local) and value.id in found}
    return found | copies


def _known(statics: Statics, value: Expr) -> Value:
    try:
        return statics.value(value, {}) if statics.fixed(value, {}) else None
    except PlayError:  # a mistake that belongs to the moment when it is made
        return None
