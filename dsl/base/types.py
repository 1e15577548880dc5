"""The types of the language. Every value has exactly one; nothing converts except a place where a set is expected."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """Base of all types."""


@dataclass(frozen=True, slots=True)
class Number(Type):
    """An integer; `low` and `high` bound it where that is known (None: unknown)."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return "number"


@dataclass(frozen=True, slots=True)
class Truth(Type):
    def __str__(self) -> str:
        return "truth"


@dataclass(frozen=True, slots=True)
class Seat(Type):
    def __str__(self) -> str:
        return "seat"


@dataclass(frozen=True, slots=True)
class Symbol(Type):
    """A word of a list. Values are indices in the root list; `list` may be a sub-list of it (`resource`, `side` are lists too)."""

    list: str

    def __str__(self) -> str:
        return self.list


@dataclass(frozen=True, slots=True)
class Thing(Type):
    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Row(Type):
    """A row of a kind's tables: `type of KIND`."""

    kind: str

    def __str__(self) -> str:
        return f"type of {self.kind}"


@dataclass(frozen=True, slots=True)
class Bundle(Type):
    def __str__(self) -> str:
        return "bundle"


@dataclass(frozen=True, slots=True)
class Polycube(Type):
    def __str__(self) -> str:
        return "polycube"


@dataclass(frozen=True, slots=True)
class Place(Type):
    """One instance of a zone, such as `hand of me`."""

    zone: str

    def __str__(self) -> str:
        return self.zone


@dataclass(frozen=True, slots=True)
class Cell(Type):
    zone: str

    def __str__(self) -> str:
        return f"cell of {self.zone}"


@dataclass(frozen=True, slots=True)
class Column(Type):
    zone: str

    def __str__(self) -> str:
        return f"column of {self.zone}"


@dataclass(frozen=True, slots=True)
class Line(Type):
    zone: str

    def __str__(self) -> str:
        return f"line of {self.zone}"


@dataclass(frozen=True, slots=True)
class Pose(Type):
    """A placement that has not happened yet."""

    zone: str

    def __str__(self) -> str:
        return f"pose of {self.zone}"


@dataclass(frozen=True, slots=True)
class Border(Type):
    zone: str

    def __str__(self) -> str:
        return f"border of {self.zone}"


@dataclass(frozen=True, slots=True)
class Corner(Type):
    """A corner of a tile that lies in a zone or could lie there."""

    zone: str

    def __str__(self) -> str:
        return f"corner of {self.zone}"


@dataclass(frozen=True, slots=True)
class Half(Type):
    """A half of an edge of a tile that lies in a zone or could lie there."""

    zone: str

    def __str__(self) -> str:
        return f"half of {self.zone}"


@dataclass(frozen=True, slots=True)
class Table(Type):
    """A value for every member of a finite key type: `colour per side`, `mark per column of board`."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"{self.value} per {self.key}"


@dataclass(frozen=True, slots=True)
class Maybe(Type):
    inner: Type

    def __str__(self) -> str:
        return f"maybe {self.inner}"


@dataclass(frozen=True, slots=True)
class Set(Type):
    """A finite set in a fixed order without doubles; `filled` says that it can't be empty, `at_most` bounds its size."""

    inner: Type
    filled: bool = False
    at_most: int | None = None

    def __str__(self) -> str:
        return f"set of {self.inner}"


@dataclass(frozen=True, slots=True)
class Anything(Type):
    """The type of what could not be typed; it agrees with everything, so one mistake is reported once."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(frozen=True, slots=True)
class Empty(Type):
    """The type of `none` and of the members of `[]` before the context gives it one."""

    def __str__(self) -> str:
        return "nothing"


NUMBER = Number()
TRUTH = Truth()
SEAT = Seat()
BUNDLE = Bundle()
ANYTHING = Anything()
EMPTY = Empty()


def bare(of: Type) -> Type:
    """The type without `maybe`."""
    return of.inner if isinstance(of, Maybe) else of


def maybe(of: Type) -> Type:
    """`maybe T`; never doubled, and sets stay sets (nothing is the empty set)."""
    return of if isinstance(of, Maybe | Set | Anything | Empty) else Maybe(of)


def kind_of(of: Type) -> Type:
    """The type without bounds, so that two can be compared: intervals and set sizes dropped."""
    match of:
        case Number():
            return NUMBER
        case Maybe(inner):
            return Maybe(kind_of(inner))
        case Set(inner):
            return Set(kind_of(inner))
        case Table(key, value):
            return Table(kind_of(key), kind_of(value))
    return of
