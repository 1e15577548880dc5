"""For whoever wants to know more of a check than its problems: the symbol table, and what each word was found to mean."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.typing.expressions import Probe


@dataclass(slots=True)
class Inspection:
    """Handed to a check; afterwards `context` is what the check worked with, None where the files could not be read.

    `probe` sees every expression before it is typed, and may end the check by an exception of its own.
    """

    probe: Probe | None = None
    context: Context | None = None

    def see(self, context: Context) -> None:
        """A check begins; from now on it notes what words mean."""
        context.ex.is_noting = True
        context.ex.probe = self.probe
        self.context = context
