"""What any client may ask at any time."""

from __future__ import annotations

from pathlib import Path

from custumal.ui.editor.features.completing.completion import complete
from custumal.ui.editor.features.fixes import fixes
from custumal.ui.editor.features.folding import folds
from custumal.ui.editor.features.formatting import formatted
from custumal.ui.editor.features.hover import hover
from custumal.ui.editor.features.lenses import lenses
from custumal.ui.editor.features.navigation import definition, highlights, references
from custumal.ui.editor.features.rename import renamable
from custumal.ui.editor.features.semantic_tokens import tokens
from custumal.ui.editor.features.signatures import hints, signature
from custumal.ui.editor.features.symbols import outline
from custumal.ui.editor.view import view_of
from custumal.ui.editor.workspace import Workspace


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
