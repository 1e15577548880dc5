"""All that is printed goes through here, so that no text of a stranger can move the cursor, turn around what is shown or fill pages.

Styled lines (`ui/text/style.py`) and diagnostics (`dsl/diagnostics/render/text.py`) are made safe piece by piece, before they are painted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable

from custumal.dsl.base.characters import printable, printable_json, shortened

LONGEST = 1_000
"""Characters of one sentence about what went wrong."""


_BEFORE: list[Callable[[], None]] = []
"""What has to be done before anything is printed."""


def on_print(do: Callable[[], None]) -> None:
    """From now on do this before anything is printed."""
    if do not in _BEFORE:
        _BEFORE.append(do)


def _before() -> None:
    for do in _BEFORE:
        do()


def write_aside(text: str) -> None:
    """On the standard error output what is going to be erased, made safe already."""
    sys.stderr.write(text)
    sys.stderr.flush()


def say(text: str) -> None:
    """Print a text."""
    _before()
    sys.stdout.write(printable(text))


def say_lines(lines: Iterable[str]) -> None:
    """Print lines."""
    _before()
    sys.stdout.writelines(f"{printable(line)}\n" for line in lines)


def say_data(data: object) -> None:
    """Print values as JSON."""
    say_json(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def say_json(text: str) -> None:
    """Print JSON."""
    _before()
    sys.stdout.write(printable_json(text))


def say_painted(text: str) -> None:
    """Print what was made safe before it was painted."""
    _before()
    sys.stdout.write(text)


def complain_lines(lines: Iterable[str]) -> None:
    """Lines on the standard error output, after all that has been printed."""
    _before()
    sys.stdout.flush()
    sys.stderr.writelines(f"{printable(shortened(line, LONGEST))}\n" for line in lines)


def complain_painted(text: str) -> None:
    """The same of what was made safe before it was painted."""
    _before()
    sys.stdout.flush()
    sys.stderr.write(text)
    sys.stderr.flush()


def clear() -> None:
    """An empty screen, where the standard output is one."""
    if sys.stdout.isatty():
        sys.stdout.write("\x1b[2J\x1b[H")
        sys.stdout.flush()
