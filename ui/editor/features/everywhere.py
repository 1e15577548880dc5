"""Where something is named in all files of a game: in its own, in those that are open, and in all its variants, open or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from custumal.dsl.base.file_names import VARIANTS, accepted_beside, variants_in
from custumal.dsl.base.open_texts import is_file, open_texts
from custumal.ui.editor.index import Use
from custumal.ui.editor.view import View, view_of
from custumal.ui.editor.workspace import Workspace


def units_of(view: View) -> list[Path]:
    """A file of each unit that may name something of this game: the game, its variants, what is open."""
    game = next((unit.path for unit in view.workspace.units(view.path) if unit.kind == "game"), None)
    with open_texts(view.workspace.texts):
        if game is None:
            beside = (path.with_name("game.yaml") for path in (view.path, view.path.parent))
            game = next((path for path in beside if is_file(path)), None)
        files = [] if game is None else [game, *variants_in(game.parent / VARIANTS)]
    return list(dict.fromkeys((*files, view.path)))


def naming(view: View, word: str) -> list[Path]:
    """Those in which a word stands that other files may say too; a game and what is open are always among them."""
    known = view.workspace
    return [path for path in units_of(view) if path.name == "game.yaml" or path in known.texts or _says(path, word)]


def _says(variant: Path, word: str) -> bool:
    files = (file for file in (variant, accepted_beside(variant)) if file.is_file())
    return any(word in file.read_bytes().decode("utf-8", "replace") for file in files)


def uses_in(trial: Workspace, files: Iterable[Path], view: View, target: str) -> Iterator[Use]:
    """All places in these files that name a target, each once. `trial` is a workspace for this; the files are then open in it."""
    seen: set[tuple[str, int, int]] = set()
    found = [view.index.of(target)] if target.startswith("#") else []
    found += (_uses(trial, path, target) for path in files)
    for use in (use for uses in found for use in uses):
        place = use.span.file, use.span.line, use.span.column
        if place not in seen:
            seen.add(place)
            yield use


def _uses(trial: Workspace, path: Path, target: str) -> list[Use]:
    if path not in trial.texts:
        trial.put(path, path.read_bytes().decode("utf-8", "replace"))
    here = view_of(trial, path)
    return [] if here is None else here.index.of(target)
