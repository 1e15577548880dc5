"""Lines that are typed while the screen stays in place: keys of the line editor, changes of the window's size, stopping and going on."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from custumal.dsl.base.characters import printable

FURTHER, BACK, ANEW = ">", "<", "<>"
"""What is typed to see more of the position, to see what was above, and to have everything painted anew."""
_KEYS = {r"\e[6~": FURTHER, r"\e[5~": BACK, r"\C-l": ANEW}


class Disturbed(BaseException):
    """The window has another size, or the process goes on after it was stopped, while somebody types: the text so far."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


class Keyboard:
    """Reads lines. `disturbed` is set when the screen has to be painted anew."""

    def __init__(self) -> None:
        self.disturbed = False
        self._reads = False

    @contextmanager
    def attached(self, leave: Callable[[], None]) -> Iterator[None]:
        """Watch over the terminal; `leave` gives it back before the process is stopped."""
        before = self._watch(leave)
        _set_echo(on=False)
        _bind_keys()
        try:
            yield
        finally:
            _set_echo(on=True)
            for number, handler in before.items():
                signal.signal(number, handler)

    def read(self, prompt: str, begun: str = "") -> str:
        """What is typed in one line; `begun` is there already.

        Raises:
            Disturbed: the screen has to be painted anew first.
            EOFError: the input is over.
        """
        editor = _line_editor()
        if editor is not None:
            editor.set_startup_hook((lambda: editor.insert_text(begun)) if begun else None)
            editor.set_auto_history(False)
        _set_echo(on=True)
        self._reads = True
        try:
            typed = input(printable(prompt))
        finally:
            self._reads = False
            _set_echo(on=False)
        if editor is not None and typed.strip() not in ("", FURTHER, BACK, ANEW):
            editor.add_history(typed)
        return typed

    @staticmethod
    def forget_ahead() -> None:
        """What was typed before anything was asked counts for nothing."""
        if sys.platform == "win32":
            return
        import termios  # noqa: PLC0415  # there is none on Windows

        with suppress(termios.error):  # the terminal is gone
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def _watch(self, leave: Callable[[], None]) -> dict[int, signal.Handlers | Callable[[int, FrameType | None], object] | int | None]:
        if sys.platform == "win32":
            return {}

        def disturb(_number: int, _frame: FrameType | None) -> None:
            self.disturbed = True
            if self._reads:
                self._reads = False
                editor = _line_editor()
                raise Disturbed("" if editor is None else editor.get_line_buffer())

        def stop(number: int, _frame: FrameType | None) -> None:
            leave()
            signal.signal(number, signal.SIG_DFL)
            try:
                signal.raise_signal(number)
            finally:  # the process goes on here, and is told so at once
                signal.signal(number, stop)

        handlers = {signal.SIGWINCH: disturb, signal.SIGCONT: disturb, signal.SIGTSTP: stop}
        return {number: signal.signal(number, handler) for number, handler in handlers.items()}


def _line_editor() -> Any:
    """The module that edits lines, where the system has it and it is in use."""
    return sys.modules.get("readline")


def _bind_keys() -> None:
    editor = _line_editor()
    if editor is None:
        return
    editor.parse_and_bind("set horizontal-scroll-mode on")  # a long line stays in its row
    for key, typed in _KEYS.items():
        editor.parse_and_bind(f'"{key}": "\\C-a\\C-k{typed}\\C-m"')


def _set_echo(*, on: bool) -> None:
    """Whether the system itself shows what is typed: only while a line is read, or it would stand anywhere."""
    if sys.platform == "win32":
        return
    import termios  # noqa: PLC0415  # there is none on Windows

    with suppress(termios.error):  # the terminal is gone
        mode = termios.tcgetattr(sys.stdin)
        mode[3] = mode[3] | termios.ECHO if on else mode[3] & ~termios.ECHO
        termios.tcsetattr(sys.stdin, termios.TCSANOW, mode)
