"""Constants in memory: tuples and tables, each once."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack

from custumal.interpreter.setup.values import Value
from custumal.interpreter.wasm.memory.shapes import ENTRY, NONE
from custumal.interpreter.wasm.unsupported import Unsupported


class Pool:
    """Grows from an address on. `data` is what has to stand there."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.data = bytearray()
        self._known: dict[tuple[object, ...], int] = {}

    @property
    def end(self) -> int:
        return self.start + len(self.data)

    def number(self, value: Value) -> int:
        """The number that stands for a value in memory; of a tuple its address."""
        if value is None:
            return NONE
        if isinstance(value, tuple):
            return self.tuple(value)
        if value == NONE:
            raise Unsupported("the least number of 64 bits")
        return int(value)

    def tuple(self, values: Sequence[Value]) -> int:
        """The address of a tuple."""
        return self.table((len(values), *map(self.number, values)))

    def table(self, numbers: Sequence[int]) -> int:
        """The address of numbers, one behind the other."""
        key = tuple(numbers)
        if key not in self._known:
            self._known[key] = self.end
            self.data += pack(f"<{len(key)}q", *key)
        return self._known[key]

    def pointers(self, values: Sequence[Value]) -> int:
        """The address of a table of tuples."""
        return self.table([0 if value is None else self.tuple(value) for value in values])

    def room(self, size: int) -> int:
        """The address of so many zeros, rounded up to whole entries."""
        at = self.end
        self.data += bytes(-(-size // ENTRY) * ENTRY)
        return at
