"""Simultaneous choices: which are made unseen by the other seats, and until when."""

from __future__ import annotations

from custumal.interpreter.position.state import OVER, Position
from custumal.interpreter.program import Keep, Program
from custumal.interpreter.setup.values import Value


class Sealed:
    """The steps of one program in which all choose unseen before anything happens."""

    def __init__(self, program: Program) -> None:
        self._program = program
        code = enumerate(program.code) if program.sealed else ()  # most games have none, and do without their code
        self._kept = tuple((one.since, pc, program.slots[one.items.id]) for pc, one in code if isinstance(one, Keep))

    def __bool__(self) -> bool:
        return bool(self._kept)

    def step(self, position: Position) -> str | None:
        """The step in which a position stands, if there all still choose unseen; else None."""
        return None if self._slot(position) is None else self._program.steps[position.pc]

    def made(self, position: Position) -> tuple[Value, ...]:
        """The choices that have been made in the step where a position stands, and are still unseen."""
        slot = self._slot(position)
        return () if slot is None else position.frame[slot] or ()

    def leads_to(self, earlier: Position, later: Position) -> bool:
        """Whether what is chosen in the earlier position is still unseen in the later one."""
        slot, before, after = self._slot(earlier), self.made(earlier), self.made(later)
        if slot is None or slot != self._slot(later) or after[: len(before)] != before:
            return False
        # One seat may decide several times before its choice is kept.
        return len(before) < len(after) or earlier.pc < later.pc

    def opens(self, earlier: Position, later: Position) -> bool:
        """Whether choices that were unseen in the earlier position are known in the later one."""
        return bool(self.made(earlier)) and not self.leads_to(earlier, later) and earlier != later

    def _slot(self, position: Position) -> int | None:
        if position.kind == OVER:
            return None
        return next((slot for since, pc, slot in self._kept if since <= position.pc <= pc), None)
