"""What is wrong with a JSON document, in words: the place in it, what is expected there and what was found."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from custumal.dsl.diagnostics.wording import alternatives, quoted

Fault = Any
"""A `jsonschema.ValidationError`; that package is loaded only where a document is read."""
_TYPES = {"string": "a text", "boolean": "a truth value", "array": "a list", "object": "a map", "null": "`null`"}


def sentence(error: Fault, a: str) -> str:
    """What a schema says against a document, which is called `a`; without a full stop."""
    path = list(error.absolute_path)
    if error.validator == "required":
        return f"`{place([*path, next(name for name in error.validator_value if name not in error.instance)])}` is missing"
    if error.validator == "additionalProperties":
        strange = next(name for name in error.instance if name not in error.schema["properties"])
        return f"{quoted(place([*path, strange]))} is no key of {a}"
    return misfit(path, _expected(error.schema), error.instance)


def misfit(path: Iterable[str | int], expected: str, value: object) -> str:
    """Something else stands at a place than what is expected there."""
    named = place(path)
    return f"{quoted(named) if named else 'it'} should be {expected}, but {found(value)} stands there"


def place(path: Iterable[str | int]) -> str:
    """Keys and indices as people write them: `state.columns[2]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def found(value: object) -> str:
    """What sort of value stands there."""
    match value:
        case dict():
            return "a map"
        case list():
            return "a list"
        case str():
            return f"the text {quoted(value)}"
        case bool() | None:
            return f"`{json.dumps(value)}`"
    return f"the number {quoted(str(value))}"


def whole_number(low: int | None, high: int | None) -> str:
    """A whole number within bounds, of which either may be missing."""
    if low is not None and high is not None:
        return f"a whole number from {low} to {high}"
    return "a whole number" + (f" from {low} on" if low is not None else f" up to {high}" if high is not None else "")


def _expected(schema: dict[str, Any]) -> str:
    """What a part of a schema asks for."""
    if "const" in schema:
        return f"`{schema['const']}`, which this version reads"
    if "enum" in schema:
        return alternatives([f"`{word}`" for word in schema["enum"]])
    if "pattern" in schema:
        return f"a text such as `{schema['examples'][0]}`"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    number = whole_number(schema.get("minimum"), schema.get("maximum"))
    return alternatives([number if kind == "integer" else _TYPES[kind] for kind in kinds])
