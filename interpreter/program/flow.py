"""What each instruction reads, where it leads, and what it writes on the way: the edges of the control flow graph.

Sets of slots are the bits of numbers. Only what is written on every run of an instruction counts as written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.model import Local, Op
from custumal.dsl.model.node_walk import children
from custumal.interpreter.program.decision_points import Bind, Choosing, Pick, Point, Split
from custumal.interpreter.program.instructions import (
    CallRoutine,
    Chance,
    Decide,
    DrawOne,
    Fulfil,
    Gather,
    Instruction,
    Jump,
    Lap,
    Mark,
    Over,
    Program,
    Return,
    RollOne,
    Run,
    Seal,
    ShuffleOne,
    Unwind,
)
from custumal.interpreter.program.internals import HALT, Use, left_id, passes_id, positions_asked, positions_id, running_id, turns_id
from custumal.interpreter.program.statements import Assign, ForEach, Statement, Times, Until, When

Ways = tuple[tuple[int, int], ...]
_ASKED: dict[str, Callable[[Op], str]] = {
    "passes": lambda op: passes_id(str(op.data)),
    "running": lambda op: running_id(str(op.data)),
    "staying": lambda op: left_id(str(op.data)),
    "turns": lambda op: turns_id(str(op.data)),
    "occurrences": lambda op: positions_id(positions_asked(op)[0]),
}
"""Operations that read slots of the engine's own."""


@dataclass(frozen=True, slots=True)
class Flow:
    """What an instruction reads, and the addresses to which it leads, each with the slots that are written on the way."""

    reads: int
    ways: Ways = ()


