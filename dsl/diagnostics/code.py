"""A code: one sort of problem with its stable name. What the manual says beyond its summary stands in the YAML file beside its module."""

from __future__ import annotations

from custumal.dsl.base.characters import shortened
from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import Problem, Related, Severity
from custumal.dsl.diagnostics.lookalikes import odd_characters

ERROR, WARNING, NOTE = Severity
_LONGEST = 1_000
"""Characters of a message."""


@dataclass(frozen=True, slots=True)
class Code:
    """One sort of problem.

    Args:
        id: the stable name.
        severity: how much it matters as a rule.
        summary: what is wrong, in one sentence.
    """

    id: str
    severity: Severity
    summary: str

    def says(self, message: str, suggestion: str | None = None, *related: Related) -> Problem:
        """A problem of this sort. Only the catalogue calls this: nobody else words messages."""
        return Problem(self.id, self.severity, shortened(message, _LONGEST) + odd_characters(message, suggestion), suggestion, related)
