"""What an editor sends, in short."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

PATIENCE = 60
"""Seconds after which a test gives up: nothing depends on how many of them pass."""


def opened(client: LanguageClient, path: Path, text: str | None = None, version: int = 1) -> str:
    """Opens a file, with the text that lies on the disk or another; its URI."""
    uri = path.as_uri()
    item = lsp.TextDocumentItem(uri, "yaml", version, path.read_text("utf-8") if text is None else text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    return uri


def typed(client: LanguageClient, uri: str, text: str, version: int) -> None:
    """Replaces the whole text of an open file."""
    document = lsp.VersionedTextDocumentIdentifier(version=version, uri=uri)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [lsp.TextDocumentContentChangeWholeDocument(text)]))


async def problems(client: LanguageClient, uri: str) -> list[lsp.Diagnostic]:
    """What the server tells next of a file."""
    return await asyncio.wait_for(_told(client, uri), PATIENCE)


async def _told(client: LanguageClient, uri: str) -> list[lsp.Diagnostic]:
    while True:
        told: lsp.PublishDiagnosticsParams | None = await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        if told is not None and told.uri == uri:
            return list(told.diagnostics)
