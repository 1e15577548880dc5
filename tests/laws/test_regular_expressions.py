"""No regular expression goes back over the same text again and again: with twice the text it looks at twice the characters.

Checked are all that stand at the top of a module, or as a text in a call of `re`, each the way it is used.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import custumal
from tests.support.regex_steps import Matcher, TooMany, attacks

pytestmark = pytest.mark.slow

ROOT = Path(custumal.__file__).parent
SIZES = (12, 24, 48)
MOST = 10_000
"""More steps than any expression that is linear needs for the longest of the texts."""
WAYS = {"match": "match", "fullmatch": "fullmatch", **dict.fromkeys(("search", "finditer", "findall", "sub", "split"), "all")}


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


FILES = sorted(
    path
    for room in ("dsl", "interpreter", "insight", "ui")
    for path in (ROOT / room).rglob("*.py")
    if any(f".{method}" in text for text in [path.read_text(encoding="utf-8")] for method in WAYS)
)
"""Those in which an expression may be used."""
EACH = pytest.mark.parametrize("path", FILES, ids=name_of)


@cache
def used(path: Path) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The expressions that a file uses, and in what way, each once."""
    return tuple({(pattern.pattern, pattern.flags, way): (pattern, way) for pattern, way in uses(path)}.values())


def uses(path: Path) -> Iterator[tuple[re.Pattern[str], str]]:
    module = vars(import_module(f"custumal.{name_of(path)}"))
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str(text)), *_]) if method in WAYS:
                yield re.compile(text), WAYS[method]
            case ast.Attribute(ast.Name(known) | ast.Subscript(ast.Name(known)), method) if method in WAYS and known in module:
                for pattern in _patterns(module[known]):
                    yield pattern, WAYS[method]


def _patterns(value: object) -> Iterator[re.Pattern[str]]:
    for each in value.values() if isinstance(value, dict) else (value,):
        if isinstance(each, re.Pattern):
            # What is looked for in bytes is as long to find in letters.
            yield each if isinstance(each.pattern, str) else re.compile(each.pattern.decode("latin-1"), each.flags | re.UNICODE)


def steps(pattern: re.Pattern[str], text: str, way: str) -> int:
    matcher = Matcher(pattern, text, MOST)
    try:
        if way == "all":
            list(matcher.spans())
        else:
            matcher.match(whole=way == "fullmatch")
    except TooMany:
        return MOST
    return matcher.steps


def slow_on(pattern: re.Pattern[str], way: str) -> Iterator[tuple[str, str, str]]:
    """The attacks with which the steps grow faster than the text."""
    for before, piece, behind in attacks(pattern):
        few, some, many = (steps(pattern, before + piece * size + behind, way) for size in SIZES)
        # Of what is linear, the second difference is as the first one times two; of squares, times four.
        if many >= MOST or many - some > 2.5 * (some - few) + 10:
            yield before, piece, behind


@EACH
def test_no_expression_goes_back_again_and_again(path: Path) -> None:
    for pattern, way in used(path):
        assert not list(slow_on(pattern, way)), (pattern, way)


def test_there_are_expressions() -> None:
    assert sum(len(used(path)) for path in FILES) >= 60


@pytest.mark.parametrize(
    ("text", "way"),
    [
        (r"(a+)+b", "match"),
        (r"(?:a|a)*b", "match"),
        (r"a*a*b", "match"),
        (r"x[^\n]*?[ ]*:", "match"),
        (r" *$", "search"),
        (r"(?:-[^\n]*\n?)*", "fullmatch"),
    ],
)
def test_expressions_that_go_back_are_found(text: str, way: str) -> None:
    assert list(slow_on(re.compile(text), WAYS[way]))


@pytest.mark.parametrize("text", [r"(?>a+)+b", r"[a-z]+(?:-[a-z]+)*", r"\"[^\"\\]*(?:\\.[^\"\\]*)*\"", r"x[^\n]*?:", r"(?<=a)b|^c\b"])
def test_others_are_not(text: str) -> None:
    assert not list(slow_on(re.compile(text), "match"))


TEXTS = ["", "a", "ab", "aab a-b\n", 'x "y" z', "  x: y # z\n- a", "0x1f 12 .5 1e9", "{a|b:c} `d` é_ß"]


@EACH
def test_the_matcher_finds_what_re_finds(path: Path) -> None:
    for pattern, way in used(path):
        attacked = [before + piece * 2 + behind for before, piece, behind in attacks(pattern)]
        for each in (*TEXTS, *attacked):
            matcher = Matcher(pattern, each)
            if way == "all":
                assert next(matcher.spans(), None) == (found.span() if (found := pattern.search(each)) else None), (pattern, each)
            else:
                found = pattern.fullmatch(each) if way == "fullmatch" else pattern.match(each)
                assert matcher.match(whole=way == "fullmatch") == (found and found.end()), (pattern, each)
