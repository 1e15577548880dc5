"""What a routine writes on every way through it: behind a call of it nothing is left of what stood there before."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.interpreter.program.flow import Flow, Flows
from custumal.interpreter.program.instructions import CallRoutine, Instruction, Return


def with_routines(code: Sequence[Instruction], alone: Sequence[Flow], written: Sequence[int], flows: Flows) -> list[Flow]:
    """What each instruction reads and writes, calls with what the routine writes in any case before it returns.

    Args:
        code: the instructions.
        alone: the same of each without what is called.
        written: as `written_before_return`.
        flows: of the program.
    """
    return [
        Flow(flow.reads, (flow.ways[0], _behind(flow, one, written, flows))) if isinstance(one, CallRoutine) else flow
        for one, flow in zip(code, alone, strict=True)
    ]


def _behind(call: Flow, instruction: CallRoutine, written: Sequence[int], flows: Flows) -> tuple[int, int]:
    """The way past a call; what the call has saved is put back."""
    back, by_call = call.ways[1]
    return back, by_call | written[instruction.target] & ~flows.bits(instruction.saved)


def written_before_return(code: Sequence[Instruction], alone: Sequence[Flow], flows: Flows) -> list[int]:
    """The slots that are written on each way from an instruction to where its routine returns; a way that never comes there writes all."""
    before: list[list[int]] = [[] for _ in code]
    for pc, flow in enumerate(alone):
        for target, _ in flow.ways:
            before[target].append(pc)
    written = [flows.chance - 1] * len(code)
    waiting = [*range(len(code))]
    while waiting:
        pc = waiting.pop()
        found = _from(code[pc], alone[pc], written, flows)
        if found != written[pc]:
            written[pc] = found
            waiting += before[pc]
    return written


def _from(instruction: Instruction, flow: Flow, written: Sequence[int], flows: Flows) -> int:
    if isinstance(instruction, Return):
        return 0
    ways = (_behind(flow, instruction, written, flows),) if isinstance(instruction, CallRoutine) else flow.ways
    found = flows.chance - 1
    for target, on_the_way in ways:
        found &= on_the_way | written[target]
    return found