class Flows:
    """Knows the instructions of one program. `chance` stands for the generator, as if it were one slot more."""

    def __init__(self, program: Program) -> None:
        self.slots = program.slots
        self.chance = 1 << len(program.slots)
        self._uses: dict[int, tuple[Use, int]] = {}

    def of(self, pc: int, instruction: Instruction) -> Flow:
        """One instruction at its address."""
        match instruction:
            case Run(body):
                reads, written = self._statements(body)
                return Flow(reads, ((pc + 1, written),))
            case Decide(point) | Fulfil(point) | Chance(point):
                return self._choice(instruction, point)
            case DrawOne(local=local) | RollOne(local=local) | ShuffleOne(local=local):
                return Flow((self.reads(instruction) & ~self.bits([local])) | self.chance, ((pc + 1, self.bits([local])),))
            case CallRoutine(target, arguments, saved):
                written = self.bits(local for local, _ in arguments)
                return Flow(self.reads([expr for _, expr in arguments]), ((target, written), (pc + 1, written & ~self.bits(saved))))
            case Gather(items, uses, actor):
                return Flow(self.reads((uses, actor)), ((pc + 1, self.bits([items])),))
            case Lap(passes=passes, done=done):
                reads = self.reads(instruction) & ~self.bits([instruction.local, *((passes,) if passes is not None else ())])
                return Flow(reads, ((pc + 1, self.bits([instruction.local])), (done, 0)))
            case Mark(depth):
                return Flow(0, ((pc + 1, self.bits([depth])),))
            case Seal(point, chosen, interchangeable):
                return Flow(self.bits([chosen]) | self._listed(point), ((pc + 1, self.bits([interchangeable])),))
            case Jump(target) | Unwind(_, target):
                return Flow(self.reads(instruction), ((target, 0),))
            case Return() | Over():
                return Flow(0)
        return self._plain(pc, instruction)

    def _plain(self, pc: int, instruction: Any) -> Flow:
        """Whatever goes on behind it or elsewhere, and binds names only where it goes on behind it (or at a hook)."""
        bound = self.bits(getattr(instruction, name) for name in ("local", "this", "owner", "copies") if hasattr(instruction, name))
        bound |= self.bits(instruction.values) if hasattr(instruction, "index") and hasattr(instruction, "values") else 0
        targets = getattr(instruction, "targets", (pc + 1,))
        elsewhere = [getattr(instruction, name) for name in ("target", "done") if hasattr(instruction, name)]
        return Flow(self.reads(instruction) & ~bound, (*((target, bound) for target in targets), *((target, 0) for target in elsewhere)))

    # ------------------------------------------------------------ choices

    def _choice(self, instruction: Decide | Fulfil | Chance, point: Point) -> Flow:
        chosen = self.bits([point.chosen] if point.chosen is not None else [])
        ways = [(point.nothing, 0), (point.passed, 0)]
        for choosing in point.choosings:
            written = self._bound(choosing) | chosen
            ways += [(choosing.target, written), (choosing.trial, written)]
        reads = self._listed(point) | (self.chance if isinstance(instruction, Chance) else 0)
        if isinstance(instruction, Fulfil):
            reads |= self.bits([instruction.chosen, instruction.interchangeable])
        return Flow(reads, tuple((target, written) for target, written in ways if target != HALT))

    def _listed(self, point: Point) -> int:
        """What is read while choices are listed, but for what they bind themselves."""
        found = self.reads(point.seat) | self.bits([point.refused] if point.refused is not None else [])
        for choosing in point.choosings:
            asked = (choosing.plan, choosing.ensure, choosing.when, choosing.offered_by)
            found |= self.reads(asked) & ~self._bound(choosing)
        return found

    def _bound(self, choosing: Choosing) -> int:
        """The slots that a choice of this writes."""
        found = self.bits([choosing.actor] if choosing.actor is not None else [])
        found |= self.bits(part.local for part in choosing.plan if isinstance(part, Pick | Bind | Split))
        return found | (self._own(choosing.offered_by) if choosing.offered_by is not None else 0)

    # ------------------------------------------------------------ statements

    def _statements(self, body: tuple[Statement, ...]) -> tuple[int, int]:
        """What statements read before they write it, and what they write for certain."""
        read = written = 0
        for statement in body:
            reads, writes = self._statement(statement)
            read |= reads & ~written
            written |= writes
        return read, written

    def _statement(self, statement: Statement) -> tuple[int, int]:
        match statement:
            case Assign(local, value):
                reads, written = self.reads(value), self.bits([local])
                # What only goes on counting is needed if the result is.
                return reads & ~written, written & ~reads
            case When(condition, then, other):
                (yes, written), (no, either) = self._statements(then), self._statements(other)
                return self.reads(condition) | yes | no, written & either
            case ForEach(local, source, where, body):
                inner = self.reads(where) | self._statements(body)[0]
                return self.reads(source) | (inner & ~self.bits([local])), 0
            case Times(asked, body) | Until(asked, body):
                return self.reads(asked) | self._statements(body)[0], 0
        return self.reads(statement), 0

    # ------------------------------------------------------------ names

    def bits(self, names: Iterable[Local]) -> int:
        """The slots of locals, as far as they have some."""
        found = 0
        for local in names:
            slot = self.slots.get(local.id)
            found |= 0 if slot is None else 1 << slot
        return found

    def reads(self, node: object) -> int:
        """Every slot that a node speaks of."""
        found, waiting = 0, [node]
        while waiting:
            inner = waiting.pop()
            if isinstance(inner, Use):
                found |= self._of_use(inner)
                continue
            if isinstance(inner, Local):
                found |= self.bits([inner])
            elif isinstance(inner, Op) and inner.name in _ASKED:
                slot = self.slots.get(_ASKED[inner.name](inner))
                found |= 0 if slot is None else 1 << slot
            waiting += children(inner)
        return found

    def _of_use(self, use: Use) -> int:
        """What is read to know whether a rule is in force, concerns somebody and applies, and what it says; not what it does."""
        if id(use) not in self._uses:
            rule = use.rule
            said = (rule.condition, rule.applies, rule.seats, rule.changes, rule.that, rule.may, rule.up_to)
            seen = self.bits(theirs for _, theirs in use.names)
            self._uses[id(use)] = use, (self.reads(said) & ~self._own(use)) | seen
        return self._uses[id(use)][1]

    def _own(self, use: Use) -> int:
        """What a rule binds itself."""
        rule = use.rule
        carried = () if rule.carrier is None else (rule.carrier.this, rule.carrier.owner, rule.carrier.copies)
        return self.bits((*carried, *(mine for mine, _ in use.names), *(() if rule.actor is None else (rule.actor,))))
