"""All files of a game, read: its rules with what they include, its rulebook and its scenarios."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from custumal.dsl.diagnostic import Diagnostic, Report
from custumal.dsl.document import Document
from custumal.dsl.parts import prefix_of
from custumal.dsl.rule_files import read_file, read_game
from custumal.dsl.source import Sources


@dataclass(frozen=True, slots=True)
class GameFiles:
    """What was read, once for a game and all its variants.

    `found` is what is wrong with the form of the rules and the rulebook, `found_later` the same of the scenarios; `sources` are
    the texts of all of them by their names.
    """

    path: Path
    name: str
    rules: Document
    rulebook: Document | None
    scenarios: tuple[Document, ...]
    sources: Sources
    found: tuple[Diagnostic, ...]
    found_later: tuple[Diagnostic, ...]


def read_files(path: Path, name: str) -> GameFiles:
    """The files of the game at `path`, which messages call `name`."""
    report, later, sources = Report(), Report(), Sources()
    rules = read_game(path, report, sources, name)
    prefix = prefix_of(path, name)
    beside = path.parent / "rulebook.yaml"
    rulebook = read_file(beside, "rulebook", report, sources, f"{prefix}rulebook.yaml") if beside.is_file() else None
    scenarios = tuple(
        read_file(file, "scenario", later, sources, f"{prefix}scenarios/{file.name}")
        for file in sorted((path.parent / "scenarios").glob("*.yaml"))
    )
    return GameFiles(path, name, rules, rulebook, scenarios, sources, tuple(report.sorted()), tuple(later.sorted()))
