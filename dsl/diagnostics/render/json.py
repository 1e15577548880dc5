"""Diagnostics for programs, in the form that `check --format json` promises."""

from __future__ import annotations

import json
from collections.abc import Iterable

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Related, Severity, Span


def render_json(diagnostics: Iterable[Diagnostic], files: int) -> str:
    """One JSON document: every diagnostic in the given order, and how many errors, warnings and files there were."""
    found = list(diagnostics)
    summary = {
        "errors": sum(d.severity is Severity.ERROR for d in found),
        "warnings": sum(d.severity is Severity.WARNING for d in found),
        "files": files,
    }
    return json.dumps({"diagnostics": [_entry(d) for d in found], "summary": summary}, indent=2) + "\n"


def _entry(diagnostic: Diagnostic) -> dict[str, object]:
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        **_place(span),
        "end_line": span.end_line,
        "end_column": span.end_column,
        "message": diagnostic.message,
        "suggestion": diagnostic.suggestion,
        "related": [_related(related) for related in diagnostic.related],
    }


def _related(related: Related) -> dict[str, object]:
    return {**_place(related.span), "message": related.message}


def _place(span: Span) -> dict[str, object]:
    return {"file": span.file, "line": span.line, "column": span.column}
