"""The program `custumal`, also called as `python -m custumal`."""

import gc
import signal
import sys

_MANY = 1 << 20
"""Objects that may come to be before they are looked through."""


def main() -> None:
    """Until the command line is loaded Ctrl-C ends the process without a word; from then on it interrupts the command.

    Garbage collection of cycles waits until there is more garbage than a single game makes: a command is over before.
    """
    gc.set_threshold(_MANY)
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a shell may have it ignored
    if is_usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from custumal.cli import main as command_line  # noqa: PLC0415  # this is what takes its time
    from custumal.ui.terminal.exit_codes import INTERRUPTED  # noqa: PLC0415  # as above

    try:
        if is_usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command_line()
    except KeyboardInterrupt:  # before the command has begun, or after it
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
