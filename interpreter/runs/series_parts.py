"""Work that is done in parts by several processes, whose results count in the order of their numbers: an error loses nothing before it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar

from custumal.interpreter.runs.cluster import Cluster, each_on_cluster
from custumal.interpreter.runs.processes import each_in_processes
from custumal.interpreter.setup.errors import BotFailed, PlayError

Result = TypeVar("Result")
FAILURES = (PlayError, BotFailed, OSError)
"""What can go wrong in a game that was begun."""
PARTS = 4
"""A part is at most so much smaller than what each process has done before it."""
MACHINES = 8
"""So many processes a cluster is taken to have when its parts are made."""
Parts = Generator["Part[Result]", None, None]


@dataclass(frozen=True, slots=True)
class Part(Generic[Result]):
    """The results of the first of some numbers, up to an `error`, if there was one; and when the work began and ended, by the clock that
    all processes of a machine share."""

    numbers: range
    results: tuple[Result, ...]
    error: Exception | None
    began: float
    ended: float


def done(numbers: range, work: Callable[[range], Iterable[Result]]) -> Part[Result]:
    """The work of one process: results one after the other, as far as they come."""
    began, found, error = time.monotonic(), [], None
    try:
        for one in work(numbers):
            found.append(one)  # noqa: PERF402  # what came before an error stays
    except FAILURES as failure:
        error = failure
    return Part(numbers, tuple(found), error, began, time.monotonic())


Jobs = int | Cluster
"""Who does the work: so many processes of this machine, or a cluster."""


def is_alone(jobs: Jobs, count: int, deadline: float | None = None) -> bool:
    """Whether so many numbers are best worked off by this process itself; with a deadline none are, since it could not break off."""
    return isinstance(jobs, int) and (jobs <= 1 or count <= 1) and deadline is None


def in_parts(work: Callable[[range], Part[Result]], count: int, most: int, jobs: Jobs, deadline: float | None = None) -> Parts[Result]:
    """The parts of the numbers 0 to count - 1 in their order, none with more than `most`.

    Args:
        work: a function at the top of a module, or a `partial` of one, that is given its numbers.
        jobs: who does the work; the result does not depend on it.
        deadline: when it is broken off, by the clock `time.monotonic`: only what is done by then is given.

    Raises:
        ClusterFailed, ProcessDied: as `each_on_cluster` and `each_in_processes` do.
    """
    numbers = parted(count, most, jobs if isinstance(jobs, int) else MACHINES)
    with closing(
        each_in_processes(work, numbers, jobs, deadline) if isinstance(jobs, int) else each_on_cluster(work, numbers, jobs, deadline)
    ) as coming:
        yield from in_order(coming)


def parted(count: int, most: int, jobs: int) -> Iterator[range]:
    """The numbers 0 to count - 1 in parts that grow from one on, so that an early end loses little of what was done by then."""
    start = 0
    while start < count:
        size = min(max(1, start // (PARTS * jobs)), most, count - start)
        yield range(start, start + size)
        start += size


def in_order(coming: Iterable[Part[Result]]) -> Parts[Result]:
    """Parts in the order of their numbers, from 0 on, each as soon as those before it are there."""
    waiting: dict[int, Part[Result]] = {}
    due = 0
    for part in coming:
        waiting[part.numbers.start] = part
        while due in waiting:
            ready = waiting.pop(due)
            due = ready.numbers.stop
            yield ready


def results(parts: Iterable[Part[Result]]) -> Iterator[Result]:
    """The results of parts that come in order.

    Raises:
        Exception: the first error, once all results before it have been given.
    """
    for part in parts:
        yield from part.results
        if part.error is not None:
            raise part.error
