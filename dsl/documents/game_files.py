"""All files of a game, read: its rules with what they include, its rulebook and its scenarios."""

from __future__ import annotations

import re
from pathlib import Path

from custumal.dsl.base.file_names import RULEBOOK, SCENARIOS, VARIANTS, beginning, closed, found_in, is_there, leads_out
from custumal.dsl.base.frozen import dataclass, field, replace
from custumal.dsl.base.open_texts import real_path, yaml_files
from custumal.dsl.diagnostics.catalogue.files import not_a_folder, outside_by_link, unreadable_file
from custumal.dsl.diagnostics.catalogue.variants import not_among_scenarios
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Report
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.file_kinds import file_kind
from custumal.dsl.documents.parts import prefix_of
from custumal.dsl.documents.rule_files import read_file, read_game
from custumal.dsl.yaml.header_spans import key_span
from custumal.dsl.yaml.source import Sources, SourceText, file_span


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
    rulebook = folder.read(path.parent / RULEBOOK, "rulebook", report) if is_there(path.parent / RULEBOOK) else None
    found = (folder.scenarios(file, later) for file in found_in(path.parent / SCENARIOS))
    scenarios = tuple(document for document in found if document is not None)
    return GameFiles(path, name, rules, rulebook, scenarios, sources, tuple(report.sorted()), tuple(later.sorted()), sound)


def closed_folder(path: Path, name: str) -> Problem | None:
    """Why nothing can be found in what has the name of a folder beside a game; None where something can, and for other names."""
    error = closed(path) if path.name in {SCENARIOS, VARIANTS} else None
    if error is None:
        return None
    return not_a_folder(name) if isinstance(error, NotADirectoryError) else unreadable_file(name, error.strerror)


def with_scenarios(files: GameFiles, file: Path) -> GameFiles:
    """The files of a game with one more file of scenarios, unless it is one of them."""
    if any(real_path(source.path) == real_path(file) for source in files.sources.values()):
        return files
    report, sources = Report(), files.sources.copy()
    read = read_file(file, "scenario", report, sources)
    return replace(files, scenarios=(*files.scenarios, read), sources=sources, found_later=(*files.found_later, *report.sorted()))


def read_again(files: GameFiles, file: Path) -> GameFiles:
    """The files of a game as they were read, but for one, which is read as it is now; what is wrong is told of this one only."""
    name = next((name for name, source in files.sources.items() if real_path(source.path) == real_path(file)), None)
    if name is None:
        return files
    report, sources, sound = Report(), files.sources.copy(), dict(files.sound)
    folder = _Folder(files.path, files.rules, prefix_of(files.path, files.name), sources, sound)
    if files.rulebook is not None and files.rulebook.file == name:
        files = replace(files, rulebook=folder.read(file, "rulebook", report))
    elif any(document.file == name for document in files.scenarios):
        read = (folder.read(file, "scenario", report) if document.file == name else document for document in files.scenarios)
        files = replace(files, scenarios=tuple(document for document in read if document is not None))
    else:
        files = replace(files, rules=read_game(files.path, report, sources, files.name, sound.get(files.name)))
    return replace(files, sources=sources, found=tuple(report.sorted()), found_later=())


_PLACES = {"variant": "`variants`", "game": "a folder of its own"}
"""Where files lie that stand among scenarios by mistake."""
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

    def scenarios(self, file: Path, report: Report) -> Document | None:
        """A file of scenarios; what lies among them and is something else is told, and nothing more about it."""
        kind = None if leads_out(file, self.game.parent) else file_kind(file)
        if kind is None or kind.kind not in _PLACES:
            return self.read(file, "scenario", report)
        name = self._name(file)
        self.sources[name] = SourceText(file, name, beginning(file) or "")
        report.tell(key_span(name, self.sources[name].text, kind.key), not_among_scenarios(kind.kind, kind.key, _PLACES[kind.kind]))
        return None

    def _name(self, file: Path) -> str:
        return f"{self.prefix}{file.relative_to(self.game.parent).as_posix()}"

    def read(self, file: Path, form: str, report: Report) -> Document | None:
        """A file, unless it is about another game of the folder."""
        own, texts = Report(), Sources()
        name = self._name(file)
        if leads_out(file, self.game.parent):
            report.tell(file_span(name), outside_by_link(name))
            return None
        shut = closed_folder(file, name)
        if shut is not None:
            report.tell(file_span(name), shut)
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
    return any(head.search((beginning(file) or "").replace("\r\n", "\n")) for file in yaml_files(path.parent) if file != path)
