"""Reentrancy: a routine that may be called again while it is under way saves its locals when it calls."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.dsl.base.frozen import replace
from custumal.dsl.model import Local
from custumal.interpreter.lowering.assembly.internal_slots import SHARED
from custumal.interpreter.lowering.assembly.slots import locals_of
from custumal.interpreter.program import CallRoutine, Instruction


def with_saves(code: tuple[Instruction, ...], routines: Sequence[str]) -> tuple[Instruction, ...]:
    """The code in which every call within a circle of routines saves the locals of the routine that calls."""
    called = _calls(code, routines)
    found = list(code)
    for key in called:
        if key in _reachable(called, key):
            _save_in(found, routines, key, _own(tuple(at for at, other in zip(code, routines, strict=True) if other == key)), called)
    return tuple(found)


def _own(body: tuple[Instruction, ...]) -> tuple[Local, ...]:
    return tuple(local for local in locals_of(body) if not local.id.startswith(SHARED))


def _save_in(found: list[Instruction], routines: Sequence[str], key: str, own: tuple[Local, ...], called: dict[str, set[str]]) -> None:
    """Let the calls of one routine that can lead back to it save its locals."""
    for pc, instruction in enumerate(found):
        if routines[pc] == key and isinstance(instruction, CallRoutine):
            target = routines[instruction.target]
            if target == key or key in _reachable(called, target):
                found[pc] = replace(instruction, saved=own)


def _calls(code: tuple[Instruction, ...], routines: Sequence[str]) -> dict[str, set[str]]:
    called: dict[str, set[str]] = {}
    for instruction, key in zip(code, routines, strict=True):
        if isinstance(instruction, CallRoutine):
            called.setdefault(key, set()).add(routines[instruction.target])
    return called


def _reachable(called: dict[str, set[str]], start: str) -> set[str]:
    """The routines that a routine calls, directly or not."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for key in called.get(waiting.pop(), ()):
            if key not in found:
                found.add(key)
                waiting.append(key)
    return found
