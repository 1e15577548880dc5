"""The shipped files, each with what is needed to check it again after it has been broken: a text in, the diagnostics out.

A broken copy is checked as an editor checks it: the whole game as `check` does, with the broken text in the place of the file, and what
still holds taken from the check of the unbroken game. The parser of sentences remembers what it has read: a thousand broken copies of a
file hold nearly the same sentences. Nothing else is different, which a test makes sure of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from custumal.dsl.base.file_names import accepted_beside, variants_in
from custumal.dsl.base.open_texts import open_texts
from custumal.dsl.check.game import check_game
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.variants import check_variants
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.document import Document, Part
from custumal.dsl.documents.ids import NAME
from custumal.dsl.documents.rule_files import read_document, read_game
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
        """The file with those that it includes."""
        report = Report()
        document = read_game(self.path, report, None, self.name) if self.kind == "game" else self.own
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

    @cached_property
    def own(self) -> Document:
        """This file alone, without those that it includes."""
        tree = load_source(self.source, Report())
        assert tree is not None
        document = read_document(tree, self.kind, self.name, Report())
        return replace(document, parts=(Part(self.kind, self.name, tree),))

    @property
    def tree(self) -> Mapping:
        assert self.own.tree is not None
        return self.own.tree

    @property
    def game(self) -> Subject:
        return self.others.get("game", self)

    @cached_property
    def kept(self) -> CheckCache:
        """What the check of the unbroken game leaves for those of broken copies, as an editor keeps it from one keystroke to the next."""
        found = CheckCache()
        check_game(self.path, self.name, found)
        return found

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
        load_source(self.source, Report())  # what has not been broken is what stands there, not what stood in the copy before
        with open_texts({self.path: text}):
            return self.check_in(self.game.path.parent, self.game.kept.for_other_texts())

    def check_in(self, folder: Path, kept: CheckCache | None = None) -> list[Diagnostic]:
        """What is said about the game in a folder, its own or a copy of it."""
        return check_game(folder / self.game.path.name, self.game.name, kept).diagnostics


class HouseRules(Subject):
    """A variant (`kind` is "variant") or the file beside it ("accepted"); `variant` is the path of the variant."""

    def __init__(self, path: Path, kind: str, others: dict[str, Subject], variant: Path) -> None:
        super().__init__(path, kind, others)
        self.variant = variant

    def check_in(self, folder: Path, kept: CheckCache | None = None) -> list[Diagnostic]:
        variant = folder / self.variant.relative_to(self.game.path.parent)
        cache = None if kept is None else self.game.kept
        return check_variants(folder / self.game.path.name, self.game.name, [variant], cache)[0].diagnostics


def subjects(folder: Path) -> Iterator[Subject]:
    """The files of the game in a folder, without its variants."""
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
        game.others[path.name] = scenarios = Subject(path, "scenario", beside)
        yield scenarios


def house_rules(folder: Path) -> Iterator[HouseRules]:
    """The variants of the game in a folder, each followed by the file beside it, if there is one."""
    game, *rest = subjects(folder)
    beside = {"game": game} | {each.kind if each.kind == "rulebook" else each.name: each for each in rest}
    for variant in variants_in(folder / "variants"):
        for path, kind in ((variant, "variant"), (accepted_beside(variant), "accepted")):
            if path.is_file():
                beside[path.name] = found = HouseRules(path, kind, beside, variant)
                yield found


def shipped() -> list[Subject]:
    """Every rule file under `games/` but those of variants."""
    return [subject for path in sorted((ROOT / "games").rglob("game.yaml")) for subject in subjects(path.parent)]


def shipped_variants() -> list[HouseRules]:
    """Every file of variants under `games/`."""
    return [subject for path in sorted((ROOT / "games").rglob("game.yaml")) for subject in house_rules(path.parent)]
