"""The check of a game with variants: merged first, then checked as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from custumal.dsl.check.game import Checked, build
from custumal.dsl.diagnostic import Report
from custumal.dsl.document import read_file
from custumal.dsl.entry import Document
from custumal.dsl.overlay.combine import Combined, combine


def check_variants(game: Path, name: str, chosen: Iterable[Path]) -> tuple[Checked, Combined]:
    """Check a game file with variant files; problems of the merged rules point into the file that caused them."""
    report = Report()
    combined = combine(game, name, list(chosen), report, lambda of: find_variant(game, of))
    folder, prefix = game.parent, name[: len(name) - len(game.name)]
    rulebook = _rulebook(folder / "rulebook.yaml", f"{prefix}rulebook.yaml", report, combined)
    extra = [
        read_file(file, "scenario", report, combined.sources, f"{prefix}scenarios/{file.name}")
        for file in sorted((folder / "scenarios").glob("*.yaml"))
    ]
    made = None
    if combined.document.tree is not None and not report.has_errors:
        made = build(combined.document, rulebook, extra, report)
    found = None if report.has_errors else made
    return Checked(found, report.sorted(), combined.sources, combined.document, len(combined.sources)), combined


def _rulebook(path: Path, name: str, report: Report, combined: Combined) -> Document | None:
    return read_file(path, "rulebook", report, combined.sources, name) if path.is_file() else None


def find_variant(game: Path, name: str) -> Path | None:
    """The file of a variant of a game by its id: beside the game, or None."""
    path = game.parent / "variants" / f"{name}.yaml"
    return path if path.is_file() else None
