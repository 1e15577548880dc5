"""Quick fixes: whatever a diagnostic suggests can be had by one, and then the problem is no more."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from custumal.dsl.check.paths import check_paths
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.dsl.diagnostics.render.manual import Entry, entries
from custumal.interpreter.library import shipped
from custumal.ui.editor.features.fixes import Fix, fixes
from custumal.ui.editor.features.rename import applied
from custumal.ui.editor.view import view_of
from custumal.ui.editor.workspace import Workspace
from tests.support.game_frames import FRAME, framed

pytestmark = pytest.mark.slow

ALWAYS_MENDED = {"misplaced-key", "no-version"}
"""Besides what has a suggestion."""
IN_PLAY = "played"
EXAMPLES = [entry for entry in entries().values() if entry.failing and entry.form != IN_PLAY]


def laid_out(entry: Entry, folder: Path) -> Path:
    """The failing example of an entry as files; the one that it is about."""
    body = entry.failing
    if entry.form == "escapes":
        body = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found.group(1), 16)), body)
    files = dict(entry.files)
    about = "variants/mine.yaml" if entry.form == "variant" else "game.yaml"
    if entry.form == "variant":
        files["game.yaml"] = FRAME.read_text("utf-8")
    files[about] = body if entry.form in ("variant", "whole") else framed(body).text
    for name, text in files.items():
        path = folder / (name if name.endswith(".yaml") else f"{name}.yaml")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / about


def mended(workspace: Workspace, fix: Fix) -> Workspace:
    """What is known after a fix, from nothing."""
    path = workspace.path_of(fix.span.file)
    changed = Workspace({**workspace.texts, path: applied(workspace.texts[path], [(fix.span, fix.new)])})
    for each in workspace.texts:
        view_of(changed, each)
    return changed


def told(workspace: Workspace) -> Counter[tuple[str, str]]:
    return Counter((one.code, one.message) for one in workspace.merged().diagnostics)


def fixes_of(workspace: Workspace, one: Diagnostic) -> list[Fix]:
    path = workspace.path_of(one.span.file)
    workspace.put(path, path.read_text("utf-8"))
    view = view_of(workspace, path)
    assert view is not None
    return [fix for fix in fixes(view, one.span.line, one.span.end_line) if fix.problem == one]


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: entry.code.id)
def test_what_is_suggested_is_a_fix_after_which_the_problem_is_gone(entry: Entry, tmp_path: Path) -> None:
    path = laid_out(entry, tmp_path)
    workspace = Workspace({path: path.read_text("utf-8")})
    view_of(workspace, path)
    for one in workspace.merged().diagnostics:
        if one.code != entry.code.id or (one.suggestion is None and one.code not in ALWAYS_MENDED):
            continue
        offered = fixes_of(workspace, one)
        assert offered
        for fix in offered:
            assert told(mended(workspace, fix))[one.code, one.message] < told(workspace)[one.code, one.message]


def test_suggestions_have_been_tried() -> None:
    """The page of diagnostics has some fifty examples with a suggestion; whoever loses them notices here."""
    assert len(EXAMPLES) > 150


BECAUSE = "        because: {en: This cell is already marked., fr: Cette case est déjà marquée.}\n"
WHOLE = f"      unmarked:\n        that: mark of cell is none\n{BECAUSE}"
OUTSIDE = BECAUSE.removeprefix("    ")


@pytest.mark.parametrize(
    "inner", ["      unmarked:\n        that: mark of cell is none\n", "      unmarked: mark of cell is none # so far\n"]
)
@pytest.mark.parametrize("beside", ["    offered: turn ", "    do: "])
def test_a_key_that_stands_too_far_out_is_moved_in(inner: str, beside: str, tmp_path: Path) -> None:
    """From above the entry into which it goes and from below, also where that is written short; then nothing is wrong any more."""
    text = dict(shipped())["tic-tac-toe"].read_text("utf-8")
    assert WHOLE in text
    path = tmp_path / "game.yaml"
    broken = text.replace(WHOLE, inner, 1).replace(beside, f"{OUTSIDE}{beside}", 1)
    workspace = Workspace({path: broken})
    path.write_text(broken, "utf-8")
    view_of(workspace, path)
    (wrong,) = [one for one in workspace.merged().diagnostics if one.code == "misplaced-key"]
    (fix,) = [fix for fix in fixes_of(workspace, wrong) if fix.title == "Move it into `unmarked`"]
    path.write_text(applied(broken, [(fix.span, fix.new)]), "utf-8")
    assert check_paths([path]).diagnostics == []
    assert sorted(path.read_text("utf-8").split()) == sorted([*broken.split(), *(["that:"] if "so far" in inner else [])])
