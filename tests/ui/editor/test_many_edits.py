"""Edits in sequence, of any sort and in any file of a game: what is known in the end is what a check from nothing finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from custumal.interpreter.library import shipped
from custumal.ui.editor.workspace import Workspace
from tests.support.scale import FULL
from tests.support.text_edits import random_edit
from tests.ui.editor.asking import ask_everything

pytestmark = pytest.mark.slow

SEED = 11
EDITS = {"tic-tac-toe": 150, "monolyth": 6, "monastery": 3, "kings-abbey": 2}
IN_FULL = {"tic-tac-toe": 1_500, "reversi": 1_500, "monolyth": 400, "monastery": 150, "kings-abbey": 150}
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
