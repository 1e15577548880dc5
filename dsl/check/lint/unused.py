"""Words and sentences that nothing uses, or that are missing: names, windows, translations, sources."""

from __future__ import annotations

import re
from collections.abc import Iterator

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.keys import one_word_for_two
from custumal.dsl.diagnostics.catalogue.names import no_things, unused, unused_name
from custumal.dsl.diagnostics.catalogue.sources import missing_provenance, missing_translation
from custumal.dsl.diagnostics.catalogue.turns import (
    empty_window,
    hidden_rule,
    never_offered,
    offered_by_nobody,
    opened_by_nobody,
    unopened_window,
)
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Entry
from custumal.dsl.model import Decision, Expr, GameModel, Local, Read, Select, Text
from custumal.dsl.model.expression_walk import every_expression, every_step
from custumal.dsl.model.memo import Memoised, memoised
from custumal.dsl.yaml.tree import Data, Mapping, plain

_SECTIONS = {
    "definition": ("define", "values"),
    "kept value": ("kept", "resources"),
    "list": ("lists",),
    "procedure": ("procedures",),
    "table": ("tables",),
    "zone": ("zones",),
    "option": ("options",),
}
_CALLED = {"values": "value", "resources": "resource"}
"""What an entry is called that stands in another section than most of its group."""


_SAID = frozenset({"say", "because", "title", "text"})


def lint(cx: Context, game: GameModel) -> None:
    """All checks of words; where there are errors only those that can't follow from one of them."""
    _windows(cx, game)
    _one_word_for_two(cx)
    _hidden_words(cx, game)
    if cx.report.has_errors:
        return
    _unused(cx)
    _unused_names(cx, game)
    _hidden_rules(cx, game)
    _provenance(cx, game)
    _translations(cx, game)


# ---------------------------------------------------------------- used or not


def _windows(cx: Context, game: GameModel) -> None:
    """Windows that nothing opens or in which nothing is offered; where both are one window under two names, its rarer name is wrong."""
    if cx.declared.has_torn_steps or cx.document.lost or cx.report.has_errors:
        return
    opened, offered = cx.findings.opened, cx.findings.offered
    unopened, empty = [each for each in offered if each not in opened], [each for each in opened if each not in offered]
    for window in unopened:
        own = {part.name for part in cx.document.parts}
        is_only = len(empty) == len(unopened) == 1 and {opened[empty[0]].file, offered[window].file} <= own
        meant = nearest(window, opened) or (empty[0] if is_only else None)
        if meant in empty:
            empty.remove(meant)
            _two_names(cx, window, meant)
        else:
            cx.report.tell(offered[window], unopened_window(window, meant))
    for window in empty:
        cx.report.tell(opened[window], empty_window(window, nearest(window, offered)))
    offered_by_rules = {t for r in game.standing if r.head == "offer" for t in r.targets}
    for action in game.actions.values():
        if not action.windows and action.any_time is None and action.source.address not in offered_by_rules:
            cx.report.tell(action.source.span, never_offered(action.source.id))


def _two_names(cx: Context, offered: str, opened: str) -> None:
    """One window, offered under one name and opened under another."""
    spans = cx.findings.offered[offered], cx.findings.opened[opened]
    is_near = nearest(offered, [opened]) is not None
    if (_places(cx, opened), _said(cx, opened)) < (_places(cx, offered), _said(cx, offered)):
        told = empty_window(opened, offered if is_near else None)
        cx.report.tell(spans[1], told.beside(spans[0], opened_by_nobody(offered)))
    else:
        told = unopened_window(offered, opened if is_near else None)
        cx.report.tell(spans[0], told.beside(spans[1], offered_by_nobody(opened)))


def _places(cx: Context, window: str) -> int:
    """How often the game uses the name of a window, for that or for anything else."""
    entries = cx.document.addresses.values()
    named = (str(part.sentence) for entry in entries for key in ("offer", "offered") for part in entry.parts(key))
    return sum(name == window for name in named) + sum(entry.id == window for entry in entries)


