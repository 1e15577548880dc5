"""What programs have besides the names of the rules: internal slots, return addresses, choice tuples, rules at their targets."""

from __future__ import annotations

from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.model import Local, Op, Rule

ChoiceTuple = tuple[Any, ...]
"""A choice, or an outcome of chance, in numbers: see the package."""

PASS: ChoiceTuple = (-1,)
"""The choice tuple `pass`: to decline."""

HALT = -1
"""The return address under which a routine that was started on its own ends."""


def passes_id(step: str) -> str:
    """Slot name of the number of passes of a step begun so far."""
    return f"@passes {step}"


def running_id(step: str) -> str:
    """Slot name of whether a step is under way (0 or 1)."""
    return f"@running {step}"


def positions_id(step: str) -> str:
    """Slot name of the positions in which passes of a step have begun: pairs of a seat (or nothing) and a digest."""
    return f"@positions {step}"


def positions_asked(op: Op) -> tuple[str, ...]:
    """Of `occurrences` the step whose positions are meant, and behind it the kept values and zones that make one."""
    assert isinstance(op.data, tuple)
    return op.data


def left_id(step: str) -> str:
    """Slot name of the seats still in a step's `rounds` (a tuple)."""
    return f"@left {step}"


@dataclass(frozen=True, slots=True)
class Use:
    """A standing rule at one of its targets. `names`: (the rule's local, the local of the action that it stands for).

    In force are the bindings of `this`, `owner`, `copies` that `rules_in_force.in_force` gives (one empty binding for a rule
    of the game). Whom it concerns is compared with the actor; then `applies` is asked with the names bound.
    """

    rule: Rule
    names: tuple[tuple[Local, Local], ...] = ()


@dataclass(frozen=True, slots=True)
class Counter:
    """A table of counters in `c[3]` from `base` on, by `types` in mixed radix, last fastest. The first is a seat, or
    nobody. `sizes` are the sizes of the types' domains, with one more for nothing where a type has it, as the last."""

    name: str
    base: int
    types: tuple[Type, ...]
    sizes: tuple[int, ...]
