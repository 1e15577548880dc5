"""What the loader makes of good files, and what it says about bad ones: one case for each diagnostic, and nothing but diagnostics."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Severity, Span
from custumal.dsl.diagnostics.suggest import nearest, nearest_many
from custumal.dsl.documents.includes import include_path
from custumal.dsl.yaml.load import load_file, load_text
from custumal.dsl.yaml.source import Sources, SourceText, read_source
from custumal.dsl.yaml.traps import check_sentence, quoted
from custumal.dsl.yaml.tree import Data, Mapping, Node, Scalar, plain

HERE = Span("game.yaml", 1, 1, 1, 2)


def load(text: str) -> tuple[Node | None, list[Diagnostic]]:
    report = Report()
    return load_text(text, "a.yaml", report), report.sorted()


def data(text: str) -> Data:
    root, found = load(text)
    assert root is not None, found
    assert not found
    return plain(root)


def place(diagnostic: Diagnostic) -> tuple[int, int, int, int]:
    span = diagnostic.span
    return span.line, span.column, span.end_line, span.end_column


# What is read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("9223372036854775807", 2**63 - 1),
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("12 wood", "12 wood"),
        ("1 to 4", "1 to 4"),
        ("-x", "-x"),
        ("- 2", [2]),
        ("1-2", "1-2"),
        ("1.2.3", "1.2.3"),
        ("12:30", "12:30"),
        (">-\n  12", "12"),
        ("x != y", "x != y"),
        ("x | y", "x | y"),
        ("a::b", "a::b"),
        ("Il n'y a plus", "Il n'y a plus"),
        ("[a, 'b, c', {d: 1}]", ["a", "b, c", {"d": 1}]),
    ],
)
def test_core_values(text: str, value: Data) -> None:
    assert data(f"a:\n  {text}\n" if text else "a:\n") == {"a": value}


def test_keys_are_text_or_whole_numbers() -> None:
    root, found = load("0: zero\n46: craftsman\nno: 1\non: 2\nyes: 3\nfull(tile, cell of board): 4\n")
    assert not found
    assert isinstance(root, Mapping)
    assert [(key.text, key.value) for key, _ in root] == [
        ("0", 0), ("46", 46), ("no", "no"), ("on", "on"), ("yes", "yes"), ("full(tile, cell of board)", "full(tile, cell of board)"),
    ]  # fmt: skip


def test_anchors_and_aliases() -> None:
    assert data("a: &n [1, {b: 2}]\nc: *n\nd: {e: *n}") == {"a": [1, {"b": 2}], "c": [1, {"b": 2}], "d": {"e": [1, {"b": 2}]}}


def test_line_breaks_and_byte_order_mark_make_no_difference() -> None:
    assert data("\ufeffa: |\r\n  x\r\n  y\rb: 1") == {"a": "x\ny\n", "b": 1}


def test_document_start_is_allowed() -> None:
    assert data("# first\n---\na: 1\n...\n") == {"a": 1}


# What is refused

REFUSED: dict[str, list[tuple[str, tuple[int, int, int, int], str | None]]] = {
    "yaml-syntax": [
        ("a: b: c, d: e}\n", (1, 4, 1, 15), "{b: c, d: e}"),
        ('a: "s", 2]\n', (1, 4, 1, 11), '["s", 2]'),
        ("a:{b: c, d: e}\n", (1, 1, 1, 4), "a: {"),
        ("a {b: {c: 1}, d: e}\n", (1, 1, 1, 4), "a: {"),
        ("x:\n  few(seat) {b: c}\n", (2, 3, 2, 14), "few(seat): {"),
        ("x:\n  few:{b: c}\n", (2, 3, 2, 8), "few: {"),
        ("a: [1, 2\nb: 3\n", (1, 4, 1, 9), None),
        ("play:\n  turn: {rounds: seats, offer: turn\nactions:\n  x: {a: b}\n", (2, 9, 2, 36), None),
        ("a: {b: c [d, e}\n", (1, 4, 1, 16), None),
        ("a: 1\n  b: 2\n", (2, 3, 2, 7), None),
        ("a:\n  b: 1\n c: 2\n", (3, 2, 3, 6), None),
        ("actions\nb: 1\n", (1, 1, 1, 8), "actions:"),
        ("q: 1\na:1\nb: 2\n", (2, 1, 2, 4), "a: 1"),
        ("a: 1\n- b\n", (2, 1, 2, 4), None),
        ("a:\n   b: 1\n  c: 2\n", (2, 4, 2, 8), None),
        ("a:\n  b:\n   c: 2\n    d: 1\n", (3, 4, 3, 8), None),
        ("a:\n  b:\n    c: 2\n   d: 1\n", (4, 4, 4, 8), None),
        (" a: 1\nb: 2\n", (1, 2, 1, 6), None),
        ("a:\n  b\n    - 1\n    - 2\n  c: 1\n", (2, 3, 2, 4), "b:"),
        ("a:\n   - 1\n  - 2\n", (2, 4, 2, 7), None),
        ("a: 1\n}\n", (2, 1, 2, 2), None),
        ("a: [1, , 2]\n", (1, 8, 1, 9), None),
        ('a: "abc\nb: 1\n', (1, 4, 1, 8), '"abc"'),
        ('a: "abc\nb: "def"\nc: 1\n', (1, 4, 1, 8), '"abc"'),
        ("a: 'abc\nb: 'def: x'\n", (1, 4, 1, 8), "'abc'"),
        ("a: |\n  \n     \n  x\n", (4, 1, 4, 4), None),
        ("a: 'x\n---\n'\n", (2, 1, 2, 4), None),
        ("a:\t2\n", (1, 3, 1, 4), " "),
    ],
    "unquoted-sentence": [
        ("a: b > 3 ? 1 : 2\n", (1, 4, 1, 17), None),
        ("a: {if: b = [], do: c}\n", (1, 9, 1, 15), '"b = []"'),
        ("a: all(c in h: c.x)\n", (1, 4, 1, 20), '"all(c in h: c.x)"'),
        ('a: "s" == b\n', (1, 4, 1, 12), "'\"s\" == b'"),
        ("a: 'x' in y\n", (1, 4, 1, 12), "\"'x' in y\""),
        ("a: [1] + b\n", (1, 4, 1, 11), '"[1] + b"'),
        ("a: & b\n", (1, 4, 1, 7), '"& b"'),
        ("a: % 3\n", (1, 4, 1, 7), '"% 3"'),
        ("a: @x\n", (1, 4, 1, 6), '"@x"'),
        ("a: `x`\n", (1, 4, 1, 7), '"`x`"'),
        ("a: - x\n", (1, 4, 1, 7), '"- x"'),
        ("a: > 3\n", (1, 4, 1, 7), '"> 3"'),
        ("a: | x  # no\n", (1, 4, 1, 7), '"| x"'),
        ("a: {en: Take {card} and go, fr: b}\n", (1, 9, 1, 27), '"Take {card} and go"'),
        ("a: {that: n is in [1, 2] and b, because: No.}\n", (1, 11, 1, 31), '"n is in [1, 2] and b"'),
        ("a: {of: if p then [s] else seats}\n", (1, 9, 1, 33), '"if p then [s] else seats"'),
        ("a: [f(a, [1, 2] + 3)]\n", (1, 4, 1, 22), None),
    ],
    "torn-sentence": [
        ("{a: f(x, y)}", (1, 5, 1, 12), '"f(x, y)"'),
        ("a: {that: f(x, y) is 1, because: No.}", (1, 11, 1, 23), '"f(x, y) is 1"'),
        ("[a, f(x, y)]", (1, 5, 1, 12), '"f(x, y)"'),
        ("[f(a, [1, 2], b)]", (1, 2, 1, 17), '"f(a, [1, 2], b)"'),
        ("{full(a, b): x, c: d}", (1, 2, 1, 12), '"full(a, b)"'),
        ("{a: stop, thief of x}", (1, 5, 1, 21), '"stop, thief of x"'),
        ("{a: 1, b}", (1, 8, 1, 9), None),
        ("{a, b}", (1, 1, 1, 7), "[a, b]"),
    ],
    "bad-escape": [
        ('a: "a\\qb"', (1, 6, 1, 8), None),
        ('a: "a\\xZZ"', (1, 6, 1, 8), None),
        ('a: "a\\UFFFFFFFF"', (1, 6, 1, 16), None),
        ('a: "a\\U00110000"', (1, 6, 1, 16), None),
        ('a: "\\ud800"', (1, 5, 1, 6), None),
        ('a: "x\\e[31m"', (1, 6, 1, 7), None),
        ('a: "\\0"', (1, 5, 1, 6), None),
        ('a: "\\u202e"', (1, 5, 1, 6), None),
    ],
    "duplicate-key": [("a: 1\nb: 2\na: 3\n", (3, 1, 3, 2), None), ("0: 1\n'0': 2\n", (2, 1, 2, 4), None)],
    "key-not-text": [
        ("true: 1", (1, 1, 1, 5), '"true"'),
        ("null: 1", (1, 1, 1, 5), '"null"'),
        ("? [a]\n: 1", (1, 3, 1, 6), None),
        (": 1", (1, 1, 1, 1), None),
        ("~: 1", (1, 1, 1, 2), '"~"'),
    ],
    "merge-key": [("<<: {a: 1}", (1, 1, 1, 3), None)],
    "yaml-tag": [
        ("a: !x", (1, 4, 1, 6), None),
        ("a: !!str 1", (1, 4, 1, 9), None),
        ("!!map {a: 1}", (1, 1, 1, 6), None),
        ("a: !<x y", (1, 4, 1, 9), None),
        ("a: !y!x z", (1, 4, 1, 10), None),
    ],
    "yaml-directive": [("%YAML 1.1\n---\na: 1\n", (1, 1, 1, 10), ""), ("%YAML x\n---\na: 1", (1, 1, 1, 8), None)],
    "several-documents": [("a: 1\n---\nb: 2\n", (2, 1, 2, 4), None), ("a: 1\n...\nb: 2\n", (3, 1, 3, 4), None)],
    "empty-file": [("", (1, 1, 1, 1), None), ("# nothing\n", (1, 1, 1, 1), None)],
    "odd-number": [
        ("a: 012", (1, 4, 1, 7), "12"),
        ("a: 1_000", (1, 4, 1, 9), "1000"),
        ("a: 0x1F", (1, 4, 1, 8), "31"),
        ("a: 0o17", (1, 4, 1, 8), "15"),
        ("a: 0b101", (1, 4, 1, 9), "5"),
        ("a: +3", (1, 4, 1, 6), "3"),
        ("a: -0", (1, 4, 1, 6), "0"),
        ("012: a", (1, 1, 1, 4), "12"),
    ],
    "fraction": [
        ("a: 1.5", (1, 4, 1, 7), None),
        ("a: 1e3", (1, 4, 1, 7), None),
        ("a: .5", (1, 4, 1, 6), None),
        ("a: 1.", (1, 4, 1, 6), None),
        ("a: .inf", (1, 4, 1, 8), None),
        ("a: .NaN", (1, 4, 1, 8), None),
        ("1.5: a", (1, 1, 1, 4), None),
    ],
    "date": [("a: 2024-01-01", (1, 4, 1, 14), '"2024-01-01"'), ("a: 2024-01-01T10:00:00Z", (1, 4, 1, 24), '"2024-01-01T10:00:00Z"')],
    "odd-spelling": [
        ("a: ~", (1, 4, 1, 5), "none"),
        ("a: Null", (1, 4, 1, 8), "none"),
        ("a: True", (1, 4, 1, 8), "true"),
        ("a: FALSE", (1, 4, 1, 9), "false"),
    ],
    "number-too-large": [("a: 9223372036854775808", (1, 4, 1, 23), None), ("a: -" + "9" * 5000, (1, 4, 1, 5005), None)],
    "unknown-alias": [("a: *x\n", (1, 4, 1, 6), None), ("a: &card 1\nb: *crad\n", (2, 4, 2, 9), "*card"), ("&a [*a]", (1, 5, 1, 7), None)],
    "duplicate-anchor": [("a: &x 1\nb: &x 2\nc: *x\n", (2, 4, 2, 6), None)],
    "tab-indentation": [("a:\n\tb: 1\n\tc: 1\n", (2, 1, 2, 2), "  "), ("a:\n  \tb: 1\n", (2, 3, 2, 4), ""),
        ("a:\n  b: 1\n\tc: 1\n", (3, 1, 3, 2), "  "),
        ("a:\n  b:\n    c: 1\n\td:\n    e: 1\n", (4, 1, 4, 2), "  "),
        ("a:\n  - b: 1\n\tc: 1\n", (3, 1, 3, 2), "    "),
    ],
    "odd-indentation": [("a:\n\u00a0\u00a0b: 1\n", (2, 1, 2, 3), "  ")],
    "control-character": [
        ("a: x\x00y", (1, 5, 1, 6), ""),
        ("a: x\x1b[1m", (1, 5, 1, 6), ""),
        ("a: x\u2028y", (1, 5, 1, 6), ""),
        ("a: \ufeffx", (1, 4, 1, 5), ""),
    ],
    "bidirectional-character": [("a: x\u202ey", (1, 5, 1, 6), "")],
    "nested-too-deep": [("[" * 65, (1, 65, 1, 66), None), ("- " * 65 + "x", (1, 129, 1, 130), None)],
}  # fmt: skip
CASES = [(code, *case) for code, cases in REFUSED.items() for case in cases]


@pytest.mark.parametrize(("code", "text", "where", "suggestion"), CASES, ids=[f"{c[0]}-{c[1][:20]!r}" for c in CASES])
def test_refused(code: str, text: str, where: tuple[int, int, int, int], suggestion: str | None) -> None:
    _, found = load(text)
    assert [(d.code, place(d), d.suggestion) for d in found if d.is_error] == [(code, where, suggestion)]
    assert found[0].message


def test_a_map_that_is_stuck_to_its_key_is_read() -> None:
    """So that nothing of it is missed elsewhere."""
    tree, _ = load("x:\n  few:{b: 3}\n")
    assert isinstance(tree, Mapping)
    few = tree.get("x")
    assert isinstance(few, Mapping)
    inside = few.get("few")
    assert isinstance(inside, Mapping)
    value = inside.get("b")
    assert isinstance(value, Scalar)
    assert value.value == 3


def test_related_places_are_told() -> None:
    _, found = load("a: 1\nb: 2\na: 3\n")
    assert [related.span for related in found[0].related] == [Span("a.yaml", 1, 1, 1, 2)]


def test_keys_that_stand_twice_together_are_one_mistake() -> None:
    """As when the name of the second entry is missing."""
    _, found = load("a:\n  one:\n    x: 1\n    y: 2\n    z: 3\n    x: 4\n    y: 5\n    z: 6\n")
    assert [(one.code, one.span.line) for one in found] == [("duplicate-key", 6)]
    assert "`x` stands twice in one mapping, and so do `y`, `z`" in found[0].message


def test_nothing_is_lost_of_a_section_that_stands_twice() -> None:
    root, found = load("a: {b: 1}\nc: {d: 1, e: {f: 1}}\na: {g: 2, b: 3}\nc: {e: {h: 1}}\n")
    assert root is not None
    assert plain(root) == {"a": {"b": 1, "g": 2}, "c": {"d": 1, "e": {"f": 1}}}
    assert [d.code for d in found] == ["duplicate-key", "duplicate-key"]


def test_suggestions_mend_the_file() -> None:
    """Where the likely text is put at its span, the problem is gone."""
    for code, text, _, suggestion in CASES:
        if suggestion is None or code in {"yaml-syntax", "duplicate-key"}:
            continue
        _, found = load(text)
        span = found[0].span
        source = SourceText(Path("a.yaml"), "a.yaml", text)
        start, end = source.index(span.line, span.column), source.index(span.end_line, span.end_column)
        _, after = load(text[:start] + suggestion + text[end:])
        assert code not in {d.code for d in after} or len(after) < len(found) or "tab" in code, (text, suggestion)


def test_torn_sentences_are_put_together_so_that_nothing_follows_from_them() -> None:
    root, found = load("require: {fits: {that: rests(c, pose) is true, because: No.}}")
    assert root is not None
    assert plain(root) == {"require": {"fits": {"that": "rests(c, pose) is true", "because": "No."}}}
    assert len(found) == 1
    assert "that: rests(c, pose) is true" in found[0].message


def test_several_problems_in_one_run() -> None:
    _, found = load("a: 012\nb: {c: f(x, y)}\nd: ~\na: 2\n")
    assert [d.code for d in found] == ["odd-number", "torn-sentence", "odd-spelling", "duplicate-key"]


def test_an_anchor_that_nothing_uses_is_probably_part_of_a_sentence() -> None:
    _, found = load("a: &x and y\n")
    assert [(d.code, d.severity, place(d)) for d in found] == [("unused-anchor", Severity.WARNING, (1, 4, 1, 6))]


# Limits


def test_aliases_do_not_multiply_without_bound() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    root, found = load(bomb)
    assert root is None
    assert [d.code for d in found] == ["alias-too-large"]


def test_aliases_do_not_nest_without_bound() -> None:
    lines = ["a0: &a0 [x]", *(f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 80))]
    assert [d.code for d in load("\n".join(lines))[1]] == ["nested-too-deep"]


def test_number_of_nodes_is_bounded() -> None:
    report = Report()
    assert load_text("- x\n" * 50, "a.yaml", report, replace(LIMITS, nodes=40)) is None
    assert [d.code for d in report.sorted()] == ["file-too-large"]


def test_deep_nesting_never_reaches_pythons_own_limit() -> None:
    for opened in ("[", "{a: ", "- ", "? ", "a: ["):
        assert load(opened * 5000)[0] is None


def test_sixty_four_levels_are_allowed() -> None:
    assert load("[" * 64 + "]" * 64)[0] is not None


# Files


def read(tmp_path: Path, content: bytes, limit: int = LIMITS.file_bytes) -> tuple[SourceText | None, list[Diagnostic]]:
    (tmp_path / "game.yaml").write_bytes(content)
    report = Report()
    return read_source(tmp_path / "game.yaml", "game.yaml", report, replace(LIMITS, file_bytes=limit)), report.sorted()


def test_a_file_is_read_and_entered_into_the_sources(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    sources: Sources = {}
    report = Report()
    root = load_file(tmp_path / "game.yaml", "game.yaml", report, sources)
    assert root is not None
    assert plain(root) == {"a": 1, "b": 2}
    assert sources["game.yaml"].line(2) == "b: 2"
    assert sources["game.yaml"].line(9) == sources["game.yaml"].line(0) == ""


def test_too_large_a_file(tmp_path: Path) -> None:
    source, found = read(tmp_path, b"a: 12345\n", limit=8)
    assert source is None
    assert [d.code for d in found] == ["file-too-large"]
    assert read(tmp_path, b"a: 1234\n", limit=8)[1] == []


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"a: 1\nb: \xe9t\xe9\n", (2, 4, 2, 5)),
        (b"\xff\xfea\x00", (1, 1, 1, 1)),
        (b"PK\x03\x04....", (1, 1, 1, 1)),
        (b"a: \xed\xa0\x80", (1, 4, 1, 5)),
    ],
)
def test_text_that_is_not_utf8(tmp_path: Path, content: bytes, where: tuple[int, int, int, int]) -> None:
    source, found = read(tmp_path, content)
    assert source is None
    assert [(d.code, place(d)) for d in found] == [("not-utf8", where)]


def test_a_file_with_forbidden_characters_is_shown_but_not_loaded(tmp_path: Path) -> None:
    source, found = read(tmp_path, b"a:\n\tb: 1\n")
    assert source is not None
    assert [d.code for d in found] == ["tab-indentation"]
    sources: Sources = {}
    report = Report()
    assert load_file(tmp_path / "game.yaml", "game.yaml", report, sources) is None
    assert len(report.sorted()) == 1
    assert "game.yaml" in sources


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name in ("absent.yaml", "", "a\0b", "x" * 5000):
        report = Report()
        assert read_source(tmp_path / name, name, report) is None
        assert [d.code for d in report.sorted()] == ["unreadable-file"]


# Includes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "game"
    (inside / "parts").mkdir(parents=True)
    (inside / "buildings.yaml").write_text("a: 1\n")
    (inside / "parts" / "cards.yaml").write_text("a: 1\n")
    (tmp_path / "secret.yaml").write_text("a: 1\n")
    return inside


@pytest.mark.parametrize("name", ["buildings.yaml", "parts/cards.yaml", "./buildings.yaml"])
def test_includes_inside_the_folder(folder: Path, name: str) -> None:
    report = Report()
    path = include_path(folder, name, HERE, report)
    assert path is not None
    assert path.read_text() == "a: 1\n"
    assert not report.sorted()


@pytest.mark.parametrize(
    "name",
    [
        "../secret.yaml", "parts/../../secret.yaml", "parts/../buildings.yaml", "/etc/passwd", "C:\\x.yaml", "C:x.yaml",
        "\\\\host\\share\\x", "..\\secret.yaml",
        "parts\\cards.yaml", "~/x.yaml", "", "  ", "a\0b", "a\nb", "//x/y",
    ],
)  # fmt: skip
def test_includes_outside_the_folder(folder: Path, name: str) -> None:
    report = Report()
    assert include_path(folder, name, HERE, report) is None
    assert [(d.code, d.span) for d in report.sorted()] == [("include-outside", HERE)]


@pytest.mark.skipif(sys.platform == "win32", reason="making a link needs a right that users of Windows do not have")
def test_links_may_not_leave_the_folder(folder: Path) -> None:
    (folder / "out.yaml").symlink_to(folder.parent / "secret.yaml")
    (folder / "up").symlink_to(folder.parent)
    (folder / "in.yaml").symlink_to(folder / "buildings.yaml")
    (folder / "loop.yaml").symlink_to(folder / "loop.yaml")
    for name, code in (("out.yaml", "include-outside"), ("up/secret.yaml", "include-outside"), ("loop.yaml", "missing-include")):
        report = Report()
        assert include_path(folder, name, HERE, report) is None
        assert [d.code for d in report.sorted()] == [code]
    assert include_path(folder, "in.yaml", HERE, Report()) is not None


@pytest.mark.parametrize(
    ("name", "likely"), [("bulidings.yaml", "buildings.yaml"), ("parts/card.yaml", "parts/cards.yaml"), ("x" * 300, None)]
)
def test_includes_that_are_not_there(folder: Path, name: str, likely: str | None) -> None:
    report = Report()
    assert include_path(folder, name, HERE, report) is None
    found = report.sorted()
    assert [d.code for d in found] == ["missing-include"]
    assert likely is None or found[0].suggestion == likely


# Sentences


def sentence(text: str) -> tuple[bool, list[Diagnostic]]:
    report = Report()
    root = load_text(text, "a.yaml", report)
    assert isinstance(root, Mapping), report.sorted()
    scalar = root.get("a")
    assert isinstance(scalar, Scalar)
    fine = check_sentence(scalar, SourceText(Path("a.yaml"), "a.yaml", text), report)
    return fine, report.sorted()


@pytest.mark.parametrize(
    "text",
    ["a: player #1 wins\nb: 1\n", "a: x\nb: player #1 wins\n", "- player #1 wins\n", "{a: [b, player #1 wins\n]}\n", "a: b\n  c #1 d\n"],
)
def test_what_yaml_takes_off_a_text_is_told(text: str) -> None:
    report = Report()
    load_text(text, "a.yaml", report)
    (found,) = report.sorted()
    assert found.code == "swallowed-comment"
    assert "#1" in found.message
    assert found.suggestion in ('"player #1 wins"', '"b c #1 d"')


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a: {b: take card #3 first.}\nc: 1\n", "take card #3 first."),
        ("a:\n  b: {c: {d: draw #2}, e: 1}\n", "draw #2"),
        ("a: {\n  b: draw #2, c: draw 1,\n  d: 1}\n", "draw #2"),
        ("a: [one, card #2, three]\n", "card #2"),
    ],
)
def test_a_comment_that_takes_the_end_of_brackets_is_told_once(text: str, cut: str) -> None:
    report = Report()
    assert load_text(text, "a.yaml", report) is None
    (found,) = report.sorted()
    start = text.index(cut) - text.rfind("\n", 0, text.index(cut))
    assert (found.code, found.span.column, found.span.end_column) == ("yaml-syntax", start, start + len(cut))
    assert found.suggestion == f'"{cut}"'
    mended = Report()
    assert load_text(text.replace(cut, found.suggestion), "a.yaml", mended) is not None


@pytest.mark.parametrize("text", ["a: x # and y", "a: x # or y", "a: x # otherwise 3"])
def test_a_sentence_that_goes_on_is_no_comment(text: str) -> None:
    assert [d.code for d in sentence(text)[1]] == ["swallowed-comment"]


def test_a_comment_that_was_meant_as_text() -> None:
    fine, found = sentence("a: player #1 wins\nb: 1\n")
    assert fine
    assert [(d.code, d.severity, place(d)) for d in found] == [("swallowed-comment", Severity.WARNING, (1, 4, 1, 18))]
    assert found[0].suggestion == '"player #1 wins"'


@pytest.mark.parametrize("text", ["a: x  # why", "a: x  #why", "a: x # why", "a: x   #", "a: 'x' #y", "a: x#y", "a: >-\n  x #y"])
def test_comments_that_are_comments(text: str) -> None:
    assert sentence(text) == (True, [])


@pytest.mark.parametrize("text", ["a: >5\nb: 2\n", "a: |2\nb: 2\n", "a: >\nb: 2\n"])
def test_a_sign_that_begins_an_empty_block(text: str) -> None:
    fine, found = sentence(text)
    assert not fine
    assert [(d.code, d.span.line, d.span.column) for d in found] == [("torn-sentence", 1, 4)]


@pytest.mark.parametrize("text", ["{a: f(x}", "{a: f x)}"])
def test_unbalanced_brackets_in_a_flow_collection(text: str) -> None:
    fine, found = sentence(text)
    assert not fine
    assert [d.code for d in found] == ["torn-sentence"]


def test_quoting_keeps_the_text() -> None:
    for text in ("x", "it's", 'say "x"', "a\\b", 'say "it\'s"'):
        assert data(f"a: {quoted(text)}") == {"a": text}


# Suggestions

KEYS = [
    "actions",
    "because",
    "choose",
    "components",
    "cost",
    "define",
    "do",
    "each",
    "endless",
    "ensure",
    "if",
    "kinds",
    "limit",
    "offered",
    "require",
    "rule",
    "zones",
]


@pytest.mark.parametrize(
    ("word", "likely"),
    [
        ("actoins", "actions"), ("action", "actions"), ("becuase", "because"),
        ("chose", "choose"), ("component", "components"), ("csot", "cost"),
        ("defines", "define"), ("od", "do"), ("d", "do"), ("eahc", "each"), ("endles", "endless"), ("fi", "if"),
        ("Kinds", "kinds"), ("limits", "limit"), ("offerd", "offered"),
        ("requires", "require"), ("rules", "rule"), ("zone", "zones"), ("x", None), ("qqq", None),
        ("elephant", None), ("", None), ("cost", "cost"),
    ],
)  # fmt: skip
def test_the_nearest_name(word: str, likely: str | None) -> None:
    assert nearest(word, KEYS if word != likely else [*KEYS, "costs"]) == (likely if word != likely else "costs")


def test_capitals_and_joints_are_no_misspelling() -> None:
    assert nearest("Hand_Limit", ["hand-limits", "hand-limit", "land-limit"]) == "hand-limit"


def test_several_near_names_the_nearest_first() -> None:
    assert nearest_many("levl", ["elephant", "levers", "level", "tokens"]) == ["level"]
    assert nearest_many("stone-token", ["token", "stone-tokens", "stone-tolens", "stone-token"]) == ["stone-tokens", "stone-tolens"]
    assert nearest_many("aaaa", ["aaaab", "aaaac", "aaaad", "aaaae"], 2) == ["aaaab", "aaaac"]


def test_misspellings_of_long_names_are_found() -> None:
    dice = random.Random(3)
    names = [*KEYS, "structure-token", "level-supply", "height-limit", "first-player", "finished-levels", "landing", "colour"]
    found = total = 0
    for name in names * 20:
        if len(name) < 4:
            continue
        i = dice.randrange(len(name) - 1)
        wrong = dice.choice(
            [
                name[:i] + name[i + 1 :],
                name[:i] + name[i + 1] + name[i] + name[i + 2 :],
                name[:i] + "q" + name[i + 1 :],
                name[: i + 1] + name[i:],
            ]
        )
        if wrong in names:
            continue
        total += 1
        found += nearest(wrong, names) == name
    assert found / total >= 0.98, (found, total)


# Anything at all

SAMPLE = """# a file
game: x
players: 1 to 4
kinds: {die: {}, card: {printed: {value: number}}}
define:
  fits(s seat): >-
    some x in s.hand where
    x is 1
  full(tile): {is: "count(tile) >= 3", rule: [A-1, A-2]}
