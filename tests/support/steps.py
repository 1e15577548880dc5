"""What a call costs, counted in steps: the same number on every machine, however busy it is.

A step is what `sys.settrace` tells of Python code: a line, a call, a return, an exception. What C does with one line is one step, however
long it takes; so beside the steps stands how many steps the time of the call would have sufficed for. That is rough, but the same machine
gives both, so that a text on which C toils is found on a slow and on a fast one alike.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cache
from types import FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")

MOST = 50_000_000
"""Whoever takes more steps is stopped."""
ROUGHLY = 10
"""So many times as long as counted steps take may a call take on a busy machine."""


class TooCostly(BaseException):
    """A call has taken more steps than it may: no code that runs may hold it up."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The steps of a call, and about how many steps could have been counted in the time that it took."""

    steps: int
    time: int

    @property
    def is_fair(self) -> bool:
        """Whether the time is about that of the steps: if it is much longer, C toils, and the text is no less a bomb."""
        return self.time <= MOST + ROUGHLY * self.steps


def counted(call: Callable[[], Result], most: int = MOST) -> tuple[Result, Cost]:
    """What a call gives, and what it costs.

    Raises:
        TooCostly: it takes more steps than `most`.
    """
    rate = _seconds_of_a_step()
    result, steps, seconds = _traced(call, most)
    return result, Cost(steps, int(seconds / rate))


def _traced(call: Callable[[], Result], most: int) -> tuple[Result, int, float]:
    count = 0

    def step(_frame: FrameType, _event: str, _given: Any) -> Any:
        nonlocal count
        count += 1
        if count > most:
            raise TooCostly(f"more than {most:,} steps")
        return step

    before, began = sys.gettrace(), time.process_time()
    sys.settrace(step)
    try:
        result = call()
    finally:
        sys.settrace(before)
    return result, count, time.process_time() - began


@cache
def _seconds_of_a_step() -> float:
    """How long a counted step takes on this machine."""
    found = [_traced(lambda: sum(_toil(number) for number in range(20_000)), MOST) for _ in range(3)]
    return min(seconds / steps for _, steps, seconds in found)


def _toil(number: int) -> int:
    found = 0
    for each in (1, 2, 3):
        if number % each == 0:
            found += each
    return found


def forget() -> None:
    """Forget what functions keep of texts that they have read, so that a text costs what it costs the first time."""
    for name, module in tuple(sys.modules.items()):
        for value in vars(module).values() if name.startswith("custumal.") else ():
            # What has no bound was made once for all texts, such as the grammar.
            if isinstance(value, _lru_cache_wrapper) and value.cache_parameters()["maxsize"] is not None:
                value.cache_clear()
