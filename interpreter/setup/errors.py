"""Run-time errors: what can go wrong while a game is played, although its rules passed the checker."""

from __future__ import annotations

from custumal.dsl.base.limits import MOST_STEPS
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Severity, Span

EXHAUSTED = "costly"
"""The code of a game that goes through too much at once: the checker's for what it can foresee."""
NOWHERE = Span("", 1, 1, 1, 1)


class PlayError(Exception):
    """The rules ask for something impossible: a number outside 64 bits, a thing for a full place, no progress.

    `code` is the stable name of the problem, `span` where in the rules it arose (None: not known yet, the caller that
    knows adds it with `at`).
    """

    def __init__(self, code: str, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span

    def __reduce__(self) -> tuple[type[PlayError], tuple[str, str, Span | None]]:
        """How it goes from one process to another."""
        return PlayError, (self.code, self.message, self.span)

    def at(self, span: Span) -> PlayError:
        """The same error with a place, unless it has one already."""
        return self if self.span is not None else PlayError(self.code, self.message, span)

    def diagnostic(self) -> Diagnostic:
        """The error as every other problem is shown."""
        return Diagnostic(self.code, Severity.ERROR, self.span or NOWHERE, self.message)


def exhausted(span: Span | None) -> PlayError:
    """What is raised where no steps are left."""
    text = f"This goes through too much: more than {MOST_STEPS} steps from one stop of the game to the next, or for one list of choices."
    return PlayError(EXHAUSTED, text, span)