anchors: &n
  - 'it''s'
  - |
    text
again: *n
"""
PIECES = [": ", "- ", " #", "<<: ", "---\n", "...\n", "\\U", "%YAML 1.1\n", "!<", "&a ", "*a ", "? ", "\ufeff"]
SIGNS = [*"\n\n  \t:-?{}[],#&*!|>'\"%@`~\\\0\r.0123xé\u2028🎲", *PIECES]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from(SIGNS).filter(lambda s: len(s) == 1), max_size=60))
def test_any_text_gives_a_tree_or_errors(text: str) -> None:
    root, found = load(text)
    assert root is not None or any(d.is_error for d in found)


def test_broken_files_give_nothing_but_diagnostics_inside_the_file() -> None:
    dice = random.Random(11)
    for _ in range(1500):
        text = SAMPLE
        for _ in range(dice.choice([1, 1, 2, 5])):
            i, j = dice.randrange(len(text)), dice.randrange(1, 8)
            text = (
                text[:i] + dice.choice(["", "".join(dice.choices(SIGNS, k=dice.randrange(1, 4)))]) + text[i + dice.choice([0, 0, 1, j]) :]
            )
        root, found = load(text)
        assert root is not None or any(d.is_error for d in found), text
        lines = text.count("\n") + text.count("\r") + 2
        for d in found:
            assert 1 <= d.span.line <= d.span.end_line <= lines, (text, d)
            assert d.span.column >= 1, (text, d)
            assert d.span.end_column >= 1, (text, d)
            assert (d.span.line, d.span.column) <= (d.span.end_line, d.span.end_column), (text, d)
            assert d.message, (text, d)
