"""The chosen variants with all that they need: read, each once, and put in an order that does not depend on how they were named."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from custumal.dsl.base.file_names import accepted_beside, is_there, leads_out
from custumal.dsl.base.limits import LIMITS
from custumal.dsl.base.open_texts import real_path
from custumal.dsl.diagnostics.catalogue.files import outside_by_link, variants_too_deep
from custumal.dsl.diagnostics.catalogue.variants import (
    accepted_of_another,
    missing_variant,
    no_variant,
    no_variant_for_conflict,
    variant_beside_another,
    variant_of_another_game,
    variant_twice,
    variants_after_each_other,
    variants_in_a_circle,
)
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.game_files import closed_folder
from custumal.dsl.documents.ids import is_id
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.overlay.discovery import VariantFiles
from custumal.dsl.overlay.variant import Variant, variant_of
from custumal.dsl.yaml.source import Sources, file_span
from custumal.dsl.yaml.tree import Scalar


class Family:
    """Reads variants.

    Args:
        game: the id of the game to which all of them must lead.
        variant_files: where further ones are found by their ids.
        report: takes what is wrong.
        sources: takes the texts of the files.
    """

    def __init__(self, game: str, variant_files: VariantFiles, report: Report, sources: Sources) -> None:
        self.game = game
        self.variant_files = variant_files
        self.report = report
        self.sources = sources
        self.found: dict[str, Variant] = {}
        self.files: set[str] = set()

    def read(self, chosen: Iterable[Path]) -> list[Variant]:
        """The chosen variants with those that they need, in the order in which they are applied."""
        for path in chosen:
            self._read(path, ())
        ordered = self._in_order(list(self.found.values()))
        for variant in ordered:
            self._names_known(variant)
        return ordered

    def _read(self, path: Path, chain: tuple[Variant, ...]) -> None:
        """One file, and before it those that it needs; `chain` are those that led to it."""
        where = real_path(path)
        if where in self.files:
            return
        self.files.add(where)
        shown = self.variant_files.shown(path)
        if self.variant_files.is_outside(path, chosen=not chain):
            self.report.tell(file_span(shown), outside_by_link(shown))
            return
        shut = closed_folder(path, shown)
        if shut is not None:
            self.report.tell(file_span(shown), shut)
            return
        document = read_file(path, "variant", self.report, self.sources, shown)
        accepted = self._accepted(path)
        variant = variant_of(document, path, accepted) if document.tree is not None else None
        if variant is None:
            return
        self._is_beside(variant, accepted)
        other = self.found.get(variant.id)
        if other is not None:
            self.report.tell(variant.span, variant_twice(variant.id, other.span))
            return
        self.found[variant.id] = variant
        if len(chain) + 1 >= LIMITS.variant_depth and variant.of != self.game:
            self.report.tell(variant.span, variants_too_deep())
            return
        self._base(variant, (*chain, variant))
        for needed in variant.requires:
            self._needed(variant, needed, (*chain, variant))

    def _accepted(self, path: Path) -> Document | None:
        """The file beside a variant; None where there is none."""
        beside = accepted_beside(path)
        if not is_there(beside):
            return None
        shown = self.variant_files.shown(beside)
        if leads_out(beside, beside.parent):
            self.report.tell(file_span(shown), outside_by_link(shown))
            return None
        return read_file(beside, "accepted", self.report, self.sources, shown)

    def _is_beside(self, variant: Variant, accepted: Document | None) -> None:
        """The file beside a variant has to say that it is about this one."""
        slot = None if accepted is None else accepted.header.get("accepted")
        named = None if slot is None or not isinstance(slot.node, Scalar) else slot.node
        if named is None or named.text == variant.id or not is_id("id", named.text):
            return
        if variant.path.stem == named.text:
            self.report.tell(variant.span, variant_beside_another(variant.id, named.text, named.span))
        else:
            self.report.tell(named.span, accepted_of_another(named.text, variant.id))

    def _base(self, variant: Variant, chain: tuple[Variant, ...]) -> None:
        """What the variant changes: the game, or a variant that leads to it."""
        if variant.of == self.game:
            return
        if self._is_circle(variant, variant.of, chain):
            return
        parent = self.variant_files.find(variant.of)
        if parent is None and not self.game:
            return  # what is wrong with the game's file is told
        if parent is None:
            known = [self.game, *self.variant_files.names()]
            self.report.tell(
                variant.document.header["of"].node.span,
                variant_of_another_game(variant.id, variant.of, self.game, nearest(variant.of, known)),
            )
        else:
            self._read(parent, chain)

    def _needed(self, variant: Variant, needed: str, chain: tuple[Variant, ...]) -> None:
        other = self.variant_files.find(needed)
        if other is None and needed not in self.found:
            self.report.tell(
                variant.span_of("requires", needed), missing_variant(variant.id, needed, nearest(needed, self.variant_files.names()))
            )
        elif other is not None and not self._is_circle(variant, needed, chain):
            self._read(other, chain)

    def _is_circle(self, variant: Variant, name: str, chain: tuple[Variant, ...]) -> bool:
        if not any(each.id == name for each in chain):
            return False
        start = next(i for i, each in enumerate(chain) if each.id == name)
        self.report.tell(variant.span, variants_in_a_circle([*(each.id for each in chain[start:]), name]))
        return True

    def _in_order(self, variants: list[Variant]) -> list[Variant]:
        """Those that others come after first; else by id, so that the order in which they are named never matters."""
        waiting = {v.id: v for v in sorted(variants, key=lambda v: v.id)}
        done: list[Variant] = []
        while waiting:
            ready = [v for v in waiting.values() if not any(n in waiting for n in v.earlier)]
            if not ready:
                first = next(iter(waiting.values()))
                if not self.report.has_errors:
                    self.report.tell(first.span, variants_after_each_other(waiting))
                return [*done, *waiting.values()]
            done.append(ready[0])
            del waiting[ready[0].id]
        return done

    def _names_known(self, variant: Variant) -> None:
        """A variant that is only mentioned may be missing, but then its name is probably misspelt."""
        for key, names in (("after", variant.after), ("excludes", variant.excludes)):
            for name in names:
                if name not in self.found and self.variant_files.find(name) is None:
                    guess = nearest(name, self.variant_files.names())
                    self.report.tell(variant.span_of(key, name), no_variant(name, guess))
        for entry in variant.document.section("conflicts"):
            if entry.id not in self.found and self.variant_files.find(entry.id) is None:
                guess = nearest(entry.id, self.variant_files.names())
                self.report.tell(entry.key.span, no_variant_for_conflict(entry.id, guess))
