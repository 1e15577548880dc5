"""Every capability, asked of a real server over its standard streams."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from custumal.ui.editor.protocol.messages import path_of
from tests.ui.editor.driving import Listener, opened, problems, typed

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]
Copied = Callable[[str], Path]


def at(text: str, line: str, word: str) -> lsp.Position:
    """The position of a word in the first line that has a text."""
    lines = text.splitlines()
    number = next(i for i, each in enumerate(lines) if line in each)
    return lsp.Position(number, lines[number].index(line) + line.index(word))


async def test_what_is_asked_of_a_game(client: LanguageClient, game_folder: Copied) -> None:
    path = game_folder("tic-tac-toe") / "game.yaml"
    text = path.read_text("utf-8")
    uri = opened(client, path)
    assert await problems(client, uri) == []
    document, place = lsp.TextDocumentIdentifier(uri), at(text, "that: mark of cell", "mark")
    found = await client.text_document_definition_async(lsp.DefinitionParams(document, place))
    assert isinstance(found, lsp.Location)
    assert text.splitlines()[found.range.start.line].strip().startswith("mark(cell of board)")
    uses = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=False), document, place)
    )
    assert uses is not None
    assert found not in uses
    shown = await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(document, place))
    assert {one.kind for one in shown or []} == {lsp.DocumentHighlightKind.Read, lsp.DocumentHighlightKind.Write}
    told = await client.text_document_hover_async(lsp.HoverParams(document, place))
    assert told is not None
    assert "maybe seat" in str(told.contents)
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert {"zones", "actions"} <= {one.name for one in symbols or []}
    searched = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("claim"))
    assert "actions.claim" in {one.name for one in searched or []}
    await more_is_asked(client, document, text)
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert len(folds or []) > 5
    assert (
        await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, insert_spaces=True)))
        is None
    )


async def more_is_asked(client: LanguageClient, document: lsp.TextDocumentIdentifier, text: str) -> None:
    """What changes a file or shows more of it."""
    place, everything = at(text, "that: mark of cell", "mark"), lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n"), 0))
    offered = await client.text_document_completion_async(lsp.CompletionParams(document, place))
    assert isinstance(offered, lsp.CompletionList)
    assert "mark" in {item.label for item in offered.items}
    changed = await client.text_document_rename_async(lsp.RenameParams(document, place, "sign"))
    assert changed is not None
    assert changed.changes is not None
    assert {edit.new_text for edits in changed.changes.values() for edit in edits} == {"sign"}
    assert await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, place)) is not None
    coloured = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert coloured is not None
    assert len(coloured.data) % 5 == 0
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, everything))
    assert ": cell of board" in {hint.label for hint in hints or []}
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
    assert {"play"} <= {lens.command.title for lens in lenses or [] if lens.command}
    asked = lsp.CodeActionParams(document, everything, lsp.CodeActionContext([]))
    assert not await client.text_document_code_action_async(asked)
    await client.text_document_signature_help_async(lsp.SignatureHelpParams(document, place))


FEW = """\
custumal: 1
variant: few
of: nim
title: {en: Three at most, fr: Trois au plus}
edits:
  at-most-three:
    add: actions.take.require.at-most-three
    with: {that: taken <= 3, because: {en: Three at most., fr: Trois au plus.}}
"""


async def test_what_a_variant_contradicts_is_written_down(client: LanguageClient, tmp_path: Path) -> None:
    """As `test --accept` writes it: the rule forbids a fourth stone, so a heap of seven can't be taken; but not before all is saved."""
    path, accepted = tmp_path / "few.yaml", tmp_path / "few.accepted.yaml"
    path.write_text(FEW, encoding="utf-8")
    uri = opened(client, path, FEW + "# more\n")
    header = lsp.Range(lsp.Position(1, 0), lsp.Position(1, 0))
    asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), header, lsp.CodeActionContext([]))
    (offered,) = await client.text_document_code_action_async(asked) or []
    assert "holds now" in offered.title
    call = lsp.ExecuteCommandParams("custumal.accept", [uri, str(path)])
    assert await client.workspace_execute_command_async(call) == "first save few.yaml"
    assert not accepted.exists()
    typed(client, uri, FEW, 2)
    assert await client.workspace_execute_command_async(call) == "few.accepted.yaml: 1 written."
    assert "because: actions.take.require.at-most-three" in accepted.read_text("utf-8")
    assert await client.workspace_execute_command_async(call) == "few.accepted.yaml: nothing to write."


