"""Does a position from outside fit a game? As many values as it has, each within its bounds; what they mean together is not judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.types import Number
from custumal.interpreter.position.frame_shapes import COUNTED, FrameShapes
from custumal.interpreter.position.lying import misplaced
from custumal.interpreter.position.shapes import NOTHING, NUMBERS, Values, misfit, misfits, wrong_length
from custumal.interpreter.position.value_shapes import values_of
from custumal.interpreter.program import CallRoutine, Instruction, Program
from custumal.interpreter.setup.instance import Instance
from custumal.interpreter.setup.layout import BOX, COUNTERS, KEPT, MASKS, PLACEMENTS, PLACES, SCALARS, KeptLayout
from custumal.interpreter.setup.values import Value


class Validation:
    """What is known of every position of a game; `constant` are slots as `FrameShapes` wants them."""

    def __init__(self, instance: Instance, program: Program, constant: Mapping[str, Value]) -> None:
        layout, code = instance.layout, program.code
        self.layout = layout
        things = Values(None, 0, layout.things - 1)
        self.columns = _columns(instance, program.counters)
        self.pile, self.piles = things, layout.piles
        self.frame = FrameShapes(instance, program, constant)
        self.rest = {
            "known": [Values(layout.things if layout.reveals else 0, 0, (1 << len(instance.all_seats)) - 1)],
            "stack": [Values(None, 0, len(code) - 1, among=_return_addresses(code))],
        }

    def fault(self, state: dict[str, Any]) -> str | None:
        """What does not fit the game in a state, as JSON that its schema accepts; a sentence without a full stop."""
        return next(self._faults(state), None) or misplaced(self.layout, state["columns"], state["piles"])

    def _faults(self, state: dict[str, Any]) -> Iterator[str]:
        for part, count in (("columns", len(self.columns)), ("piles", self.piles)):
            yield from _lists(state[part], count, f"state.{part}")
        for number, (column, expected) in enumerate(zip(state["columns"], self.columns, strict=True)):
            yield from misfits(column, expected, f"state.columns[{number}]")
        if not self.pile.fit([*chain.from_iterable(state["piles"])]):
            for number, pile in enumerate(state["piles"]):
                yield from misfits(pile, [self.pile], f"state.piles[{number}]")
        for part, expected in self.rest.items():
            yield from misfits(state[part], expected, f"state.{part}")
        yield from self._wrong_slots(state["frame"])

    def _wrong_slots(self, frame: list[Any]) -> Iterator[str]:
        """What is wrong with the slots of the frame, in which there is nothing before anything is written there."""
        yield from wrong_length(frame, len(self.frame.all), "state.frame")
        for slot, (shape, value) in enumerate(zip(self.frame.all, frame, strict=True)):
            if not shape.has(value) and value is not None:
                yield from shape.wrongs(value, f"state.frame[{slot}]")


def _lists(values: list[Any], count: int, place: str) -> Iterator[str]:
    """What is wrong with a list of so many lists."""
    yield from wrong_length(values, count, place)
    if not set(map(type, values)) <= {list}:
        at, value = next((at, value) for at, value in enumerate(values) if type(value) is not list)
        yield misfit(f"{place}[{at}]", "a list", value)


# ------------------------------------------------------------ what each column holds


def _columns(instance: Instance, counters: int) -> list[list[Values]]:
    """What the values of each column are."""
    layout = instance.layout
    zones = layout.zones.values()
    placements = [zone.instances * zone.placements.count for zone in zones if zone.placements is not None]
    columns: list[list[Values]] = [[] for _ in layout.columns]
    columns[PLACES] = [Values(layout.things, BOX, len(layout.zone_at) - 1)]
    columns[MASKS] = [Values(zone.instances, 0, (1 << zone.cells) - 1) for zone in zones if zone.masks >= 0]
    columns[COUNTERS] = [Values(counters, COUNTED.low, COUNTED.high)]
    columns[PLACEMENTS] = [Values(layout.things if placements else 0, 0, max(placements, default=0) - 1, NUMBERS | NOTHING)]
    for column in (SCALARS, KEPT):
        kept = (each for each in layout.kept.values() if each.column == column)
        columns[column] = _joined([_kept(instance, each) for each in sorted(kept, key=_base)])
    for zone in zones:
        if zone.content >= 0:
            columns[zone.content] = [Values(zone.size, 0, layout.things - 1, NUMBERS | NOTHING)]
    return columns


def _return_addresses(code: Sequence[Instruction]) -> frozenset[int]:
    return frozenset(pc + 1 for pc, instruction in enumerate(code) if isinstance(instruction, CallRoutine))


def _joined(values: list[Values]) -> list[Values]:
    """The same with neighbours that may be the same taken together, which are judged quicker."""
    alike = groupby(values, lambda each: replace(each, count=None))
    return [replace(each, count=sum(one.count or 0 for one in ones)) for each, ones in alike]


def _base(kept: KeptLayout) -> int:
    return kept.base


def _kept(instance: Instance, kept: KeptLayout) -> Values:
    """What a kept value may be."""
    return values_of(instance, instance.game.kept[kept.name].type, kept.size, Number(kept.low, kept.high))
