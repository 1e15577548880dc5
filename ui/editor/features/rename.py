"""Rename: an id with all that names it, in the game, its scenarios and all its variants; all of it or nothing."""

from __future__ import annotations

import re
from pathlib import Path

from custumal.dsl.check.paths import Checks
from custumal.dsl.diagnostics.diagnostic import Span
from custumal.dsl.sentences.words import RESERVED_WORDS
from custumal.ui.editor.features.everywhere import naming, uses_in
from custumal.ui.editor.features.navigation import use_at
from custumal.ui.editor.index import Use
from custumal.ui.editor.view import View
from custumal.ui.editor.workspace import Workspace

_NAME = re.compile(r"[^\W\d_][^\W_]*(-[^\W\d_][^\W_]*)*")
Edits = dict[Path, list[tuple[Span, str]]]
"""For each file the stretches that become another text."""


class RefusedError(Exception):
    """Why something can't be renamed, in a sentence."""


def renamable(view: View, line: int, column: int) -> Use | None:
    """What could be renamed at a place: an entry or a bound name that is declared in the files of the game."""
    use = use_at(view, line, column)
    if use is None or use.target.startswith(("§", "=")) or view.index.definition(use.target) is None:
        return None
    return use


def rename(view: View, line: int, column: int, new: str) -> Edits:
    """The edits that give another name to what is named at a place.

    Raises:
        RefusedError: it can't be renamed, or the game would have problems afterwards that it does not have before.
    """
    use = renamable(view, line, column)
    if use is None:
        raise RefusedError("What stands here has no name that could be changed.")
    if not _NAME.fullmatch(new) or new in RESERVED_WORDS:
        raise RefusedError(f"`{new}` can't be a name: names are words joined by hyphens, and no words of the language.")
    old = use.target.lstrip("#~").split(".")[0 if use.target.startswith("#") else -1]
    trial = view.workspace.trial()
    files = list(dict.fromkeys((*naming(view, old), *naming(view, new))))
    edits: Edits = {}
    for span in (each.span for each in uses_in(trial, files, view, use.target)):
        source = trial.source(span.file) or view.workspace.source(span.file)
        if source is None or source.line(span.line)[span.column - 1 : span.end_column - 1] != old:
            raise RefusedError(f"`{old}` is not written as such at {span.file}:{span.line}:{span.column}.")
        edits.setdefault(source.path, []).append((span, new))
    view.workspace.remember(trial)
    _verify(trial, files, edits)
    return edits


def _verify(trial: Workspace, files: list[Path], edits: Edits) -> None:
    """Check everything with the edits; whatever is wrong then and was not before speaks against them."""
    before = _problems(trial, files)
    for path, changes in edits.items():
        text = trial.texts.get(path)
        trial.put(path, applied(path.read_text("utf-8") if text is None else text, changes))
    after = _problems(trial, files)
    new = [message for message in after if message not in before]
    if new and len(after) > len(before):
        raise RefusedError(f"Nothing is renamed, as the game would no longer be sound: {new[0]}")


def _problems(trial: Workspace, files: list[Path]) -> list[str]:
    found = Checks()
    for path in files:
        found.add(trial.fresh(path).found)
    return [one.message for one in found.diagnostics]


def applied(text: str, changes: list[tuple[Span, str]]) -> str:
    """A text with other words at some places."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for span, new in sorted(changes, key=lambda change: change[0], reverse=True):
        first, end = starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1
        text = text[:first] + new + text[end:]
    return text