def _said(cx: Context, word: str) -> int:
    """How often the rulebook has a word; what is misspelt stands nowhere else."""
    texts = (text.plain(language, ()) for text in (cx.declared.rules or {}).values() for language in cx.declared.languages)
    return sum(len(re.findall(rf"(?i)\b{re.escape(word)}\b", text.replace("-", " "))) for text in texts)


def _unused(cx: Context) -> None:
    declared, used = cx.declared, cx.findings.used | _drawn(cx)
    groups = (
        ("definition", declared.definitions), ("kept value", declared.kept), ("list", declared.lists), ("procedure", declared.procedures),
        ("table", declared.tables), ("zone", declared.zones), ("option", declared.options),
    )  # fmt: skip
    for what, group in groups:
        for name in group:
            if name in used or name in ("side", "corner", "half", "direction", "resource") or name in declared.graphs:
                continue
            found = next(((s, e) for s in _SECTIONS[what] if (e := cx.document.entry(f"{s}.{name}")) is not None), None)
            if found is not None:
                section, entry = found
                cx.report.tell(name_span(entry), unused(_CALLED.get(section, what), name))
    for kind in cx.document.section("kinds"):
        if not declared.rows[kind.id]:
            cx.report.tell(name_span(kind), no_things(kind.id))


def _drawn(cx: Context) -> set[str]:
    """The words of the hints for drawing: what is shown is read, too."""
    found: set[str] = set()
    waiting: list[Data] = [plain(entry.node) for entry in cx.document.section("display")]
    while waiting:
        match waiting.pop():
            case str(text):
                found.update(re.findall(r"[\w-]+", text))
            case list(items):
                waiting += items
            case dict(entries):
                waiting += [*entries, *entries.values()]
    return found


def name_span(entry: Entry) -> Span:
    """Where an entry's id stands, without parameters."""
    return entry.key.span if entry.signature is None else entry.signature.name.span


def _unused_names(cx: Context, game: GameModel) -> None:
    """Names given by `let` and parameters that nothing reads; those of `values` are there for the rules that change them, too.

    What a variant says in place of a definition may need less of what the game hands over.
    """
    read = _read_locals(game)
    modified = {t for r in game.standing if r.head == "modify" for t in r.targets}
    for definition in game.definitions.values():
        is_edited = any(p.span.file != definition.body.span.file for p in definition.parameters)
        if not definition.is_value and definition.source.address not in modified and not is_edited:
            _unread(cx, definition.parameters, read, "parameter")
    for procedure in game.procedures.values():
        if not any(procedure.source.address in r.targets for r in game.standing):
            _unread(cx, procedure.parameters, read, "parameter")
    for local in _lets(game):
        _unread(cx, (local,), read, "name")


def _unread(cx: Context, locals_: tuple[Local, ...], read: set[str], what: str) -> None:
    for local in locals_:
        if local.id not in read:
            cx.report.tell(local.span, unused_name(what, local.name))


def _lets(game: GameModel) -> Iterator[Local]:
    hooked = {t for r in game.standing for t in r.targets}
    for action in game.actions.values():
        if action.source.address not in hooked:
            yield from _of_decision(action.decision)
    ends = {(end.after, word) for end in game.end for word, local in end.names if local.id in _locals_in(end)}
    for step in every_step(game):
        if step.known_as not in hooked:
            named = (*(local for local, _ in step.lets), *(() if step.decision is None else _of_decision(step.decision)))
            yield from (local for local in named if (step.known_as, local.name) not in ends)


def _of_decision(decision: Decision) -> Iterator[Local]:
    yield from (e.local for e in decision.entries if e.form == "let")


