"""The terminal that a game is played on: its size, its colours, what is printed and what is typed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

from custumal.dsl.base.characters import printable
from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.diagnostics.render.text import wants_color
from custumal.ui.terminal.output import say, say_painted
from custumal.ui.terminal.progress import silent
from custumal.ui.terminal.screen.layout import Ask, Draw
from custumal.ui.text.style import Line, Part, broken, folded, line, paint

_WIDEST = 120
_YANKS = tuple(f'"{key}": redraw-current-line' for key in (r"\C-y", r"\ey"))
_PUTS = tuple(f'"{key}": redraw-current-line' for key in "pP")
"""What takes from the editor its keys for what was cut, in either of its ways to edit."""


@dataclass(slots=True)
class Console:
    """Standard input and output. `width` is the columns to fill; `interactive`, whether a person types; `ahead` are further answers that
    were typed in one line, and are read next."""

    language: str
    color: bool
    interactive: bool
    ahead: list[str] = field(default_factory=list)

    @staticmethod
    def standard(language: str) -> Console:
        """The console of this process."""
        if sys.stdin.isatty():
            _edit_lines()
        return Console(language, wants_color(sys.stdout), sys.stdin.isatty())

    @property
    def width(self) -> int:
        return max(40, min(shutil.get_terminal_size((80, 24)).columns, _WIDEST))

    @property
    def height(self) -> int:
        return shutil.get_terminal_size((80, 24)).lines if self.interactive else 24

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines."""
        for one in lines:
            say_painted(paint(one, self.color) + "\n")
        sys.stdout.flush()

    def tell(self, *parts: Part) -> None:
        """Print one line; what does not fit goes on in the next one."""
        self.show(broken(line(*parts), self.width, "  "))

    def tell_folded(self, text: str, indent: str = "") -> None:
        """Print a text of any length, broken at blanks."""
        for paragraph in text.splitlines() or [""]:
            self.show([line(one) for one in folded(paragraph, self.width, indent)] or [()])

    # ------------------------------------------------------------ what a screen keeps in place

    @property
    def keeps(self) -> bool:
        """Whether the position stays in sight, so that nothing has to be shown twice."""
        return False

    def open(self) -> None:
        """A game begins."""

    def close(self) -> None:
        """What is shown from here on stays there after the program."""

    def place(self, draw: Draw) -> int:
        """Show a position; answers how many lines it takes."""
        lines = draw(self.width, False)
        self.tell()
        self.show(lines)
        return len(lines)

    def recount(self, lines: list[Line], *, by_others: bool) -> None:
        """Tell what has happened, `by_others` or only by whoever looks."""
        del by_others
        self.show(lines)

    @property
    def room_for_news(self) -> int | None:
        """So many lines there is room for in what is recounted, at the most; None where there is room for all."""
        return None

    def forget_news(self) -> None:
        """What was recounted is not so any more."""

    def ask(self, draw: Ask) -> None:
        """Show a question, drawn for so many columns, and rows where they are limited."""
        self.show(draw(self.width, None).lines)

    @property
    def is_behind(self) -> bool:
        """Whether it is time to show what has happened while others choose."""
        return True

    def wait(self) -> None:
        """Somebody else chooses now."""

    # ------------------------------------------------------------ what is typed

    def read(self, prompt: str = "> ") -> str | None:
        """What is typed in one line, without blanks around it; None at the end of the input."""
        if self.ahead:
            typed = self.ahead.pop(0)
            say(f"{prompt}{typed}\n")
            return typed
        sys.stdout.flush()
        if self.interactive:
            return _typed(prompt)
        with silent():
            typed = sys.stdin.readline()
        # What was read is repeated, so that the output of a piped game can be followed.
        say(f"{prompt}{typed.strip()}\n" if typed else "\n")
        return typed.strip() if typed else None

    def clear(self) -> None:
        """Make the screen empty, where a person looks at it, and forget what was typed."""
        forget_typed()
        if self.interactive and sys.stdout.isatty():
            say_painted("\x1b[2J\x1b[3J\x1b[H")


def _typed(prompt: str) -> str | None:
    """What somebody types, without blanks around it; None at the end of the input."""
    try:
        with silent():
            return input(printable(prompt)).strip()
    except EOFError:
        say("\n")
        return None


def _edit_lines() -> None:
    """Arrow keys and history in what is typed, where the system has them."""
    try:
        import readline  # noqa: F401, PLC0415  # imported for what it does to input(); Windows has its own
    except ImportError:
        return


def forget_typed() -> None:
    """Nobody fetches back what another has typed: neither from the history nor from what was cut, which the editor gives out no more."""
    editor = sys.modules.get("readline")
    if editor is not None:
        editor.clear_history()
        for line_ in (*_YANKS, "set keymap vi-command", *_PUTS, "set keymap emacs"):
            editor.parse_and_bind(line_)
