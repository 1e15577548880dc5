"""Every capability of a real server on each of the large games: all that it offers is asked at places all over their files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from custumal.dsl.base.file_names import variants_in
from custumal.ui.editor.protocol.messages import path_of
from tests.support.scale import FULL
from tests.ui.editor.driving import opened, problems

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
SEED = 18
PLACES = 40 if FULL else 6
FAR = 4 if FULL else 1
"""Places at which all files of the game are looked through."""
_WORD = re.compile(r"[A-Za-z][\w-]+")
Copied = Callable[[str], Path]
Places = list[tuple[str, lsp.Position]]


def places(text: str, dice: Random, number: int) -> Places:
    """Some words of a text, each where it begins."""
    words = [
        (found[0], lsp.Position(line, found.start()))
        for line, row in enumerate(text.split("\n"))
        for found in _WORD.finditer(row.partition("#")[0])
    ]
    return dice.sample(words, number)


@pytest.mark.parametrize("game", ["monolyth", "monastery", "kings-abbey"])
async def test_all_is_answered(client: LanguageClient, game_folder: Copied, game: str) -> None:
    folder, dice = game_folder(game), Random(f"{SEED} {game}")
    variant = next(path for path in variants_in(folder / "variants") if "\nedits:" in path.read_text("utf-8"))
    for path in (folder / "game.yaml", max(folder.glob("*.yaml"), key=lambda each: each.stat().st_size), variant):
        text, uri = path.read_text("utf-8"), opened(client, path)
        assert await problems(client, uri) == []
        await asked_at(client, uri, places(text, dice, PLACES))
        await asked_everywhere(client, uri, places(text, dice, FAR))
        await asked_of_all(client, uri, text)


async def asked_at(client: LanguageClient, uri: str, at: Places) -> None:
    """What is asked of a word. Where it is declared there is such a word, or an address or a label that ends so."""
    document = lsp.TextDocumentIdentifier(uri)
    for word, place in at:
        found = await client.text_document_definition_async(lsp.DefinitionParams(document, place))
        if found is not None:
            assert isinstance(found, lsp.Location)
            there = path_of(found.uri).read_text("utf-8").split("\n")[found.range.start.line][found.range.start.character :]
            assert there.lstrip("'\"").startswith(word) or word in there
        await client.text_document_hover_async(lsp.HoverParams(document, place))
        await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(document, place))
        await client.text_document_signature_help_async(lsp.SignatureHelpParams(document, place))
        offered = await client.text_document_completion_async(lsp.CompletionParams(document, place))
        assert offered is None or isinstance(offered, lsp.CompletionList)


async def asked_everywhere(client: LanguageClient, uri: str, at: Places) -> None:
    """What looks through all files: a name is renamed exactly where it is said to be named, if at all."""
    document = lsp.TextDocumentIdentifier(uri)
    for _, place in at:
        uses = await client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), document, place)
        )
        if await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, place)) is None:
            continue
        changed = await client.text_document_rename_async(lsp.RenameParams(document, place, "quite-another-name"))
        if changed is not None and changed.changes is not None:
            edited = {(one, str(edit.range)) for one, edits in changed.changes.items() for edit in edits}
            assert edited == {(one.uri, str(one.range)) for one in uses or []}


async def asked_of_all(client: LanguageClient, uri: str, text: str) -> None:
    """What is asked of a whole file, and of all."""
    document, everything = lsp.TextDocumentIdentifier(uri), lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n"), 0))
    assert await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    layout = lsp.FormattingOptions(2, insert_spaces=True)
    assert await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, layout)) is None
    coloured = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert coloured is not None
    assert len(coloured.data) % 5 == 0
    await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, everything))
    await client.text_document_code_lens_async(lsp.CodeLensParams(document))
    fixes = await client.text_document_code_action_async(lsp.CodeActionParams(document, everything, lsp.CodeActionContext([])))
    assert all(fix.diagnostics is None for fix in fixes or [] if isinstance(fix, lsp.CodeAction))
    assert await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("e"))
