"""The process in which a command runs: its streams, its exit code, and how it ends. Nothing that a command raises gets past here."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from custumal.ui.terminal.exit_codes import DONE, INTERRUPTED


def run_command(command: click.Command, name: str, arguments: Sequence[str] | None) -> int:
    """Carry out a command line (None: that of this process) and answer its exit code."""
    _prepare_streams()
    try:
        done = command.main(None if arguments is None else list(arguments), prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # Whoever reads has enough (the second is what click makes of the first, and of nothing else here); what is left in the buffer
        # must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:  # noqa: BLE001  # the one place where nothing may get past: a user never sees a traceback
        if _came_of_interruption(error):
            return INTERRUPTED
        from custumal.ui.terminal.problems import report_error  # noqa: PLC0415  # start-up is measured, and most commands end well

        return report_error(error)
    return done if isinstance(done, int) else DONE


def _came_of_interruption(error: BaseException | None) -> bool:
    """Whether an error stands for an interruption, as Python makes one of it where a class is being made."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


def _prepare_streams() -> None:
    """A sign that a terminal does not have is shown as another one, not as an error; files and pipes are in UTF-8 on every system."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # whoever started the process has closed it
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            of_system = stream.isatty() or "PYTHONIOENCODING" in os.environ
            with suppress(io.UnsupportedOperation):  # something has been read from it already
                stream.reconfigure(encoding=None if of_system else "utf-8", errors="replace")
    if sys.platform == "win32":
        from custumal.ui.terminal.windows import understand_colours  # noqa: PLC0415  # there is none elsewhere

        understand_colours()


def leave(code: int) -> None:
    """End the process without taking apart what it has made, which for a large game takes as long as to make half of it."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # the usual end tells of it
        sys.exit(code)
    if code == INTERRUPTED:  # what other processes share with this one is not put away yet
        sys.exit(code)
    os._exit(code)
