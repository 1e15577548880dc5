"""JSON documents from outside, saved games and positions: each is judged by its JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custumal.dsl.base import cache_files

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class BadDocument(ValueError):
    """A text that is no document of this sort; the message says what is wrong with it, as a sentence without a full stop."""


@dataclass(frozen=True, eq=False)
class DocumentSchema:
    """The JSON Schema of one sort of document. `a` is what such a document is called ("a record"); `contradiction` says of one that has
    this form what in it contradicts what else stands there, or nothing."""

    a: str
    schema: Schema
    contradiction: Callable[[dict[str, Any]], str | None] = lambda _: None

    def read(self, text: str) -> dict[str, Any]:
        """The document in a text.

        Raises:
            BadDocument: there is none.
        """
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise BadDocument(
                f"it is no whole JSON document, and can't be read on from line {error.lineno}, column {error.colno}"
            ) from None
        except (ValueError, RecursionError):
            raise BadDocument("its numbers are too long, or it is nested too deeply") from None
        return self.judged(data)

    def read_again(self, text: str) -> dict[str, Any]:
        """The same of a text that is read again and again: that it is such a document is kept in the user's cache.

        Raises:
            BadDocument: there is none.
        """
        name = cache_files.key_for(f"{cache_files.code_stamp(('dsl/documents',))} {self.schema} {text}")
        if cache_files.read(name, "judged") is not None:
            known: dict[str, Any] = json.loads(text)
            return known
        found = self.read(text)
        cache_files.write(name, "judged", b"")
        return found

    def judged(self, data: object) -> dict[str, Any]:
        """The data, if they are such a document.

        Raises:
            BadDocument: they are none.
        """
        error = next(self._validator.iter_errors(data), None)
        if error is not None:
            from custumal.dsl.documents.json_faults import sentence  # noqa: PLC0415  # only when something is wrong

            raise BadDocument(sentence(error, self.a))
        assert isinstance(data, dict)
        wrong = self.contradiction(data)
        if wrong is not None:
            raise BadDocument(wrong)
        return data

    @cached_property
    def _validator(self) -> Any:
        from jsonschema import Draft202012Validator, validators  # noqa: PLC0415  # slow to import; start-up is measured

        whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)  # 2.0 is none here
        extend: Any = validators.extend  # has no types
        return extend(Draft202012Validator, type_checker=whole)(self.schema)


def key(text: str, example: object, **schema: object) -> Schema:
    """One key of a document: what it is for, an example, and what it holds."""
    return {"description": text, "examples": [example], **schema}


def closed(properties: Schema, *optional: str) -> Schema:
    """A map of these keys and no others."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "additionalProperties": False, "required": required}


def document(
    kind: str, text: str, properties: Schema, *optional: str, contradiction: Callable[[dict[str, Any]], str | None] = lambda _: None
) -> DocumentSchema:
    """The schema of a whole document of these keys and no others, in which nothing contradicts what else stands there."""
    head = {"$schema": DIALECT, "$id": f"{kind}.schema.json", "title": f"A {kind}", "description": text}
    return DocumentSchema(f"a {kind}", {**head, **closed(properties, *optional)}, contradiction)
