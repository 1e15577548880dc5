"""Positions of the reference as bytes of memory, and back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, count, pairwise
from operator import is_not
from struct import pack, unpack_from

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import CallRoutine, Program
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import COUNTERS, KEPT, MASKS, PLACEMENTS, PLACES, SCALARS
from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.memory.packed import Packing
from custumal.interpreter.wasm.memory.plan import DEPTH, NOTED, SAVED, WORD, Bits, Field, Plan, words
from custumal.interpreter.wasm.memory.shapes import ENTRY, NO_TUPLE, NONE, Shape
from custumal.interpreter.wasm.unsupported import Unsupported

KINDS = (DECISION, CHANCE, OVER)
SIGNED = 1 << 63
Put = Callable[[int, list[int]], None]
Get = Callable[[int, int], list[int]]


@dataclass(frozen=True, slots=True)
class Written:
    """A position with its bytes."""

    state: Position
    data: bytes


class Positions:
    """Converts for one program.

    Args:
        instance: the game with players and options.
        plan: of the memory.
        program: it has the slots of a frame, and the calls that save some.
    """

    def __init__(self, instance: Instance, plan: Plan, program: Program) -> None:
        self.instance = instance
        self.plan = plan
        self.program = program
        self.slots = program.slots
        self._named = {slot: name for name, slot in program.slots.items()}
        self.packing = Packing(instance, plan.packed, {name: field.shape for name, field in plan.frame.items()})

    # ------------------------------------------------------------ there

    def written(self, state: Position, like: Written | None = None) -> bytes:
        """The bytes of a position; where there is another one that is much `like` it, only what differs is written anew.

        Raises:
            Unsupported: something in it has no room.
        """
        plan, before = self.plan, None if like is None else like.state
        data = bytearray(plan.size) if like is None else bytearray(like.data) + bytes(plan.size - len(like.data))

        def put(at: int, numbers: list[int]) -> None:
            data[at - plan.position : at - plan.position + ENTRY * len(numbers)] = pack(f"<{len(numbers)}q", *numbers)

        if len(state.stack) > DEPTH:
            raise Unsupported("so deep a stack")
        put(plan.pc, [state.pc, NONE if state.seat is None else state.seat, _signed(state.rng), len(state.stack)])
        put(plan.stack, state.stack)
        if before is None or before.frame != state.frame:
            self._put_frame(put, state, before)
        self._put_saves(put, state)
        self._put_columns(put, state, before)
        put(plan.known, state.known)
        if state.piles and (before is None or before.piles != state.piles):
            self._put_piles(put, state)
        return bytes(data[: self._used(data)])

    def _put_frame(self, put: Put, state: Position, before: Position | None) -> None:
        """What stands in the slots, as far as it is not the same."""
        frame = state.frame
        for slot in range(len(frame)) if before is None else compress(count(), map(is_not, before.frame, frame)):
            name = self._named.get(slot)
            if name is None:
                continue
            if name in self.plan.logs:
                put(self.plan.frame[name].at, _log(state.frame[slot]))
            elif slot != self.program.saves:
                put(self.plan.frame[name].at, self._slot(name, state.frame[slot]))

    def _put_columns(self, put: Put, state: Position, before: Position | None) -> None:
        """What stands in columns, as far as they differ."""
        plan, zones = self.plan, self.instance.zones
        new = [before is None or column != before.c[number] for number, column in enumerate(state.c)]
        if new[COUNTERS]:
            put(plan.counters, state.c[COUNTERS])
        for name, layout in self.instance.kept.items():
            if new[layout.column]:
                self._put_kept(put, plan.kept[name], state.c[layout.column][layout.entries])
                if name in plan.bits:
                    _put_bits(put, plan.bits[name], state.c[layout.column][layout.entries])
        if new[PLACES]:
            put(plan.places, state.c[PLACES])
        if new[PLACEMENTS]:
            put(plan.placements, _or_none(state.c[PLACEMENTS]))
        for name, at in plan.content.items():
            if new[zones[name].content]:
                put(at, _or_none(state.c[zones[name].content]))
        if new[MASKS]:
            self._put_masks(put, state)

    @staticmethod
    def _put_kept(put: Put, field: Field, values: list[Value]) -> None:
        if field.shape.kind != "tuple":
            put(field.at, [_numbers(value, field.shape)[0] if type(value) is not int or value == NONE else value for value in values])
            return
        for index, value in enumerate(values):
            put(field.at + index * field.shape.size, _numbers(value, field.shape))

    def _put_masks(self, put: Put, state: Position) -> None:
        for name, at in self.plan.filled.items():
            zone = self.instance.zones[name]
            size = words(zone.cells)
            for number, mask in enumerate(state.c[MASKS][zone.masks : zone.masks + zone.instances]):
                put(at + ENTRY * size * number, [_signed(mask >> WORD * word & (1 << WORD) - 1) for word in range(size)])

    def _put_piles(self, put: Put, state: Position) -> None:
        plan, things = self.plan, self.instance.layout.things
        ahead, behind = [NONE] * things, [NONE] * things
        for pile in state.piles:
            for below, above in pairwise(pile):
                ahead[below], behind[above] = above, below
        put(plan.ahead, ahead)
        put(plan.behind, behind)
        put(plan.bottoms, [pile[0] if pile else NONE for pile in state.piles])
        put(plan.tops, [pile[-1] if pile else NONE for pile in state.piles])
        put(plan.counts, [len(pile) for pile in state.piles])

    def _slot(self, name: str, value: Value) -> list[int]:
        """What a slot of the frame holds, as numbers."""
        shape = self.plan.frame[name].shape
        if name not in self.plan.packed or value is None:
            return _numbers(value, shape)
        found = self.packing.numbers(name, value)
        if len(found) > shape.most:
            raise Unsupported("so much that is kept of choices")
        return [len(found), *found]

    def _in_slot(self, name: str, numbers: list[int]) -> Value:
        """The value back."""
        if name not in self.plan.packed or numbers[0] == NO_TUPLE:
            return _value(numbers, self.plan.frame[name].shape)
        return self.packing.value(name, numbers[1 : 1 + numbers[0]])

    def _used(self, data: bytearray) -> int:
        """So many bytes of a position say something: the last of what was noted may be short."""
        plan = self.plan
        if not plan.logs:
            return plan.size
        at = [*plan.logs.values()][-1].at - plan.position
        (count,) = unpack_from("<q", data, at)
        return at + ENTRY * (1 + 2 * int(count))

    def _saving(self, stack: list[int]) -> list[CallRoutine]:
        """The calls under way that have saved something, the outermost first."""
        calls = (self.program.code[address - 1] for address in stack if address > 0)
        return [call for call in calls if isinstance(call, CallRoutine) and call.saved]

    def _put_saves(self, put: Put, state: Position) -> None:
        numbers: list[int] = []
        for call, values in zip(self._saving(state.stack), state.frame[self.program.saves], strict=True):
            for local, value in zip(call.saved, values, strict=True):
                shape = self.plan.frame[local.id].shape
                found = self._slot(local.id, value)
                numbers += [*found, *[0] * (shape.size // ENTRY - len(found))]
        if len(numbers) > SAVED:
            raise Unsupported("so much that is saved")
        put(self.plan.saved_words, [len(numbers)])
        put(self.plan.saves, numbers)

    def _saves(self, get: Get, stack: list[int]) -> Value:
        at, found = self.plan.saves, []
        for call in self._saving(stack):
            values = []
            for local in call.saved:
                shape = self.plan.frame[local.id].shape
                values.append(self._in_slot(local.id, get(at, shape.size // ENTRY)))
                at += shape.size
            found.append(tuple(values))
        return tuple(found)

    # ------------------------------------------------------------ back

    def read(self, data: bytes, kind: int) -> Position:
        """The position whose bytes these are."""
        plan, layout = self.plan, self.instance.layout
        numbers = unpack_from(f"<{plan.fixed // ENTRY}q", data)

        def get(at: int, count: int) -> list[int]:
            start = (at - plan.position) // ENTRY
            return list(numbers[start : start + count])

        columns: list[list[Value]] = [[] for _ in layout.columns]
        columns[PLACES] = list(get(plan.places, layout.things))
        columns[COUNTERS] = list(get(plan.counters, (self._end_of_counters() - plan.counters) // ENTRY))
        columns[SCALARS], columns[KEPT] = [None] * layout.scalars, [None] * layout.entries
        for name, kept in self.instance.kept.items():
            field = plan.kept[name]
            step = field.shape.size
            columns[kept.column][kept.entries] = [
                _value(get(field.at + index * step, step // ENTRY), field.shape) for index in range(kept.size)
            ]
        if plan.has_placements:
            columns[PLACEMENTS] = [None if one == NONE else one for one in get(plan.placements, layout.things)]
        columns[MASKS] = [0] * layout.masks
        for name, at in plan.content.items():
            zone = self.instance.zones[name]
            columns[zone.content] = [None if one == NONE else one for one in get(at, zone.size)]
            if zone.masks >= 0:
                for local, one in enumerate(columns[zone.content]):
                    columns[MASKS][zone.masks + local // zone.cells] |= (one is not None) << local % zone.cells
        frame: list[Value] = [None] * len(self.slots)
        for name, slot in self.slots.items():
            field = plan.frame[name]
            if name in plan.logs:
                frame[slot] = _noted(data, field.at - plan.position)
            else:
                frame[slot] = self._in_slot(name, get(field.at, field.shape.size // ENTRY))
        pc, seat, rng, depth = get(plan.pc, 4)
        frame[self.program.saves] = self._saves(get, get(plan.stack, depth))
        return Position(
            c=columns,
            piles=[self._pile(get, number) for number in range(layout.piles)],
            known=get(plan.known, layout.things) if layout.reveals else [],
            frame=frame,
            stack=get(plan.stack, depth),
            pc=pc,
            rng=rng % (2 * SIGNED),
            kind=KINDS[kind],
            seat=None if seat == NONE else seat,
        )

    def _end_of_counters(self) -> int:
        first = next(iter(self.plan.kept.values()), None)
        return self.plan.places if first is None else first.at

    def _pile(self, get: Get, number: int) -> tuple[int, ...]:
        plan = self.plan
        found = []
        thing = get(plan.bottoms + ENTRY * number, 1)[0]
        while thing != NONE:
            found.append(thing)
            thing = get(plan.ahead + ENTRY * thing, 1)[0]
        return tuple(found)


def _put_bits(put: Put, bits: Bits, values: list[Value]) -> None:
    """By each value the cells that have it."""
    rows = [0] * bits.rows
    for cell, value in enumerate(values):
        rows[0 if value is None else int(value) + 1] |= 1 << cell
    put(bits.at, [_signed(row >> WORD * word & (1 << WORD) - 1) for row in rows for word in range(bits.words)])


def _or_none(values: list[Value]) -> list[int]:
    return [NONE if value is None else value for value in values]


def _signed(number: int) -> int:
    return number - 2 * SIGNED if number >= SIGNED else number


def _log(noted: Value) -> list[int]:
    """Positions that were noted, as numbers."""
    if len(noted) > NOTED:
        raise Unsupported("so many noted positions")
    return [len(noted), *(number for seat, digest in noted for number in (NONE if seat is None else seat, _signed(digest)))]


def _noted(data: bytes, at: int) -> Value:
    (count,) = unpack_from("<q", data, at)
    rows = unpack_from(f"<{2 * int(count)}q", data, at + ENTRY)
    return tuple((None if seat == NONE else seat, digest % (2 * SIGNED)) for seat, digest in zip(rows[::2], rows[1::2], strict=True))


def _numbers(value: Value, shape: Shape) -> list[int]:
    if shape.kind != "tuple":
        if isinstance(value, tuple):
            raise Unsupported("a tuple where a number stands")
        if value == NONE:
            raise Unsupported("the least number of 64 bits")
        return [NONE if value is None else int(value)]
    if value is None:
        return [NO_TUPLE]
    if shape.width:
        rows = [NONE if part is None else int(part) for row in value for part in row]
        if len(rows) > shape.most * shape.width:
            raise Unsupported("a tuple without room")
        return [len(value), *rows]
    if len(value) > shape.most or any(isinstance(one, tuple) for one in value):
        raise Unsupported("a tuple without room")
    return [len(value), *(NONE if one is None else int(one) for one in value)]


def _value(numbers: list[int], shape: Shape) -> Value:
    if shape.kind == "number":
        return None if numbers[0] == NONE else numbers[0]
    if shape.kind == "truth":
        return None if numbers[0] == NONE else bool(numbers[0])
    if numbers[0] == NO_TUPLE:
        return None
    assert shape.inner is not None
    if shape.width:
        parts = [_value([one], shape.inner) for one in numbers[1 : 1 + numbers[0] * shape.width]]
        return tuple(tuple(parts[at : at + shape.width]) for at in range(0, len(parts), shape.width))
    return tuple(_value([one], shape.inner) for one in numbers[1 : 1 + numbers[0]])
