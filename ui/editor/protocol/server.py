"""The language server: what clients send goes to the workspace, what is found out goes to the client."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from custumal.dsl.check.paths import RuleFile
from custumal.dsl.diagnostics.diagnostic import Diagnostic
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.ui.editor.features.covered import Counts
from custumal.ui.editor.protocol.answering import Answering
from custumal.ui.editor.protocol.edit_requests import COMMANDS, EDITS
from custumal.ui.editor.protocol.messages import NAME, Messages, path_of, uri_of
from custumal.ui.editor.protocol.requests import REQUESTS
from custumal.ui.editor.workspace import Workspace

DELAY = 0.08
"""Seconds without a keystroke after which a check begins."""
HAS_TERMINAL = "hasTerminal"
"""The option with which a client says that it plays in a terminal of its own what a lens offers."""
REST = 0.5
"""Seconds after which set-up is tried, too."""


class Editor(LanguageServer):
    """A server for one client. `was_left`: it told the server to end without having it shut down first."""

    protocol: Answering

    def __init__(self) -> None:
        super().__init__(NAME, version(NAME), text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental, protocol_cls=Answering)
        self.known = Workspace()
        self.uris: dict[Path, str] = {}
        self.checking: dict[Path, asyncio.Task[None]] = {}
        self.results: dict[str, str] = {}
        self.counts: dict[RuleFile, Counts] = {}
        self.told: dict[Path, list[Diagnostic]] = {}
        self.has_terminal = False
        self.was_left = False
        for method, handler in HANDLERS.items():
            self.feature(method)(handler)
        for method, (asked, options) in (REQUESTS | EDITS).items():
            self.feature(method, options)(asked)
        for name, carry_out in COMMANDS.items():
            self.command(name)(carry_out)

    @property
    def messages(self) -> Messages:
        return Messages(self.known, self.workspace.position_codec, lambda path: self.uris.get(path) or uri_of(path))

    def tell(self, message: str) -> None:
        """Show a sentence to whoever sits before the client."""
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, message))

    async def show(self, name: str, text: str) -> None:
        """Show a text: in a window of its own where the client can, else as a message."""
        of_client = self.client_capabilities.window
        if of_client is None or of_client.show_document is None or not of_client.show_document.support:
            self.tell(text)
            return
        path = Path(tempfile.mkdtemp(prefix="custumal-")) / f"{name}.txt"
        path.write_text(text, "utf-8")
        await self.window_show_document_async(lsp.ShowDocumentParams(uri_of(path), take_focus=True))

    def look_again(self) -> None:
        """What is shown beside scenarios and rules has become another; a client that can't be told finds out when it asks next."""
        of_client = self.client_capabilities.workspace
        if of_client is not None and of_client.code_lens is not None and of_client.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    # ------------------------------------------------------------ checks

    def take(self, uri: str) -> None:
        """A file is open, or has changed in the editor."""
        path = path_of(uri)
        self.uris[path] = uri
        self.known.put(path, self.workspace.get_text_document(uri).source)
        self.check_soon(path)

    def check_soon(self, path: Path) -> None:
        """Check what a file belongs to once nothing is typed for a moment; a check that is overtaken does not begin."""
        before = self.checking.pop(path, None)
        if before is not None:
            before.cancel()
        self.checking[path] = asyncio.ensure_future(self._check(path))

    async def _check(self, path: Path) -> None:
        await asyncio.sleep(DELAY)
        units = self.known.units(path)
        for unit in units:
            self.known.check(unit)
            self.publish(path if unit == units[0] else None)
            await asyncio.sleep(0)
        await asyncio.sleep(REST)
        for unit in units:
            await self._try(unit)
        self.checking.pop(path, None)

    async def _try(self, unit: RuleFile) -> None:
        """Check a unit once more, with set-up tried, if nothing is wrong with it otherwise."""
        result = self.known.results.get(unit)
        if result is not None and result.checked is not None and result.checked.game is not None:
            self.known.check(unit, try_setup)
            self.publish()
            await asyncio.sleep(0)

    def publish(self, asked: Path | None = None) -> None:
        """Tell the client the problems of all files where these have become others; those of `asked` in any case."""
        messages = self.messages
        for path, problems in self.known.problems().items():
            if path != asked and self.told.get(path, []) == problems:
                continue
            self.told[path] = problems
            uri = messages.uri(path)
            document = self.workspace.text_documents.get(uri)
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(uri, messages.diagnostics(problems), None if document is None else document.version)
            )


# ---------------------------------------------------------------- what clients send


def _initialized(ls: Editor, params: lsp.InitializeParams) -> None:
    options = params.initialization_options
    ls.has_terminal = isinstance(options, dict) and bool(options.get(HAS_TERMINAL))


def _opened(ls: Editor, params: lsp.DidOpenTextDocumentParams) -> None:
    ls.take(params.text_document.uri)


def _changed(ls: Editor, params: lsp.DidChangeTextDocumentParams) -> None:
    ls.take(params.text_document.uri)


def _saved(ls: Editor, params: lsp.DidSaveTextDocumentParams) -> None:
    ls.check_soon(path_of(params.text_document.uri))


def _closed(ls: Editor, params: lsp.DidCloseTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    ls.known.close(path)
    ls.publish()
    ls.check_soon(path)


def _changed_on_disk(ls: Editor, params: lsp.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        ls.check_soon(path_of(change.uri))


def _left(ls: Editor, _: None) -> None:
    ls.was_left = not ls.protocol.is_shut_down


HANDLERS: dict[str, Callable[..., Any]] = {
    lsp.INITIALIZE: _initialized,
    lsp.TEXT_DOCUMENT_DID_OPEN: _opened,
    lsp.TEXT_DOCUMENT_DID_CHANGE: _changed,
    lsp.TEXT_DOCUMENT_DID_SAVE: _saved,
    lsp.TEXT_DOCUMENT_DID_CLOSE: _closed,
    lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: _changed_on_disk,
    lsp.EXIT: _left,
}
