"""Questions about a position: `why`, rules and values, told as lines."""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.base.frozen import dataclass, field
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.look import Look
from custumal.ui.terminal.screen.console import Console
from custumal.ui.terminal.why.answer import Teller, Unknown
from custumal.ui.terminal.why.why import why
from custumal.ui.text.style import Line, line

_WIDE = 2_000
"""Lines are broken by whoever shows them."""


@dataclass(slots=True)
class Collected(Console):
    """A console that keeps what is told."""

    lines: list[Line] = field(default_factory=list)

    @property
    def width(self) -> int:
        return _WIDE

    def show(self, lines: Iterable[Line]) -> None:
        self.lines += lines


def teller(describer: Describer, look: Look) -> Teller:
    """Answers for whoever looks."""
    shown = look.state if look.seat == look.state.seat else look.seen
    return Teller(Collected(describer.language, color=False, interactive=False), describer, look.seen, shown)


def why_not(describer: Describer, look: Look, text: str) -> list[Line]:
    """Why something can't be chosen, or what a rule or value is; or that nothing is called so."""
    asked = teller(describer, look)
    assert isinstance(asked.console, Collected)
    try:
        why(asked, text)
    except Unknown as answer:
        asked.console.lines += [line(str(answer))]
    return asked.console.lines
