"""One region under construction: a routine of the program as a function, with jumps between its instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from custumal.interpreter.program import Instruction
from custumal.interpreter.wasm.expressions.core import spend
from custumal.interpreter.wasm.expressions.unit import Unit, Writer
from custumal.interpreter.wasm.text.module import Function
from custumal.interpreter.wasm.text.nodes import UNREACHABLE, Node, block, branch, get, give, i32, load, of_all, op, put, put_all, when
from custumal.interpreter.wasm.unsupported import Unsupported

PC = "$pc"
_TOP, _BAD = "$top", "$nowhere"
AFollowed = TypeVar("AFollowed", bound=Callable[..., "list[Node]"])
FOLLOWED: dict[type[Instruction], Callable[..., list[Node]]] = {}
"""How each instruction is written, with the jumps behind it."""


def follows(*of: type[Instruction]) -> Callable[[AFollowed], AFollowed]:
    """Register how instructions are written."""

    def register(make: AFollowed) -> AFollowed:
        FOLLOWED.update(dict.fromkeys(of, make))
        return make

    return register


class Region:
    """One function under construction."""

    def __init__(  # what is known of all regions
        self, unit: Unit, entry: int, inside: Sequence[int], leaders: AbstractSet[int], plain: AbstractSet[int]
    ) -> None:
        self.unit = unit
        self.leaders = leaders
        self.plain = plain
        self.is_plain = entry in plain
        """Whether this routine is called like a function."""
        self.loops = False
        """Whether something leads back."""
        self.entry = entry
        self.inside = inside
        self.own = set(inside)
        self.w = Writer(unit, Function(f"$region{entry}", ((PC, "i32"),), "i32"))

    def go(self, pc: int, target: int, *, leave: bool = False) -> list[Node]:
        """On to another instruction; the next one needs no jump, unless it is reached from the middle (`leave`)."""
        if target not in self.own:
            return [give(i32(target))]
        if target == pc + 1 and not leave and self._follows(pc):
            return []
        if target > pc and target in self.leaders:
            return [branch(_label(target))]
        self.loops = True
        return [put(PC, i32(target)), branch(_TOP)]

    def _follows(self, pc: int) -> bool:
        return pc + 1 in self.own

    def write(self) -> str:
        first, last = self.inside[0], self.inside[-1]
        leaders = [pc for pc in self.inside if pc in self.leaders]
        labels = [_label(pc) if pc in self.own and pc in self.leaders else _BAD for pc in range(first, last + 1)]
        index = op("i32.sub", get(PC), i32(first)) if first else get(PC)
        dispatch = Node("br_table", (*labels, _BAD), (index,))
        nodes: list[Node] = [dispatch]
        for place, leader in enumerate(leaders):
            until = leaders[place + 1] if place + 1 < len(leaders) else last + 1
            nodes = [block(_label(leader), nodes), *self._ending_trial(leader)]
            for pc in range(leader, until):
                if pc in self.own:
                    nodes += self._instruction(pc)
        if self.is_plain and not self.loops and leaders[0] == self.entry:
            nodes = _without(nodes, dispatch)
        body = [block(_BAD, [Node("loop", (_TOP,), (put_all("$arena", of_all("$arena_base")), *spend(i32(1)), *nodes))]), UNREACHABLE]
        fn = self.w.fn
        fn.body = body
        self.unit.module.add(fn)
        return fn.name

    def _ending_trial(self, pc: int) -> list[Node]:
        """A trial that ends here, where no routine is under way that began in it."""
        if pc not in self.unit.trial_ends:
            return []
        here = op("i32.eq", of_all("$trial_end"), i32(pc))
        return [when(op("i32.and", here, op("i64.eq", of_all("$trial_depth"), load(self.unit.plan.depth))), [give(i32(pc))])]

    def _instruction(self, pc: int) -> list[Node]:
        one = self.unit.program.code[pc]
        make = FOLLOWED.get(type(one))
        if make is None:
            raise Unsupported(type(one).__name__)
        return make(self, pc, one)


def _without(nodes: list[Node], dispatch: Node) -> list[Node]:
    """The same where it always begins at the first instruction."""
    first = nodes[0]
    if first is dispatch:
        return nodes[1:]
    return [first._replace(parts=tuple(_without(list(first.parts), dispatch))), *nodes[1:]]


def _label(pc: int) -> str:
    return f"$at{pc}"
