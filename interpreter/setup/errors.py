"""Run-time errors: what can go wrong while a game is played, although its rules passed the checker."""

from __future__ import annotations

from custumal.dsl.diagnostics.catalogue.numbers import too_much_at_once
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Span

NOWHERE = Span("", 1, 1, 1, 1)


class PlayError(Exception):
    """The rules ask for something impossible: a number outside 64 bits, a thing for a full place, no progress.

    `problem` is what is wrong, `span` where in the rules it arose (None: not known yet, the caller that knows adds it with `at`).
    """

    def __init__(self, problem: Problem, span: Span | None = None) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.span = span

    def __reduce__(self) -> tuple[type[PlayError], tuple[Problem, Span | None]]:
        """How it goes from one process to another."""
        return PlayError, (self.problem, self.span)

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def message(self) -> str:
        return self.problem.message

    def at(self, span: Span) -> PlayError:
        """The same error with a place, unless it has one already."""
        return self if self.span is not None else PlayError(self.problem, span)

    def diagnostic(self) -> Diagnostic:
        """The error as every other problem is shown."""
        return self.problem.at(self.span or NOWHERE)


class BotFailed(Exception):
    """A bot that somebody wrote failed, or answered what is no choice; the message is a sentence."""


class ProcessDied(BotFailed):
    """A process that played games was ended by somebody else, or by a system that is short of memory."""

    def __init__(self) -> None:
        super().__init__("One of the processes that play was ended from outside; perhaps there is too little memory for so many.")


def exhausted(span: Span | None) -> PlayError:
    """What is raised where no steps are left."""
    return PlayError(too_much_at_once(), span)


def is_exhausted(error: PlayError) -> bool:
    """Whether it was raised because no steps were left."""
    return error.code == too_much_at_once().code
