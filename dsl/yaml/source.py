"""The text of one rule file: read with care, normalised, and addressed by line and column."""

from __future__ import annotations

import re
import stat
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from custumal.dsl.base.characters import UNSAFE, UNSEEN
from custumal.dsl.base.limits import LIMITS, Limits
from custumal.dsl.base.open_texts import open_text
from custumal.dsl.diagnostics.catalogue.characters import bidirectional_character, control_character, odd_indentation, tab_indentation
from custumal.dsl.diagnostics.catalogue.files import byte_not_utf8, file_too_large, no_file, not_a_file, not_utf8, unreadable_file
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report, Span

_TAB_INDENTATION = re.compile(r"^( *)(\t[ \t]*)(?=[^\s])", re.MULTILINE)
_ODD_INDENTATION = re.compile(r"^[ \t]*([^\S \t\n]+)(?=\S)", re.MULTILINE)
# All that counts as blank but the three that may stand anywhere.
_ODD_BLANKS = (
    "\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_MOST_PER_FILE = 10
_KNOWN_BYTES = 1 << 17
"""Longer texts are not kept once they have been read."""
_SIGNATURES = {
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
}


@dataclass(frozen=True, slots=True)
class SourceText:
    """One file as it was read: `name` is what messages call it; `text` breaks lines as Unix does and has no byte order mark."""

    path: Path
    name: str
    text: str
    _starts: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_starts", [0, *(found.end() for found in re.finditer("\n", self.text))])

    def line(self, number: int) -> str:
        """Line `number` (from 1) without its break; empty if the file has no such line."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end]

    def place(self, index: int) -> tuple[int, int]:
        """Line and column (from 1) of the character at `index` of the text."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1

    def index(self, line: int, column: int) -> int:
        """Where in the text that line and column are; places past the end are moved to it."""
        if line > len(self._starts):
            return len(self.text)
        return min(self._starts[max(line, 1) - 1] + max(column, 1) - 1, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`."""
        starts = self._starts
        line = bisect_right(starts, start)
        column = start - starts[line - 1] + 1
        if start <= end and line < len(starts) and end < starts[line]:
            return Span(self.name, line, column, line, column + end - start)
        return Span(self.name, line, column, *self.place(max(start, end)))


Sources = dict[str, SourceText]


def file_span(name: str) -> Span:
    """The span for a problem with a file as a whole."""
    return Span(name, 1, 1, 1, 1)


def normalised(text: str) -> str:
    """The text with the line breaks of Unix and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_source(path: Path, name: str, report: Report, limits: Limits = LIMITS) -> SourceText | None:
    """The file at `path`, or None if it has no text that could be shown.

    A file with forbidden characters is still returned, so that the problem can be shown in it; `check_text` tells.
    """
    data = _read_bytes(path, name, report, limits)
    if data is None:
        return None
    source, found = (_known_source if len(data) <= _KNOWN_BYTES else _source)(path, name, data)
    report.extend(found)
    return source


def _source(path: Path, name: str, data: bytes) -> tuple[SourceText | None, tuple[Diagnostic, ...]]:
    """The text of a file that holds these bytes, and what is wrong with it."""
    report = Report()
    text = _decode(data, name, report)
    source = None if text is None else SourceText(path, name, normalised(text))
    if source is not None:
        check_text(source, report)
    return source, tuple(report.sorted())


_known_source = lru_cache(maxsize=256)(_source)
"""The same, known for a while: an editor reads all files of a game after each keystroke, and all but one are as they were."""


def _read_bytes(path: Path, name: str, report: Report, limits: Limits) -> bytes | None:
    try:
        data = open_text(path)
        # A pipe or a device would keep the reader waiting or never end.
        if data is None and not stat.S_ISREG(path.stat().st_mode):
            report.tell(file_span(name), not_a_file(name))
            return None
        if data is None:
            with path.open("rb") as file:
                data = file.read(limits.file_bytes + 1)
    except FileNotFoundError:
        report.tell(file_span(name), no_file(name))
        return None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else None
        report.tell(file_span(name), unreadable_file(name, reason))
        return None
    if len(data) > limits.file_bytes:
        report.tell(file_span(name), file_too_large(limits.file_bytes))
        return None
    return data


def _decode(data: bytes, name: str, report: Report) -> str | None:
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            report.tell(file_span(name), not_utf8(kind))
            return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = normalised(data[: problem.start].decode("utf-8"))
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        report.tell(Span(name, line, column, line, column + 1), byte_not_utf8(data[problem.start]))
        return None


def check_text(source: SourceText, report: Report) -> bool:
    """Whether YAML can be read from the text: no tabs in its indentation, no unseen or direction-changing characters."""
    return all([_check_characters(source, report), _check_tabs(source, report), _check_blanks(source, report)])


def _check_characters(source: SourceText, report: Report) -> bool:
    clean = True
    for count, found in enumerate(UNSAFE.finditer(source.text)):
        clean = False
        if count == _MOST_PER_FILE:
            break
        problem = control_character if UNSEEN.match(found.group()) else bidirectional_character
        report.tell(source.span(*found.span()), problem(found.group()))
    return clean


def _check_tabs(source: SourceText, report: Report) -> bool:
    # hardly a file has any, and to find that out takes a hundredth of the time of looking at every line
    found = list(_TAB_INDENTATION.finditer(source.text)) if "\t" in source.text else []
    if found:
        first = found[0]
        blanks = " " * max(_indentation(source.text, first) - len(first[1]), 0) if len(found) == 1 else first[2].replace("\t", "  ")
        report.tell(source.span(*first.span(2)), tab_indentation(blanks, more=len(found) - 1))
    return not found


_INDENTED = re.compile(r"^( *)([^\s#][^\n]*)", re.MULTILINE)


def _indentation(text: str, tab: re.Match[str]) -> int:
    """How far the one line that is indented with tabs is probably meant to be: as its neighbours are, or as what one of them opens."""
    said = text[tab.end() : text.find("\n", tab.end()) if "\n" in text[tab.end() :] else len(text)].rstrip()
    above = next(reversed(list(_INDENTED.finditer(text, 0, tab.start()))), None)
    below = _INDENTED.search(text, tab.end())
    if below is not None and said.endswith(":") and len(below[1]) >= 2:  # two blanks a level
        return len(below[1]) - 2
    if above is None:
        return 0
    if above[2].rstrip().endswith(":"):
        return len(above[1]) + 2
    return len(above[1]) + (2 if above[2].startswith("- ") and not said.startswith("- ") else 0)


def _check_blanks(source: SourceText, report: Report) -> bool:
    found = _ODD_INDENTATION.search(source.text) if any(blank in source.text for blank in _ODD_BLANKS) else None
    if found is None:
        return True
    report.tell(source.span(*found.span(1)), odd_indentation(found.group(1)))
    return False
