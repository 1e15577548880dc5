"""Calls of routines that may be under way already save what those have bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from custumal.dsl.model import Local
from custumal.interpreter.flow import Call, Instruction
from custumal.interpreter.lowering.hooks import TAKEN
from custumal.interpreter.lowering.slots import locals_of


def with_saves(code: tuple[Instruction, ...], routines: Sequence[str]) -> tuple[Instruction, ...]:
    """The code in which every call within a circle of routines saves the locals that the called routine binds."""
    called = _calls(code, routines)
    reachable = {key: _reachable(called, key) for key in called}
    found = list(code)
    for pc, instruction in enumerate(code):
        if isinstance(instruction, Call):
            target = routines[instruction.target]
            if routines[pc] in reachable.get(target, ()):
                body = tuple(at for at, key in zip(code, routines, strict=True) if key == target)
                # What a call answers is for its caller.
                saved = tuple(local for local in _bound(instruction, body) if not local.id.startswith(TAKEN))
                found[pc] = replace(instruction, saved=saved)
    return tuple(found)


def _bound(call: Call, body: tuple[Instruction, ...]) -> tuple[Local, ...]:
    """What a call and the routine that it calls bind, each once."""
    return tuple({local.id: local for local in (*(local for local, _ in call.arguments), *locals_of(body))}.values())


def _calls(code: tuple[Instruction, ...], routines: Sequence[str]) -> dict[str, set[str]]:
    called: dict[str, set[str]] = {}
    for instruction, key in zip(code, routines, strict=True):
        if isinstance(instruction, Call):
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
