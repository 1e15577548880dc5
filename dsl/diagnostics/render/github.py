"""Diagnostics as workflow commands of GitHub Actions, which shows them beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One command a line, in the given order."""
    return "".join(f"{_command(d)}\n" for d in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties = {
        "file": span.file,
        "line": str(span.line),
        "endLine": str(span.end_line),
        "col": str(span.column),
        "endColumn": str(span.end_column),
        "title": diagnostic.code,
    }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(_message(diagnostic))}"


def _message(diagnostic: Diagnostic) -> str:
    """The message with the suggestion and the related places, which have no field of their own."""
    lines = [diagnostic.message]
    if diagnostic.suggestion and not diagnostic.says_what_was_meant:
        lines.append(f'did you mean "{diagnostic.suggestion}"?')
    lines += [f"{r.span.file}:{r.span.line}:{r.span.column}: {r.message}" for r in diagnostic.related]
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
