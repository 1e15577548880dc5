"""Warnings about what is meant: `# meant (CODE): REASON` behind or above the line that is warned about takes the warning away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.catalogue.files import meant_for_nothing, meant_without_reason
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Severity, Span

_MEANT = re.compile(r"#\s*meant\s*\(\s*([a-z0-9-]+)\s*\)\s*:?\s*(\S.*)?$")
_WORD = "meant"


@dataclass(frozen=True, slots=True)
class Meant:
    """A remark that a warning is known: the code, the lines about which it is, whether there is a reason, and where it stands."""

    code: str
    lines: range
    has_reason: bool
    span: Span


def told(report: Report, texts: Mapping[str, str], *, alone: bool) -> list[Diagnostic]:
    """What a report tells, without the warnings that are meant.

    Args:
        report: what was found.
        texts: the files by the names that messages call them.
        alone: whether the game is checked as it is; with variants some warnings may have gone away.
    """
    found = report.sorted()
    remarks = [remark for file, text in texts.items() if _WORD in text for remark in _remarks(file, text)]
    if not remarks:
        return found
    meant = {(one.span.file, line, one.code) for one in remarks if one.has_reason for line in one.lines}
    said = [one for one in found if one.severity is not Severity.WARNING or not meant & set(_places(one))]
    extra = list(_about_remarks(remarks, found)) if alone and not report.has_errors else []
    return sorted([*said, *extra], key=lambda one: (one.span, one.code))


def _places(warning: Diagnostic) -> Iterator[tuple[str, int, str]]:
    yield warning.span.file, warning.span.line, warning.code


def _about_remarks(remarks: Iterable[Meant], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    warned = {place for one in found for place in _places(one)}
    for remark in remarks:
        if not any((remark.span.file, line, remark.code) in warned for line in remark.lines):
            yield meant_for_nothing(remark.code).at(remark.span)
        elif not remark.has_reason:
            yield meant_without_reason(remark.code).at(remark.span)


def _remarks(file: str, text: str) -> Iterator[Meant]:
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        found = _MEANT.search(line)
        if found is None:
            continue
        about = number
        while about <= len(lines) and lines[about - 1].lstrip().startswith("#"):
            about += 1
        span = Span(file, number, found.start() + 1, number, len(line) + 1)
        yield Meant(found[1], range(about, _end_of(lines, about)), found[2] is not None, span)


_LAST = re.compile(r"(?::|^\s*-)\s+(?:[^#\s].*)?[^,{\[\s#]\s*$")


def _end_of(lines: list[str], first: int) -> int:
    """The line behind those of a sentence that begins in a line and goes on in the next ones, where no remark can stand."""
    end = first + 1
    text = lines[first - 1].partition(" #")[0] if first <= len(lines) else ""
    if _LAST.search(text):
        indent = len(text) - len(text.lstrip())
        while end <= len(lines) and (not lines[end - 1].strip() or len(lines[end - 1]) - len(lines[end - 1].lstrip()) > indent):
            end += 1
    return end
