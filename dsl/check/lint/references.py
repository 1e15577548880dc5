"""What the files of one folder say of each other, and labels of the game's ids: each names something that is there."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.catalogue.sources import (
    another_game,
    known_by_another_name,
    labels_nothing,
    no_rule,
    no_rule_in_section,
    uncited_rule,
)
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document, Slot
from custumal.dsl.documents.ids import is_id

# Words for which a table may want a label although no entry bears them.
_ALWAYS = ("pass", "yes", "no", "true", "false", "none", "chance", "total")


def check_references(cx: Context, rulebook: Document | None, extra: Iterable[Document]) -> None:
    """Report files that are about another game, rules that are not there or not cited, and labels for nothing."""
    files = [(rulebook, "rulebook"), *((each, "of") for each in extra)]
    _about(cx, [slot for document, key in files if document is not None and (slot := document.header.get(key)) is not None])
    is_whole = not cx.report.has_errors  # what can't be read may be what is missed
    if rulebook is not None and "rules" in rulebook.sections:
        _rulings(cx, rulebook)
        _unencoded(cx)
    if is_whole:
        _labels(cx)
        _sections(cx, rulebook)
    if rulebook is not None and not cx.report.has_errors:
        _citations(cx, rulebook)


def _about(cx: Context, told: list[Slot]) -> None:
    """The files beside a game say that they are about it; if all of them know it by another name, that of the game is the wrong one."""
    own, game = cx.document.header.get("game"), cx.document.text("game")
    if own is None or game is None or not is_id("id", game):
        return
    others = {slot.text for slot in told if slot.text is not None and is_id("id", slot.text)}
    if len(told) > 1 and len(others) == 1 and game not in others:
        cx.report.tell(own.node.span, known_by_another_name(game, others.pop(), told[0].node.span))
        return
    for slot in told:
        if slot.text is not None and slot.text != game and slot.text in others:
            cx.report.tell(slot.node.span, another_game(slot.text, game))


def _rulings(cx: Context, rulebook: Document) -> None:
    known = cx.declared.rules or {}
    for entry in rulebook.section("rulings"):
        slot = entry.slot("affects")
        for node in () if slot is None else slot.scalars:
            if node.text not in known:
                cx.report.tell(node.span, no_rule(node.text, nearest(node.text, known)))


def _unencoded(cx: Context) -> None:
    known = cx.declared.rules or {}
    for entry in cx.document.section("unencoded"):
        if entry.id not in known:
            cx.report.tell(entry.key.span, no_rule(entry.id, nearest(entry.id, known)))


def _citations(cx: Context, rulebook: Document) -> None:
    """Numbered rules that no entry cites, each where it stands."""
    told = cx.findings.cited | {entry.id for entry in cx.document.section("unencoded")}
    for rule in rulebook.section("rules"):
        if rule.id not in told:
            cx.report.tell(rule.key.span, uncited_rule())


def _sections(cx: Context, rulebook: Document | None) -> None:
    if rulebook is None or rulebook.tree is None:
        return
    used = {name for entry in rulebook.section("rules") if (name := entry.text("section")) is not None}
    for entry in rulebook.section("sections"):
        if entry.id not in used:
            guess = nearest(entry.id, used)
            cx.report.tell(entry.key.span, no_rule_in_section(entry.id, guess))


def _labels(cx: Context) -> None:
    labels = cx.document.section("names")
    known = every_id(cx) if labels else set()
    for entry in labels:
        if entry.id not in known:
            guess = nearest(entry.id, known)
            cx.report.tell(entry.key.span, labels_nothing(entry.id, guess))


def every_id(cx: Context) -> set[str]:
    """Every id of the game, whatever it names."""
    words, declared = cx.words, cx.declared
    found = {entry.id for address, entry in cx.document.addresses.items() if not address.startswith("names.")}
    found |= {*words.member_words(), *words.list_names(), *words.choice_words(), *_ALWAYS}
    found |= {node for graph in declared.graphs.values() for node in graph.nodes}
    found |= declared.lost
    return found | {f"p{i + 1}" for i in range(declared.players[1])}
