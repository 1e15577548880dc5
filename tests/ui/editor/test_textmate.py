"""The grammar of the extension for VS Code is that of the language, and colours sentences and nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.dsl.yaml.tree import Scalar
from custumal.interpreter.library import shipped
from custumal.ui.editor.leaves import leaves
from custumal.ui.editor.textmate import grammar
from custumal.ui.editor.workspace import Workspace, kind_of_file

ROOT = Path(__file__).parents[3]
EXTENSION = ROOT / "editors" / "vscode"
FILE = EXTENSION / "syntaxes" / "custumal.tmLanguage.json"


def test_the_file_is_current() -> None:
    assert json.loads(FILE.read_text("utf-8")) == grammar()


def test_every_word_of_the_language_is_coloured() -> None:
    words = re.compile(grammar()["repository"]["words"]["patterns"][0]["match"])
    for word in RESERVED_WORDS:
        assert words.fullmatch(word)
    assert not words.search("top-is-where")


def test_every_rule_that_is_named_is_there() -> None:
    made = grammar()
    named = set(re.findall(r'"include": "#([^"]+)"', json.dumps(made)))
    assert named == set(made["repository"])


def sentences(path: Path) -> list[list[int]]:
    """The places of the sentences of a file: line and column where each begins, and where it ends; without the sign of a text that is
    folded over several lines."""
    document = read_file(path, kind_of_file(Workspace(), path), Report())
    found = (leaf for leaf in leaves(document) if leaf.sentence is not None and leaf.role != "key" and leaf.scalar.span.file == str(path))
    return [_place(leaf.scalar) for leaf in found]


def _place(scalar: Scalar) -> list[int]:
    span = scalar.span
    if scalar.style in ("folded", "literal"):
        return [span.line + 1, 1, span.end_line, span.end_column]
    return [span.line, span.column, span.end_line, span.end_column]


@pytest.mark.slow
@pytest.mark.skipif(not (EXTENSION / "node_modules").is_dir(), reason="the extension's tools are not installed (npm ci in editors/vscode)")
def test_every_sentence_of_every_shipped_file_is_coloured_and_nothing_else(tmp_path: Path) -> None:
    """Told by the tokenizer of VS Code, with the grammar injected into one for YAML."""
    spans = {str(path): sentences(path) for _, game in shipped() for path in sorted(game.parent.rglob("*.yaml"))}
    assert sum(map(len, spans.values())) > 10_000
    (tmp_path / "spans.json").write_text(json.dumps(spans), "utf-8")
    for step in (["npx", "tsc", "-p", "."], ["node", "--test", "out/test/colours.test.js"]):
        done = subprocess.run(
            step, cwd=EXTENSION, env={**os.environ, "SPANS": str(tmp_path / "spans.json")}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    assert "# skipped 0" in done.stdout
