"""The law of the two readings: the reader of keys and the JSON Schemas, made from one table, accept and refuse the same files.

Only the shape of a file is compared: which keys stand where, and whether a text, a number, a list or a map is there. A sentence is any
text here, except that a number or a truth has to be one by itself. That an id is there twice no schema can say.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.ids import is_id
from custumal.dsl.documents.reader import Reader
from custumal.dsl.documents.schema import schema
from custumal.dsl.keys import FILES
from custumal.dsl.sentences import sentence
from custumal.dsl.yaml.tree import Data, Node, Scalar, plain
from tests.key_documents import documents, tree_of

OF_OTHER_JUDGES = ("duplicate-id", "language-version")


def any_text(start: str, scalar: Scalar, report: Report) -> None:
    """Takes the place of the parser of sentences."""
    if start == "signature":
        fits = is_id("signature", scalar.text)
    else:
        fits = isinstance(scalar.value, str) or sentence.parse(start, scalar, Report()) is not None
    if not fits:
        report.error("no-sentence", scalar.span, f"`{scalar.text}` is no {start}")


def refused_by_reader(tree: Node, kind: str) -> list[Diagnostic]:
    report = Report()
    Reader(report, any_text).document(tree, kind, "made.yaml")
    return [each for each in report.sorted() if each.is_error and each.code not in OF_OTHER_JUDGES]


@cache
def validator(kind: str) -> Any:
    return Draft202012Validator(schema(kind))


def refused_by_schema(data: Data, kind: str) -> list[str]:
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in validator(kind).iter_errors(data)]


def assert_agreed(tree: Node, kind: str) -> bool:
    """Whether the tree is accepted, by both."""
    reader, by_schema = refused_by_reader(tree, kind), refused_by_schema(plain(tree), kind)
    assert bool(reader) == bool(by_schema), (plain(tree), [f"{each.code}: {each.message}" for each in reader], by_schema)
    return not reader


TOPS = [
    (kind, name)
    for kind, form in FILES.items()
    if kind != "record"
    for name in form.keys
    if kind not in ("components", "variant") or name not in FILES["game"].keys
]


@pytest.mark.parametrize(("kind", "name"), TOPS, ids=[f"{kind}-{name}" for kind, name in TOPS])
def test_documents_made_from_the_table(kind: str, name: str) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(documents(kind, name))
    def agreed(data: dict[str, Data]) -> None:
        assert_agreed(tree_of(data), kind)

    agreed()
