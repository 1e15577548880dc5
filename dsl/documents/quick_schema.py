"""Is data certainly valid by a schema? Answers for the few words that our schemas use, without looking for what is wrong.

Most files are right, and then nobody has to be told why: the full validator, slow to load and to run, is asked only where this says no.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from custumal.dsl.yaml.tree import Data

Test = Callable[[Data], bool]
_SILENT = frozenset({"$schema", "$id", "$defs", "$comment", "title", "description", "examples", "default", "then", "else", "properties"})


def validity(schema: Any) -> Test:
    """The test of a whole schema; what it does not know counts as not valid."""
    return _Tests(schema).of(schema)


class _Tests:
    def __init__(self, whole: Any) -> None:
        self.whole = whole
        self.known: dict[str, Test] = {}

    def of(self, schema: Any) -> Test:
        """The test of one schema."""
        if isinstance(schema, bool):
            return _everything if schema else _nothing
        tests = [self._word(word, value, schema) for word, value in schema.items() if word not in _SILENT]
        if "properties" in schema and "additionalProperties" not in schema:
            tests.append(self._entries(schema["properties"], _everything))
        return tests[0] if len(tests) == 1 else _all(tests)

    def _word(self, word: str, value: Any, schema: Any) -> Test:
        match word:
            case "$ref":
                return self._reference(value)
            case "type":
                return _type(value if isinstance(value, list) else [value])
            case "enum":
                return _among(value)
            case "pattern":
                found = re.compile(value).search
                return lambda data: not isinstance(data, str) or found(data) is not None
            case "required":
                return lambda data: not isinstance(data, dict) or all(name in data for name in value)
            case "items":
                item = self.of(value)
                return lambda data: not isinstance(data, list) or all(map(item, data))
            case "propertyNames":
                name = self.of(value)
                return lambda data: not isinstance(data, dict) or all(map(name, data))
            case "additionalProperties":
                return self._entries(schema.get("properties", {}), self.of(value))
            case "dependentSchemas":
                return self._dependent({name: self.of(inner) for name, inner in value.items()})
            case "not":
                inner = self.of(value)
                return lambda data: not inner(data)
            case "allOf":
                return _all([self.of(inner) for inner in value])
            case "anyOf":
                several = [self.of(inner) for inner in value]
                return lambda data: any(test(data) for test in several)
            case "if":
                return self._branch(value, schema)
        return _nothing

    def _reference(self, name: str) -> Test:
        """Another part of the schema, whose test is made when it is first asked, since parts refer to each other."""

        def test(data: Data) -> bool:
            known = self.known.get(name)
            if known is None:
                known = self.known[name] = self.of(self._part(name))
            return known(data)

        return test

    def _part(self, pointer: str) -> Any:
        node = self.whole
        for step in pointer.removeprefix("#/").split("/"):
            node = node[step]
        return node

    def _entries(self, properties: dict[str, Any], others: Test) -> Test:
        known = {name: self.of(inner) for name, inner in properties.items()}

        def test(data: Data) -> bool:
            return not isinstance(data, dict) or all(known.get(name, others)(value) for name, value in data.items())

        return test

    def _dependent(self, tests: dict[str, Test]) -> Test:
        return lambda data: not isinstance(data, dict) or all(test(data) for name, test in tests.items() if name in data)

    def _branch(self, condition: Any, schema: Any) -> Test:
        if_, then, other = self.of(condition), self.of(schema.get("then", True)), self.of(schema.get("else", True))
        return lambda data: then(data) if if_(data) else other(data)


def _everything(_data: Data) -> bool:
    return True


def _nothing(_data: Data) -> bool:
    return False


def _all(tests: list[Test]) -> Test:
    return lambda data: all(test(data) for test in tests)


def _among(values: list[Any]) -> Test:
    return lambda data: any(data == value and type(data) is type(value) for value in values)


def _type(names: list[str]) -> Test:
    classes = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None), "number": int}
    wanted = tuple({classes[name] for name in names})
    return lambda data: type(data) in wanted
