"""The assembler: collects instructions with labels, and knows whether it stands in a structured block or in linear code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from custumal.dsl.base.frozen import replace
from custumal.dsl.base.limits import MOST_CODE
from custumal.dsl.base.types import NUMBER, Type
from custumal.dsl.diagnostics.catalogue.numbers import too_much_woven_in
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.model import Expr, Local
from custumal.interpreter.lowering.assembly.expressions import add, negate, number, positive
from custumal.interpreter.lowering.assembly.statics import Statics
from custumal.interpreter.program import Assign, Branch, ForEach, Instruction, Jump, Next, Run, Statement, Times, Trace, When
from custumal.interpreter.program.node_fields import node_fields
from custumal.interpreter.setup.errors import PlayError

LABELS = 1 << 30
"""Numbers from here on are labels that have no address yet."""

Build = Callable[[], None]


class NotPlain(Exception):
    """Something that only linear code can say was met inside a structured block."""


class Assembler:
    """In linear code statements gather in a pending `Run`; in a block they gather there, and instructions raise `NotPlain`."""

    def __init__(self, statics: Statics, *, traced: bool = False) -> None:
        self.statics = statics
        self.traced = traced
        self.code: list[Instruction] = []
        self.routines: list[str] = []
        self.inside: list[tuple[str, ...]] = []
        self.routine = ""
        self.steps: tuple[str, ...] = ()
        self._pending: list[Statement] = []
        self._block: list[Statement] | None = None
        self._labels: dict[int, int] = {}
        self._next_label = LABELS
        self._fresh = 0
        self._written = 0
        self.given_up_in: tuple[str, ...] = ()

    # ------------------------------------------------------------ names

    def fresh(self, name: str, span: Span, of: Type = NUMBER) -> Local:
        """A local of the engine's own, told from all others."""
        self._fresh += 1
        return Local(of, span, name, f"@{name} {self._fresh}")

    def label(self) -> int:
        self._next_label += 1
        return self._next_label

    # ------------------------------------------------------------ emitting

    def statement(self, statement: Statement) -> None:
        self._count()
        (self._pending if self._block is None else self._block).append(statement)

    def instruction(self, instruction: Instruction) -> None:
        self.linear()
        self._flush()
        self._count()
        self._append(instruction)

    def _count(self) -> None:
        """Also what is thrown away again: it took its time.

        Raises:
            PlayError: it is too much; rules are woven in wherever they hook, so that two long lists make a very long program.
        """
        self._written += 1
        if self._written > MOST_CODE:
            self.given_up_in = self.steps
            raise PlayError(too_much_woven_in())

    def linear(self) -> None:
        """Insist on linear code here."""
        if self._block is not None:
            raise NotPlain

    def place(self, label: int) -> None:
        """The label is the address of the next instruction."""
        self.linear()
        self._flush()
        self._labels[label] = len(self.code)

    def placed(self, label: int) -> bool:
        return label in self._labels

    def jump(self, label: int) -> None:
        self.instruction(Jump(label))

    def here(self) -> int:
        """A label placed here."""
        label = self.label()
        self.place(label)
        return label

    def _flush(self) -> None:
        if self._pending:
            body = tuple(self._pending)
            self._pending = []
            self._append(Run(body))

    def _append(self, instruction: Instruction) -> None:
        self.code.append(instruction)
        self.routines.append(self.routine)
        self.inside.append(self.steps)

    @contextmanager
    def step(self, address: str) -> Iterator[None]:
        """What is emitted belongs to this step."""
        if self._block is None:
            self._flush()
        before, self.steps = self.steps, (*self.steps, address)
        try:
            self.trace(address)
            yield
            if self._block is None:
                self._flush()
        finally:
            self.steps = before

    def trace(self, address: str) -> None:
        """Tell whoever watches where the program is."""
        if self.traced:
            self.statement(Trace(address))

    # ------------------------------------------------------------ structure

    def capture(self, build: Build) -> tuple[Statement, ...]:
        """The statements that `build` emits.

        Raises:
            NotPlain: if it needs linear code.
        """
        outer, self._block = self._block, []
        try:
            build()
            return tuple(self._block)
        finally:
            self._block = outer

    def plain(self, build: Build) -> bool:
        """Emit `build` if it is free of stops; in linear code False says that it isn't and nothing was emitted."""
        fresh = self._fresh
        try:
            found = self.capture(build)
        except NotPlain:
            if self._block is not None:
                raise
            self._fresh = fresh
            return False
        for statement in found:
            self.statement(statement)
        return True

    def branch(self, condition: Expr | None, then: Build, other: Build | None = None) -> None:
        """If the condition holds (None: always) `then`, else `other`: structured where that is possible."""
        known = self.statics.truth(condition)
        if condition is None or known is True:
            then()
        elif known is False:
            if other is not None:
                other()
        elif not self.plain(lambda: self._when(condition, then, other)):
            self._linear_branch(condition, then, other)

    def _when(self, condition: Expr, then: Build, other: Build | None) -> None:
        yes = self.capture(then)
        no = () if other is None else self.capture(other)
        if yes or no:
            self.statement(When(condition, yes, no) if yes else When(negate(condition), no))

    def _linear_branch(self, condition: Expr, then: Build, other: Build | None) -> None:
        no, end = self.label(), self.label()
        self.instruction(Branch(condition, no))
        then()
        if other is not None:
            self.jump(end)
        self.place(no)
        if other is not None:
            other()
            self.place(end)

    def each(self, local: Local, source: Expr, build: Build) -> None:
        """`build` for each member, which is `local`: structured where that is possible."""
        if self.plain(lambda: self.statement(ForEach(local, source, None, self.capture(build)))):
            return
        items, index = self.fresh("items", source.span, source.type), self.fresh("index", source.span)
        self.statement(Assign(items, source))
        self.statement(Assign(index, number(0, source.span)))
        head, done = self.here(), self.label()
        self.instruction(Next(items, index, local, None, done))
        build()
        self.jump(head)
        self.place(done)

    def times(self, count: Expr, build: Build) -> None:
        """`build` so many times: structured where that is possible."""
        if self.plain(lambda: self.statement(Times(count, self.capture(build)))):
            return
        left = self.fresh("times", count.span)
        self.statement(Assign(left, count))
        head, done = self.here(), self.label()
        self.instruction(Branch(positive(left), done))
        self.statement(Assign(left, add(left, -1)))
        build()
        self.jump(head)
        self.place(done)

    # ------------------------------------------------------------ the end

    def finish(self) -> tuple[Instruction, ...]:
        """The code with addresses in place of labels."""
        self._flush()
        return tuple(self.resolve(instruction) for instruction in self.code)

    def address(self, label: int) -> int:
        return self._labels[label] if label >= LABELS else label

    def resolve(self, node: Any) -> Any:
        """A copy of a node of the program in which every label is an address."""
        if isinstance(node, bool | Run):
            return node
        if isinstance(node, int):
            return self.address(node)
        if isinstance(node, tuple):
            return tuple(self.resolve(inner) for inner in node)
        names = node_fields(node)
        return replace(node, **{name: self.resolve(getattr(node, name)) for name in names}) if names else node
