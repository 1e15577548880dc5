"""The law of one shape: the reader of keys and the JSON Schemas, made from one table, accept and refuse the same files.

Only the shape of a file is compared: which keys stand where, and whether a text, a number, a list or a map is there. Any text will do as a
sentence here; a number or a truth has to be one by itself. Left out are files that are no YAML to begin with, and those in which an id
is there twice, which no schema can say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from custumal import load_game
from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Report, Severity
from custumal.dsl.documents.ids import is_id
from custumal.dsl.documents.parts import joined
from custumal.dsl.documents.reader import Reader
from custumal.dsl.documents.schema import schema
from custumal.dsl.documents.stray_attributes import report_stray_attributes
from custumal.dsl.keys import FILES
from custumal.dsl.sentences import sentence
from custumal.dsl.yaml.load import load_text
from custumal.dsl.yaml.tree import Data, Mapping, Node, Scalar, plain
from custumal.interpreter.runs.scenarios import run_scenarios
from tests.support import rule_texts
from tests.support.faults.inputs import sentences
from tests.support.faults.plan import KINDS, faults
from tests.support.faults.subjects import shipped
from tests.support.key_documents import documents, tree_of
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

VERSION = "language-version"
"""The number of a later version has the right shape."""
LARGE = 6_000
"""A file with more characters is broken only where everything is tried."""
OF_KEYS = ("misspelt key", "misplaced key", "missing key")
"""The faults that change the shape of a file; of the others one in each file will do."""


INCLUDING = tree_of({"custumal": 1, "game": "g", "players": 2})
"""The game that an included file is read with."""


def any_text(start: str, scalar: Scalar, report: Report) -> None:
    """Takes the place of the parser of sentences."""
    if start == "signature":
        fits = is_id("signature", scalar.text)
    else:
        fits = isinstance(scalar.value, str) or sentence.parse(start, scalar, Report()) is not None
    if not fits:
        report.tell(scalar.span, Problem("no-sentence", Severity.ERROR, f"`{scalar.text}` is no {start}"))


def by_reader(tree: Node, kind: str) -> list[Diagnostic]:
    report, of_names = Report(), Report()
    reader = Reader(report, any_text)
    if kind == "components":
        assert isinstance(INCLUDING, Mapping)
        part = reader.sections_only(tree, "file.yaml")
        tree, kind = joined([INCLUDING, *([part] if part is not None else [])], report), "game"
    document = reader.document(tree, kind, "file.yaml")
    report_stray_attributes(document, of_names)  # which depends on the words of all sentences
    return [each for each in report.sorted() if each.is_error and each.code != VERSION and each not in of_names.sorted()]


@cache
def validator(kind: str) -> Any:
    return Draft202012Validator(schema(kind))


def by_schema(data: Data, kind: str) -> list[str]:
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in validator(kind).iter_errors(data)]


def accepted(tree: Node, kind: str, name: str = "") -> bool | None:
    """Whether both accept the tree; None where an id is there twice."""
    reader, data = by_reader(tree, kind), plain(tree)
    if any(each.code == "duplicate-id" for each in reader):
        return None
    refused = not validator(kind).is_valid(data)
    assert bool(reader) == refused, (name, [f"{each.span}: {each.message}" for each in reader], by_schema(data, kind))
    return not refused


class Count:
    """How many files were compared."""

    def __init__(self) -> None:
        self.by_answer: dict[bool | None, int] = {True: 0, False: 0, None: 0}

    def take(self, texts: Iterable[rule_texts.Text]) -> None:
        for name, kind, text in texts:
            report = Report()
            tree = load_text(text, "file.yaml", report)
            self.by_answer[None if tree is None or report.has_errors else accepted(tree, kind, name)] += 1

    def __str__(self) -> str:
        return f"{self.by_answer[True]} accepted by both, {self.by_answer[False]} refused by both, {self.by_answer[None]} left out"


def test_shipped_files_and_games_of_the_tests_are_accepted() -> None:
    count = Count()
    count.take(rule_texts.files())
    assert count.by_answer[True] > 100
    assert (count.by_answer[False], count.by_answer[None]) == (0, 0)


@pytest.mark.parametrize("texts", [rule_texts.cases, rule_texts.examples])
def test_cases_and_examples(texts: Callable[[], Iterable[rule_texts.Text]], tell: Callable[[str], None]) -> None:
    count = Count()
    count.take(texts())
    tell(f"shape, {texts.__name__}: {count}")
    assert count.by_answer[True] > 10
    assert count.by_answer[False] > 1


def test_broken_files(tell: Callable[[str], None]) -> None:
    count = Count()
    for subject in (each for each in shipped() if FULL or len(each.source.text) <= LARGE):
        made = (fault for kind in KINDS for fault in faults(subject, kind, 1, 16 if FULL else 4 if kind in OF_KEYS else 1))
        count.take((f"{subject.name}: {fault.what}", subject.kind, fault.text) for fault in made)
    tell(f"shape, broken files: {count}")
    assert count.by_answer[True] > 10
    assert count.by_answer[False] > 10


TOPS = [(kind, name) for kind, form in FILES.items() for name in form.keys]


@pytest.mark.parametrize(("kind", "name"), TOPS, ids=[f"{kind}-{name}" for kind, name in TOPS])
def test_documents_made_from_the_table(kind: str, name: str) -> None:
    @settings(max_examples=60 if FULL else 20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(documents(kind, name))
    def agreed(data: dict[str, Data]) -> None:
        accepted(tree_of(data), kind)

    agreed()


@given(st.one_of(st.sampled_from(("a", "a(seat)", " a (s seat) ", "a()", "a(s seat, t seat)")), sentences()))
def test_the_keys_of_entries_with_parameters(text: str) -> None:
    scalar = tree_of(text)
    assert isinstance(scalar, Scalar)
    if sentence.parse("signature", scalar, Report()) is not None:
        assert is_id("signature", text)


NUMBERS = """\
custumal: 1
game: numbers
players: 2
kept: {most(seat): {is: 0 to 9, until: end}}
play: {turn: {players: seats, offer: turn}}
actions: {take: {offered: turn, choose: {n: [1, 3, 5], twice: [true, false]}, do: set most of me to n}}
scoring: {most: most of me}
ranking: {most: {most: my total}}
scenarios:
  three: {when: ["take(3, false)"], then: {three: most of p1 is 3, five: {allowed: "take(5, true)"}}}
"""


def test_a_list_of_numbers_is_a_set_everywhere(tmp_path: Path) -> None:
    """Checked, by the schemas, in scenarios, and played."""
    tree = load_text(NUMBERS, "game.yaml", Report())
    assert tree is not None
    assert accepted(tree, "game") is True
    (tmp_path / "game.yaml").write_text(NUMBERS, encoding="utf-8")
    checked = check_game(tmp_path / "game.yaml")
    assert checked.diagnostics == []
    assert checked.game is not None
    assert all(result.passed for result in run_scenarios(checked.game, checked.game.scenarios))
    assert {choice.args["n"] for choice in load_game(str(tmp_path)).start().choices()} == {1, 3, 5}
