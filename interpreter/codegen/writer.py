"""One function under construction: statements in order, names of locals, columns fetched once at its head."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from custumal.dsl.model import Local
from custumal.interpreter.codegen import nodes as n

if TYPE_CHECKING:
    from custumal.interpreter.codegen.unit import Unit

STATE = "s"


class Writer:
    """Appends statements to the innermost open block.

    Attributes:
        env: what stands for each local here: a name or a constant. A local that is missing stands in the frame.
        notes: what is known here of names beside their values.
        seat: in listings, whose choices are listed; possible: names that tell whether this seat can do an action.
        given: local of an entry -> the value that it is asked about; ignoring: what is set aside (see `can`).
        remembers: whether the state stays as it is in the whole function, so that answers may be kept; fixed: names that mean
        the same throughout the function; candidates: names of the loops over candidates in which we are, outermost first.
    """

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.block: n.Block = []
        self.env: dict[str, n.Node] = {}
        self.notes: dict[str, Any] = {}
        self.seat: n.Node = n.NONE
        self.possible: dict[str, n.Node] = {}
        self.given: dict[str, n.Node] = {}
        self.ignoring: frozenset[str] = frozenset()
        self.remembers = False
        self.fixed: set[str] = set()
        self.candidates: tuple[str, ...] = ()
        self._memos: dict[str, str] = {}
        self._head: dict[str, n.Node] = {}
        self._count = 0
        self._written: set[str] = set()

    # ------------------------------------------------------------ statements

    def emit(self, statement: ast.stmt) -> None:
        self.block.append(statement)

    def fresh(self, word: str = "t") -> str:
        self._count += 1
        return f"{word}{self._count}"

    def atom(self, node: n.Node, word: str = "t") -> n.Node:
        """Something that may be evaluated twice: the node itself, or a name for its value."""
        return node if n.is_atom(node) else self.named(node, word)

    def named(self, node: n.Node, word: str = "t") -> ast.Name:
        target = self.fresh(word)
        self.emit(n.assign(target, node))
        return n.name(target)

    @contextmanager
    def inside(self, block: n.Block) -> Iterator[n.Block]:
        """Write into another block; what is learned of locals there is forgotten behind it."""
        outer, env, notes, written = self.block, self.env, self.notes, self._written
        self.block, self.env, self.notes, self._written = block, dict(env), dict(notes), set()
        try:
            yield block
        finally:
            inner_written = self._written
            self.block, self.env, self.notes, self._written = outer, env, notes, written | inner_written
            for local in inner_written:
                self.env.pop(local, None)

    # ------------------------------------------------------------ the state

    @property
    def state(self) -> n.Node:
        return n.name(STATE)

    def column(self, number: int) -> n.Node:
        self._fetched("c", n.attribute(self.state, "c"))
        return self._fetched(f"c{number}", n.index(n.name("c"), n.const(number)))

    @property
    def piles(self) -> n.Node:
        return self._fetched("piles", n.attribute(self.state, "piles"))

    @property
    def frame(self) -> n.Node:
        return self._fetched("f", n.attribute(self.state, "frame"))

    @property
    def stack(self) -> n.Node:
        return n.attribute(self.state, "stack")

    def _fetched(self, identifier: str, node: n.Node) -> n.Node:
        self._head[identifier] = node
        return n.name(identifier)

    def head(self) -> n.Block:
        """The statements at the beginning of the function."""
        return [n.assign(identifier, node) for identifier, node in self._head.items()]

    def memo(self, word: str, start: n.Node) -> str:
        """A name that is set at the head of the function, the same for the same word."""
        if word not in self._memos:
            self._memos[word] = self.fresh("memo")
            self._head[self._memos[word]] = start
        return self._memos[word]

    # ------------------------------------------------------------ locals

    def local(self, local: Local) -> n.Node:
        """What stands for a local here."""
        found = self.env.get(local.id)
        return n.index(self.frame, n.const(self.unit.program.slots[local.id])) if found is None else found

    def load(self, local: Local) -> n.Node:
        """The same as something that may be read again and again."""
        if local.id not in self.env and local.id in self.unit.program.slots:
            self.env[local.id] = self.named(self.local(local), "v")
        return self.local(local)

    def store(self, local: Local, node: n.Node) -> n.Node:
        """Write a local of the flow: into its slot, and known here under a name."""
        value = self.atom(node, "v")
        if local.id in self.unit.program.slots:
            self.emit(n.assign_index(self.frame, n.const(self.unit.program.slots[local.id]), value))
        self.learn(local, value)
        return value

    def learn(self, local: Local, node: n.Node) -> None:
        """From here on this stands for the local."""
        self.env[local.id] = node
        self._written.add(local.id)

    def forget(self, local: str) -> None:
        """The slot of a local has changed: it must be read again."""
        self.env.pop(local, None)
        self._written.add(local)

    # ------------------------------------------------------------ the whole

    def function(self, identifier: str, parameters: tuple[str, ...]) -> ast.FunctionDef:
        return n.function(identifier, parameters, [*self.head(), *self.block])