def _read_locals(game: GameModel) -> set[str]:
    """The ids of all bound names that some expression or sentence reads."""
    found: set[str] = set()
    groups: list[object] = [
        *game.actions.values(), *game.procedures.values(), *game.setup, *game.play, *game.standing, *game.definitions.values(), *game.end,
    ]  # fmt: skip
    for node in groups:
        found |= memoised(node, _locals_in) if isinstance(node, Memoised) else _locals_in(node)
    said = (text for source in game.sources.values() for text in (source.say, source.because) if text.by_language)
    for piece in (piece for text in said for piece in _holes(text)):
        found.update(e.id for e in (piece, *every_expression(piece)) if isinstance(e, Local))
    return found


def _locals_in(node: object) -> frozenset[str]:
    return frozenset(e.id for e in every_expression(node) if isinstance(e, Local))


def _holes(text: Text) -> Iterator[Expr]:
    for _, pieces in text.by_language:
        yield from (piece for piece in pieces if isinstance(piece, Expr))


# ---------------------------------------------------------------- one word for two things


def _one_word_for_two(cx: Context) -> None:
    """Options, zones, kept values, resources and definitions are all called by their bare name."""
    first: dict[str, tuple[str, Entry]] = {}
    for section in ("options", "resources", "zones", "kept", "values", "define"):
        for entry in cx.document.section(section):
            known = first.setdefault(entry.id, (section, entry))
            if known[1] is not entry and {known[0], section} != {"values", "define"}:
                cx.report.tell(name_span(entry), one_word_for_two(entry.id, known[0], name_span(known[1])))


def _hidden_words(cx: Context, game: GameModel) -> None:
    """Parameters that hide a word of the game."""
    given = [d.parameters for d in game.definitions.values()] + [p.parameters for p in game.procedures.values()]
    for local in (local for parameters in given for local in parameters):
        cx.ex.not_declared(local.name, local.span)


# ---------------------------------------------------------------- rules that hide among candidates


def _hidden_rules(cx: Context, game: GameModel) -> None:
    """Candidates say what a choice is about; a rule that forbids some of them can't be explained from there."""
    for action in game.actions.values():
        for entry in action.decision.entries:
            where = entry.among.where if isinstance(entry.among, Select) else None
            if where is None or not entry.source.rules:
                continue
            if any(isinstance(e, Read) for e in (where, *every_expression(where))):
                cx.report.tell(where.span, hidden_rule())


# ---------------------------------------------------------------- sources and languages


def _provenance(cx: Context, game: GameModel) -> None:
    """In games that cite, every printed value says where it comes from."""
    if game.cites is None:
        return
    for table in game.components.values():
        kind = game.kinds[table.kind]
        rows = [kind.rows[i] for i in table.rows]
        lacking = [column for i, (column, _) in enumerate(kind.printed) if any(not r.provenance[i] for r in rows)]
        entry = cx.document.entry(f"components.{table.name}")
        if lacking and table.provenance is None and entry is not None:
            cx.report.tell(entry.key.span, missing_provenance(lacking, table.name))
    for steps in game.tables.values():
        unsaid = [str(key) for (key, _), origin in zip(steps.rows, steps.provenance, strict=False) if not origin]
        entry = cx.document.entry(f"tables.{steps.name}")
        if unsaid and entry is not None:
            cx.report.tell(entry.key.span, missing_provenance(unsaid, steps.name))


def _translations(cx: Context, game: GameModel) -> None:
    """Sentences that lack one of the game's languages."""
    if len(game.languages) < 2:
        return
    said = (entry for entry in cx.document.addresses.values() if not _SAID.isdisjoint(entry.slots))
    for entry in (entry for entry in said if not entry.address.startswith(("scenarios.", "unencoded."))):
        for node in (entry.slots[key].node for key in _SAID.intersection(entry.slots)):
            there = node if isinstance(node, Mapping) else game.languages[:1]
            lacking = [language for language in game.languages if language not in there]
            if lacking:
                cx.report.tell(node.span, missing_translation(lacking, game.languages[0]))
