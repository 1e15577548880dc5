"""What each slot of the frame can hold in a saved position: names of the rules by their types, what the engine notes by what it notes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from custumal.dsl.base.types import NUMBER, Number, Seat, Type, maybe
from custumal.dsl.model import Const, Expr, Local
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.position.shapes import (
    EMPTY,
    LISTS,
    NULL,
    Either,
    Numbered,
    Row,
    Shape,
    Values,
    list_of,
    or_nothing,
)
from custumal.interpreter.position.value_shapes import value_of_any, values_of
from custumal.interpreter.program import (
    NOBODY_ID,
    PASS,
    Assign,
    Bind,
    CallRoutine,
    Chance,
    Choosing,
    Decide,
    Fulfil,
    Gather,
    Keep,
    Lap,
    Next,
    NextHook,
    Pick,
    Point,
    Program,
    Recall,
    Seal,
    Split,
    Use,
    left_id,
    passes_id,
    positions_id,
    running_id,
    turns_id,
)
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.values import Value

COUNTED = Number(0, 2**62)
"""What the engine counts: no game lasts so long that there would be more, and one more can still be counted."""
FLAG = Number(0, 1)


class FrameShapes:
    """The slots of one program, in a game with its players and options. `constant`: the lists that are all that is ever written in some."""

    def __init__(self, instance: Instance, program: Program, constant: Mapping[str, Value]) -> None:
        self.instance = instance
        self.program = program
        self.types: defaultdict[str, set[Type]] = defaultdict(set)
        """The types of a name: where something is known of it that is not known elsewhere, these are several."""
        for node in nodes((program.code, tuple(program.actions.values()))):
            if isinstance(node, Local):
                self.types[node.id].add(node.type)
        self._empty_at_times = self._given_nothing()
        self._noted: dict[str, Shape] = {name: self._constant(value) for name, value in constant.items()}
        self._noted |= dict(self._carriers())
        self._noted |= dict(self._lists())
        self._noted |= dict(self._kept_unseen())

    @cached_property
    def all(self) -> tuple[Shape, ...]:
        """The shape of each slot, in their order."""
        return tuple(map(self.of, self.program.slots))

    @cached_property
    def optional(self) -> tuple[bool, ...]:
        """Of each slot, whether nothing may stand in it although something has been written there."""
        return tuple(shape.has(None) for shape in self.all)

    @cached_property
    def walks(self) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
        """For each slot with how far a list has been gone through the slots of such lists, and of those that are gone through when
        nothing of the former is left: what has been chosen unseen."""
        found: defaultdict[int, tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
        slots = self.program.slots
        for one in self.program.code:
            if isinstance(one, Next | Lap | NextHook | Recall):
                found[slots[one.index.id]][isinstance(one, Recall)].add(slots[one.items.id])
        return {index: (tuple(sorted(lists)), tuple(sorted(chosen))) for index, (lists, chosen) in found.items()}

    def saved_by(self, call: CallRoutine) -> tuple[Shape, ...]:
        """What a call has saved, each value as its slot has it."""
        return tuple(self.of(local.id) for local in call.saved)

    def of(self, name: str) -> Shape:
        """The shape of the slot with this id."""
        noted = self._noted.get(name) or self._of_engine(name)
        if noted is not None:
            return noted
        return self._of_types(name, self.types[name]) if name in self.types else NULL

    def _of_types(self, name: str, types: Iterable[Type]) -> Shape:
        found = value_of_any(self.instance, types)
        return or_nothing(found) if name in self._empty_at_times else found

    def _given_nothing(self) -> set[str]:
        """Names that get nothing, whatever their types say: `me` where nobody acts, and what is given on of it."""
        given: defaultdict[str, list[Local]] = defaultdict(list)
        found = {NOBODY_ID}
        for local, value in self._given():
            if isinstance(value, Local):
                given[value.id].append(local)
            elif isinstance(value, Const) and value.value is None:
                found.add(local.id)
        waiting = [*found]
        while waiting:
            behind = {local.id for local in given[waiting.pop()]} - found
            found |= behind
            waiting += behind
        return found

    def _given(self) -> Iterator[tuple[Local, Expr]]:
        """What is written in slots, where that is an expression."""
        for node in nodes(self.program.code):
            if isinstance(node, Assign | Bind):
                yield node.local, node.value
            elif isinstance(node, CallRoutine):
                yield from node.arguments

    # ------------------------------------------------------------ what the engine notes

    def _of_engine(self, name: str) -> Shape | None:
        """Slots that are there for the engine, whether the program writes them or not."""
        instance, program = self.instance, self.program
        seats = len(instance.all_seats)
        match program.slots[name]:
            case program.saves:
                return list_of(Values(1, types=LISTS))
            case program.reason:
                return or_nothing(Values(1, 0, len(instance.game.end) - 1))
            case program.first:
                return or_nothing(self._number(FLAG))
            case program.entering:
                return Values(1, 0, len(program.begins))
        if name == NOBODY_ID:
            return NULL
        if name.startswith((passes_id(""), "@index ")):
            return self._number(COUNTED)
        if name.startswith((running_id(""), "@finish ")):
            return self._number(FLAG)
        if name.startswith(turns_id("")):
            return Either((EMPTY, Row((self._number(COUNTED),) * (seats + 1))))
        if name.startswith(positions_id("")):
            return list_of(Row((values_of(instance, maybe(Seat())), Values(1, 0, 2**64 - 1))))
        if name.startswith(left_id("")):
            return list_of(values_of(instance, Seat()))
        return None

    def _constant(self, value: Value) -> Shape:
        """One list, or none before it is written."""
        return Either((EMPTY, Row(tuple(Values(1, one, one) for one in value))))

    def _number(self, of: Number) -> Values:
        return Values(1, of.low, of.high)

    def _lists(self) -> Iterator[tuple[str, Shape]]:
        """What is gathered, chosen or refused, by the instructions that write it."""
        for one in self.program.code:
            match one:
                case Gather(items=items, uses=uses):
                    yield items.id, list_of(Numbered({number: self._hook(number, use) for number, use in enumerate(uses)}))
                case Seal(interchangeable=slot) | Fulfil(interchangeable=slot):
                    yield slot.id, list_of(list_of(Values(1, types=LISTS, members=self._number(COUNTED), filled=True)))
                case Decide(point=point) | Chance(point=point):
                    yield from self._of_point(point)

    def _hook(self, number: int, use: Use) -> Row:
        """A rule in force: its number, whence it comes, whom it serves (nothing: everybody), how many copies there are."""
        carrier = use.rule.carrier
        own = (NULL, NULL, NULL) if carrier is None else self._carried(carrier.this.type)
        return Row((Values(1, number, number), *own))

    def _carried(self, this: Type) -> tuple[Shape, Shape, Shape]:
        return values_of(self.instance, this), values_of(self.instance, maybe(Seat())), self._number(COUNTED)

    def _carriers(self) -> Iterator[tuple[str, Shape]]:
        """What is noted of where rules come from; of those of the game itself that is nothing."""
        of_anything = tuple(map(or_nothing, (Values(1, 0, len(self.instance.things) - 1), *self._carried(NUMBER)[1:])))
        for one in self.program.code:
            if isinstance(one, NextHook):
                yield from zip((one.this.id, one.owner.id, one.copies.id), of_anything, strict=True)
        for rule in self.instance.game.standing:
            if rule.carrier is not None:
                yield rule.carrier.owner.id, of_anything[1]

    def _of_point(self, point: Point) -> Iterator[tuple[str, Shape]]:
        for choosing in point.choosings:
            for part in choosing.plan:
                if isinstance(part, Split):
                    yield part.local.id, list_of(self._number(COUNTED))
        ways = {number: self._choice(number, choosing) for number, choosing in enumerate(point.choosings)}
        if point.chosen is not None:
            yield point.chosen.id, Either((EMPTY, Numbered({**ways, PASS[0]: Row((Values(1, PASS[0], PASS[0]),))})))
        if point.refused is not None:
            yield point.refused.id, list_of(Numbered(ways))

    def _choice(self, number: int, choosing: Choosing) -> Row:
        """A choice tuple: the number of the choosing, whence it comes, what is chosen."""
        carried = () if choosing.carrier is None else (choosing.carrier.this,)
        chosen = (part.local for part in choosing.plan if isinstance(part, Pick | Split))
        return Row((Values(1, number, number), *(value_of_any(self.instance, {local.type}) for local in (*carried, *chosen))))

    def _kept_unseen(self) -> Iterator[tuple[str, Shape]]:
        for one in self.program.code:
            if isinstance(one, Keep):
                yield one.items.id, list_of(self._sealed(one))

    def _sealed(self, keep: Keep) -> Shape:
        """What a seat has chosen unseen; where it has chosen nothing (0 in what is last) its names may be left over from anything."""
        whole = Row(tuple(self.of(local.id) for local in keep.values))
        if not keep.values[-1].id.startswith("@taken "):
            return whole
        nothing = Row((whole.parts[0], *map(or_nothing, whole.parts[1:-1]), Values(1, 0, 0)))
        return Numbered({0: nothing, 1: Row((*whole.parts[:-1], Values(1, 1, 1)))}, at=-1)
