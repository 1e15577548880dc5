"""The quick reader of YAML gives what the reader of all YAML gives, or nothing."""

import random
from pathlib import Path
from typing import Any

import pytest

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.quick_yaml import quick_tree
from custumal.dsl.yaml.slow_yaml import slow_tree
from custumal.dsl.yaml.source import Source, check_text, normalised
from custumal.dsl.yaml.tree import Mapping, Node, Scalar

ROOT = Path(__file__).parents[3]
SHIPPED = sorted((ROOT / "games").rglob("*.yaml"))
SLIPS = (
    ":",
    ": ",
    "#",
    " #",
    "\n",
    " ",
    "  ",
    "- ",
    "{",
    ",",
    "]",
    '"',
    "'",
    "(",
    ")",
    ">",
    "|",
    "\n\n",
    "?",
    "null",
    "true: ",
    "&a ",
    "!t ",
    "*a ",
)
STRETCH = 500


def flat(node: Node) -> Any:
    """Everything that a tree says, places included."""
    if isinstance(node, Scalar):
        return (type(node.value), node.value, node.text, node.span, node.places, node.style, node.flow)
    if isinstance(node, Mapping):
        return ("map", node.span, node.flow, [(flat(key), flat(value)) for key, value in node])
    return ("list", node.span, node.flow, [flat(item) for item in node])


def compare(text: str) -> bool:
    """Whether the quick reader had an answer, which then is the right one."""
    source = Source(Path("x.yaml"), "x.yaml", normalised(text))
    if not check_text(source, Report()):
        return False
    quick = quick_tree(source, LIMITS)
    if quick is None:
        return False
    report = Report()
    slow = slow_tree(source, report, LIMITS)
    assert report.sorted() == []
    assert slow is not None
    assert flat(quick) == flat(slow)
    return True


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_shipped_files_are_read_quickly_and_right(path: Path) -> None:
    assert compare(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", range(40))
def test_slips(seed: int) -> None:
    dice = random.Random(seed)
    text = dice.choice(SHIPPED).read_text(encoding="utf-8")
    for _ in range(12):
        at = dice.randrange(len(text))
        start = text.rfind("\n", 0, max(0, at - STRETCH)) + 1
        end = text.find("\n", min(len(text) - 1, at + STRETCH))
        stretch, here = text[start:end], at - start
        for slip in SLIPS:
            compare(stretch[:here] + slip + stretch[here:])
        compare(stretch[:here] + stretch[here + 1 :])


READ = (
    "a: b",
    "a: {b: 1, c: [x, y]}  # remark",
    "- a\n- b: c\n  d: e\n",
    "a:\n- b\n- c\nd: 1\n",
    "a: >-\n  x\n  y\n\n  z\nb: |\n    q\n     r\n",
    "'a': \"b\"\nc: 'd e'",
    "a:   # remark\n  b: c\n",
    "a: {\n  b: c,  # remark\n  d: e\n}\n",
    "- - a\n  - b\n- c\n",
    "a: x:y\nb: -1\nc: a#b\n",
)
LEFT = (
    *("", "#", "a", "a:", "a: b\n c", "a: &x b", "a: *x", "a: !t b", "a: {b}", "a: {b: f(x, y)}", "a: b: c", "a: b\na: c"),
    *("a: 'it''s'", 'a: "\\n"', "---\na: b", "a:\tb", "a: [b: c]", "? a\n: b", "a: |2\n   b", "a: >+\n  b\n", "true: a"),
    *("<<: {a: b}", "a: ~", "a: 012", "a: [", "a: }", "a: b\n- c", " a: b\nc: d", "a: b #c\n  d", "{a: b", "a: {b: }", "a: [b c\n d]"),
)


@pytest.mark.parametrize("text", READ)
def test_what_is_read(text: str) -> None:
    assert compare(text)


@pytest.mark.parametrize("text", LEFT)
def test_what_is_left_to_the_reader_of_all_yaml(text: str) -> None:
    assert not compare(text)
