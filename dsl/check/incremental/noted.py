"""What a word of a sentence was found to mean, for whoever wants to know it afterwards, such as an editor."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.model import Expr, Local
from custumal.dsl.sentences import syntax as sx

Worded = sx.Name | sx.Apply | sx.Units | sx.Can
"""The forms of expression in which a word is looked up."""


@dataclass(frozen=True, slots=True, eq=False)
class Noted:
    """A form of expression with what was made of it, the names that are bound there, the element of the selection around it, and the
    type that was wanted."""

    node: Worded
    made: Expr
    names: dict[str, Local]
    element: Local | None
    wanted: Type | None
