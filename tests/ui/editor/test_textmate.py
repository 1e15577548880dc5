"""The grammar of the extension for VS Code is that of the language, and colours sentences and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.interpreter.library import shipped
from custumal.ui.editor.leaves import leaves
from custumal.ui.editor.textmate import grammar
from custumal.ui.editor.workspace import Workspace, kind_of_file

ROOT = Path(__file__).parents[3]
FILE = ROOT / "editors" / "vscode" / "syntaxes" / "custumal.tmLanguage.json"


def test_the_file_is_current() -> None:
    assert json.loads(FILE.read_text("utf-8")) == grammar()


def test_every_word_of_the_language_is_coloured() -> None:
    words = re.compile(grammar()["repository"]["sentence"]["patterns"][0]["match"])
    for word in RESERVED_WORDS:
        assert words.fullmatch(word)
    assert not words.search("top-is-where")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tic-tac-toe", "monolyth", "monastery", "kings-abbey"])
def test_what_is_coloured_are_sentences(game: str) -> None:
    """Behind every key that the grammar takes for one with a sentence, the files of the game do have a sentence."""
    begin, folder = re.compile(grammar()["repository"]["sentence"]["begin"]), dict(shipped())[game].parent
    coloured, wrong = 0, []
    for path in sorted(folder.rglob("*.yaml")):
        document = read_file(path, kind_of_file(Workspace(), path), Report())
        sentences = {leaf.scalar.span.line for leaf in leaves(document) if leaf.role == "value" and leaf.sentence is not None}
        section = ""
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            section = line.partition(":")[0] if line[:1].strip() else section
            if section in ("display", "edits"):  # data in which keys may be called as anywhere, and entries of the game that are changed
                continue
            found = begin.search(line)
            if found is not None and not re.search("[#'\"]", line[: found.start()]):
                coloured += 1
                wrong += [] if number in sentences else [(path.name, number, line)]
    assert coloured > 5
    assert wrong == []
