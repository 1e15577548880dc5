"""Whether variants fit the rules for which they are chosen, and each other."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.catalogue.edits import edit_shadowed
from custumal.dsl.diagnostics.catalogue.variants import (
    no_players_in_common,
    order_undeclared,
    overlay_conflict,
    variants_exclude,
    written_for_other_rules,
    written_for_version,
)
from custumal.dsl.diagnostics.diagnostic import Report, Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.rules_hash import hash_of
from custumal.dsl.overlay.apply import NOT_SECTIONS
from custumal.dsl.overlay.diff import text_of
from custumal.dsl.overlay.players import is_variant_of, suit_nobody
from custumal.dsl.overlay.touched import Touched, around
from custumal.dsl.overlay.variant import Edit, Variant


def check_fit(variant: Variant, base: Document, report: Report) -> None:
    """Is the variant written for these rules?"""
    game = base.text("game")
    wanted, version = variant.document.text("of-version"), base.text("version") or "1"
    if wanted is not None and version != wanted and not version.startswith(f"{wanted}."):
        span = variant.document.header["of-version"].node.span
        report.tell(span, written_for_version(variant.id, wanted, game, version))
    hashed = variant.document.text("of-hash")
    if hashed is not None and not hash_of(base).startswith(hashed):
        span = variant.document.header["of-hash"].node.span
        report.tell(span, written_for_other_rules(game, variant.id, hash_of(base)))


def check_conflicts(variants: list[Variant], report: Report) -> None:
    """Two variants that touch the same thing, unless one comes after the other; what one does that the other undoes."""
    lines = lines_of(variants)
    for i, later in enumerate(variants):
        for earlier in variants[:i]:
            if later.id in earlier.excludes or earlier.id in later.excludes:
                report.tell(later.span, variants_exclude(later.id, earlier.id, earlier.span))
            elif suit_nobody(later, earlier, variants):
                _no_players(earlier, later, report)
            elif earlier.id in lines[later.id]:
                if not is_variant_of(later, earlier, variants):
                    _shadowed(earlier, later, report)
            else:
                _conflict(earlier, later, report)


def lines_of(variants: Iterable[Variant]) -> dict[str, set[str]]:
    """For each variant those that come before it because it says so."""
    variants = list(variants)
    return {variant.id: _line(variant, variants) for variant in variants}


def _line(variant: Variant, variants: list[Variant]) -> set[str]:
    """All variants that come before this one because it, or one of them, says so."""
    known = {v.id: v for v in variants}
    found: set[str] = set()
    waiting = [variant]
    while waiting:
        for name in waiting.pop().earlier:
            if name in known and name not in found:
                found.add(name)
                waiting.append(known[name])
    return found


def _no_players(earlier: Variant, later: Variant, report: Report) -> None:
    said = later.conflict(earlier.id) or earlier.conflict(later.id)
    ours, theirs = (variant.document.header["players"].node for variant in (later, earlier))
    report.tell(ours.span, no_players_in_common(earlier.id, text_of(theirs), later.id, text_of(ours), said, theirs.span))


def _conflict(earlier: Variant, later: Variant, report: Report) -> None:
    theirs = Touched.of(written(earlier))
    for target, span in written(later).items():
        other = theirs.clash(target)
        if other is None:
            continue
        said = later.conflict(earlier.id) or earlier.conflict(later.id)
        report.tell(span, overlay_conflict(target, earlier.id, later.id, said, theirs.spans[other]))


def _shadowed(earlier: Variant, later: Variant, report: Report) -> None:
    """An edit that replaces what an earlier variant has changed without saying (by `was`) that it knows of it. Taking out is meant."""
    final: dict[str, Edit] = {e.target: e for e in later.edits if e.verb in ("set", "replace") and e.was is None}
    for target, span in written(earlier).items():
        over = next((final[each] for each in (target, *around(target)) if each in final), None)
        if over is not None:
            report.tell(over.span, edit_shadowed(earlier.id, over.target, span))


def check_order(merged: Document, variants: Iterable[Variant], report: Report) -> None:
    """Two entries side by side, added by variants of which none comes after the other, where the order of entries counts."""
    variants = list(variants)
    if len(variants) < 2:
        return
    by_file = {v.name: v for v in variants}
    lines = lines_of(variants)
    last: dict[str, Entry] = {}
    for address, entry in merged.addresses.items():
        parent = address.rpartition(".")[0]
        before = last.get(parent)
        last[parent] = entry
        if before is None or not _is_course(parent, merged):
            continue
        first, second = by_file.get(before.key.span.file), by_file.get(entry.key.span.file)
        if first is None or second is None or first is second or first.id in lines[second.id] or second.id in lines[first.id]:
            continue
        report.tell(entry.key.span, order_undeclared(first.id, before.id, before.key.span))


def _is_course(parent: str, merged: Document) -> bool:
    """Are the entries below done, or chosen, or compared in their order?"""
    entry = merged.addresses.get(parent)
    return parent.rpartition(".")[2] in ("play", "setup", "choose", "ranking") or (
        entry is not None and entry.form in ("step", "procedure", "action")
    )


def written(variant: Variant) -> dict[str, Span]:
    """The addresses that a variant changes or adds, with where it says so."""
    found = {e.target: e.span for e in variant.edits}
    for section, entries in variant.document.sections.items():
        if section not in NOT_SECTIONS:
            found |= {e.address: e.key.span for e in entries}
    return found
