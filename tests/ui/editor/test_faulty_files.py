"""Shipped files that are broken in one place each: whatever is asked of them is answered, and the server lives on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from custumal.ui.editor.workspace import Workspace
from tests.support.faults.plan import KINDS, faults
from tests.support.faults.subjects import Subject, shipped
from tests.support.scale import FULL, LARGE, some
from tests.ui.editor.asking import ask_everything
from tests.ui.editor.driving import opened, problems, typed

pytestmark = pytest.mark.slow

SEED = 5
MOST = 4 if FULL else 1
"""Faults of one kind in one file."""
Copied = Callable[[str], Path]
FILES = shipped() if FULL else some([subject for subject in shipped() if subject.game.path.parent.name not in LARGE], 8)


@pytest.mark.parametrize("subject", FILES, ids=lambda subject: subject.name)
def test_whatever_is_broken_everything_can_be_asked(subject: Subject) -> None:
    dice, workspace = Random(f"{SEED} {subject.name}"), Workspace()
    most = 1 if subject.game.path.parent.name in LARGE else MOST
    for kind in KINDS:
        for fault in faults(subject, kind, SEED, most):
            workspace.put(subject.path, fault.text)
            line = min(fault.lines, default=1)
            width = len(fault.text.split("\n")[line - 1])
            ask_everything(workspace, subject.path, line, dice.randrange(1, width + 2))


@pytest.mark.asyncio
@pytest.mark.parametrize("game", ("tic-tac-toe", *sorted(LARGE)) if FULL else ("tic-tac-toe",))
async def test_the_server_outlives_every_kind_of_fault(game: str, client: LanguageClient, game_folder: Copied) -> None:
    """In the end it says of the sound file that it is sound."""
    path = game_folder(game) / "game.yaml"
    subject = next(each for each in shipped() if each.path.parent.name == game and each.path.name == path.name)
    uri = opened(client, path)
    assert await problems(client, uri) == []
    document, number = lsp.TextDocumentIdentifier(uri), 1
    for kind in KINDS:
        for fault in faults(subject, kind, SEED, min(MOST, 2) if game in LARGE else MOST):
            number += 1
            typed(client, uri, fault.text, number)
            place = lsp.Position(min(fault.lines, default=1) - 1, 12)
            await client.text_document_hover_async(lsp.HoverParams(document, place))
            await client.text_document_completion_async(lsp.CompletionParams(document, place))
            lines = lsp.Range(lsp.Position(0, 0), lsp.Position(fault.text.count("\n"), 0))
            await client.text_document_code_action_async(lsp.CodeActionParams(document, lines, lsp.CodeActionContext([])))
    typed(client, uri, subject.source.text, number + 1)
    while await problems(client, uri):
        pass
