"""JSON documents from outside: good ones are read, and what is wrong with others is one sentence with the place, what was found and
what is expected."""

from __future__ import annotations

import json
from typing import Any

import pytest

from custumal.dsl.base.limits import MOST_SEATS
from custumal.dsl.documents.json_documents import BadDocument, DocumentSchema
from custumal.dsl.documents.record_schema import RECORD
from custumal.interpreter.position.json_schema import POSITION

DOCUMENTS = [RECORD, POSITION]
OTHERS: dict[str, Any] = {
    "null": None,
    "a truth": True,
    "a number": -7,
    "a fraction": 1.0,
    "a text": "x",
    "a list": [[{}]],
    "a map": {"x": {}},
}
THEIR_WORDS = ("schema", "instance", "valid", "Additional", "required", "is not of type", "None", "True", "object", "array", "Traceback")


def example(of: DocumentSchema) -> dict[str, Any]:
    """A document of the examples of all its keys."""
    return {name: key["examples"][0] for name, key in of.schema["properties"].items()}


def fault(of: DocumentSchema, data: object) -> str | None:
    try:
        assert of.read(json.dumps(data)) == data
    except BadDocument as error:
        return str(error)
    return None


@pytest.mark.parametrize("of", DOCUMENTS, ids=lambda of: of.a)
def test_good_documents_are_read(of: DocumentSchema) -> None:
    assert fault(of, example(of)) is None


KEYS = [(of, name) for of in DOCUMENTS for name in of.schema["properties"]]


WRONG = [
    pytest.param(of, name, value, id=f"{of.a}-{name}-{wrong}")
    for of, name in KEYS
    for wrong, value in OTHERS.items()
    if name not in ("seed", "game", "rules_hash") or type(value) is not type(example(of)[name])  # any number and any text will do
]


@pytest.mark.parametrize(("of", "name", "value"), WRONG)
def test_a_value_of_another_sort_is_refused_where_it_stands(of: DocumentSchema, name: str, value: object) -> None:
    said = fault(of, example(of) | {name: value})
    assert said is not None
    assert said.startswith(f"`{name}")
    assert not any(word in said for word in THEIR_WORDS)
    assert "\n" not in said


@pytest.mark.parametrize(("of", "name"), KEYS, ids=[f"{of.a}-{name}" for of, name in KEYS])
def test_a_key_that_is_missing_is_named(of: DocumentSchema, name: str) -> None:
    rest = {key: value for key, value in example(of).items() if key != name}
    assert fault(of, rest) == (f"`{name}` is missing" if name in of.schema["required"] else None)


@pytest.mark.parametrize("of", DOCUMENTS, ids=lambda of: of.a)
def test_a_key_too_many_is_named(of: DocumentSchema) -> None:
    assert fault(of, example(of) | {"zeal": 1}) == f"`zeal` is no key of {of.a}"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "`format` should be `1`, which this version reads, but the number `2` stands there"),
        ({"players": 0}, f"`players` should be a whole number from 1 to {MOST_SEATS}, but the number `0` stands there"),
        ({"players": 2.0}, f"`players` should be a whole number from 1 to {MOST_SEATS}, but the number `2.0` stands there"),
        ({"game": "a b"}, "`game` should be a text such as `sample`, but the text `a b` stands there"),
        ({"seats": ["human", None]}, "`seats[1]` should be a text, but `null` stands there"),
        ({"options": {"size": [5]}}, "`options.size` should be a text, a whole number or a truth value, but a list stands there"),
        ({"rules": {"values.most": 3}}, "`rules.values.most` should be a text, but the number `3` stands there"),
    ],
)
def test_what_is_said_of_a_record(change: dict[str, Any], said: str) -> None:
    assert fault(RECORD, example(RECORD) | change) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is no whole JSON document, and can't be read on from line 1, column 1"),
        ("{", "it is no whole JSON document, and can't be read on from line 1, column 2"),
        ("[" * 100_000, "its numbers are too long, or it is nested too deeply"),
        ('{"seed": ' + "9" * 5000 + "}", "its numbers are too long, or it is nested too deeply"),
        ("[]", "it should be a map, but a list stands there"),
        ("NaN", "it should be a map, but the number `nan` stands there"),
        ("{}", "`format` is missing"),
    ],
)
def test_what_is_no_record_at_all(text: str, said: str) -> None:
    with pytest.raises(BadDocument) as refused:
        RECORD.read(text)
    assert str(refused.value) == said


def test_a_text_that_is_known_to_be_a_document_is_not_judged_again_and_any_other_is(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = example(RECORD) | {"seed": 4711}
    assert RECORD.read_again(json.dumps(sound)) == sound
    judged: list[object] = []

    def noted(_: DocumentSchema, data: object) -> object:
        judged.append(data)
        return data

    monkeypatch.setattr(DocumentSchema, "judged", noted)
    assert RECORD.read_again(json.dumps(sound)) == sound and judged == []
    other = sound | {"seed": "4711"}
    RECORD.read_again(json.dumps(other))
    assert judged == [other]


def test_what_is_no_document_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(BadDocument):
            RECORD.read_again(json.dumps(example(RECORD) | {"seed": "none of this sort"}))
