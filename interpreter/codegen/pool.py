"""The names that generated code can reach: plain tables, nodes of the model, parts of the instance, and helpers.

Tables are plain values, so they can be stored beside the code and need not be computed again.
"""

from __future__ import annotations

import ast
import marshal
from typing import Any

from custumal.interpreter.codegen import nodes as n
from custumal.interpreter.setup.values import Value

SMALL = 8
"""Tuples up to this length stand in the code itself."""


class Pool:
    """Collects what the code refers to by name.

    Attributes:
        tables: name -> plain value (numbers, truths, None, tuples of these).
        models: name -> node of the checked model or of the program.
        zones: name -> name of the zone whose layout is meant.
    """

    def __init__(self) -> None:
        self.tables: dict[str, Value] = {}
        self.models: dict[str, Any] = {}
        self.zones: dict[str, str] = {}
        self._by_value: dict[bytes, str] = {}
        self._by_identity: dict[int, str] = {}

    def value(self, value: Value) -> n.Node:
        """A constant: in the code if it is small, else a table."""
        if not isinstance(value, tuple):
            return n.const(value)
        if len(value) <= SMALL and not any(isinstance(item, tuple) for item in value):
            return n.const(value)
        return self.table(value)

    def table(self, value: tuple[Value, ...]) -> ast.Name:
        """A table, shared with all equal ones."""
        # As bytes, since a truth equals a number otherwise.
        key = marshal.dumps(value, 2)
        if key not in self._by_value:
            identifier = f"T{len(self.tables)}"
            self._by_value[key] = identifier
            self.tables[identifier] = value
        return n.name(self._by_value[key])

    def model(self, node: Any) -> ast.Name:
        """A node of the model, for helpers that want it."""
        if id(node) not in self._by_identity:
            identifier = f"M{len(self.models)}"
            self._by_identity[id(node)] = identifier
            self.models[identifier] = node
        return n.name(self._by_identity[id(node)])

    def zone(self, zone: str) -> ast.Name:
        identifier = f"Z{list(self.zones.values()).index(zone)}" if zone in self.zones.values() else f"Z{len(self.zones)}"
        self.zones[identifier] = zone
        return n.name(identifier)

    def constant_of(self, node: n.Node) -> Value:
        """The value of a node for which `is_constant` holds."""
        return node.value if isinstance(node, ast.Constant) else self.tables[node.id] if isinstance(node, ast.Name) else None

    def is_constant(self, node: n.Node) -> bool:
        return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in self.tables)
