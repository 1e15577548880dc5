"""Edits in sequence, of any sort and in any file of a game: what is known in the end is what a check from nothing finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from custumal.interpreter.library import shipped
from custumal.ui.editor.features.completion import complete
from custumal.ui.editor.features.fixes import fixes
from custumal.ui.editor.features.folding import folds
from custumal.ui.editor.features.formatting import formatted
from custumal.ui.editor.features.hover import hover
from custumal.ui.editor.features.lenses import lenses
from custumal.ui.editor.features.navigation import definition, highlights, references
from custumal.ui.editor.features.rename import renamable
from custumal.ui.editor.features.signatures import hints, signature
from custumal.ui.editor.features.symbols import outline
from custumal.ui.editor.features.tokens import tokens
from custumal.ui.editor.view import view_of
from custumal.ui.editor.workspace import Workspace
from tests.support.scale import FULL
from tests.support.text_edits import random_edit

SEED = 11
EDITS = {"tic-tac-toe": 150, "monolyth": 6, "monastery": 3, "kings-abbey": 2}
IN_FULL = {"tic-tac-toe": 4_000, "reversi": 4_000, "monolyth": 1_200, "monastery": 400, "kings-abbey": 400}
FILES = dict(shipped())
MENDED = 0.3


def found(workspace: Workspace) -> object:
    return [(one.code, one.message, one.span, one.suggestion, one.related) for one in workspace.merged().diagnostics]


def checked_anew(texts: dict[Path, str]) -> Workspace:
    """A workspace that has seen nothing but these texts."""
    fresh = Workspace(dict(texts))
    for unit in sorted({fresh.unit(path) for path in texts}, key=lambda unit: (unit.kind != "game", unit.path)):
        fresh.check(unit)
    return fresh


@pytest.mark.slow
@pytest.mark.parametrize("game", IN_FULL if FULL else EDITS)
def test_after_many_edits_the_problems_are_those_of_a_fresh_check(game: str) -> None:
    dice, workspace = random.Random(f"{SEED} {game}"), Workspace()
    folder = FILES[game].parent
    files = [FILES[game], *dice.sample(sorted(folder.rglob("*.yaml")), min(4, len(list(folder.rglob("*.yaml")))))]
    number = (IN_FULL if FULL else EDITS)[game]
    for edit in range(number):
        file = dice.choice(files)
        original = file.read_text("utf-8")
        workspace.put(file, original if dice.random() < MENDED else random_edit(workspace.texts.get(file, original), dice))
        for unit in workspace.units(file):
            workspace.check(unit)
        if edit in (number // 2, number - 1):
            assert found(workspace) == found(checked_anew(workspace.texts))


def ask_everything(workspace: Workspace, path: Path, line: int, column: int) -> None:
    """Every capability, at a place of a file; the answers are looked at elsewhere."""
    complete(workspace, path, line, column)
    signature(workspace, path, line, column)
    view = view_of(workspace, path)
    if view is None:
        return
    for at_place in (hover, definition, references, highlights, renamable):
        at_place(view, line, column)
    for whole in (outline, folds, formatted, tokens):
        whole(view)
    fixes(view, 1, line)
    hints(view, 1, line)
    lenses(view, {})


@pytest.mark.parametrize("game", ["tic-tac-toe", *(["monolyth"] if FULL else [])])
def test_of_broken_files_everything_can_be_asked(game: str) -> None:
    """Nothing but answers comes out, whatever has been done to a file and wherever one asks."""
    dice, path = random.Random(f"{SEED} {game} asked"), FILES[game]
    original = path.read_text("utf-8")
    workspace = Workspace({path: original})
    workspace.check(workspace.unit(path))
    for _ in range(2_000 if FULL else 60):
        text = original if dice.random() < MENDED else random_edit(workspace.texts[path], dice)
        workspace.put(path, text)
        line = dice.randrange(1, text.count("\n") + 2)
        ask_everything(workspace, path, line, dice.randrange(1, len(text.split("\n")[line - 1]) + 2))
