"""The check of a game with variants: merged first, then checked as a whole; problems are told at the change that causes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from custumal.dsl.check.game import Checked, build
from custumal.dsl.diagnostic import Diagnostic, Report
from custumal.dsl.document import read_file
from custumal.dsl.entry import Document
from custumal.dsl.model import Game, Source
from custumal.dsl.overlay.blame import Blame
from custumal.dsl.overlay.combine import Combined, combine
from custumal.dsl.overlay.expected import Expected
from custumal.dsl.overlay.variant import Unit


def check_variants(game: Path, name: str, chosen: Iterable[Path]) -> tuple[Checked, Combined]:
    """Check a game file with variant files; problems of the merged rules point into the file that caused them."""
    report = Report()
    combined = combine(game, name, chosen, report)
    extra = [
        read_file(file, "scenario", report, combined.sources, combined.shelf.shown(file))
        for file in sorted((game.parent / "scenarios").glob("*.yaml"))
    ]
    made = None
    if combined.document.tree is not None and not report.has_errors:
        made = _Check(combined, extra, report).game()
    found = None if report.has_errors else made
    return Checked(found, report.sorted(), combined.sources, combined.document, len(combined.sources)), combined


class _Check:
    """Builds the model of a combined game.

    Args:
        combined: the game with its variants.
        extra: its files of scenarios.
        report: takes what is wrong.
    """

    def __init__(self, combined: Combined, extra: list[Document], report: Report) -> None:
        self.combined = combined
        self.extra = extra
        self.report = report
        self.expected = Expected(combined, extra, report)

    def game(self) -> Game | None:
        """The model, with the scenarios that the variants leave as they are and those that they change."""
        found, made = self._built(self.combined.document, self.combined.rulebook)
        if self.expected.note_unreadable(found):
            found, made = self._built(self.combined.document, self.combined.rulebook)
        for diagnostic in Blame(self.combined, self._trial).moved(found):
            self.report.add(diagnostic)
        if self.report.has_errors:
            return None
        variants = tuple(variant.id for variant in self.combined.variants)
        breaks = tuple(Source(f"scenarios.{broken.scenario}", broken.key.span) for broken in self.expected.failing())
        return replace(made, variants=variants, breaks=breaks)

    def _built(self, document: Document, rulebook: Document | None) -> tuple[list[Diagnostic], Game]:
        report = Report()
        rules, *others = self.expected.documents(document)
        made = build(rules, rulebook, others, report)
        return report.sorted(), made

    def _trial(self, wanted: Callable[[Unit], bool]) -> list[Diagnostic] | None:
        """What the check says with only some of the changes."""
        documents = self.combined.without(wanted)
        return None if documents is None else self._built(*documents)[0]
