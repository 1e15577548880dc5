"""Small pieces of rule files completed by a frame, a whole little game, so that a test shows only what it is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from custumal.dsl.check.game import Checked, check_game

CASES = Path(__file__).parents[1] / "cases"
FRAME = CASES / "frame.yaml"
MERGED = {
    "options", "lists", "tables", "graphs", "resources", "kinds", "components", "zones", "kept", "values", "define", "actions",
    "procedures",
}  # fmt: skip


@dataclass(frozen=True)
class Framed:
    """A game text with the lines that belong to the piece itself."""

    text: str
    own: frozenset[int]


def framed(piece: str) -> Framed:
    """The piece with every section of the frame that it lacks; in sections of nouns and deeds also the entries that it lacks."""
    mine, theirs = _sections(piece), _sections(FRAME.read_text(encoding="utf-8"))
    lines: list[str] = []
    own: set[int] = set()
    for name in [*mine, *(n for n in theirs if n not in mine)]:
        if name in mine:
            own.update(range(len(lines) + 1, len(lines) + 1 + len(mine[name])))
            lines += mine[name]
            taken = _entries(mine[name])
            if name in MERGED and name in theirs:
                for entry, block in _entries(theirs[name]).items():
                    lines += [] if entry in taken else block
        else:
            lines += theirs[name]
    return Framed("\n".join(lines) + "\n", frozenset(own))


def _sections(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith("#"):
            name = line.partition(":")[0]
            found[name] = []
        if name and line.strip():
            found[name].append(line)
    return found


def _entries(section: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in section[1:]:
        if line.startswith("  ") and not line[2:3].isspace():
            name = line.strip().partition(":")[0].partition("(")[0]
            found[name] = []
        found.setdefault(name, []).append(line)
    return found


def check_text(text: str, folder: Path, **files: str) -> Checked:
    """The check of a game file with this text, in a folder with further files (`rulebook="…"` is rulebook.yaml)."""
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    return check_game(folder / "game.yaml", "game.yaml")
