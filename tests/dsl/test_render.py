"""The four forms in which diagnostics are shown, against expectations written by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Related, Severity, Span
from custumal.dsl.diagnostics.render.columns import text_width
from custumal.dsl.diagnostics.render.github import render_github
from custumal.dsl.diagnostics.render.json import render_json
from custumal.dsl.diagnostics.render.sarif import render_sarif
from custumal.dsl.diagnostics.render.text import render_text, wants_color
from custumal.dsl.yaml.source import SourceText

TEXT = """game: x
define:
  mayor: {is: hight-limit + 3}
  é漢字: {is: 🎲 nmae}
  long: >-
    one
    two
"""
FILE = "games/x/game.yaml"
SOURCES = {FILE: SourceText(Path(FILE), FILE, TEXT)}
UNKNOWN = Diagnostic(
    "unknown-name",
    Severity.ERROR,
    Span(FILE, 3, 15, 3, 26),
    "no value is called `hight-limit`",
    "height-limit",
    (Related(Span(FILE, 1, 1, 1, 5), "the game begins here"),),
)
BLOCK = Diagnostic("swallowed-comment", Severity.WARNING, Span(FILE, 5, 9, 7, 8), "this is long")
NOTE = Diagnostic("missing-translation", Severity.NOTE, Span("other.yaml", 2, 3, 2, 4), "100% sure,\nreally: yes", "")


def one(span: tuple[int, int, int, int], text: str = TEXT, message: str = "m", suggestion: str | None = None) -> list[str]:
    found = Diagnostic("c", Severity.ERROR, Span("f", *span), message, suggestion)
    return render_text([found], {"f": SourceText(Path("f"), "f", text)}).split("\n")


def test_text_shows_the_line_the_mark_the_mending_and_related_places() -> None:
    assert render_text([UNKNOWN], SOURCES) == (
        "error[unknown-name] games/x/game.yaml:3:15\n"
        "no value is called `hight-limit`\n"
        "  |\n"
        "3 |   mayor: {is: hight-limit + 3}\n"
        "  |               ^^^^^^^^^^^\n"
        'help: did you mean "height-limit"?\n'
        "note: games/x/game.yaml:1:1: the game begins here\n"
        "  |\n"
        "1 | game: x\n"
        "  | ^^^^\n"
    )


def test_text_shows_the_first_of_several_lines() -> None:
    assert render_text([BLOCK], SOURCES) == (
        "warning[swallowed-comment] games/x/game.yaml:5:9\n"
        "this is long\n"
        "  |\n"
        "5 |   long: >-\n"
        "  |         ^^\n"
        "  | ...\n"
    )  # fmt: skip


def test_text_of_several_diagnostics_has_blank_lines_between() -> None:
    shown = render_text([UNKNOWN, BLOCK], SOURCES)
    assert shown == render_text([UNKNOWN], SOURCES) + "\n" + render_text([BLOCK], SOURCES)
    assert render_text([], SOURCES) == ""


def test_text_without_the_file_still_tells_the_place() -> None:
    assert render_text([NOTE], SOURCES) == "note[missing-translation] other.yaml:2:3\n100% sure, really: yes\nhelp: delete it\n"


def test_the_mark_stands_under_wide_characters() -> None:
    lines = one((4, 13, 4, 14))
    assert lines[3] == "4 |   é漢字: {is: 🎲 nmae}"
    assert lines[4] == "  | " + " " * 14 + "^^"
    assert one((4, 15, 4, 19))[4] == "  | " + " " * 17 + "^^^^"
    assert one((4, 3, 4, 6))[4] == "  |   ^^^^^"
    # Letters with a mark of their own take one column, a tab is shown as four.
    assert one((1, 3, 1, 4), "e\u0301x\ty")[4] == "  |  ^"
    assert one((1, 3, 1, 4), "x\tyz")[3:5] == ["1 | x    yz", "  |      ^"]


def test_widths() -> None:
    assert [text_width(text) for text in ("abc", "漢字", "한", "e\u0301", "🎲", "")] == [3, 4, 2, 1, 2, 0]


def test_a_mark_at_the_end_of_the_line_or_behind_it() -> None:
    assert one((1, 8, 1, 8))[4] == "  |        ^"
    assert one((1, 99, 1, 120))[4] == "  |        ^"


def test_line_numbers_of_several_digits_move_the_gutter() -> None:
    assert one((12, 1, 12, 2), "\n" * 11 + "abc")[2:5] == ["   |", "12 | abc", "   | ^"]


def test_long_lines_are_cut_around_the_place() -> None:
    lines = one((1, 501, 1, 504), "x" * 500 + "abc" + "y" * 500)
    assert lines[3] == "1 | …" + "x" * 60 + "abc" + "y" * 77 + "…"
    assert lines[4] == "  | " + " " * 61 + "^^^"
    assert len(one((1, 1, 1, 900), "x" * 1000)[4]) <= 150


def test_nothing_in_a_file_reaches_the_terminal_as_a_command() -> None:
    shown = "\n".join(one((1, 1, 1, 2), "a\x1b[31mb\u202ec", "bad \x1b]0;title\x07\ud800", "\x1b[2J"))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    shown.encode()
    assert "1 | a\ufffd[31mb\ufffdc" in shown


def test_suggestions_in_quotes_and_on_several_lines() -> None:
    assert one((1, 1, 1, 2), suggestion='"a, b"')[5] == 'help: did you mean "a, b"?'
    assert one((1, 1, 1, 2), suggestion="\n  a: 1\n  b: 2")[5:8] == ["help: write instead", "      a: 1", "      b: 2"]


def test_colour_only_when_asked_for() -> None:
    plain, coloured = render_text([UNKNOWN], SOURCES), render_text([UNKNOWN], SOURCES, color=True)
    assert "\x1b" not in plain
    assert coloured.startswith("\x1b[1;31merror[unknown-name]\x1b[0m ")
    assert "\x1b[1;31m^^^^^^^^^^^\x1b[0m" in coloured


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_wanted_on_a_terminal_that_was_not_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_color(Terminal())
    assert not wants_color(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_color(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color(Terminal())


def test_json_is_what_the_contract_says() -> None:
    assert json.loads(render_json([UNKNOWN, BLOCK, NOTE], files=2)) == {
        "diagnostics": [
            {
                "code": "unknown-name", "severity": "error", "file": FILE, "line": 3, "column": 15, "end_line": 3, "end_column": 26,
                "message": "no value is called `hight-limit`", "suggestion": "height-limit",
                "related": [{"file": FILE, "line": 1, "column": 1, "message": "the game begins here"}],
            },
            {
                "code": "swallowed-comment", "severity": "warning", "file": FILE, "line": 5, "column": 9, "end_line": 7, "end_column": 8,
                "message": "this is long", "suggestion": None, "related": [],
            },
            {
                "code": "missing-translation", "severity": "note", "file": "other.yaml",
                "line": 2, "column": 3, "end_line": 2, "end_column": 4, "message": "100% sure,\nreally: yes", "suggestion": "",
                "related": [],
            },
        ],
        "summary": {"errors": 1, "warnings": 1, "files": 2},
    }  # fmt: skip


def test_sarif_holds_what_the_standard_requires() -> None:
    document = json.loads(render_sarif([UNKNOWN, BLOCK, NOTE], version="1.2.3"))
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = document["runs"]
    assert run["tool"]["driver"] == {
        "name": "custumal",
        "version": "1.2.3",
        "rules": run["tool"]["driver"]["rules"],
    }
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["missing-translation", "swallowed-comment", "unknown-name"]
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == ["note", "warning", "error"]
    assert rules[1]["shortDescription"]["text"] == "YAML takes ` #…` after a sentence or a text for a comment."
    assert rules[1]["fullDescription"]["text"].startswith(rules[1]["shortDescription"]["text"] + " If it is one,")
    assert rules[1]["help"]["markdown"].startswith("### swallowed-comment\nWarning. YAML takes")
    assert run["columnKind"] == "unicodeCodePoints"
    first = run["results"][0]
    region = {"startLine": 3, "startColumn": 15, "endLine": 3, "endColumn": 26}
    assert first == {
        "ruleId": "unknown-name",
        "ruleIndex": 2,
        "level": "error",
        "message": {"text": "no value is called `hight-limit`"},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": FILE}, "region": region}}],
        "relatedLocations": [
            {
                "id": 0,
                "message": {"text": "the game begins here"},
                "physicalLocation": {
                    "artifactLocation": {"uri": FILE},
                    "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 5},
                },
            }
        ],
        "fixes": [
            {
                "description": {"text": "write `height-limit`"},
                "artifactChanges": [
                    {
                        "artifactLocation": {"uri": FILE},
                        "replacements": [{"deletedRegion": region, "insertedContent": {"text": "height-limit"}}],
                    }
                ],
            }
        ],
    }
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]
    assert "fixes" not in run["results"][1]


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("a b/ü.yaml", "a%20b/%C3%BC.yaml"),
        ("games\\x\\a.yaml", "games/x/a.yaml"),
        ("C:\\x\\a.yaml", "file:///C:/x/a.yaml"),
        ("/x/a#b", "file:///x/a%23b"),
        ("a:b", "a%3Ab"),
    ],
)
def test_sarif_names_files_by_address(name: str, uri: str) -> None:
    document = json.loads(render_sarif([Diagnostic("syntax", Severity.ERROR, Span(name, 1, 1, 1, 1), "m")]))
    assert document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_sarif_without_findings_is_one_clean_run() -> None:
    assert json.loads(render_sarif([]))["runs"] == [
        {"tool": {"driver": {"name": "custumal", "rules": []}}, "columnKind": "unicodeCodePoints", "results": []}
    ]


def test_github_annotations() -> None:
    assert render_github([UNKNOWN, NOTE]) == (
        "::error file=games/x/game.yaml,line=3,endLine=3,col=15,endColumn=26,title=unknown-name::"
        'no value is called `hight-limit`%0Adid you mean "height-limit"?%0Agames/x/game.yaml:1:1: the game begins here\n'
        "::notice file=other.yaml,line=2,endLine=2,col=3,endColumn=4,title=missing-translation::100%25 sure,%0Areally: yes\n"
    )
    odd = Diagnostic("c", Severity.WARNING, Span("a,b:c%.yaml", 1, 1, 1, 1), "m")
    assert render_github([odd]).startswith("::warning file=a%2Cb%3Ac%25.yaml,line=1,")
