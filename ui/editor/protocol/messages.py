"""Answers in the words of the protocol: lines and columns from 0, in the units of the client."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from lsprotocol import types as lsp
from lsprotocol.types import Diagnostic as Marked
from pygls import uris
from pygls.workspace import PositionCodec

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Severity, Span
from custumal.ui.editor.workspace import Workspace

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
NAME = "custumal"


def path_of(uri: str) -> Path:
    """The file of a URI. What was never saved and has no place yet lies where the server was started, as what no file can be called."""
    named = uris.to_fs_path(uri)
    return Path(named if named and "\0" not in named else uri.removeprefix("untitled:").replace("\0", "")).absolute()


def uri_of(path: Path) -> str:
    return uris.from_fs_path(str(path)) or str(path)


class Client(Protocol):
    """What an answer is made from: what is known, and how this client is spoken to."""

    known: Workspace

    @property
    def messages(self) -> Messages: ...


class Messages:
    """Puts spans and diagnostics into the protocol's words.

    Args:
        workspace: knows the texts.
        codec: counts columns as the client does.
        uri: what the client calls a file.
    """

    def __init__(self, workspace: Workspace, codec: PositionCodec, uri: Callable[[Path], str]) -> None:
        self.workspace = workspace
        self.codec = codec
        self.uri = uri

    def position(self, file: str, line: int, column: int) -> lsp.Position:
        """A place of a file; line and column count from 1 in code points."""
        before = self.workspace.line(file, line)[: column - 1]
        return lsp.Position(line - 1, self.codec.client_num_units(before))

    def range(self, span: Span) -> lsp.Range:
        first = self.position(span.file, span.line, span.column)
        return lsp.Range(first, self.position(span.file, span.end_line, span.end_column))

    def location(self, span: Span) -> lsp.Location:
        return lsp.Location(self.uri(self.workspace.path_of(span.file)), self.range(span))

    def column(self, line: str, character: int) -> int:
        """The column, from 1 in code points, that a client calls by its own units."""
        units = 0
        for index, sign in enumerate(line):
            if units >= character:
                return index + 1
            units += self.codec.client_num_units(sign)
        return len(line) + 1

    def diagnostic(self, one: Diagnostic) -> lsp.Diagnostic:
        related = [lsp.DiagnosticRelatedInformation(self.location(other.span), other.message) for other in one.related]
        return Marked(
            range=self.range(one.span),
            message=one.message,
            severity=_SEVERITIES[one.severity],
            code=one.code,
            source=NAME,
            related_information=related or None,
        )

    def diagnostics(self, problems: Iterable[Diagnostic]) -> list[lsp.Diagnostic]:
        return [self.diagnostic(one) for one in problems]
