"""A file in an editor as it was last checked: what it holds, and what is known of the game to which it belongs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from custumal.dsl.base.open_texts import open_texts
from custumal.dsl.check.entries.context import Context
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Document
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.model import GameModel
from custumal.dsl.yaml.source import SourceText
from custumal.ui.editor.index import Index
from custumal.ui.editor.workspace import Result, Workspace, kind_of_file


@dataclass(frozen=True)
class View:
    """`name` is what spans call the file, `kind` its form in the table of keys."""

    workspace: Workspace
    path: Path
    name: str
    kind: str
    source: SourceText
    result: Result

    @cached_property
    def own(self) -> Document:
        """The file alone as a document."""
        with open_texts(self.workspace.texts):
            return read_file(self.path, self.kind, Report(), {}, self.name)

    @property
    def context(self) -> Context | None:
        """What the last check worked with; None where the files could not be read."""
        return self.result.inspection.context

    @property
    def game(self) -> GameModel | None:
        """The checked game, with the variant if it is one; None where it has errors."""
        return None if self.result.checked is None else self.result.checked.game

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """All that is checked together: the rules with what variants made of them, the rulebook, the scenarios, the file itself."""
        checked = self.result.checked
        rules = () if checked is None else (checked.document,)
        known = () if checked is None else self.workspace.beside(self.result)
        own = () if self.kind in ("game", "components") or any(document.file == self.name for document in known) else (self.own,)
        return (*rules, *known, *own)

    @cached_property
    def index(self) -> Index:
        """What the words of all these documents mean."""
        return self.result.index(self.documents)


def view_of(workspace: Workspace, path: Path) -> View | None:
    """The view of an open file; None where it is not open or is no rule file."""
    text = workspace.text(path)
    if text is None:
        return None
    result = workspace.fresh(path)
    name = next((source.name for source in result.found.sources.values() if source.path == path), str(path))
    return View(workspace, path, name, kind_of_file(workspace, path), SourceText(path, name, text), result)
