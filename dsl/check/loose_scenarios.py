"""The check of a file of scenarios that does not lie in the folder of its game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from custumal.dsl.check.build import Trial, build
from custumal.dsl.check.game import Checked, at_most
from custumal.dsl.check.watch import Watch
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.overlay.combine import combine


def check_scenarios(
    game: Path, name: str, variants: Iterable[Path], file: Path, trial: Trial | None = None, watch: Watch | None = None
) -> Checked:
    """Check a file of scenarios with the game, and the variants, that they are about.

    Args:
        game: the game file; name: what messages call it.
        variants: the files of the variants in force.
        file: the file of scenarios.
        trial: tries a game without errors; watch: sees what words mean.
    """
    report = Report()
    combined = combine(game, name, variants, report)
    scenarios = read_file(file, "scenario", report, combined.sources)
    made = None
    if combined.document.tree is not None and not report.has_errors:
        made = build(combined.document, combined.rulebook, [scenarios], report, combined.sources, trial=trial, watch=watch)
    return Checked(
        None if report.has_errors else made, at_most(report.sorted()), combined.sources, combined.document, len(combined.sources)
    )
