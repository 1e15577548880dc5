"""The whole check of a game: files in, the model or every problem out."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.base.collector import held_back
from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.check import meant
from custumal.dsl.check.build import Trial, build
from custumal.dsl.check.grouped import grouped
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.inspection import Inspection
from custumal.dsl.check.swapped_headers import with_swapped_headers
from custumal.dsl.diagnostics.catalogue.files import too_many_problems
from custumal.dsl.diagnostics.catalogue.keys import is_lost_header, there_twice
from custumal.dsl.diagnostics.catalogue.names import is_told_once
from custumal.dsl.diagnostics.catalogue.yaml import is_torn
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, TooManyProblemsError
from custumal.dsl.documents.document import Document, Entry, Part
from custumal.dsl.documents.game_files import GameFiles, read_files
from custumal.dsl.documents.rule_files import read_parts
from custumal.dsl.model import GameModel
from custumal.dsl.yaml.source import Sources, file_span
from custumal.dsl.yaml.tree import Mapping, Scalar

_DECLARING = (
    *("options", "lists", "tables", "graphs", "resources", "house-seats", "kinds", "components"),
    *("zones", "kept", "values", "define", "actions", "procedures"),
)

_WORDS = ("rows", "printed", "are", "nodes")
"""The keys of entries in these sections under which words are declared."""
_NEEDED = (("lists", "are"), ("graphs", "nodes"), ("graphs", "edges"))
"""Without which an entry declares no words."""


@dataclass(slots=True)
class Checked:
    """What a check gives: the game unless there are errors, all diagnostics in file order, the texts for excerpts."""

    game: GameModel | None
    diagnostics: list[Diagnostic]
    sources: Sources
    document: Document
    files: int = 1


@held_back()
def check_game(
    path: Path, name: str | None = None, cache: CheckCache | None = None, trial: Trial | None = None, inspection: Inspection | None = None
) -> Checked:
    """Check a game file with its includes, its rulebook and its scenarios.

    `name` is what messages call the file; `cache` keeps what is checked for the checks of the same game with variants, and has its
    files, if they have been read; `trial` tries a game without errors, `inspection` sees what words mean.
    """
    report = Report(LIMITS.problems, is_told_once)
    sources: Sources = {}
    shown = name or str(path)
    document, game = Document(shown, "game", None), None
    files = files_of(path, shown, cache)
    try:
        document, game = _checked(files, report, sources, cache, trial, inspection)
        found = report.sorted()
    except TooManyProblemsError:
        found = report.sorted()
        report.add(_too_many(shown))
    if cache is not None:
        cache.problems = {(problem.code, problem.span) for problem in found}
    if report.has_errors:
        report = _with_swapped_headers(report, files, sources)
    told = meant.told(report, {name: source.text for name, source in sources.items()}, alone=True)
    return Checked(None if report.has_errors else game, grouped(told), sources, document, len(sources))


def _with_swapped_headers(report: Report, files: GameFiles, sources: Sources) -> Report:
    """What was found, or instead of all that comes of the header of another section this one cause."""

    def judge(changed: Part) -> list[Diagnostic]:
        trial, parts = Report(), tuple(changed if part.name == changed.name else part for part in files.rules.parts)
        build(read_parts(parts, trial, sources), files.rulebook, [*files.scenarios], trial, sources)
        return trial.sorted()

    documents, read = (files.rules, files.rulebook, *files.scenarios), (*files.found, *files.found_later)
    told = with_swapped_headers(documents, read, [files.rules], report.sorted(), judge)
    if told is None:
        return report
    made = Report()
    made.extend(told)
    return made


def at_most(found: list[Diagnostic]) -> list[Diagnostic]:
    """The problems, one for each cause, or as many of them as one check reports, with the remark that there are more."""
    told = grouped(found)
    return told if len(told) < LIMITS.problems else [_too_many(told[0].span.file), *told[: LIMITS.problems]]


def _too_many(shown: str) -> Diagnostic:
    return too_many_problems().at(file_span(shown))


def _checked(  # what a check takes, handed on
    files: GameFiles, report: Report, sources: Sources, cache: CheckCache | None, trial: Trial | None, inspection: Inspection | None
) -> tuple[Document, GameModel | None]:
    sources |= files.sources
    report.extend((*files.found, *files.found_later))
    document, rulebook, extra = files.rules, files.rulebook, [*files.scenarios]
    if document.tree is None:
        return document, None
    tell_apart((document, *extra), report)
    if (
        not document.complete or is_lost(document) or any(is_torn(one) or is_lost_header(one) for one in report.sorted())
    ):  # whatever is missing there would be unknown wherever it is used
        return document, None
    return document, build(document, rulebook, extra, report, sources, cache, trial, inspection)


def is_lost(document: Document) -> bool:
    """Whether nothing, or something else, stands where words are declared than a map or list of them, which has been reported."""
    trees = (document.tree, *(part.tree for part in document.parts))
    sections = [value for tree in trees if isinstance(tree, Mapping) for key, value in tree if key.text in _DECLARING]
    entries = [entry for section in sections if isinstance(section, Mapping) for _, entry in section if isinstance(entry, Mapping)]
    is_torn = any(key.text in _WORDS and isinstance(value, Scalar) for entry in entries for key, value in entry)
    is_bare = any(key not in entry.slots for section, key in _NEEDED for entry in document.section(section))
    return is_torn or is_bare or not all(isinstance(section, Mapping) for section in sections)


def files_of(path: Path, name: str, cache: CheckCache | None) -> GameFiles:
    """The files of a game, read unless the cache has them."""
    files = None if cache is None else cache.files
    if files is None or (files.path, files.name) != (path, name):
        files = read_files(path, name, None if cache is None or cache.before is None else cache.before.files)
    if cache is not None:
        cache.files = files
    return files


def tell_apart(documents: tuple[Document, ...], report: Report) -> None:
    """Scenarios have different names, though they stand in different files: variants speak of them by name."""
    seen: dict[str, tuple[str, Entry]] = {}
    for document in documents:
        for entry in document.section("scenarios"):
            file, first = seen.setdefault(entry.id, (document.file, entry))
            if file != document.file:
                report.tell(entry.key.span, there_twice(entry.id, first.key.span))
