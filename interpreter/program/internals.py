"""What programs have besides the names of the rules: internal slots, return addresses, choice tuples, rules at their targets."""

from __future__ import annotations

from typing import Any, Self

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Type
from custumal.dsl.model import Local, Op, Rule

ChoiceTuple = tuple[Any, ...]
"""A choice, or an outcome of chance, in numbers: see the package."""


class WholeChoice(tuple[Any, ...]):  # noqa: SLOT001  # a tuple has no room for another slot
    """A choice of an action that is chosen as one: its own choice tuple, with what is chosen in its course behind it, as `links`."""

    links: tuple[ChoiceTuple, ...]

    def __new__(cls, own: ChoiceTuple, links: tuple[ChoiceTuple, ...]) -> Self:
        made = super().__new__(cls, own)
        made.links = links
        return made

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and links_of(other) == self.links

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((tuple(self), self.links))

    def __reduce__(self) -> tuple[type[WholeChoice], tuple[ChoiceTuple, tuple[ChoiceTuple, ...]]]:
        return WholeChoice, (tuple(self), self.links)


def links_of(choice: object) -> tuple[ChoiceTuple, ...]:
    """What a choice chooses besides its own choice tuple, in the course of its action."""
    return choice.links if isinstance(choice, WholeChoice) else ()


PASS: ChoiceTuple = (-1,)
"""The choice tuple `pass`: to decline."""

HALT = -1
"""The return address under which a routine that was started on its own ends."""


NOBODY_ID = "@nobody"
"""Slot name of the seat where nobody acts: there is always nothing in it."""


def passes_id(step: str) -> str:
    """Slot name of the number of passes of a step begun so far."""
    return f"@passes {step}"


def running_id(step: str) -> str:
    """Slot name of whether a step is under way (0 or 1)."""
    return f"@running {step}"


def positions_id(step: str) -> str:
    """Slot name of the positions in which passes of a step have begun: pairs of a seat (or nothing) and a digest."""
    return f"@positions {step}"


def turns_id(step: str) -> str:
    """Slot name of how many passes of a step each seat has begun, by seats and then nobody; empty before the first."""
    return f"@turns {step}"


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
