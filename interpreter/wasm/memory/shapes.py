"""How values of each type stand in memory: numbers in 64 bits, tuples as their length with 64 bits for each member behind it."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.types import Bundle, Line, Maybe, Number, Polycube, Set, Table, Truth, Type, bare
from custumal.interpreter.setup.errors import PlayError
from custumal.interpreter.setup.instance import Instance

NONE = -(1 << 63)
"""The number that stands for nothing; whatever would come to it is left to the reference."""
NO_TUPLE = -1
"""The length of a tuple that is nothing."""
ENTRY = 8
"""The bytes of a number, and of the length of a tuple."""
MANY = 1024
"""So many members has a stored set at most whose type has no end."""


@dataclass(frozen=True, slots=True)
class Shape:
    """`kind`: number, truth or tuple; of a tuple the shape of its members and how many there are at most. With a `width` each member
    is itself a tuple of so many numbers, which stand one behind the other."""

    kind: str
    inner: Shape | None = None
    most: int = 0
    width: int = 0

    @property
    def wasm(self) -> str:
        """The type of a local or result that holds such a value: numbers stand for themselves, tuples are addresses."""
        return "i64" if self.kind == "number" else "i32"

    @property
    def size(self) -> int:
        """The bytes that such a value takes where it is stored."""
        return ENTRY * (1 + self.most * max(1, self.width)) if self.kind == "tuple" else ENTRY


NUMBER = Shape("number")
TRUTH = Shape("truth")


def shape_of(instance: Instance, of: Type) -> Shape:
    """How the values of a type stand in memory."""
    match bare(of):
        case Truth():
            return TRUTH
        case Set(inner, _, at_most):
            most = _most(instance, inner)
            return Shape("tuple", shape_of(instance, inner), most if at_most is None else min(most, at_most))
        case Line(zone):
            return Shape("tuple", NUMBER, instance.zones[zone].cells)
        case Bundle():
            return Shape("tuple", NUMBER, len(instance.game.resources))
        case Table(_, value):
            return Shape("tuple", shape_of(instance, value), MANY)
        case Polycube():
            return Shape("tuple", NUMBER, MANY)
    return NUMBER


def _most(instance: Instance, inner: Type) -> int:
    try:
        return min(instance.domain(inner).size + isinstance(inner, Maybe), MANY)
    except (PlayError, KeyError):
        return MANY


def is_number(of: Type) -> bool:
    """Whether the values of a type are numbers of the language, not members of something finite."""
    return isinstance(bare(of), Number)
