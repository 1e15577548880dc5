"""Diagnostics as SARIF 2.1.0, the exchange format of code scanners (OASIS Static Analysis Results Interchange Format)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from urllib.parse import quote

from custumal.dsl.diagnostics.diagnostic import Diagnostic, Related, Severity, Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_DRIVE = re.compile(r"[A-Za-z]:/")


def render_sarif(diagnostics: Iterable[Diagnostic], version: str = "") -> str:
    """One SARIF document with one run; `version` is that of the program, if known. Columns count code points, as the run declares."""
    found = list(diagnostics)
    codes = sorted({d.code for d in found})
    driver: dict[str, object] = {"name": "custumal", "rules": [_rule(code) for code in codes]}
    if version:
        driver["version"] = version
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, codes) for d in found],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: str) -> dict[str, object]:
    """What the manual says about a code."""
    from custumal.dsl.diagnostics.render import manual  # noqa: PLC0415  # brings all of the catalogue with it, and is seldom asked

    entry = manual.entries()[code]
    section = manual.section(entry)
    return {
        "id": code,
        "shortDescription": {"text": entry.code.summary},
        "fullDescription": {"text": entry.meaning},
        "help": {"text": section, "markdown": section},
        "defaultConfiguration": {"level": _LEVELS[entry.code.severity]},
    }


def _result(diagnostic: Diagnostic, codes: list[str]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message},
        "locations": [{"physicalLocation": _location(diagnostic.span)}],
    }
    if diagnostic.related:
        result["relatedLocations"] = [_related(i, related) for i, related in enumerate(diagnostic.related)]
    if diagnostic.suggestion is not None:
        result["fixes"] = [_fix(diagnostic.span, diagnostic.suggestion)]
    return result


def _related(number: int, related: Related) -> dict[str, object]:
    return {"id": number, "message": {"text": related.message}, "physicalLocation": _location(related.span)}


def _location(span: Span) -> dict[str, object]:
    return {"artifactLocation": _artifact(span), "region": _region(span)}


def _artifact(span: Span) -> dict[str, str]:
    path = span.file.replace("\\", "/")
    if path.startswith("/") or _DRIVE.match(path):
        return {"uri": "file://" + quote("/" + path.lstrip("/"), safe="/:", errors="replace")}
    # A colon in the first part would be read as the scheme of the address.
    return {"uri": quote(path, safe="/", errors="replace")}


def _region(span: Span) -> dict[str, int]:
    return {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column}


def _fix(span: Span, text: str) -> dict[str, object]:
    replacement = {"deletedRegion": _region(span), "insertedContent": {"text": text}}
    return {
        "description": {"text": f"write `{text}`" if text else "delete it"},
        "artifactChanges": [{"artifactLocation": _artifact(span), "replacements": [replacement]}],
    }
