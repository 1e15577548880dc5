"""Rows of text on a terminal, of which only those are written that have changed."""

from __future__ import annotations

from collections.abc import Sequence

from custumal.ui.terminal.output import say_painted

_HOME = "\x1b[{row};1H"
_REST = "\x1b[K"
_SAVED_LINES = "\x1b[3J"
_SCROLLED, _ALL_SCROLLED = "\x1b[{first};{last}r", "\x1b[r"
"""Only the last two rows go up when a line is finished in the last one."""
_OTHER_SCREEN, _FIRST_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


class Painter:
    """What stands on the screen. Nothing goes up but the last two rows, when a line has been typed: so nothing gets into what the terminal
    keeps of earlier lines."""

    def __init__(self) -> None:
        self._rows: list[str | None] = []
        self._is_open = False

    def open(self, rows: int) -> None:
        """Take a screen of one's own with so many rows, where the terminal has one, and take nothing on it for granted."""
        if not self._is_open:
            say_painted(_OTHER_SCREEN)
        self._is_open = True
        say_painted(_SCROLLED.format(first=rows - 1, last=rows))
        self.forget()

    def close(self) -> None:
        """Go back to the screen on which the program was called."""
        self.wipe()
        say_painted(_ALL_SCROLLED + _FIRST_SCREEN)
        self._is_open = False

    def forget(self) -> None:
        """Take nothing for granted: something else may have been written."""
        self._rows = []

    def touch(self) -> None:
        """A line was typed in the last row."""
        self._rows[-2:] = [None] * len(self._rows[-2:])

    def paint(self, rows: Sequence[str]) -> None:
        """Write what is not there yet. What stands below is erased where that is not known to be empty."""
        known = self._rows if len(self._rows) == len(rows) else [None] * len(rows)
        changed = [number for number, text in enumerate(rows) if known[number] != text]
        say_painted("".join(f"{_HOME.format(row=number + 1)}{rows[number]}{_REST}" for number in changed))
        self._rows = [*rows]

    def go_to(self, row: int) -> None:
        """Put the cursor at the beginning of a row."""
        say_painted(_HOME.format(row=row + 1))

    def wipe(self) -> None:
        """Erase everything row by row: some terminals keep what is cleared at once among earlier lines."""
        self.paint([""] * len(self._rows))
        self.forget()

    def wipe_saved(self) -> None:
        """Erase also what the terminal keeps of earlier lines."""
        self.wipe()
        say_painted(_SAVED_LINES)
