"""The JSON Schemas are those of the code, help editors, and refuse what the reader of keys refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.json_documents import DIALECT
from custumal.dsl.documents.reader import Reader
from custumal.dsl.documents.rule_files import read_document
from custumal.dsl.keys import FILES, FORMS, SECTION_NAMES, Form, Key, Sentence
from custumal.dsl.sentences.grammar import STARTS
from custumal.dsl.sentences.sentence import parse
from custumal.dsl.yaml.load import load_text
from custumal.dsl.yaml.tree import Mapping, Node, Scalar, plain
from custumal.ui.terminal.commands.schema import KINDS, schema_text

ROOT = Path(__file__).resolve().parents[3]

GAME = """\
game: sample
title: A sample
players: 2 to 4
options:
  size: {is: 5 to 9, default: 7}
lists:
  colour: [red, green]
  suit:
    hearts: {worth: 2}
    spades: {worth: 1}
tables:
  bonus: {0: 0, 5: 2}
  malus:
    rows: {0: 1}
    rule: R-1
kinds:
  card: {printed: {value: number}, owned: true}
components:
  cards:
    kind: card
    in: deck
    provenance: rulebook
    rows:
      ace: {value: 11, copies: 4}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): card
  board: {shape: {grid: [3, 3]}}
kept:
  pot: {is: 0 to 99, until: turn}
values:
  hand-limit: 7
define:
  rich(s seat):
    is: count(hand of s) > 3
    rule: R-2
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 1 from deck to hand of s}
play:
  turn:
    rounds: seats
    do:
      act: {offer: action, pick: any}
      tidy:
        if: some my hand
        do: [raise pot by 1, lower pot by 1]
        else: stop turn
actions:
  take:
    say: {en: Take, fr: Prendre}
    offered: action
    choose:
      card: my hand
      two: {let: 2}
    require:
      room: {that: count(my hand) < hand-limit, because: Your hand is full.}
    do: discard card
procedures:
  twice(s seat):
    one: draw 1 from deck to hand of s
    two: draw 1 from deck to hand of s
standing:
  more: {modify: values.hand-limit, add: 1}
end:
  out: {after: play.turn, if: no my hand, do: stop turn}
scoring:
  pot: pot
ranking:
  pot: {most: my total, join: best}
scenarios:
  start:
    players: 2
    given: [set pot to 3]
    when: [take]
    then: {three: pot is 3}
"""


def tree_of(text: str) -> Node:
    report = Report()
    tree = load_text(text, "sample.yaml", report)
    assert tree is not None
    assert report.sorted() == []
    return tree


def by_reader(text: str, kind: str = "game") -> list[Diagnostic]:
    report = Report()
    read_document(tree_of(text), kind, "sample.yaml", report)
    return report.sorted()


def is_valid(text: str, kind: str = "game") -> bool:
    return bool(Draft202012Validator(whole(kind)).is_valid(plain(tree_of(text))))


def whole(kind: str) -> dict[str, Any]:
    """A schema as it is shipped."""
    found: dict[str, Any] = json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return found


# ---------------------------------------------------------------- the files in schemas/


@pytest.mark.parametrize("kind", KINDS)
def test_the_shipped_schema_is_that_of_the_table(kind: str) -> None:
    assert (ROOT / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8") == schema_text(kind), "run make schemas"


def test_there_is_one_schema_for_each_kind_of_file() -> None:
    assert sorted(path.name for path in (ROOT / "schemas").glob("*.json")) == sorted(f"{kind}.schema.json" for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_schema_is_valid_in_its_dialect(kind: str) -> None:
    assert whole(kind)["$schema"] == DIALECT
    Draft202012Validator.check_schema(whole(kind))


def objects(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema that lists properties, except the conditions under `dependentSchemas`."""
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict):
            yield path, node
        for name, inner in node.items():
            if name not in ("dependentSchemas", "examples"):
                yield from objects(inner, f"{path}/{name}")
    elif isinstance(node, list):
        for i, inner in enumerate(node):
            yield from objects(inner, f"{path}/{i}")


@pytest.mark.parametrize("kind", KINDS)
def test_objects_are_closed_and_keys_are_described(kind: str) -> None:
    top = whole(kind)
    for path, found in objects(top):
        assert "additionalProperties" in found or "propertyNames" in found, path
        for name, key in found["properties"].items():
            described = resolve(top, key["$ref"]) if set(key) == {"$ref"} else key
            assert described["description"].endswith("."), (path, name)
            assert described["examples"], (path, name)


def resolve(whole: dict[str, Any], reference: str) -> dict[str, Any]:
    found: Any = whole
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_no_alternatives_that_make_errors_unreadable(kind: str) -> None:
    text = schema_text(kind)
    assert '"anyOf"' not in text
    assert '"oneOf"' not in text


@pytest.mark.parametrize("kind", KINDS)
def test_every_example_is_valid(kind: str) -> None:
    top = whole(kind)
    for path, found in objects(top):
        for name, key in found["properties"].items():
            if set(key) == {"$ref"}:
                continue
            check = Draft202012Validator({**key, "$defs": top.get("$defs", {})})
            for example in key["examples"]:
                assert not list(check.iter_errors(example)), (path, name, example)


