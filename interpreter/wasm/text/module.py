"""Functions and modules under construction, and their text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from custumal.interpreter.wasm.text.nodes import Node, text_of

_STRANGE = re.compile(r"[^\w.@-]", re.ASCII)


class Function:
    """A function under construction: parameters, result, and the locals that its body asks for."""

    def __init__(self, name: str, parameters: Iterable[tuple[str, str]] = (), result: str | None = None) -> None:
        self.name = name
        self.parameters = tuple(parameters)
        self.result = result
        self.body: list[Node] = []
        self._locals: list[tuple[str, str]] = []
        self._labels = 0
        self.nested = 1
        """How often what is being written runs at most in one pass of a loop that is counted."""
        self.opening: list[Node] | None = None
        """What is done first, where the position stays as it is from the beginning to the end; else None."""

    def local(self, word: str, of: str = "i64") -> str:
        """A new local."""
        name = f"${_STRANGE.sub('_', word)}_{len(self._locals)}"
        self._locals.append((name, of))
        return name

    def label(self, word: str) -> str:
        """A new label."""
        self._labels += 1
        return f"${word}{self._labels}"

    def text(self) -> str:
        head = " ".join(
            (
                f"(func {self.name}",
                *(f"(param {name} {of})" for name, of in self.parameters),
                *((f"(result {self.result})",) if self.result else ()),
                *(f"(local {name} {of})" for name, of in self._locals),
            )
        )
        return "\n ".join((head, *(text_of(node) for node in (*(self.opening or ()), *self.body)))) + ")"


class Module:
    """A module under construction. `exports` are functions by the names under which they can be called from outside."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.globals: dict[str, tuple[str, int]] = {}
        self.exports: dict[str, str] = {}
        self.table: list[str] = []
        self.data: list[tuple[int, bytes]] = []
        self.pages = 1
        self.further: list[str] = []

    def add(self, function: Function, export: str | None = None) -> Function:
        """Add a function that is finished: it is kept as text, which needs less room."""
        self.functions.append(function.text())
        function.body = []
        if export is not None:
            self.exports[export] = function.name
        return function

    def text(self) -> str:
        """The module in the text format."""
        parts = [
            f'(memory (export "memory") {self.pages})',
            *(f'(global {name} (export "{name[1:]}") (mut {of}) ({of}.const {start}))' for name, (of, start) in self.globals.items()),
            *self.further,
            *self.functions,
        ]
        if self.table:
            parts.append(f"(table {len(self.table)} funcref)")
            parts.append(f"(elem (i32.const 0) {' '.join(self.table)})")
        parts += [f'(export "{word}" (func {name}))' for word, name in self.exports.items()]
        parts += [f'(data (i32.const {at}) "{_escaped(data)}")' for at, data in self.data]
        return "(module\n" + "\n".join(parts) + ")\n"


def _escaped(data: bytes) -> str:
    return "".join(f"\\{byte:02x}" for byte in data)
