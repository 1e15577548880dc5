"""The chosen variants with all that they need: read, each once, and put in an order that does not depend on how they were named."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.diagnostics.diagnostic import Related, Report
from custumal.dsl.diagnostics.suggest import did_you_mean, nearest
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.overlay.discovery import Shelf
from custumal.dsl.overlay.variant import Variant, variant_of
from custumal.dsl.yaml.source import Sources


class Family:
    """Reads variants.

    Args:
        game: the id of the game to which all of them must lead.
        shelf: where further ones are found by their ids.
        report: takes what is wrong.
        sources: takes the texts of the files.
    """

    def __init__(self, game: str, shelf: Shelf, report: Report, sources: Sources) -> None:
        self.game = game
        self.shelf = shelf
        self.report = report
        self.sources = sources
        self.found: dict[str, Variant] = {}
        self.files: set[Path] = set()

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
        if path.resolve() in self.files:
            return
        self.files.add(path.resolve())
        shown = self.shelf.shown(path)
        document = read_file(path, "variant", self.report, self.sources, shown)
        variant = variant_of(document, path) if document.tree is not None else None
        if variant is None:
            return
        other = self.found.get(variant.id)
        if other is not None:
            related = (Related(other.span, "the other one"),)
            self.report.error("variant-twice", variant.span, f"Two files are called `{variant.id}`.", None, related)
            return
        self.found[variant.id] = variant
        if len(chain) + 1 >= LIMITS.variant_depth and variant.of != self.game:
            message = f"Variants are built on each other more than {LIMITS.variant_depth} deep."
            self.report.error("include-depth", variant.span, message)
            return
        self._base(variant, (*chain, variant))
        for needed in variant.requires:
            self._needed(variant, needed, (*chain, variant))

    def _base(self, variant: Variant, chain: tuple[Variant, ...]) -> None:
        """What the variant changes: the game, or a variant that leads to it."""
        if variant.of == self.game:
            return
        if self._is_circle(variant, variant.of, chain):
            return
        parent = self.shelf.find(variant.of)
        if parent is None:
            known = [self.game, *self.shelf.names()]
            message = f"`{variant.id}` is a variant of `{variant.of}`, and this is `{self.game}`."
            self.report.error("variant-of", variant.document.header["of"].node.span, message, nearest(variant.of, known))
        else:
            self._read(parent, chain)

    def _needed(self, variant: Variant, needed: str, chain: tuple[Variant, ...]) -> None:
        other = self.shelf.find(needed)
        if other is None and needed not in self.found:
            message = f"`{variant.id}` needs the variant `{needed}`, which is not there."
            self.report.error("missing-variant", variant.span_of("requires", needed), message, nearest(needed, self.shelf.names()))
        elif other is not None and not self._is_circle(variant, needed, chain):
            self._read(other, chain)

    def _is_circle(self, variant: Variant, name: str, chain: tuple[Variant, ...]) -> bool:
        if not any(each.id == name for each in chain):
            return False
        start = next(i for i, each in enumerate(chain) if each.id == name)
        circle = " → ".join((*(each.id for each in chain[start:]), name))
        self.report.error("variant-cycle", variant.span, f"Variants can't be built on each other: {circle}.")
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
                    message = f"These variants all come after each other: {', '.join(waiting)}."
                    self.report.error("variant-cycle", first.span, message)
                return [*done, *waiting.values()]
            done.append(ready[0])
            del waiting[ready[0].id]
        return done

    def _names_known(self, variant: Variant) -> None:
        """A variant that is only mentioned may be missing, but then its name is probably misspelt."""
        for key, names in (("after", variant.after), ("excludes", variant.excludes)):
            for name in names:
                if name not in self.found and self.shelf.find(name) is None:
                    guess = nearest(name, self.shelf.names())
                    message = f"There is no variant `{name}`{did_you_mean(guess)}"
                    self.report.warn("unknown-variant", variant.span_of(key, name), message, guess)
        for entry in variant.document.section("conflicts"):
            if entry.id not in self.found and self.shelf.find(entry.id) is None:
                guess = nearest(entry.id, self.shelf.names())
                self.report.warn("unknown-variant", entry.key.span, f"There is no variant `{entry.id}`.", guess)
