"""Several variants on one game: found, put in order, checked against each other, applied one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from custumal.dsl.diagnostic import Related, Report, Span
from custumal.dsl.document import read_file, read_game
from custumal.dsl.entry import Document, Part
from custumal.dsl.overlay.apply import Applier, clash
from custumal.dsl.overlay.variant import Variant, variant_of
from custumal.dsl.reader import Reader
from custumal.dsl.rules_hash import hash_of
from custumal.dsl.sentence import parse
from custumal.dsl.source import Sources
from custumal.dsl.suggest import nearest
from custumal.dsl.syntax import Sentence
from custumal.dsl.tree import Mapping, Scalar

FOLDER = "variants"


@dataclass(slots=True)
class Combined:
    """A game with its variants: the merged document, the variants in the order in which they were applied."""

    document: Document
    variants: tuple[Variant, ...]
    sources: Sources
    touched: dict[str, tuple[str, Span]] = field(default_factory=dict)


def combine(game: Path, name: str, chosen: Iterable[Path], report: Report, find: Callable[[str], Path | None]) -> Combined:
    """The merged document of a game file and variant files.

    Args:
        game: the game file; name: what messages call it.
        chosen: variant files, in any order.
        report: takes what is wrong; with errors in a variant none of it is applied.
        find: the file of a variant by its id, for `requires` and chains of variants.
    """
    sources: Sources = {}
    base = read_game(game, report, sources, name)
    variants = _in_order(_read_all(chosen, report, sources, find), report)
    _conflicts(variants, report)
    for variant in variants:
        _fits(variant, base, report)
    memo = _Memo()
    combined = Combined(base, tuple(variants), sources)
    for variant in variants:
        if base.tree is None or report.has_errors:
            break
        _apply(combined, variant, report, memo)
    return combined


class _Memo:
    """Parses every sentence once, however often the tree around it is read again."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, int], tuple[Scalar, Sentence | None]] = {}

    def __call__(self, start: str, scalar: Scalar, report: Report) -> Sentence | None:
        key = (start, id(scalar))
        if key not in self.known:
            self.known[key] = (scalar, parse(start, scalar, report))
        return self.known[key][1]


def _apply(combined: Combined, variant: Variant, report: Report, memo: _Memo) -> None:
    applier = Applier(combined.document, variant, report)
    tree = applier.tree()
    if tree is None:
        return
    for address, span in applier.touched.items():
        combined.touched[address] = (variant.id, span)
    combined.document = read_again(combined.document, tree, report, memo)


def read_again(before: Document, tree: Mapping, report: Report, memo: Callable[[str, Scalar, Report], Sentence | None] = parse) -> Document:
    """The document of a changed tree."""
    document = Reader(report, memo).document(tree, "game", before.file)
    return replace(document, parts=(Part("game", before.file, tree),))


# ---------------------------------------------------------------- which variants, in which order


def _read_all(chosen: Iterable[Path], report: Report, sources: Sources, find: Callable[[str], Path | None]) -> list[Variant]:
    """The chosen variants with those of which they are variants, each once."""
    found: dict[str, Variant] = {}
    for path in chosen:
        _read_chain(path, report, sources, find, found, ())
    return list(found.values())


def _read_chain(
    path: Path, report: Report, sources: Sources, find: Callable[[str], Path | None], found: dict[str, Variant], chain: tuple[str, ...]
) -> None:
    document = read_file(path, "variant", report, sources, str(path))
    variant = variant_of(document, path) if document.tree is not None else None
    if variant is None or variant.id in found:
        return
    if variant.of in chain or variant.of == variant.id:
        circle = " → ".join((*chain, variant.id, variant.of))
        report.error("variant-cycle", variant.span, f"Variants can't be variants of each other: {circle}.")
        return
    parent = find(variant.of)
    if parent is not None:
        _read_chain(parent, report, sources, find, found, (*chain, variant.id))
    for needed in variant.requires:
        other = find(needed)
        if other is None:
            report.error(
                "missing-variant", variant.span, f"`{variant.id}` needs the variant `{needed}`, which is not there.", nearest(needed, found)
            )
        else:
            _read_chain(other, report, sources, find, found, (*chain, variant.id))
    found[variant.id] = variant


def _in_order(variants: list[Variant], report: Report) -> list[Variant]:
    """Those that others come after first; else by id, so that the order in which they are named never matters."""
    waiting = {v.id: v for v in sorted(variants, key=lambda v: v.id)}
    done: list[Variant] = []
    while waiting:
        ready = [v for v in waiting.values() if not any(n in waiting for n in _before(v))]
        if not ready:
            first = next(iter(waiting.values()))
            report.error("variant-cycle", first.span, f"These variants all come after each other: {', '.join(waiting)}.")
            return done
        done.append(ready[0])
        del waiting[ready[0].id]
    return done


def _before(variant: Variant) -> tuple[str, ...]:
    return (*variant.after, *variant.requires, variant.of)


def _fits(variant: Variant, base: Document, report: Report) -> None:
    """Is the variant written for these rules?"""
    game = _header(base, "game")
    wanted, version = _header(variant.document, "of-version"), _header(base, "version") or "1"
    if wanted is not None and version != wanted and not version.startswith(f"{wanted}."):
        slot = variant.document.header["of-version"]
        report.error(
            "variant-version",
            slot.node.span,
            f"`{variant.id}` is written for version {wanted} of `{game}`, and this is {version}.",
            version,
        )
    hashed = _header(variant.document, "of-hash")
    if hashed is not None and not hash_of(base).startswith(hashed):
        slot = variant.document.header["of-hash"]
        report.error(
            "variant-version", slot.node.span, f"The rules of `{game}` are not those for which `{variant.id}` is written.", hash_of(base)
        )


def _header(document: Document, key: str) -> str | None:
    slot = document.header.get(key)
    return slot.node.text if slot is not None and isinstance(slot.node, Scalar) else None


def _conflicts(variants: list[Variant], report: Report) -> None:
    """Two variants that touch the same thing, unless one comes after the other."""
    for i, later in enumerate(variants):
        for earlier in variants[:i]:
            if later.id in earlier.excludes or earlier.id in later.excludes:
                report.error(
                    "variants-exclude",
                    later.span,
                    f"`{later.id}` and `{earlier.id}` don't go together.",
                    None,
                    (Related(earlier.span, "the other"),),
                )
            elif earlier.id not in _before(later):
                _conflict(earlier, later, report)


def _conflict(earlier: Variant, later: Variant, report: Report) -> None:
    theirs = {e.target: e.span for e in earlier.edits} | _added(earlier)
    for target, span in ({e.target: e.span for e in later.edits} | _added(later)).items():
        other = clash(target, theirs)
        if other is None:
            continue
        said = later.conflict(earlier.id) or earlier.conflict(later.id)
        what = said or f"`{target}` is changed by `{earlier.id}` too."
        message = f"{what} Choose one, or say `after: [{earlier.id}]` in `{later.id}` and give `was` its value."
        report.error("overlay-conflict", span, message, None, (Related(theirs[other], f"`{earlier.id}` changes it here"),))


def _added(variant: Variant) -> dict[str, Span]:
    """What the sections of a variant add, by address."""
    found: dict[str, Span] = {}
    for section, entries in variant.document.sections.items():
        if section not in ("edits", "conflicts"):
            found |= {e.address: e.key.span for e in entries if e.id}
    return found