async def test_what_lenses_do_is_shown(client: LanguageClient, game_folder: Copied) -> None:
    """What a variant changes opens as a text, how a scenario ended and how to play from it is told; a terminal is the client's."""
    folder = game_folder("monolyth")
    path = folder / "variants" / "long-walk.yaml"
    uri = opened(client, path)
    assert await problems(client, uri) == []
    lenses = {one.command.title: one.command for one in await lenses_of(client, uri) if one.command}
    said = await carried_out(client, lenses["what this changes"])
    assert [path_of(each.uri).read_text("utf-8") for each in client.shown_documents] == [said]
    assert "values.longest-walk" in str(said)
    how = await carried_out(client, lenses["play from here"])
    assert how == f"In a terminal: custumal play {path} --scenario {lenses['play from here'].arguments[1]}"  # type: ignore[index]
    assert await carried_out(client, lenses["run"]) == "passed"
    assert "run (passed)" in {one.command.title for one in await lenses_of(client, uri) if one.command}
    assert [one.message for one in client.messages[-2:]] == [how, f"{lenses['run'].arguments[1]}: passed"]  # type: ignore[index]


async def lenses_of(client: LanguageClient, uri: str) -> list[lsp.CodeLens]:
    return list(await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri))) or [])


async def carried_out(client: LanguageClient, command: lsp.Command) -> object:
    return await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command.command, command.arguments))


async def test_coverage_is_measured_when_asked(client: LanguageClient, game_folder: Copied) -> None:
    uri = opened(client, game_folder("tic-tac-toe") / "game.yaml")
    assert await problems(client, uri) == []
    said = await client.workspace_execute_command_async(lsp.ExecuteCommandParams("custumal.coverage", [uri, ""]))
    assert said == "scenarios exercise 8 of 8 rule elements"
    assert isinstance(client, Listener)
    assert client.refreshed == 1
    shown = await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri)))
    assert sum("last measured" in each.command.title for each in shown or [] if each.command) == 8


async def test_variants_that_are_not_open_are_renamed_and_found_too(client: LanguageClient, game_folder: Copied) -> None:
    """At the very places where the name is written in them, though only the game is open."""
    folder = game_folder("monolyth")
    path = folder / "game.yaml"
    text = path.read_text("utf-8")
    uri = opened(client, path)
    assert await problems(client, uri) == []
    document, place = lsp.TextDocumentIdentifier(uri), at(text, "  height-limit:", "height-limit")
    context = lsp.ReferenceContext(include_declaration=True)
    uses = await client.text_document_references_async(lsp.ReferenceParams(context, document, place))
    written = {(file.as_uri(), number) for file in folder.rglob("*.yaml") for number, line in enumerate(lines_of(file)) if named(line)}
    assert {(one.uri, one.range.start.line) for one in uses or []} == written
    assert len({one for one, _ in written}) > 2
    for one in uses or []:
        line = lines_of(path_of(one.uri))[one.range.start.line]
        assert line[one.range.start.character : one.range.end.character] == "height-limit"
    changed = await client.text_document_rename_async(lsp.RenameParams(document, place, "highest"))
    assert changed is not None and changed.changes is not None
    edited = {(one, str(edit.range)) for one, edits in changed.changes.items() for edit in edits}
    assert edited == {(one.uri, str(one.range)) for one in uses or []}


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")


def named(line: str) -> bool:
    return "height-limit" in line.partition(" #")[0] and not line.startswith("#")
