"""Which choices are made unseen by the other seats, and until when."""

from __future__ import annotations

from custumal.interpreter.flow import Keep, Program
from custumal.interpreter.state import OVER, State


class Sealed:
    """The steps of one program in which all choose unseen before anything happens."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._kept = {program.steps[pc]: program.slots[code.items.id] for pc, code in enumerate(program.code) if isinstance(code, Keep)}

    def __bool__(self) -> bool:
        return bool(self._kept)

    def step(self, position: State) -> str | None:
        """The step of unseen choices in which a position stands, or None."""
        if position.kind == OVER:
            return None
        address = self._program.steps[position.pc]
        return address if address in self._kept else None

    def pending(self, position: State) -> int:
        """How many choices have been made in the step where a position stands, and are still unseen."""
        step = self.step(position)
        return 0 if step is None else len(position.frame[self._kept[step]] or ())
