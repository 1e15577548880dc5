"""What a place in a saved position can hold: shapes of JSON values that judge a value and say what is wrong with it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Protocol

from custumal.dsl.base.frozen import dataclass, replace

NOTHING: frozenset[type] = frozenset((type(None),))
NUMBERS: frozenset[type] = frozenset((int,))
TRUTHS: frozenset[type] = frozenset((bool,))
LISTS: frozenset[type] = frozenset((list,))


class Shape(Protocol):
    """What one value has to be like."""

    def has(self, value: object) -> bool:
        """Whether a value is so."""
        ...

    def wrongs(self, value: Any, place: str) -> Iterator[str]:
        """What is wrong with a value that is not so, at its place; sentences without a full stop."""
        ...


@dataclass(frozen=True, slots=True)
class Values:
    """So many values in a row (None: any number of them): of these types, as JSON has them, and numbers within bounds, or
    some of these (`among`). In lists each is as `members` says, all of it is as
    `whole` says, and something is in it if it is `filled`."""

    count: int | None
    low: int | None = None
    high: int | None = None
    types: frozenset[type] = NUMBERS
    among: Container[object] | None = None
    members: Shape | None = None
    whole: Shape | None = None
    filled: bool = False

    def fit(self, values: Sequence[Any]) -> bool:
        if not set(map(type, values)) <= self.types:
            return False
        return all(map(self.has, values if list in self.types else set(values)))

    def has(self, value: object) -> bool:
        if type(value) is int and self.among is not None:
            return value in self.among
        if type(value) is int:
            return int in self.types and (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return type(value) in self.types and (type(value) is not list or self._is_list(value))

    def _is_list(self, value: list[Any]) -> bool:
        if self.filled and not value:
            return False
        if self.whole is not None:
            return self.whole.has(value)
        if isinstance(self.members, Values):
            return self.members.fit(value)
        return self.members is None or all(map(self.members.has, value))

    def wrongs(self, value: Any, place: str) -> Iterator[str]:
        if type(value) is not list or list not in self.types or (self.filled and not value):
            yield misfit(place, str(self), value)
        elif self.whole is not None:
            yield from self.whole.wrongs(value, place)
        elif self.members is not None:
            yield from self._wrong_members(self.members, value, place)

    @staticmethod
    def _wrong_members(members: Shape, value: list[Any], place: str) -> Iterator[str]:
        for at, one in enumerate(value):
            if not members.has(one):
                yield from members.wrongs(one, f"{place}[{at}]")

    def __str__(self) -> str:
        from custumal.dsl.diagnostics.wording import alternatives  # noqa: PLC0415  # only when something is wrong
        from custumal.dsl.documents.json_faults import whole_number  # noqa: PLC0415  # as above

        words = {
            int: whole_number(self.low, self.high),
            bool: "`true` or `false`",
            list: "a list that is not empty" if self.filled else "a list",
            type(None): "`null`",
        }
        return alternatives([word for of, word in words.items() if of in self.types])


@dataclass(frozen=True, slots=True)
class Row:
    """A list of values that belong together, each of its own shape."""

    parts: tuple[Shape, ...]

    def has(self, value: object) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(self.parts)
            and all(part.has(one) for part, one in zip(self.parts, value, strict=True))
        )

    def wrongs(self, value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield misfit(place, "a list", value)
            return
        yield from wrong_length(value, len(self.parts), place)
        for at, (part, one) in enumerate(zip(self.parts, value, strict=True)):
            if not part.has(one):
                yield from part.wrongs(one, f"{place}[{at}]")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A list in which one number, the first or the one `at` some place, tells what all of it is."""

    ways: Mapping[int, Row]
    at: int = 0

    def has(self, value: object) -> bool:
        if not isinstance(value, list) or not value:
            return False
        return type(value[self.at]) is int and value[self.at] in self.ways and self.ways[value[self.at]].has(value)

    def wrongs(self, value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, list) or not value:
            yield misfit(place, "a list with a whole number in it", value)
        elif type(value[self.at]) is not int or value[self.at] not in self.ways:
            number = str(Values(1, min(self.ways, default=0), max(self.ways, default=0)))
            yield misfit(f"{place}[{self.at % len(value)}]", number, value[self.at])
        else:
            yield from self.ways[value[self.at]].wrongs(value, place)


@dataclass(frozen=True, slots=True)
class Either:
    """One of these shapes; what is wrong is said of the last."""

    shapes: tuple[Shape, ...]

    def has(self, value: object) -> bool:
        return any(shape.has(value) for shape in self.shapes)

    def wrongs(self, value: Any, place: str) -> Iterator[str]:
        return self.shapes[-1].wrongs(value, place)


NULL = Values(1, types=NOTHING)
EMPTY = Row(())


def or_nothing(shape: Shape) -> Shape:
    """The same, or `null`."""
    return replace(shape, types=shape.types | NOTHING) if isinstance(shape, Values) else Either((NULL, shape))


def list_of(shape: Shape, count: int | None = 1) -> Values:
    """Lists of any length in which each value has a shape, so many of them in a row."""
    return Values(count, types=LISTS, members=shape)


# ------------------------------------------------------------ what is said


def misfits(values: list[Any], expected: Sequence[Values], place: str) -> Iterator[str]:
    """What is wrong with a list of values."""
    counts = [each.count for each in expected if each.count is not None]
    if len(counts) == len(expected):
        yield from wrong_length(values, sum(counts), place)
    start = 0
    for each in expected:
        part = values[start:] if each.count is None else values[start : start + each.count]
        if not each.fit(part):
            at = next(at for at, value in enumerate(part) if not each.has(value))
            yield from each.wrongs(part[at], f"{place}[{start + at}]")
        start += len(part)


def wrong_length(values: list[Any], count: int, place: str) -> Iterator[str]:
    """What is wrong with a list that should have so many values."""
    if len(values) != count:
        yield f"`{place}` should have {count} value{'' if count == 1 else 's'}, but has {len(values)}"


def misfit(place: str, expected: str, value: object) -> str:
    """That something else stands at a place than expected."""
    from custumal.dsl.documents.json_faults import misfit as said  # noqa: PLC0415  # only when something is wrong

    return said([place], expected, value)
