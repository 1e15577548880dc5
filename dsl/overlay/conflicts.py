"""Whether variants fit the rules for which they are chosen, and each other."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.diagnostic import Related, Report, Span
from custumal.dsl.documents.document import Document, Entry
from custumal.dsl.documents.rules_hash import hash_of
from custumal.dsl.overlay.apply import NOT_SECTIONS
from custumal.dsl.overlay.touched import Touched, around
from custumal.dsl.overlay.variant import Edit, Variant


def check_fit(variant: Variant, base: Document, report: Report) -> None:
    """Is the variant written for these rules?"""
    game = base.text("game")
    wanted, version = variant.document.text("of-version"), base.text("version") or "1"
    if wanted is not None and version != wanted and not version.startswith(f"{wanted}."):
        span = variant.document.header["of-version"].node.span
        message = f"`{variant.id}` is written for version {wanted} of `{game}`, and this is {version}."
        report.error("variant-version", span, message, version)
    hashed = variant.document.text("of-hash")
    if hashed is not None and not hash_of(base).startswith(hashed):
        span = variant.document.header["of-hash"].node.span
        message = f"The rules of `{game}` are not those for which `{variant.id}` is written."
        report.error("variant-version", span, message, hash_of(base))


def check_conflicts(variants: list[Variant], report: Report) -> None:
    """Two variants that touch the same thing, unless one comes after the other; what one does that the other undoes."""
    lines = {v.id: _line(v, variants) for v in variants}
    for i, later in enumerate(variants):
        for earlier in variants[:i]:
            if later.id in earlier.excludes or earlier.id in later.excludes:
                related = (Related(earlier.span, "the other"),)
                report.error("variants-exclude", later.span, f"`{later.id}` and `{earlier.id}` don't go together.", None, related)
            elif earlier.id in lines[later.id]:
                _shadowed(earlier, later, report)
            else:
                _conflict(earlier, later, report)


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


def _conflict(earlier: Variant, later: Variant, report: Report) -> None:
    theirs = Touched.of(written(earlier))
    for target, span in written(later).items():
        other = theirs.clash(target)
        if other is None:
            continue
        said = later.conflict(earlier.id) or earlier.conflict(later.id)
        what = said or f"`{target}` is changed by `{earlier.id}` too."
        message = f"{what} Choose one, or say `after: [{earlier.id}]` in `{later.id}` and give `was` its value."
        report.error("overlay-conflict", span, message, None, (Related(theirs.spans[other], f"`{earlier.id}` changes it here"),))


def _shadowed(earlier: Variant, later: Variant, report: Report) -> None:
    """An edit whose result a later variant replaces without saying (by `was`) that it knows of it."""
    final: dict[str, Edit] = {e.target: e for e in later.edits if e.verb in ("set", "replace", "remove") and e.was is None}
    for target, span in written(earlier).items():
        over = next((final[each] for each in (target, *around(target)) if each in final), None)
        if over is not None:
            related = (Related(over.span, f"`{later.id}` does it here"),)
            report.warn("edit-shadowed", span, f"`{later.id}` replaces what is changed here; nothing of it is left.", None, related)


def check_order(merged: Document, variants: Iterable[Variant], report: Report) -> None:
    """Two entries side by side, added by variants of which none comes after the other, where the order of entries counts."""
    variants = list(variants)
    if len(variants) < 2:
        return
    by_file = {v.name: v for v in variants}
    lines = {v.id: _line(v, variants) for v in variants}
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
        related = (Related(before.key.span, "the one before it"),)
        help_ = f"say `after: [{first.id}]`, or `before` what it stands"
        message = f"`{first.id}` adds `{before.id}` at the same place, and comes first only by its name; {help_}."
        report.warn("order-undeclared", entry.key.span, message, None, related)


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
