"""The parser in C is one way to read faster and no other way to read: with it and without it, all is read and said alike."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml import events
from custumal.dsl.yaml.events import DisputedError, quick_events
from custumal.dsl.yaml.parse import parse_yaml
from custumal.dsl.yaml.source import SourceText, check_text, normalised
from custumal.dsl.yaml.tree import Mapping, Node, Scalar
from tests.support.faults.bombs import BOMBS
from tests.support.faults.subjects import ROOT
from tests.support.scale import FULL, some

pytestmark = pytest.mark.slow

MORE = 10 if FULL else 1
SHIPPED = sorted((ROOT / "games").rglob("*.yaml"))
SIGNS = [
    ":", ": ", "#", " #", "\n", " ", "  ", "\n  ", "\n    ", "\n ", "\n\n", "- ", "-", "\n- ", "? ", "?", "{", "}", "[", "]", ",", ", ",
    '"', "'", "''", "(", ")", "\\", "\\n", "\\\n", "\\u00e9", "\\ud83c", "\\U0001F3B2", ">", "|", "|+", ">-", "|2", ">1-", "\t", "\u00a0",
    "null", "true: ", "a", "b", "a: ", "a:\n", "1", "~", "<<: ", "&a ", "&a", "*a", "*a ", "&é ", "!", "!t ", "!<x> ", "@", "`", "%", "=",
    "---", "---\n", "...\n", "%YAML 1.1\n", "%YAML 1.2\n---\n", "x" * 1020, "é", "漢", "🎲", "\u0301",
]  # fmt: skip
AGREED = [
    "", "# a", "a", "a:", "a: {b: c, d: [e, 'f g', {h: 1}]}", "- - a\n  - b\n- c", "a: b\n c", "a:\n- b", "? a\n: b", "a: {'b':c}",
    "a: &x b\nc: *x", "a: &x\n  b: c\nd: [*x, *x] # e", "---\na: b\n...", "---\na: b\n---\nc: d", "a: |\n  b\n\n  c\n",
    "a: >+ # c\n\n  b\n", "a: |2\n    b", "a: 'b''c'", 'a: "\\u00e9\\\n  b"', "'a': \"b\"", "a: ~", "a: 1\na: 2",
    "<<: a", "a: 012", "a: f(b, c)",
]  # fmt: skip
DISPUTED = [
    "a:\tb", "a: 'b\tc'", "%YAML 1.2\n---\na: b", "a: !t b", "a: !t [b]", "a: !!str &b c", "&a: b", "{&a: b}", "*a: b", "[*a : b]",
    "? *a *a:\nb", "a: |#b\n c", "a: >-#", "a: |\n \n  b", "a: >\n", "a: |+\n\n", "|-\n\n...\n",
    "['a':b]", "[[a] :b]", "[&a :b]", "[a: b]", "{? : a}",
]  # fmt: skip
needs_quick_parser = pytest.mark.skipif(events.C_PARSER is None, reason="there is no compiled parser for this platform to compare with")


def source_of(text: str) -> SourceText:
    return SourceText(Path("x.yaml"), "x.yaml", normalised(text))


def flat(node: Node | None) -> Any:
    """Everything that a tree says, places included."""
    if isinstance(node, Scalar):
        return (type(node.value), node.value, node.text, node.span, tuple(node.places), node.style, node.flow)
    if isinstance(node, Mapping):
        return ("map", node.span, node.flow, [(flat(key), flat(value)) for key, value in node])
    return None if node is None else ("list", node.span, node.flow, [flat(item) for item in node])


def read(source: SourceText) -> Any:
    """Everything that is read and everything that is said."""
    report = Report()
    tree = parse_yaml(source, report, LIMITS)
    assert tree is not None or report.has_errors
    return flat(tree), report.sorted()


def read_alike(text: str) -> None:
    source = source_of(text)
    if not check_text(source, Report()):
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(events, "C_PARSER", None)
        expected = read(source)
    alike = read(source) == expected
    assert alike, text  # without the trees, which would be pages


def is_disputed(text: str) -> bool:
    try:
        list(quick_events(source_of(text).text + "\n"))
    except DisputedError:
        return True
    return False


@needs_quick_parser
def test_shipped_files_are_read_quickly() -> None:
    assert not [path for path in SHIPPED if is_disputed(path.read_text(encoding="utf-8"))]


@needs_quick_parser
@pytest.mark.parametrize("path", some(SHIPPED, 30), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_shipped_files_are_read_alike(path: Path) -> None:
    read_alike(path.read_text(encoding="utf-8"))


@needs_quick_parser
@pytest.mark.parametrize("text", AGREED)
def test_what_is_left_to_the_parser_in_c(text: str) -> None:
    assert list(quick_events(text + "\n"))
    read_alike(text)


@needs_quick_parser
@pytest.mark.parametrize("text", DISPUTED)
def test_where_the_parsers_differ_the_one_in_python_is_asked(text: str) -> None:
    assert is_disputed(text)
    read_alike(text)


@needs_quick_parser
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_read_alike(name: str) -> None:
    read_alike(BOMBS[name])


@needs_quick_parser
@settings(max_examples=600 * MORE)
@given(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=16).map("".join))
def test_signs_in_any_order_are_read_alike(text: str) -> None:
    read_alike(text)


@needs_quick_parser
@pytest.mark.parametrize("seed", range(40 * MORE))
def test_a_slip_in_a_shipped_file_is_read_alike(seed: int) -> None:
    dice = random.Random(seed)
    text = dice.choice(SHIPPED).read_text(encoding="utf-8")
    for _ in range(50):
        at = dice.randrange(len(text))
        start = text.rfind("\n", 0, max(0, at - 250)) + 1
        stretch, here = text[start : text.find("\n", min(len(text) - 1, at + 250))], at - start
        read_alike(stretch[:here] + dice.choice(SIGNS) + stretch[here + dice.randrange(3) :])


def test_without_the_parser_in_c_everything_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "C_PARSER", None)
    assert is_disputed("a: b")
    (kind, _, _, pairs), said = read(source_of("a: {b: 1}\nc: [d, e]\n"))
    assert (kind, [key[1] for key, _ in pairs], said) == ("map", ["a", "c"], [])
