"""What an editor sends, in short."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path

from lsprotocol import types as lsp
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

PATIENCE = 60
"""Seconds after which a test gives up: nothing depends on how many of them pass."""


class Listener(LanguageClient):
    """A client that keeps all that it is told, in order: nothing is missed that arrives while nobody waits."""

    told: defaultdict[str, asyncio.Queue[lsp.PublishDiagnosticsParams]]
    """By URI, what was told and not asked for yet."""
    refreshed: int
    """How often the server said that lenses are to be asked for again."""


def listener() -> Listener:
    client = Listener(converter_factory=default_converter)
    client.told, client.refreshed = defaultdict(asyncio.Queue), 0

    def keep(client: Listener, told: lsp.PublishDiagnosticsParams) -> None:
        client.told[told.uri].put_nowait(told)

    def count(client: Listener, _params: object) -> None:
        client.refreshed += 1

    further = {lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: keep, lsp.WORKSPACE_CODE_LENS_REFRESH: count}
    register_lsp_features(client, DEFAULT_CLIENT_FEATURES | further)
    return client


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
    """The first that the server told of a file and that was not asked for yet; waits where there is none."""
    assert isinstance(client, Listener)
    told = await asyncio.wait_for(client.told[uri].get(), PATIENCE)
    return list(told.diagnostics)
