"""Which counters of limits may still be read from an instruction on, and by which seats: backwards over the program.

A limit counts anew for a seat when its pass begins, so that what it has counted for this seat in an earlier one is left over. A use of
a counter is its name with the local whose value is the seat; None where it may be any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from custumal.dsl.model import Can, Expr, Local
from custumal.dsl.model.node_walk import nodes
from custumal.interpreter.program.decision_points import Allowed, Point
from custumal.interpreter.program.flow import Flow, Flows
from custumal.interpreter.program.instructions import CallRoutine, Chance, Decide, Fulfil, Instruction, Program, Run
from custumal.interpreter.program.internals import HALT, Counter
from custumal.interpreter.program.node_fields import nodes_below
from custumal.interpreter.program.statements import Assign, ForEach, Forget, Statement, Times, Until, When

CounterUse = tuple[str, str | None]
Uses = frozenset[CounterUse]
NONE: Uses = frozenset()


class LiveCounters:
    """Answers for one program.

    Args:
        program: the program.
        flows, ways: what its instructions write and where they lead.
        always: what may be asked at any time, besides what the program does.
    """

    def __init__(self, program: Program, flows: Flows, ways: Sequence[Flow], always: object) -> None:
        self.program = program
        self.flows = flows
        self.ways = ways
        tests = [node for node in nodes_below(program.code) if isinstance(node, Allowed)]
        self.counters: dict[str, Counter] = {test.counter.name: test.counter for test in tests}
        self.everything: Uses = frozenset((name, None) for name in self.counters)
        self._always = self.everything if any(isinstance(node, Can) for node in nodes(always)) else NONE
        self._live = self._solved() if self.counters else []

    def at(self, pc: int, calls: Iterable[tuple[int, Sequence[Local]]]) -> Uses:
        """The uses that may come from an instruction on; `calls` are the return addresses, each with what was saved there."""
        if not self.counters:
            return NONE
        found = set(self._live[pc] | self._always)
        for address, saved in calls:
            if address != HALT:
                hidden = {local.id for local in saved}
                found |= {(name, None if local in hidden else local) for name, local in self._live[address]}
        return frozenset(found)

    def _solved(self) -> list[Uses]:
        before: list[list[int]] = [[] for _ in self.ways]
        for pc, flow in enumerate(self.ways):
            for target, _ in flow.ways:
                before[target].append(pc)
        live, waiting = [NONE] * len(self.ways), [*range(len(self.ways))]
        while waiting:
            pc = waiting.pop()
            found = self._before(pc, live)
            if found != live[pc]:
                live[pc] = found
                waiting += before[pc]
        return live

    def _before(self, pc: int, live: Sequence[Uses]) -> Uses:
        """What may be used from an instruction on, by what may be used behind it."""
        instruction = self.program.code[pc]
        if isinstance(instruction, Run):
            behind = NONE.union(*(live[target] for target, _ in self.ways[pc].ways))
            return self._statements(instruction.body, behind)
        found = self._read(instruction)
        for target, written in self.ways[pc].ways:
            found |= self._renamed(live[target], written, _copies(instruction, target))
        return found

    def _renamed(self, uses: Uses, written: int, copies: dict[str, Expr]) -> Uses:
        """Uses as they were called before some locals were written: a local that was copied has another name there."""
        found: set[CounterUse] = set()
        for name, local in uses:
            if local is None or not self._is_in(local, written):
                found.add((name, local))
            else:
                found.add((name, _name(copies.get(local))))
        return frozenset(found)

    def _is_in(self, local: str, written: int) -> bool:
        slot = self.program.slots.get(local)
        return slot is None or bool(written >> slot & 1)

    # ------------------------------------------------------------ what reads counters

    def _read(self, instruction: Instruction) -> Uses:
        """The uses of an instruction itself."""
        point = _point(instruction)
        if point is None:
            return self._tests(instruction)
        found = self._tests(point.seat)
        for choosing in point.choosings:
            own = choosing.actor
            seat = {} if own is None else {own.id: point.seat}
            tests = self._tests(choosing)
            found |= frozenset((name, _name(seat[local]) if local in seat else local) for name, local in tests)
        return found

    def _tests(self, node: object) -> Uses:
        """The tests of limits in a node; an action whose possibility is asked may have any."""
        found: set[CounterUse] = set()
        for inner in nodes_below(node):
            if isinstance(inner, Allowed):
                found.add((inner.counter.name, inner.seat.id))
        asks = any(isinstance(inner, Can) for inner in nodes(node))
        return self.everything if asks else frozenset(found)

    # ------------------------------------------------------------ statements

    def _statements(self, body: Iterable[Statement], behind: Uses) -> Uses:
        for statement in reversed(tuple(body)):
            behind = self._statement(statement, behind)
        return behind

    def _statement(self, statement: Statement, behind: Uses) -> Uses:
        match statement:
            case Forget(counter, seat):
                gone = {local for name, local in behind if name == counter.name} if seat is None else {_name(seat)} - {None}
                return frozenset(use for use in behind if use[0] != counter.name or use[1] not in gone)
            case Assign(local, value):
                return self._renamed(behind, self.flows.bits([local]), {local.id: value}) | self._tests(value)
            case When(condition, then, other):
                return self._tests(condition) | self._statements(then, behind) | self._statements(other, behind)
            case ForEach(local, _, _, body):
                inner = self._renamed(self._repeated(body, behind), self.flows.bits([local]), {})
                return behind | inner | self._tests((statement.source, statement.where))
            case Times(asked, body) | Until(asked, body):
                return self._repeated(body, behind) | self._tests(asked)
        return behind | self._tests(statement)

    def _repeated(self, body: Iterable[Statement], behind: Uses) -> Uses:
        """A body that runs any number of times."""
        found = behind
        while not (more := self._statements(body, found)) <= found:
            found |= more
        return found


def _name(seat: Expr | None) -> str | None:
    return seat.id if isinstance(seat, Local) else None


def _point(instruction: Instruction) -> Point | None:
    return instruction.point if isinstance(instruction, Decide | Fulfil | Chance) else None


def _copies(instruction: Instruction, target: int) -> dict[str, Expr]:
    """What the locals hold that an instruction writes on its way to a target, as far as it is told."""
    if isinstance(instruction, CallRoutine):
        return {local.id: value for local, value in instruction.arguments} if target == instruction.target else {}
    point = _point(instruction)
    if point is None or point.seat is None:
        return {}
    return {choosing.actor.id: point.seat for choosing in point.choosings if choosing.actor is not None}
