"""Fair timing on a machine that is not ours alone: every round runs every entrant once, so that drift hits all alike.

In-process figures count CPU seconds of this process, so that waiting for a core does not count. Absolute figures still
vary with the machine; ratios are taken within a round and their median and spread are what to quote.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Spread:
    """Several measurements of one thing."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.values)

    def __str__(self) -> str:
        middle, low, high = (f"{value:,.{_digits(self.median)}f}" for value in (self.median, min(self.values), max(self.values)))
        return f"{middle} [{low} .. {high}]"

    def over(self, base: Spread) -> Spread:
        """The ratios to `base`, round by round."""
        return Spread(tuple(mine / theirs for mine, theirs in zip(self.values, base.values, strict=True)))


@dataclass(frozen=True, slots=True)
class Rate:
    """What one entrant did in each round: games and plies per CPU second."""

    games: Spread
    plies: Spread


def playouts(entrants: Mapping[str, Callable[[int], int]], seconds: float, rounds: int) -> dict[str, Rate]:
    """Time functions that play so many games and return their plies, `seconds` each in each of `rounds` rounds."""
    batches = {name: _batch(play, min(0.01, seconds)) for name, play in entrants.items()}
    games: dict[str, list[float]] = {name: [] for name in entrants}
    plies: dict[str, list[float]] = {name: [] for name in entrants}
    for _ in range(rounds):
        for name, play in entrants.items():
            per_second = _one_window(play, batches[name], seconds)
            games[name].append(per_second[0])
            plies[name].append(per_second[1])
    return {name: Rate(Spread(tuple(games[name])), Spread(tuple(plies[name]))) for name in entrants}


def calls(entrants: Mapping[str, Callable[[], object]], seconds: float, rounds: int) -> dict[str, Spread]:
    """Microseconds of CPU per call of each function, measured over about `seconds` in each round."""
    counts = {name: _games_in(call, seconds) for name, call in entrants.items()}
    found: dict[str, list[float]] = {name: [] for name in entrants}
    for _ in range(rounds):
        for name, call in entrants.items():
            gc.collect()
            times = range(counts[name])
            start = time.process_time()
            for _each in times:
                call()
            found[name].append((time.process_time() - start) / counts[name] * 1e6)
    return {name: Spread(tuple(values)) for name, values in found.items()}


def processes(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, Spread]:
    """Wall milliseconds of whole processes, each run once before the clock counts."""
    found: dict[str, list[float]] = {name: [] for name in commands}
    for counted in (False, *[True] * rounds):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=_environment())  # noqa: S603 - our own commands
            if counted:
                found[name].append((time.perf_counter() - start) * 1e3)
    return {name: Spread(tuple(values)) for name, values in found.items()}


def told_by_processes(programs: Mapping[str, str], rounds: int) -> dict[str, Spread]:
    """CPU milliseconds of Python from the start of a process until a program has been carried out, without the end of the process."""
    found: dict[str, list[float]] = {name: [] for name in programs}
    for counted in (False, *[True] * rounds):
        for name, program in programs.items():
            command = (sys.executable, "-c", f"{program}\nimport time\nprint(time.process_time())")
            told = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=_environment())  # noqa: S603 - our own commands
            if counted:
                found[name].append(float(told.stdout.split()[-1]) * 1e3)
    return {name: Spread(tuple(values)) for name, values in found.items()}


def _environment() -> dict[str, str]:
    """As on a user's machine, where modules are compiled once and kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _one_window(play: Callable[[int], int], batch: int, seconds: float) -> tuple[float, float]:
    """Games and plies per CPU second; the clock is read once a batch, so that reading it costs nothing."""
    gc.collect()
    clock = time.process_time
    games = plies = 0
    start = now = clock()
    while now < start + seconds:
        plies += play(batch)
        games += batch
        now = clock()
    return games / (now - start), plies / (now - start)


def _batch(play: Callable[[int], int], seconds: float) -> int:
    """How many games take at least so long, as a power of two; this also warms up."""
    games = 1
    while games < _LARGEST_BATCH:
        start = time.process_time()
        play(games)
        if time.process_time() - start >= seconds:
            break
        games *= 2
    return games


_LARGEST_BATCH = 1 << 16
"""So many games are played between two looks at the clock, however short they are."""


def _games_in(call: Callable[[], object], seconds: float) -> int:
    """How often a function can be called in `seconds`, at least once; this also warms it up."""
    call()
    count = 0
    start = now = time.process_time()
    while now < start + max(seconds, 0.05):
        call()
        count += 1
        now = time.process_time()
    return max(1, int(count * seconds / (now - start)))


def _digits(value: float) -> int:
    return 0 if value >= 1000 else 1 if value >= 100 else 2 if value >= 10 else 3
