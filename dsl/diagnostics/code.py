"""A code: one sort of problem with its stable name and what the manual says about it."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Severity

ERROR, WARNING, NOTE = Severity


@dataclass(frozen=True, slots=True)
class Code:
    r"""One sort of problem.

    Args:
        id: the stable name.
        severity: how much it matters as a rule.
        summary: what is wrong, in one sentence.
        reason: why that is a problem, and what to do about it.
        failing: an example that has the problem, and `mended` the same without it; none where no small example can show it.
        form: what the examples are. A `part` of the small game in tests/cases/frame.yaml, the `whole` of a file, a part with
            `escapes` (`\u0009`) for characters that nobody sees, a `variant` of the small game, or a whole game that is `played`.
        files: further files of both examples, by name.
    """

    id: str
    severity: Severity
    summary: str
    reason: str = ""
    failing: str = ""
    mended: str = ""
    form: str = "part"
    files: tuple[tuple[str, str], ...] = ()

    def says(self, message: str, suggestion: str | None = None, *related: Related) -> Problem:
        """A problem of this sort. Only the catalogue calls this: nobody else words messages."""
        return Problem(self.id, self.severity, message, suggestion, related)
