"""Choices that are made unseen, one after the other, before any is carried out: what the others have picked is picked anew."""

from __future__ import annotations

import random
from collections.abc import Iterable

from custumal.dsl.base.frozen import dataclass
from custumal.interpreter.position.state import CHANCE, OVER, Position
from custumal.interpreter.program import Keep, Next, Program
from custumal.interpreter.reference.machine import Machine

MOST_STEPS = 1_000
"""Decisions of one round of unseen choices."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where all choose unseen: the stretch of the program, and the slots of what has been chosen and of who is next."""

    since: int
    until: int
    kept: int
    index: int


class SealedPicks:
    """The rounds of unseen choices of one program."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._rounds = rounds_of(machine.program)

    def __bool__(self) -> bool:
        return bool(self._rounds)

    def is_sealed(self, state: Position) -> bool:
        """Whether what is chosen here is not seen by the others for now."""
        return self._round(state) is not None

    def made(self, state: Position) -> int:
        """How many choices have been made in the round in which a position stands."""
        found = self._round(state)
        return 0 if found is None else len(state.frame[found.kept] or ())

    def redraw(self, state: Position, seat: int, hidden: Iterable[int], rng: random.Random) -> None:
        """The others pick anew, in place. A round begins again from its first pick; of that only what has been picked is taken over, and
        what is left of it in the slots that are hidden from the seat."""
        here = self._round(state)
        if here is None or all(pick[0] == seat for pick in state.frame[here.kept] or ()):
            return
        kept = state.frame[here.kept]
        anew = self._played_anew(state, here, len(kept), rng)
        state.frame[here.kept] = tuple(
            own if own[0] == seat or own[0] != other[0] else other for own, other in zip(kept, anew.frame[here.kept], strict=True)
        )
        for slot in hidden:
            if slot != here.kept:
                state.frame[slot] = anew.frame[slot]
        self.machine.forget()

    def _played_anew(self, state: Position, here: Round, picks: int, rng: random.Random) -> Position:
        found = state.copy()
        found.frame[here.kept] = ()
        found.frame[here.index] = 0
        found.pc, found.seat = here.since, None
        self.machine.go_on(found)
        for _ in range(MOST_STEPS):
            if found.kind == OVER or len(found.frame[here.kept] or ()) >= picks or not here.since <= found.pc <= here.until:
                break
            if found.kind == CHANCE:
                self.machine.advance(found)
                continue
            choices = self.machine.choices(found)
            self.machine.apply(found, choices[int(rng.random() * len(choices))])
        return found

    def _round(self, state: Position) -> Round | None:
        if state.kind == OVER:
            return None
        return next((one for one in self._rounds if one.since <= state.pc <= one.until), None)


def rounds_of(program: Program) -> tuple[Round, ...]:
    """The rounds of unseen choices of a program."""
    return tuple(_round(program, pc, code) for pc, code in enumerate(program.code) if isinstance(code, Keep))


def _round(program: Program, pc: int, keep: Keep) -> Round:
    begins = program.code[keep.since]
    assert isinstance(begins, Next)
    return Round(keep.since, pc, program.slots[keep.items.id], program.slots[begins.index.id])
