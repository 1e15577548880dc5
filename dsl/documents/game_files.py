"""All files of a game, read: its rules with what they include, its rulebook and its scenarios."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from custumal.dsl.base.file_names import RULEBOOK, SCENARIOS, beginning, found_in, leads_out
from custumal.dsl.diagnostics.catalogue.files import outside_by_link
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.parts import prefix_of
from custumal.dsl.documents.rule_files import read_file, read_game
from custumal.dsl.yaml.source import Sources, file_span


@dataclass(frozen=True, slots=True)
class GameFiles:
    """What was read, once for a game and all its variants.

    `found` is what is wrong with the form of the rules and the rulebook, `found_later` the same of the scenarios; `sources` are
    the texts of all of them by their names. `sound` has, by these names, the last documents with which nothing was wrong.
    """

    path: Path
    name: str
    rules: Document
    rulebook: Document | None
    scenarios: tuple[Document, ...]
    sources: Sources
    found: tuple[Diagnostic, ...]
    found_later: tuple[Diagnostic, ...]
    sound: dict[str, Document] = field(default_factory=dict)


def read_files(path: Path, name: str, before: GameFiles | None = None) -> GameFiles:
    """The files of the game at `path`, which messages call `name`; `before` are the same as they were before some edit."""
    report, later, sources = Report(), Report(), Sources()
    sound = {} if before is None else dict(before.sound)
    rules = read_game(path, report, sources, name, sound.get(name))
    if not report.sorted():
        sound[name] = rules
    folder = _Folder(path, rules, prefix_of(path, name), sources, sound)
    rulebook = folder.read(path.parent / RULEBOOK, "rulebook", report) if os.path.lexists(path.parent / RULEBOOK) else None
    found = (folder.read(file, "scenario", later) for file in found_in(path.parent / SCENARIOS))
    scenarios = tuple(document for document in found if document is not None)
    return GameFiles(path, name, rules, rulebook, scenarios, sources, tuple(report.sorted()), tuple(later.sorted()), sound)


_ABOUT = {"rulebook": "rulebook", "scenario": "of"}
"""The key with which a file says which game it is about, by its form."""


@dataclass(frozen=True, slots=True)
class _Folder:
    """Reads what lies in the folder of a game; `prefix` stands before the names of files in messages; `sound` as in `GameFiles`."""

    game: Path
    rules: Document
    prefix: str
    sources: Sources
    sound: dict[str, Document]

    def read(self, file: Path, form: str, report: Report) -> Document | None:
        """A file, unless it is about another game of the folder."""
        own, texts = Report(), Sources()
        name = f"{self.prefix}{file.relative_to(self.game.parent).as_posix()}"
        if leads_out(file, self.game.parent):
            report.tell(file_span(name), outside_by_link(name))
            return None
        document = read_file(file, form, own, texts, name, self.sound.get(name))
        if not own.sorted():
            self.sound[name] = document
        if is_of_neighbour(document, self.rules.text("game"), self.game):
            return None
        self.sources.update(texts)
        report.extend(own.sorted())
        return document


def is_of_neighbour(document: Document, game: str | None, path: Path) -> bool:
    """Whether a file of the folder of the game at `path` says that it is about another one whose file lies there too."""
    named = document.text(_ABOUT[document.kind])
    if named is None or named == game:
        return False
    head = re.compile(rf"^game: *[\"']?{re.escape(named)}[\"']? *(#.*)?$", re.MULTILINE)
    return any(head.search((beginning(file) or "").replace("\r\n", "\n")) for file in sorted(path.parent.glob("*.yaml")) if file != path)