KEYS = [(form, key) for form in FORMS.values() for key in form.keys.values()]


@pytest.mark.parametrize(("form", "key"), KEYS, ids=[f"{form.name}-{key.name}" for form, key in KEYS])
def test_every_example_is_read_without_complaint(form: Form, key: Key) -> None:
    report = Report()
    tree = load_text(json.dumps({key.name: key.example}, ensure_ascii=False, indent=1), "example.yaml", report)
    assert isinstance(tree, Mapping)
    owner, node = tree.pairs[0]
    Reader(report, parse).value(key.holds, owner, owner, node, form.name, key.name)
    assert [str(each) for each in report.sorted()] == []


def test_the_table_uses_start_rules_that_the_grammar_has() -> None:
    used = {key.holds.scalar.start for _, key in KEYS if isinstance(key.holds.scalar, Sentence)}
    assert used <= set(STARTS)
    assert set(SECTION_NAMES) <= set(FILES["variant"].keys)


# ---------------------------------------------------------------- whole files


def test_the_sample_passes() -> None:
    assert by_reader(GAME) == []
    assert is_valid(GAME)


FAULTS = [
    ("title: A sample", "titel: A sample", "unknown-key", "titel"),
    ("players: 2 to 4\n", "", "missing-key", "game"),
    ("players: 2 to 4", "players: [2, 4]", "wrong-shape", "[2, 4]"),
    ("{is: 5 to 9, default: 7}", "{is: 5 to 9}", "missing-key", "size"),
    ("{worth: 2}", "2", "wrong-shape", "2"),
    ("owned: true", "owned: yes", "wrong-shape", "yes"),
    ("provenance: rulebook", "provenance: rulebok", "unknown-word", "rulebok"),
    ("shape: pile", "shape: pyle", "unknown-word", "pyle"),
    ("grid: [3, 3]", "gird: [3, 3]", "unknown-key", "gird"),
    ("until: turn", "untill: turn", "unknown-key", "untill"),
    ("  pot: {is: 0 to 99", "  pot_1: {is: 0 to 99", "bad-id", "pot_1"),
    ("hand-limit: 7", "hand-limit: {is: 7, lest: 1}", "unknown-key", "lest"),
    ("{each: s in seats, do:", "{each: s in seats, dow:", "unknown-key", "dow"),
    ("pick: any", "pik: any", "unknown-key", "pik"),
    ("      card: my hand\n", "      card: {form: my hand}\n", "unknown-key", "form"),
    ("because: Your hand is full.", "becuase: Your hand is full.", "unknown-key", "becuase"),
    ("    require:\n", "    requir:\n", "unknown-key", "requir"),
    ("    offered: action\n", "    offered: {action: 1}\n", "wrong-shape", "{action: 1}"),
    ("    do: discard card\n", "    do: 3\n", "syntax", "3"),
    ("{modify: values.hand-limit, add: 1}", "{modify: values.hand-limit, ad: 1}", "unknown-key", "ad"),
    ("{modify: values.hand-limit, add: 1}", "{modify: values.hand-limit, add: 1, up-to: 2}", "misplaced-key", "up-to"),
    ("{after: play.turn, if: no my hand, do: stop turn}", "{after: play.turn, if: no my hand}", "missing-key", "out"),
    ("join: best", "join: maybe", "unknown-word", "maybe"),
    ("then: {three: pot is 3}", "than: {three: pot is 3}", "unknown-key", "than"),
    ("    players: 2\n", "    players: two\n", "wrong-shape", "two"),
    ("given: [set pot to 3]", "given: {x: set pot to 3}", "wrong-shape", "{x: set pot to 3}"),
    ("{after: play.turn, if: no", "{after: play.turn, offer: x, if: no", "misplaced-key", "offer"),
    ("  bonus: {0: 0, 5: 2}", "  bonus: {none: 0, 5: 2}", "bad-id", "none"),
    ("{offer: action, pick: any}", "{offer: action, do: discard it}", "clashing-keys", "do"),
    ("scoring:\n  pot: pot", "scoring:\n  pot: {point: pot}", "unknown-key", "point"),
]


@pytest.mark.parametrize(("old", "new", "code", "at"), FAULTS, ids=[f"{code}-{at}" for _, _, code, at in FAULTS])
def test_the_reader_says_where_a_fault_is_and_the_schema_refuses_it(old: str, new: str, code: str, at: str) -> None:
    assert GAME.count(old) == 1, "the change must be unambiguous"
    text = GAME.replace(old, new)
    first = by_reader(text)
    assert [each.code for each in first] == [code]
    line = text.split("\n")[first[0].span.line - 1]
    assert line[first[0].span.column - 1 :].startswith(at)
    assert not is_valid(text)


def test_plain_data_keeps_numbers_as_keys_in_text() -> None:
    tree = tree_of("a: {0: 1}")
    assert plain(tree) == {"a": {"0": 1}}
    assert isinstance(tree, Mapping)
    assert isinstance(tree.pairs[0][0], Scalar)
