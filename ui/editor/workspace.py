"""The files that are open in an editor, and what the last checks of the games to which they belong have found."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from custumal.dsl.base.file_names import RULEBOOK, SCENARIOS, is_of_accepted
from custumal.dsl.base.open_texts import open_texts
from custumal.dsl.check.build import Trial
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.game import Checked
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.inspection import Inspection
from custumal.dsl.check.paths import Base, Checks, NoBaseError, RuleFile, base_of, check_file, file_of, tell_of_stranger
from custumal.dsl.check.typing.expressions import Probe
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.game_files import GameFiles, read_again
from custumal.dsl.yaml.source import SourceText, normalised
from custumal.ui.editor.index import Index
from custumal.ui.terminal.commands.check import find_base


@dataclass(slots=True)
class Result:
    """What the last check of a unit has found: its problems with the texts, and, where it belongs to a game, what was made of it."""

    found: Checks
    checked: Checked | None
    inspection: Inspection
    _index: Index | None = None

    def index(self, documents: tuple[Document, ...]) -> Index:
        """What the words of these documents mean; made when it is first asked for."""
        if self._index is None:
            self._index = Index(self.inspection.context, documents)
        return self._index


@dataclass(slots=True)
class Workspace:
    """What is open, by path, and what is known of it. A unit is what is checked as one: a game, a variant, a loose file of scenarios."""

    texts: dict[Path, str] = field(default_factory=dict)
    results: dict[RuleFile, Result] = field(default_factory=dict)
    _current: dict[Path, CheckCache] = field(default_factory=dict)
    _filled: dict[Path, CheckCache] = field(default_factory=dict)
    _contexts: dict[RuleFile, Context] = field(default_factory=dict)
    _told: set[Path] = field(default_factory=set)
    _elsewhere: dict[str, SourceText] = field(default_factory=dict)

    # ------------------------------------------------------------ what is open

    def put(self, path: Path, text: str) -> None:
        """A file is open with this text."""
        self.texts[path] = text

    def close(self, path: Path) -> None:
        """A file is open no longer; what counts is what lies on the disk."""
        self.texts.pop(path, None)
        with open_texts(self.texts):
            self._forget()

    def text(self, path: Path) -> str | None:
        """The text of a file that is open, with the line breaks of Unix."""
        found = self.texts.get(path)
        return None if found is None else normalised(found)

    # ------------------------------------------------------------ checking

    def unit(self, path: Path) -> RuleFile:
        """What is checked for a file."""
        with open_texts(self.texts):
            return _unit(path)

    def _forget(self) -> None:
        """Forget the results of what no open file belongs to any more."""
        needed = {_unit(each) for each in self.texts}
        self.results = {unit: result for unit, result in self.results.items() if unit in needed}

    def units(self, path: Path) -> list[RuleFile]:
        """What is to be checked after a change of a file: first what it belongs to, then all else that is open of the same game."""
        with open_texts(self.texts):
            self._forget()
            own = _unit(path)
            game = _game_of(own)
            others = sorted({_unit(each) for each in self.texts} - {own}, key=lambda unit: (unit.kind != "game", unit.path))
            related = [unit for unit in others if game is not None and _game_of(unit) == game]
        if own.kind == "variant" and all(unit.kind != "game" for unit in related) and game is not None and game not in self._filled:
            self._fill(game)
        return [own, *related] if path in self.texts or own.kind == "game" else related

    def check(self, unit: RuleFile, trial: Trial | None = None) -> Result:
        """Check a unit as it is now."""
        found, inspection = Checks(), Inspection()
        with open_texts(self.texts):
            if unit.kind == "game":
                self._current[unit.path] = CheckCache(self._filled.get(unit.path))
            checked = check_file(found, unit, find_base, self._current, trial, inspection)
            if unit.kind == "game" and checked is not None:
                for path in self.texts:
                    if file_of(path).asked == path and file_of(path).path == unit.path:
                        tell_of_stranger(found, checked, path, find_base, self._current)
        if unit.kind == "game" and self._current[unit.path].is_filled:
            self._filled[unit.path] = self._current[unit.path]
        self.results[unit] = Result(found, checked, inspection)
        if inspection.context is not None:
            self._contexts[unit] = inspection.context
        return self.results[unit]

    def _fill(self, game: Path) -> None:
        """Check a game so that its variants can be checked by what this leaves."""
        with open_texts(self.texts):
            cache, inspection, unit = CheckCache(), Inspection(), RuleFile("game", game)
            check_file(Checks(), unit, find_base, {game: cache}, None, inspection)
        if inspection.context is not None:
            self._contexts.setdefault(unit, inspection.context)
        self._current[game] = self._filled[game] = cache

    def look(self, path: Path, text: str, probe: Probe) -> None:
        """Check what a file belongs to as if it had this text, with a probe, and keep nothing of it."""
        unit = self.unit(path)
        caches = {game: cache.for_other_texts() for game, cache in self._filled.items()}
        with open_texts(self.texts | {path: text}, in_passing=True):
            game = _game_of(unit)
            if game is not None and game in caches:
                caches[game].files = self._files_with(game, path)
            check_file(Checks(), unit, find_base, caches, None, Inspection(probe))

    def _files_with(self, game: Path, path: Path) -> GameFiles | None:
        """The files of a game as they were last checked, with one of them as it is now; None where others have changed since."""
        files = None if game not in self._current else self._current[game].files
        if files is None:
            return None
        sources = {source.path: source.text for source in files.sources.values()}
        others = (each for each in self.texts if each != path and each in sources)
        return read_again(files, path) if all(sources[each] == normalised(self.texts[each]) for each in others) else None

    def context(self, path: Path) -> Context | None:
        """What the last check that could read the files worked with, of what a file belongs to; of a variant that never could be read, of
        its game."""
        unit = self.unit(path)
        known = self._contexts.get(unit)
        if known is not None or unit.kind != "variant":
            return known
        with open_texts(self.texts):
            game = _game_of(unit)
        return None if game is None else self._contexts.get(RuleFile("game", game))

    def fresh(self, path: Path) -> Result:
        """What is known of a file as it is now: the last result, or a new one where a text has changed since."""
        unit = self.unit(path)
        known = self.results.get(unit)
        if known is not None and not self._is_stale(known):
            return known
        with open_texts(self.texts):
            game = _game_of(unit) if unit.kind == "variant" else None
        if game is not None and game not in self._filled:
            self._fill(game)
        return self.check(unit)

    def beside(self, result: Result) -> tuple[Document, ...]:
        """The rulebook and the scenarios that were checked with the rules of a result."""
        checked = result.checked
        caches = [cache for cache in self._current.values() if checked is not None and cache.files is not None]
        files = next((cache.files for cache in caches if cache.files is not None and cache.files.name in result.found.sources), None)
        if files is None:
            return ()
        return (*(() if files.rulebook is None else (files.rulebook,)), *files.scenarios)

    def documents_of(self, path: Path) -> tuple[Document, ...]:
        """The rulebook and the scenarios that were last checked with the rules of what a file belongs to."""
        known = self.results.get(self.unit(path))
        return () if known is None else self.beside(known)

    def without_variants(self, path: Path) -> tuple[Document, ...]:
        """The rules and the rulebook of the game to which a file belongs, as they were last read."""
        unit = self.unit(path)
        with open_texts(self.texts):
            game = _game_of(unit)
        files = None if game is None or game not in self._current else self._current[game].files
        return () if files is None else (files.rules, *(() if files.rulebook is None else (files.rulebook,)))

    def _is_stale(self, result: Result) -> bool:
        sources = {source.path: source.text for source in result.found.sources.values()}
        return any(path in sources and sources[path] != normalised(text) for path, text in self.texts.items())

    # ------------------------------------------------------------ problems

    def problems(self) -> dict[Path, list[Diagnostic]]:
        """All problems by file: of everything that is open, and of what had some when this was last asked."""
        told: dict[Path, list[Diagnostic]] = {path: [] for path in (*self.texts, *self._told)}
        found = self.merged()
        for problem in found.diagnostics:
            told.setdefault(self.path_of(problem.span.file), []).append(problem)
        self._told = {path for path, problems in told.items() if problems}
        return told

    def merged(self) -> Checks:
        """The results of all units, what a game and its variants have in common once."""
        found = Checks()
        for _, result in sorted(self.results.items(), key=lambda each: (each[0].kind != "game", each[0].path)):
            found.add(result.found)
        return found

    def source(self, name: str) -> SourceText | None:
        """The text that messages call so."""
        known = next((result.found.sources[name] for result in self.results.values() if name in result.found.sources), None)
        return self._elsewhere.get(name) if known is None else known

    def trial(self) -> Workspace:
        """Another workspace in which the same is open, to be tried in; what holds of this one's checks is taken over."""
        return Workspace(dict(self.texts), _filled=dict(self._filled))

    def remember(self, trial: Workspace) -> None:
        """Know the texts of files that are not open, in which another workspace has found places."""
        self._elsewhere = {name: source for result in trial.results.values() for name, source in result.found.sources.items()}

    def line(self, name: str, number: int) -> str:
        """A line, from 1, of the text that messages call so, as it was checked; empty where there is none."""
        source = self.source(name)
        return "" if source is None else source.line(number)

    def path_of(self, name: str) -> Path:
        """The file that messages call so."""
        source = self.source(name)
        return Path(name) if source is None else source.path


def _unit(path: Path) -> RuleFile:
    """What is checked for a file: of all files of a game the same."""
    found = file_of(path)
    return RuleFile(found.kind, found.path)


def _game_of(unit: RuleFile) -> Path | None:
    """The game file of a unit; None where it belongs to no game."""
    if unit.kind == "game":
        return unit.path
    return None if (base := _base(unit)) is None else base.game


def _base(unit: RuleFile) -> Base | None:
    if unit.kind not in ("variant", "scenarios"):
        return None
    try:
        return base_of(unit.path, find_base)
    except NoBaseError:
        return None


def kind_of_file(workspace: Workspace, path: Path) -> str:
    """The form of a file in the table of keys: "game", "components", "variant", "accepted", "scenario" or "rulebook"."""
    if is_of_accepted(path):
        return "accepted"
    unit = workspace.unit(path)
    if unit.path == path and unit.kind in ("game", "variant"):
        return unit.kind
    if unit.kind == "scenarios" or path.parent.name == SCENARIOS:
        return "scenario"
    return "rulebook" if path.name == RULEBOOK else "components"
