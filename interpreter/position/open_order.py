"""Whether the order in which things are moved together tells nothing of what they are."""

from __future__ import annotations

from custumal.dsl.base.types import Cell, Place, Set, bare
from custumal.dsl.model import Expr, Op
from custumal.interpreter.position.contents import zone_of
from custumal.interpreter.setup.instance import Instance


def is_in_open_order(things: Expr, instance: Instance) -> bool:
    """Whether it is one thing, or several in the order of a pile; others go by what they are, as rows of their table stand."""
    of = bare(things.type)
    if isinstance(of, Place | Cell):
        return zone_of(instance, of).ordered
    if not isinstance(of, Set):
        return True
    match things:
        case Op(name="top" | "bottom"):
            return True
        case Op(name="singleton-or-empty" | "things" | "cell-things", arguments=(inner,)):
            return is_in_open_order(inner, instance)
    return False
