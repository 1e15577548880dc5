"""One thing of a game, as it is told from all others."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.setup.values import Value


@dataclass(frozen=True, slots=True)
class Component:
    """One thing: `each` are the values of its table's for-each columns in their order, `copy` counts equal ones from 0."""

    kind: str
    row: int
    table: str
    each: tuple[Value, ...]
    copy: int
    owner: int | None
