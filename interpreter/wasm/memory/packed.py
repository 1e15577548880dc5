"""Choices that are kept in a position, and what is kept with them, as tuples of numbers.

A choice is its number and its values; a set among these has its length before it (-1: nothing). Choices one behind the other, and
interchangeable members by groups, have theirs likewise. Rows that are kept unseen are how many they are, and their values, one behind
the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.program import ChoiceTuple, Choosing, Decide, Fulfil, Keep, Pick, Point, Program, Seal, Split
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.memory.shapes import NO_TUPLE, NONE, NUMBER, Shape, shape_of

PACKED = 512
"""So many numbers have room where choices are kept."""
PACKED_SHAPE = Shape("tuple", NUMBER, PACKED)


def entries_of(choosing: Choosing) -> tuple[Pick | Split, ...]:
    """What is chosen, entry by entry."""
    return tuple(part for part in choosing.plan if isinstance(part, Pick | Split))


def shapes_of(instance: Instance, choosing: Choosing) -> tuple[Shape, ...]:
    """The shapes of the values behind the number of a choice."""
    carried = () if choosing.carrier is None else (NUMBER,)
    return (*carried, *(shape_of(instance, entry.local.type) for entry in entries_of(choosing)))


@dataclass(frozen=True, slots=True)
class Packed:
    """What stands in a slot: a choice or several of a point, groups of interchangeable members, or rows of further slots."""

    kind: str
    point: Point | None = None
    row: tuple[str, ...] = ()


def packed_slots(program: Program) -> dict[str, Packed]:
    """The slots in which something is packed."""
    found: dict[str, Packed] = {}
    for one in program.code:
        match one:
            case Decide(point=point):
                if point.chosen is not None:
                    found[point.chosen.id] = Packed("choice", point)
                if point.refused is not None:
                    found[point.refused.id] = Packed("choices", point)
            case Seal(interchangeable=groups) | Fulfil(interchangeable=groups):
                found[groups.id] = Packed("groups")
            case Keep(items=items, values=values):
                found[items.id] = Packed("rows", None, tuple(local.id for local in values))
    return found


class Packing:
    """Converts what stands in packed slots.

    Args:
        instance: the game.
        packed: the packed slots.
        shapes: those of all slots.
    """

    def __init__(self, instance: Instance, packed: Mapping[str, Packed], shapes: Mapping[str, Shape]) -> None:
        self.instance = instance
        self.packed = packed
        self.shapes = shapes

    # ------------------------------------------------------------ there

    def numbers(self, name: str, value: Value) -> list[int]:
        """What a slot holds, without the length of it all."""
        packed = self.packed[name]
        match packed.kind:
            case "choice":
                return self._choice(packed, value)
            case "choices":
                return [number for choice in value for number in _with_length(self._choice(packed, choice))]
            case "groups":
                return [number for groups in value for number in _groups(groups)]
        rows = [number for row in value for name, part in zip(packed.row, row, strict=True) for number in self._part(name, part)]
        return [len(value), *rows] if value else []

    def _part(self, name: str, part: Value) -> list[int]:
        if name in self.packed:
            return [NO_TUPLE] if part is None else _with_length(self.numbers(name, part))
        return _entry(part, self.shapes[name])

    def _choice(self, packed: Packed, choice: ChoiceTuple) -> list[int]:
        if not choice or choice[0] < 0:
            return list(choice)
        assert packed.point is not None
        shapes = shapes_of(self.instance, packed.point.choosings[choice[0]])
        return [choice[0], *(number for one, shape in zip(choice[1:], shapes, strict=True) for number in _entry(one, shape))]

    # ------------------------------------------------------------ back

    def value(self, name: str, numbers: Sequence[int]) -> Value:
        """The value that these numbers are in a slot."""
        packed, left = self.packed[name], iter(numbers)
        match packed.kind:
            case "choice":
                return self._read_choice(packed, numbers)
            case "choices":
                return tuple(self._read_choice(packed, _taken(left, length)) for length in left)
            case "groups":
                return tuple(tuple(_taken(left, next(left)) for _ in range(count)) for count in left)
        return tuple(self._read_row(packed, left) for _ in range(next(left, 0)))

    def _read_row(self, packed: Packed, left: Iterator[int]) -> ChoiceTuple:
        row: list[Value] = []
        for name in packed.row:
            first = next(left)
            if name in self.packed:
                row.append(None if first == NO_TUPLE else self.value(name, _taken(left, first)))
            else:
                row.append(_read_entry(first, left, self.shapes[name]))
        return tuple(row)

    def _read_choice(self, packed: Packed, numbers: Sequence[int]) -> ChoiceTuple:
        if not numbers or numbers[0] < 0:
            return tuple(numbers)
        assert packed.point is not None
        shapes, left = shapes_of(self.instance, packed.point.choosings[numbers[0]]), iter(numbers[1:])
        return (numbers[0], *(_read_entry(next(left), left, shape) for shape in shapes))


def _with_length(numbers: list[int]) -> list[int]:
    return [len(numbers), *numbers]


def _groups(groups: Sequence[Sequence[int]]) -> list[int]:
    return [len(groups), *(number for group in groups for number in (len(group), *group))]


def _taken(left: Iterator[int], count: int) -> tuple[int, ...]:
    return tuple(next(left) for _ in range(count))


def _entry(value: Value, shape: Shape) -> list[int]:
    if shape.kind != "tuple":
        return [NONE if value is None else int(value)]
    return [NO_TUPLE] if value is None else [len(value), *(NONE if one is None else int(one) for one in value)]


def _read_entry(first: int, left: Iterator[int], shape: Shape) -> Value:
    if shape.kind != "tuple":
        return None if first == NONE else bool(first) if shape.kind == "truth" else first
    if first == NO_TUPLE:
        return None
    assert shape.inner is not None
    return tuple(_read_entry(one, left, shape.inner) for one in _taken(left, first))
