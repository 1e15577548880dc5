"""The shipped files, each with what is needed to check it again after it has been broken: a text in, the diagnostics out.

This does what `check_game` does, but reads anew only what is broken, and takes the rest from the check of the unbroken game, as editors do.
The parser of sentences remembers what it has read: a thousand broken copies of a file hold nearly the same sentences. Nothing else is
different, which a test makes sure of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from custumal.dsl.check.build import build
from custumal.dsl.check.game import is_lost
from custumal.dsl.check.grouped import grouped
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.document import Document, Part
from custumal.dsl.documents.ids import NAME
from custumal.dsl.documents.reader import Reader
from custumal.dsl.documents.rule_files import _document, _untorn, read_game
from custumal.dsl.yaml.load import load_source
from custumal.dsl.yaml.source import SourceText, normalised
from custumal.dsl.yaml.tree import Mapping

ROOT = Path(__file__).parents[3]
_WORD = re.compile(NAME)


@cache
def words_of_the_program() -> frozenset[str]:
    """Every word in the source of the language, its comments included: whatever means something to the checker is among them."""
    texts = (path.read_text(encoding="utf-8") for path in sorted((ROOT / "dsl").rglob("*")) if path.suffix in (".py", ".lark"))
    return frozenset(word for text in texts for word in _WORD.findall(text))


@dataclass(eq=False)
class Subject:
    """One file of a game: `kind` is "game", "components" (an included file), "rulebook" or "scenario"; `others` are the
    game's other files that are read with it."""

    path: Path
    kind: str
    others: dict[str, Subject] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def source(self) -> SourceText:
        return SourceText(self.path, self.name, normalised(self.path.read_text(encoding="utf-8")))

    @cached_property
    def document(self) -> Document:
        report = Report()
        document = self._read(self.source, report)
        assert not report.sorted(), f"{self.name} is not sound: {report.sorted()[0]}"
        return document

    @cached_property
    def sources(self) -> tuple[tuple[str, SourceText], ...]:
        """The files of the rules, each with its kind."""
        return ((self.kind, self.source), *self.included)

    @cached_property
    def included(self) -> tuple[tuple[str, SourceText], ...]:
        """The files that the game includes, each with its kind."""
        sources: dict[str, SourceText] = {}
        parts = read_game(self.path, Report(), sources, self.name).parts if self.kind == "game" else ()
        return tuple((part.kind, sources[part.name]) for part in parts[1:])

    def _read(self, source: SourceText, report: Report, before: Document | None = None) -> Document:
        game = self.game if self.kind == "components" else self
        if not game.included or load_source(source, report) is None:
            return _read(source, self.kind, report, before)
        files = tuple((kind, source if text.name == source.name else text) for kind, text in game.sources)
        document, found = _document(files, before)
        report.extend(found)
        return document

    @cached_property
    def own(self) -> Document:
        """This file alone, without those that it includes."""
        return _read(self.source, self.kind, Report())

    @property
    def tree(self) -> Mapping:
        assert self.own.tree is not None
        return self.own.tree

    @property
    def game(self) -> Subject:
        return self.others.get("game", self)

    @cached_property
    def filled(self) -> CheckCache:
        """What the check of the unbroken game leaves for those of broken copies, as an editor keeps it from one keystroke to the next."""
        cache = CheckCache()
        build(self.document, self.rulebook.document if self.rulebook else None, [], Report(), cache=cache)
        return cache

    @property
    def rulebook(self) -> Subject | None:
        return self if self.kind == "rulebook" else self.others.get("rulebook")

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that stands in a file of the game, and every word of the language."""
        files = [self, *self.others.values()]
        texts = [*(file.source.text for file in files), *(source.text for file in files for _, source in file.included)]
        return words_of_the_program() | {word for text in texts for word in _WORD.findall(text)}

    def check(self, text: str) -> list[Diagnostic]:
        """What is said about the game with this text in the place of the file's own."""
        report, filled = Report(), self.game.filled
        before = self.game.document if self.kind == "components" else self.document
        document = self._read(SourceText(self.path, self.name, normalised(text)), report, before)
        game = document if self.kind in ("game", "components") else self.game.document
        rulebook = document if self.kind == "rulebook" else self.rulebook.document if self.rulebook else None
        if game.tree is not None and game.kind == "game" and not is_lost(game):
            build(game, rulebook, [document] if self.kind == "scenario" else [], report, cache=CheckCache(filled))
        return grouped(report.sorted())


def _read(source: SourceText, kind: str, report: Report, before: Document | None = None) -> Document:
    tree = load_source(source, report)
    if tree is None:
        return Document(source.name, kind, None)
    document = Reader(report, _untorn({source.name: source}), before).document(tree, kind, source.name)
    return replace(document, parts=(Part(kind, source.name, tree),))


def subjects(folder: Path) -> Iterator[Subject]:
    """The files of the game in a folder."""
    game = Subject(folder / "game.yaml", "game")
    yield game
    beside = {"game": game}
    for kind, source in game.included:
        yield Subject(source.path, kind, beside)
    if (folder / "rulebook.yaml").is_file():
        rulebook = Subject(folder / "rulebook.yaml", "rulebook", {"game": game})
        game.others["rulebook"] = beside["rulebook"] = rulebook
        yield rulebook
    for path in sorted((folder / "scenarios").glob("*.yaml")):
        yield Subject(path, "scenario", beside)


def shipped() -> list[Subject]:
    """Every rule file under `games/`."""
    return [subject for path in sorted((ROOT / "games").rglob("game.yaml")) for subject in subjects(path.parent)]
