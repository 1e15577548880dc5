"""What is wrong with an input, as data: one value for every problem, whoever finds it and however it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from custumal.dsl.base.frozen import dataclass


class Severity(StrEnum):
    """How much a problem matters: an error stops the game from being played, a warning does not, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file. Lines and columns count from 1 in code points; the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other` (same file)."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def is_within(self, other: Span) -> bool:
        """Whether it is a part of the other span, or the same."""
        begins = (other.line, other.column) <= (self.line, self.column)
        return self.file == other.file and begins and (self.end_line, self.end_column) <= (other.end_line, other.end_column)

    def __lt__(self, other: Span) -> bool:
        """In the order of the files."""
        mine = (self.file, self.line, self.column, self.end_line, self.end_column)
        return mine < (other.file, other.line, other.column, other.end_line, other.end_column)


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a problem, with what it has to do with it."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: where it is, what was found, what was expected and, where one is likely, the mended text.

    `code` is the stable id of its `Code` in the catalogue. `suggestion` is the text that should probably stand at
    `span` instead (only the replacement, no sentence around it), or None.
    """

    code: str
    severity: Severity
    span: Span
    message: str
    suggestion: str | None = None
    related: tuple[Related, ...] = ()

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    @property
    def says_what_was_meant(self) -> bool:
        """Whether the message itself has the suggestion, so that showing it once more would only repeat it."""
        return self.suggestion is not None and f"`{self.suggestion}`" in self.message


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, in words, before it is said where: a diagnostic without its span, made by the functions of the catalogue."""

    code: str
    severity: Severity
    message: str
    suggestion: str | None = None
    related: tuple[Related, ...] = ()

    def beside(self, span: Span, note: str) -> Problem:
        """The same problem with a second place that explains it."""
        return Problem(self.code, self.severity, self.message, self.suggestion, (*self.related, Related(span, note)))

    def at(self, span: Span) -> Diagnostic:
        return Diagnostic(self.code, self.severity, span, self.message, self.suggestion, self.related)


class TooManyProblemsError(Exception):
    """A report has taken as many problems as it was made for; the one who made it catches this and says so."""


_PLACES = 10
"""Problems for each one that is told that a report may hold: what is said of a thousand places has one cause."""


class Report:
    """Collects diagnostics while one set of files is read; the finished list is sorted and has no repeats.

    `most`: the number of problems after which reading stops with `TooManyProblemsError`, of which those that
    `is_told_once` counts as one for each message, and a tenth of the number of all; afterwards there is no bound.
    """

    def __init__(self, most: int | None = None, is_told_once: Callable[[Diagnostic], bool] | None = None) -> None:
        self._found: dict[tuple[str, Span, str], Diagnostic] = {}
        self._told: set[tuple[str, Span | None]] = set()
        self._is_told_once = is_told_once
        self._most = most
        self._is_passed_over: Callable[[Diagnostic], bool] | None = None
        self._latest: Diagnostic | None = None

    def pass_over(self, is_passed_over: Callable[[Diagnostic], bool]) -> None:
        """From now on problems are not taken that follow from others, which have been reported."""
        self._is_passed_over = is_passed_over

    def add(self, diagnostic: Diagnostic) -> None:
        if self._is_passed_over is not None and self._is_passed_over(diagnostic):
            return
        self._latest = self._found.setdefault((diagnostic.code, diagnostic.span, diagnostic.message), diagnostic)
        if self._most is None:
            return
        is_once = self._is_told_once is not None and self._is_told_once(diagnostic)
        self._told.add((diagnostic.message, None if is_once else diagnostic.span))
        if len(self._told) >= self._most or len(self._found) >= _PLACES * self._most:
            self._most = None
            raise TooManyProblemsError

    def tell(self, span: Span, problem: Problem) -> None:
        self.add(problem.at(span))

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def has_just_told_within(self, span: Span) -> bool:
        """Whether the latest problem is an error in what stands there: whatever else is wrong with the whole may come of it."""
        return self._latest is not None and self._latest.is_error and self._latest.span.is_within(span)

    @property
    def has_errors(self) -> bool:
        return any(d.is_error for d in self._found.values())

    def sorted(self) -> list[Diagnostic]:
        return sorted(self._found.values(), key=lambda d: (d.span, d.code))


class RuleFileError(Exception):
    """Rule files that can't be played; `diagnostics` says why."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(f"{d.span.file}:{d.span.line}:{d.span.column}: {d.severity}: {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[RuleFileError], tuple[list[Diagnostic]]]:
        """How it goes from one process to another."""
        return RuleFileError, (self.diagnostics,)
