"""The whole check of a game: files in, the model or every problem out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from custumal.dsl.base.collector import held_back
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.check.declarations import kept, nouns, things, zones
from custumal.dsl.check.declarations.definitions import Definitions
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.incremental.cache import CheckCache, RuleTexts
from custumal.dsl.check.lint import whole_game
from custumal.dsl.check.lint.references import check_references
from custumal.dsl.check.rules import actions, endings, scenarios, standing, steps
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.catalogue.files import too_many_problems
from custumal.dsl.diagnostics.catalogue.keys import there_twice
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, TooManyProblemsError
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.game_files import read_files
from custumal.dsl.documents.rules_hash import hash_of, hashes_of
from custumal.dsl.model import NO_TEXT, Game, Text
from custumal.dsl.yaml.source import Sources, file_span
from custumal.dsl.yaml.tree import Mapping, plain

_DECLARING = (
    *("options", "lists", "tables", "graphs", "resources", "house-seats", "kinds", "components"),
    *("zones", "kept", "values", "define", "actions", "procedures"),
)


@dataclass(slots=True)
class Checked:
    """What a check gives: the game unless there are errors, all diagnostics in file order, the texts for excerpts."""

    game: Game | None
    diagnostics: list[Diagnostic]
    sources: Sources
    document: Document
    files: int = 1


@held_back()
def check_game(path: Path, name: str | None = None, cache: CheckCache | None = None) -> Checked:
    """Check a game file with its includes, its rulebook and its scenarios.

    `name` is what messages call the file; `cache` keeps what is checked for the checks of the same game with variants.
    """
    report = Report(LIMITS.problems)
    sources: Sources = {}
    shown = name or str(path)
    document, game = Document(shown, "game", None), None
    try:
        document, game = _checked(path, shown, report, sources, cache)
    except TooManyProblemsError:
        report.add(_too_many(shown))
    return Checked(None if report.has_errors else game, report.sorted(), sources, document, len(sources))


def at_most(found: list[Diagnostic]) -> list[Diagnostic]:
    """The problems, or as many of them as one check reports, with the remark that there are more."""
    return found if len(found) < LIMITS.problems else [_too_many(found[0].span.file), *found[: LIMITS.problems]]


def _too_many(shown: str) -> Diagnostic:
    return too_many_problems().at(file_span(shown))


def _checked(path: Path, shown: str, report: Report, sources: Sources, cache: CheckCache | None) -> tuple[Document, Game | None]:
    files = read_files(path, shown)
    if cache is not None:
        cache.files = files
    sources |= files.sources
    report.extend((*files.found, *files.found_later))
    document, rulebook, extra = files.rules, files.rulebook, [*files.scenarios]
    if document.tree is None:
        return document, None
    _told_apart((document, *extra), report)
    if not document.complete or is_lost(document):  # whatever is missing there would be unknown wherever it is used
        return document, None
    return document, build(document, rulebook, extra, report, sources, cache)


def is_lost(document: Document) -> bool:
    """Whether a section that declares words is something else than a map of them, which has been reported."""
    return any(key.text in _DECLARING and not isinstance(value, Mapping) for key, value in document.tree or ())


def _told_apart(documents: tuple[Document, ...], report: Report) -> None:
    """Scenarios have different names, though they stand in different files: variants speak of them by name."""
    seen: dict[str, tuple[str, Entry]] = {}
    for document in documents:
        for entry in document.section("scenarios"):
            file, first = seen.setdefault(entry.id, (document.file, entry))
            if file != document.file:
                report.tell(entry.key.span, there_twice(entry.id, first.key.span))


def build(
    document: Document,
    rulebook: Document | None,
    extra: list[Document],
    report: Report,
    sources: Sources | None = None,
    cache: CheckCache | None = None,
) -> Game:
    """The model of a document; complete only if the report has no errors afterwards. `sources` are the files by their names,
    `cache` keeps entries from one check to the next."""
    cx = Context(document, report, {} if sources is None else sources)
    cx.declared.languages = _languages(document)
    cx.declared.rules = None if rulebook is None or rulebook.tree is None else _rulebook(cx, rulebook, cache)
    made = _sections(cx, extra, cache)
    made |= {"rules_hash": hash_of(document), "hashes": hashes_of(document), "rulebook": cx.declared.rules or {}}
    made["sources"] = cx.findings.sources
    game = Game(**_header(cx), **made)
    check_references(cx, rulebook, extra)
    whole_game.lint(cx, game)
    return game


def _sections(cx: Context, extra: list[Document], cache: CheckCache | None) -> dict[str, Any]:
    """All sections, as fields of `Game`, in an order in which whatever a section reads is known."""
    _words(cx)
    defined = Definitions(cx)
    standing.modified(cx)
    defined.signatures()
    zones.zone_signatures(cx)
    kept.kept_signatures(cx)
    nouns.attributes(cx)
    nouns.options(cx)
    actions.collect(cx)
    zones.zone_sizes(cx)
    kept.kept_in_full(cx)
    tables, rows = things.components(cx)
    made: dict[str, Any] = {"components": tables, "kinds": things.kinds(cx, rows)}
    with cx.caching(cache):
        made |= _contents(cx, defined, extra)
    return made | _nouns(cx)


def _contents(cx: Context, defined: Definitions, extra: list[Document]) -> dict[str, Any]:
    """What is said with the words of the game, all of which are known."""
    made: dict[str, Any] = {"definitions": defined.all(), "house_seats": nouns.house_seats(cx)}
    made |= _deeds(cx)
    made |= {
        "end": endings.ends(cx),
        "scoring": endings.scoring(cx),
        "ranking": endings.ranking(cx),
        "ladder": endings.ladder(cx),
        "teams": endings.teams(cx),
        "invariants": endings.invariants(cx),
    }
    entries = tuple(e for d in (cx.document, *extra) for e in d.section("scenarios"))
    return made | {"scenarios": scenarios.scenarios(cx, entries)}


def _deeds(cx: Context) -> dict[str, Any]:
    """What happens. Hooks come last: they read names that the deeds bind."""
    setup, done = steps.course(cx, "setup"), actions.actions(cx)
    play, procedures = steps.course(cx, "play"), actions.procedures(cx)
    return {"setup": setup, "play": play, "actions": done, "procedures": procedures, "standing": standing.rules(cx)}


def _nouns(cx: Context) -> dict[str, Any]:
    declared = cx.declared
    return {
        "options": declared.options,
        "lists": declared.listings,
        "tables": declared.tables,
        "graphs": declared.graphs,
        "zones": declared.zones,
        "kept": declared.kept,
        "resources": declared.resources,
        "shapes": tuple(declared.shapes),
    }


def _words(cx: Context) -> None:
    """The names that types and expressions are made of."""
    cx.declared.players = nouns.players(cx)
    nouns.builtin_lists(cx)
    nouns.resource_names(cx)
    nouns.graphs(cx)
    nouns.lists(cx)
    nouns.tables(cx)
    things.kind_names(cx)
    things.columns(cx)
    things.row_names(cx)
    nouns.house_seat_names(cx)


def _header(cx: Context) -> dict[str, Any]:
    header = cx.document.header
    title = header.get("title")
    display = cx.document.section("display")
    return {
        "id": cx.document.text("game") or "",
        "title": NO_TEXT if title is None else cx.text(title, Scope()),
        "players": cx.declared.players,
        "languages": cx.declared.languages,
        "cites": cx.document.text("cites"),
        "unencoded": tuple((e.id, _plain_text(e)) for e in cx.document.section("unencoded")),
        "labels": nouns.labels(cx) | {e.id: cx.text(e.slot("say"), Scope()) for e in cx.document.section("names")},
        "display": plain(display[0].node) if display else None,
    }


def _plain_text(entry: Entry) -> str:
    """The reason in the language that comes first."""
    slot = entry.slot("because")
    said = plain(slot.node) if slot is not None else ""
    return str(next(iter(said.values()), "") if isinstance(said, dict) else said)


def _languages(document: Document) -> tuple[str, ...]:
    slot = document.header.get("languages")
    return ("en",) if slot is None else tuple(node.text for node in slot.scalars) or ("en",)


def _rulebook(cx: Context, rulebook: Document, cache: CheckCache | None) -> dict[str, Text]:
    """The text of every numbered rule and ruling, by id; of a rulebook that no variant changes they are known."""
    known = None if cache is None else cache.texts
    if known is not None and known.rulebook is rulebook and known.languages == cx.declared.languages:
        return known.texts
    report = Report()
    with cx.reporting_to(report):
        found = _texts(cx, rulebook)
    told = report.sorted()
    cx.report.extend(told)
    if cache is not None and cache.texts is None and not told:
        cache.texts = RuleTexts(rulebook, cx.declared.languages, found)
    return found


def _texts(cx: Context, rulebook: Document) -> dict[str, Text]:
    found = {e.id: cx.text(e.slot("text"), Scope()) for e in rulebook.section("rules")}
    return found | {e.id: cx.text(e.slot("ruling"), Scope()) for e in rulebook.section("rulings")}
