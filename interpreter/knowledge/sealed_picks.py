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
MOST_TRIES = 50
"""So often a round is played until it stands where it stood."""


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
        """The others pick anew, in place, up to the same stop: of that only what others have picked is taken over, and what has been chosen
        meanwhile for a pick that is not kept yet, in the slots that are hidden from the seat."""
        here = self._round(state)
        if here is None or (state.seat == seat and all(pick[0] == seat for pick in state.frame[here.kept] or ())):
            return
        anew = self._played_anew(state, here, rng)
        others = {pick[0]: pick for pick in anew.frame[here.kept] or ()}
        kept = state.frame[here.kept] or ()
        state.frame[here.kept] = tuple(pick if pick[0] == seat else others.get(pick[0], pick) for pick in kept)
        if _is_alike(anew, state, here):
            for slot in hidden:
                if slot != here.kept:
                    state.frame[slot] = anew.frame[slot]
        self.machine.forget()

    def _played_anew(self, state: Position, here: Round, rng: random.Random) -> Position:
        """The round once more from its first pick, so that the same seats have picked and it stands where it stood, if that is found."""
        for _ in range(MOST_TRIES):
            found = self._once_more(state, here, rng)
            if _is_alike(found, state, here):
                break
        return found

    def _once_more(self, state: Position, here: Round, rng: random.Random) -> Position:
        found, picks = state.copy(), len(state.frame[here.kept] or ())
        found.frame[here.kept] = ()
        found.frame[here.index] = 0
        found.pc, found.seat = here.since, None
        self.machine.go_on(found)
        for _ in range(MOST_STEPS):
            if found.kind == OVER or not here.since <= found.pc <= here.until or len(found.frame[here.kept] or ()) > picks:
                break
            if _is_alike(found, state, here):
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


def _is_alike(one: Position, other: Position, here: Round) -> bool:
    """Whether two positions stand at the same stop of a round, and the same seats have picked."""
    seats = [[pick[0] for pick in state.frame[here.kept] or ()] for state in (one, other)]
    return (one.kind, one.pc, one.seat) == (other.kind, other.pc, other.seat) and seats[0] == seats[1]


def rounds_of(program: Program) -> tuple[Round, ...]:
    """The rounds of unseen choices of a program."""
    return tuple(_round(program, pc, code) for pc, code in enumerate(program.code) if isinstance(code, Keep))


def _round(program: Program, pc: int, keep: Keep) -> Round:
    begins = program.code[keep.since]
    assert isinstance(begins, Next)
    return Round(keep.since, pc, program.slots[keep.items.id], program.slots[begins.index.id])
