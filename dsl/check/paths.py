"""Any paths to check: games, folders, and files that belong to a game; each game is checked once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from custumal.dsl.check.game import check_game
from custumal.dsl.diagnostic import Diagnostic, Severity, Span
from custumal.dsl.source import Sources

GAME_FILE = "game.yaml"
_DEPTH = 3


@dataclass(slots=True)
class Checks:
    """The result of checking several paths."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: Sources = field(default_factory=dict)
    files: int = 0

    def count(self, severity: Severity) -> int:
        return sum(1 for d in self.diagnostics if d.severity is severity)


def check_paths(paths: list[Path]) -> Checks:
    """Check every game that the paths are or belong to; a folder stands for all games below it."""
    found = Checks()
    seen: set[Path] = set()
    for path in paths:
        games = game_files(path)
        if not games:
            found.diagnostics.append(_no_game(path))
        for game in games:
            if game.resolve() not in seen:
                seen.add(game.resolve())
                _add(found, game)
    return found


def _add(found: Checks, game: Path) -> None:
    checked = check_game(game, str(game))
    found.diagnostics += checked.diagnostics
    found.sources |= checked.sources
    found.files += checked.files


def game_files(path: Path) -> list[Path]:
    """The game files that a path stands for; none where it belongs to no game."""
    if path.is_dir():
        return sorted(path.rglob(GAME_FILE))
    if not path.is_file():
        return []
    for folder in list(path.parents)[:_DEPTH]:
        if (folder / GAME_FILE).is_file() and path.name != GAME_FILE and not _is_game(path):
            return [folder / GAME_FILE]
    return [path]


def _is_game(path: Path) -> bool:
    """Does the file itself say that it is a game?"""
    try:
        return any(line.startswith("game:") for line in path.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        return False


def _no_game(path: Path) -> Diagnostic:
    what = "There is no such file." if not path.exists() else "There is no game in this folder."
    return Diagnostic("missing-file", Severity.ERROR, Span(str(path), 1, 1, 1, 1), what)
