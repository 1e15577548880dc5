"""From the documents of a game to its model: sections are checked in an order in which whatever a section reads is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from custumal.dsl.base.frozen import replace
from custumal.dsl.check.declarations import kept, nouns, things, zones
from custumal.dsl.check.declarations.definitions import Definitions
from custumal.dsl.check.declarations.given_words import refuse_given_words
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.follow_ups import follow_up
from custumal.dsl.check.incremental.cache import CheckCache, RuleTexts
from custumal.dsl.check.inspection import Inspection
from custumal.dsl.check.lint import whole_game
from custumal.dsl.check.lint.references import check_references
from custumal.dsl.check.rules import actions, endings, scenarios, standing, steps
from custumal.dsl.check.typing.scope import Scope
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.rules_hash import hash_of, hashes_of
from custumal.dsl.model import NO_TEXT, ComponentTable, GameModel, Kind, Text
from custumal.dsl.yaml.source import Sources
from custumal.dsl.yaml.tree import plain

Trial = Callable[[GameModel], Iterable[Diagnostic]]
"""Plays the beginning of a game, and says what goes wrong there."""


def build(  # noqa: PLR0913, PLR0917  # all that a check takes
    document: Document,
    rulebook: Document | None,
    extra: list[Document],
    report: Report,
    sources: Sources | None = None,
    cache: CheckCache | None = None,
    trial: Trial | None = None,
    inspection: Inspection | None = None,
) -> GameModel:
    """The model of a document; complete only if the report has no errors afterwards. `sources` are the files by their names,
    `cache` keeps entries from one check to the next, `trial` tries a game without errors, `inspection` sees what words mean."""
    follows = follow_up(document, rulebook, extra, report.sorted())
    if follows is not None:
        report.pass_over(follows)
    cx = Context(document, report, {} if sources is None else sources)
    if inspection is not None:
        inspection.see(cx)
    cx.declared.languages = _languages(document)
    has_rules = rulebook is not None and "rules" in rulebook.sections
    numbers = [entry.id for section in ("rules", "rulings") for entry in rulebook.section(section)] if rulebook is not None else []
    cx.declared.rules = dict.fromkeys(numbers, NO_TEXT) if has_rules else None
    _names(cx)
    definitions = _types(cx)
    tables, rows = things.components(cx)
    kinds = things.kinds(cx, rows)
    with cx.caching(cache):
        game = _game(cx, extra, definitions, tables, kinds)
    if rulebook is not None and has_rules:
        cx.declared.rules = _rulebook(cx, rulebook, cache)
        game = replace(game, rulebook=cx.declared.rules)
    check_references(cx, rulebook, extra)
    whole_game.lint(cx, game)
    if trial is not None and not report.has_errors:
        report.extend(trial(game))
    return game


def _names(cx: Context) -> None:
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
    zones.shapeless(cx)
    refuse_given_words(cx)


def _types(cx: Context) -> Definitions:
    """The types of what is declared, and then what needs all of them; definitions are typed when they are asked for."""
    definitions = Definitions(cx)
    standing.modified(cx)
    definitions.signatures()
    zones.zone_signatures(cx)
    kept.kept_signatures(cx)
    nouns.attributes(cx)
    nouns.options(cx)
    actions.collect(cx)
    zones.zone_sizes(cx)
    kept.kept_in_full(cx)
    return definitions


def _game(
    cx: Context, extra: list[Document], definitions: Definitions, components: dict[str, ComponentTable], kinds: dict[str, Kind]
) -> GameModel:
    """The model. Its sections are checked in the order in which they stand here: hooks read names that actions and steps bind."""
    document, declared = cx.document, cx.declared
    return GameModel(
        definitions=definitions.all(),
        house_seats=nouns.house_seats(cx),
        setup=steps.course(cx, "setup"),
        actions=actions.actions(cx),
        play=steps.course(cx, "play"),
        procedures=actions.procedures(cx),
        standing=standing.rules(cx),
        end=endings.ends(cx),
        scoring=endings.scoring(cx),
        ranking=endings.ranking(cx),
        ladder=endings.ladder(cx),
        teams=endings.teams(cx),
        invariants=endings.invariants(cx),
        scenarios=scenarios.scenarios(cx, tuple(entry for each in (document, *extra) for entry in each.section("scenarios"))),
        title=_title(cx),
        labels=nouns.labels(cx) | {entry.id: cx.text(entry.slot("say"), Scope()) for entry in document.section("names")},
        id=document.text("game") or "",
        players=declared.players,
        languages=declared.languages,
        cites=document.text("cites"),
        unencoded=tuple((entry.id, _plain_text(entry)) for entry in document.section("unencoded")),
        display=_display(document),
        options=declared.options,
        lists=declared.listings,
        tables=declared.tables,
        graphs=declared.graphs,
        resources=declared.resources,
        shapes=tuple(declared.shapes),
        components=components,
        kinds=kinds,
        zones=declared.zones,
        kept=declared.kept,
        rules_hash=hash_of(document),
        hashes=hashes_of(document),
        sources=cx.findings.sources,
    )


def _title(cx: Context) -> Text:
    title = cx.document.header.get("title")
    return NO_TEXT if title is None else cx.text(title, Scope())


def _display(document: Document) -> object:
    entries = document.section("display")
    return plain(entries[0].node) if entries else None


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
    is_plain = all(isinstance(piece, str) for text in found.values() for _, pieces in text.by_language for piece in pieces)
    if cache is not None and cache.texts is None and not told and is_plain:
        cache.texts = RuleTexts(rulebook, cx.declared.languages, found)
    return found


def _texts(cx: Context, rulebook: Document) -> dict[str, Text]:
    """A ruling is told with its question: `Freely.` alone says nothing."""
    found = {e.id: cx.text(e.slot("text"), Scope()) for e in rulebook.section("rules")}
    rulings = rulebook.section("rulings")
    return found | {e.id: cx.text(e.slot("question"), Scope()).then(cx.text(e.slot("ruling"), Scope())) for e in rulings}
