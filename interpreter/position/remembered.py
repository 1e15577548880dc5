"""Does what a position from outside remembers of the course of play fit where the game stands? What calls have saved, how far lists
have been gone through, what has to be known there, and what can't be asked for any more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from custumal.interpreter.position.frame_shapes import FrameShapes
from custumal.interpreter.position.shapes import wrong_length
from custumal.interpreter.program import CallRoutine
from custumal.interpreter.program.liveness import Liveness


class Remembered:
    """Judges the frame of one position, of which each slot has been found to be of its shape and the stack to be one."""

    def __init__(self, liveness: Liveness, shapes: FrameShapes, state: dict[str, Any]) -> None:
        self.liveness = liveness
        self.shapes = shapes
        self.program = liveness.program
        self.pc: int = state["pc"]
        self.stack: list[int] = state["stack"]
        self.frame: list[Any] = state["frame"]
        self.live = liveness.at(self.pc, self.stack)

    def fault(self) -> str | None:
        """What does not fit; a sentence without a full stop."""
        return next(self._faults(), None)

    def _faults(self) -> Iterator[str]:
        yield from self._wrong_saves()
        yield from self._lost()
        yield from self._wrong_marks()
        yield from self._too_far()
        yield from self._left_over()

    def _is_live(self, slot: int) -> bool:
        return bool(self.live >> slot & 1)

    # ------------------------------------------------------------ what calls have saved

    def _wrong_saves(self) -> Iterator[str]:
        place = f"state.frame[{self.program.saves}]"
        calls = [address for address in self.stack if self.liveness.saved(address)]
        saves = self.frame[self.program.saves]
        if saves is None or len(saves) != len(calls):
            yield f"`{place}` does not fit `state.stack`"
        for at, (address, saved) in enumerate(zip(calls, saves, strict=True)):
            yield from self._wrong_saved(address, saved, f"{place}[{at}]")

    def _wrong_saved(self, address: int, saved: list[Any], place: str) -> Iterator[str]:
        """What is wrong with what one call has saved: what is not read behind it is nothing."""
        call = self.program.code[address - 1]
        assert isinstance(call, CallRoutine)
        yield from wrong_length(saved, len(call.saved), place)
        for at, (local, shape, value) in enumerate(zip(call.saved, self.shapes.saved_by(call), saved, strict=True)):
            if not self.liveness.is_read_behind(address, local):
                if value is not None:
                    yield f"`{place}[{at}]` should be `null` where the game stands"
            elif not shape.has(value) and (value is not None or self.liveness.is_set(address - 1, self.program.slots[local.id])):
                yield from shape.wrongs(value, f"{place}[{at}]")

    # ------------------------------------------------------------ what is known where the game stands

    def _lost(self) -> Iterator[str]:
        """Slots in which nothing stands although something has been written there, which can't be nothing."""
        for slot, value in enumerate(self.frame):
            if value is None and self._is_live(slot) and not self.shapes.optional[slot] and self._is_set(slot):
                yield f"`state.frame[{slot}]` should be known where the game stands, but `null` stands there"

    def _is_set(self, slot: int) -> bool:
        """Whether something has been written in a slot: at the beginning, on every way to here, or to a call that is under way."""
        if self.program.frame[slot] is not None:
            return True
        return any(self.liveness.is_set(pc, slot) for pc in (self.pc, *(address - 1 for address in self.stack)))

    def _wrong_marks(self) -> Iterator[str]:
        calls = self.liveness.calls
        for depth in calls.marks:
            slot = self.program.slots[depth]
            value = self.frame[slot]
            if self._is_live(slot) and value is not None and not calls.could_be_marked(depth, value, self.stack):
                yield f"`state.frame[{slot}]` does not fit `state.stack`"

    def _too_far(self) -> Iterator[str]:
        """Lists that have been gone through further than they are long, and more choices made unseen than seats have been asked."""
        for index, (lists, chosen) in self.shapes.walks.items():
            value = self.frame[index]
            if not self._is_live(index) or value is None:
                continue
            asked = [slot for slot in lists if self._is_live(slot)]
            walked = asked or [*lists, *chosen]
            most = max(map(self._length, walked))
            if value > most:
                named = " or ".join(f"`state.frame[{slot}]`" for slot in walked)
                yield f"`state.frame[{index}]` should be at most {most}, as many as {named} has"
            for slot in chosen if asked else ():
                if self._is_live(slot) and self._length(slot) > value:
                    yield f"`state.frame[{slot}]` should have at most as many values as `state.frame[{index}]` says, which is {value}"

    def _length(self, slot: int) -> int:
        return len(self.frame[slot] or ())

    def _left_over(self) -> Iterator[str]:
        """What nothing can ask for any more is as in a new game."""
        empty: list[Any] = json.loads(json.dumps(self.program.frame))
        for slot, value in enumerate(self.frame):
            if not self._is_live(slot) and (value, type(value)) != (empty[slot], type(empty[slot])):
                yield f"`state.frame[{slot}]` should be `{json.dumps(empty[slot])}` where the game stands"
