"""A game in several files, in a folder that may be spoilt: files taken away, names misspelt, any fault in any file."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.rule_files import read_document, read_game
from custumal.dsl.yaml.load import load_source
from custumal.dsl.yaml.tree import Scalar, Sequence
from tests.support.faults.pages import Fault, Page
from tests.support.faults.slips import slip
from tests.support.faults.subjects import ROOT, Subject

HOME = ROOT / "tests" / "cases" / "included"
KIND = "deleted include"


class Joined(Subject):
    """The game file, whose document has the sections of all files."""

    @cached_property
    def document(self) -> Document:
        report = Report()
        found = read_game(self.path, report)
        assert not report.sorted()
        return found


class Included(Subject):
    """One of the files; a broken one is checked in a copy of the folder."""

    def __init__(self, path: Path, folder: Path) -> None:
        kind = "game" if path == HOME / "game.yaml" else "components"
        super().__init__(path, kind, {"game": Joined(HOME / "game.yaml", "game")})
        self.folder = folder

    @property
    def name(self) -> str:
        return self.path.relative_to(HOME).as_posix()

    @cached_property
    def document(self) -> Document:
        tree = load_source(self.source, Report())
        assert tree is not None
        return read_document(tree, self.kind, self.name, Report())

    def check(self, text: str) -> list[Diagnostic]:
        path = self.folder / self.name
        path.write_text(text, encoding="utf-8")
        try:
            return check_game(self.folder / "game.yaml", "game.yaml").diagnostics
        finally:
            path.write_text(self.source.text, encoding="utf-8")

    def check_without(self, name: str) -> list[Diagnostic]:
        """What is said when one of the files is gone."""
        path = self.folder / name
        away = path.rename(path.with_suffix(".away"))
        try:
            return check_game(self.folder / "game.yaml", "game.yaml").diagnostics
        finally:
            away.rename(path)


def included(folder: Path) -> list[Included]:
    """The files of the game, to be broken in a copy of it in `folder`."""
    shutil.copytree(HOME, folder, dirs_exist_ok=True)
    return [Included(path, folder) for path in sorted(HOME.rglob("*.yaml"))]


def include_faults(subject: Included, seed: int) -> Iterator[tuple[Fault, list[Diagnostic]]]:
    """Every file that is included here taken away, and its name misspelt or left out, with what is said about it."""
    dice, page = random.Random(seed), Page(subject.source)
    node = subject.document.tree.get("includes") if subject.document.tree is not None else None
    for item in [each for each in node if isinstance(each, Scalar)] if isinstance(node, Sequence) else []:
        line = frozenset([item.span.line])
        yield Fault(KIND, page.text, line, f"{item.text} is gone"), subject.check_without(item.text)
        for _ in range(10):
            stem = item.text.removesuffix(".yaml").rpartition("/")[2]
            wrong = slip(stem, subject.words, dice)
            if wrong is not None:
                index = page.text.index(stem, page.start(item))
                text = page.replaced(index, index + len(stem), wrong)
                yield Fault(KIND, text, line, f"{stem} -> {wrong}", misspelt=True), subject.check(text)
