"""Which things are moved openly: everybody can tell which of those that lie there goes, even if not what it is."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.types import Cell, Place, bare
from custumal.dsl.model import Expr, Local, Op
from custumal.interpreter.program.instructions import Instruction
from custumal.interpreter.program.node_fields import nodes_below
from custumal.interpreter.program.statements import Assign

_BY_PLACE = frozenset(("top", "bottom", "content", "things", "cell-things"))
"""What lies at the top of a pile, in a cell, or all that lies in a place."""


def is_moved_openly(things: Expr, names: frozenset[str]) -> bool:
    """Whether things are named by where they lie, all of a place or by their position. `names` are the names that are such."""
    if isinstance(bare(things.type), Place | Cell):
        return True
    match things:
        case Local(id=name):
            return name in names
        case Op(name="singleton-or-empty", arguments=(inner,)):
            return is_moved_openly(inner, names)
        case Op(name=name):
            return name in _BY_PLACE
    return False


def open_names(code: Sequence[Instruction]) -> frozenset[str]:
    """The names in a program that only ever stand for something named by where it lies."""
    given: dict[str, list[Expr]] = {}
    otherwise: set[str] = set()
    for node in nodes_below(tuple(code)):
        if isinstance(node, Assign):
            given.setdefault(node.local.id, []).append(node.value)
        elif isinstance(found := getattr(node, "local", None), Local):
            otherwise.add(found.id)
    return frozenset(
        name for name, values in given.items() if name not in otherwise and all(is_moved_openly(one, frozenset()) for one in values)
    )
