"""The program on a pseudo-terminal whose screen can be looked at, as somebody who sits at it does."""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

_LONG = 40.0
"""Seconds after which nothing more is expected of the program."""
UP, PAGE_DOWN, PAGE_UP, STOP, CUT, YANK = "\x1b[A", "\x1b[6~", "\x1b[5~", "\x1a", "\x15", "\x19"


class Emulator(pyte.HistoryScreen):
    """A screen that keeps what is scrolled away at its top, as terminals do, but not what goes up within a part of it below."""

    def index(self) -> None:
        if self.margins is not None and self.margins.top > 0:
            pyte.Screen.index(self)
        else:
            super().index()


class Terminal:
    """`custumal` with some arguments on a terminal of a size, or another `program` of Python, or without any a shell. `written` is
    what came since somebody typed last."""

    def __init__(self, home: Path, *arguments: str, columns: int = 80, rows: int = 24, program: str = "", **variables: str) -> None:
        assert sys.platform != "win32"
        environment = {**os.environ, "CUSTUMAL_HOME": str(home), "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
        for name in ("NO_COLOR", "COLUMNS", "LINES", "INPUTRC"):
            environment.pop(name, None)
        self.screen = Emulator(columns, rows, history=10_000)
        self.stream = pyte.ByteStream(self.screen)
        self.written = self.all = b""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            python = ["-c", program] if program else ["-m", "custumal", *arguments]
            command = [sys.executable, *python] if arguments or program else ["/bin/bash", "--norc", "--noprofile", "-i"]
            os.execve(command[0], command, {**environment, **variables})  # noqa: S606  # our own program, or the shell that calls it
        self._resized(columns, rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        os.close(self.terminal)
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)

    # ------------------------------------------------------------ what is done

    def type(self, text: str) -> None:
        """Type something, without Enter."""
        self.written = b""
        os.write(self.terminal, text.encode())

    def answer(self, text: str = "", shows: str = "") -> list[str]:
        """Type a line, and wait until something is shown and the program asks again."""
        self.type(f"{text}\r")
        return self.wait(shows)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size."""
        self.written = b""
        self.screen.resize(rows, columns)
        self._resized(columns, rows)

    def _resized(self, columns: int, rows: int) -> None:
        assert sys.platform != "win32"
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    # ------------------------------------------------------------ what is seen

    @property
    def rows(self) -> list[str]:
        """The rows of the screen, without blanks at their ends."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def saved(self) -> list[str]:
        """The lines that have been scrolled away."""
        return ["".join(row[x].data for x in range(self.screen.columns)).rstrip() for row in self.screen.history.top]

    def wait(self, shows: str = "", at: str | tuple[str, ...] = ("> ", "question ")) -> list[str]:
        """Wait until something is shown and the cursor stands behind a prompt; the rows of the screen."""
        return self.until(lambda: shows in self.text and self._row_of_cursor().endswith(at))

    def until(self, is_so: Callable[[], bool]) -> list[str]:
        """Wait until something holds of the screen and nothing more is written."""
        end = time.monotonic() + _LONG
        while True:
            is_quiet = not self._read(0.15)
            if is_quiet and is_so():
                return self.rows
            if time.monotonic() > end:
                raise AssertionError(self.text)

    def _row_of_cursor(self) -> str:
        cursor = self.screen.cursor
        return str(self.screen.display[cursor.y][: cursor.x])

    def _read(self, seconds: float) -> bool:
        """Take in what is written within a time; whether there was anything."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.terminal, 65536)
        except OSError:  # the program has ended
            return False
        self.stream.feed(part)
        self.written += part
        self.all += part
        return bool(part)
