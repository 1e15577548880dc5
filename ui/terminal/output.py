"""All that is printed goes through here, so that no text of a stranger can move the cursor, turn around what is shown or fill pages.

Styled lines (`ui/text/style.py`) and diagnostics (`dsl/diagnostics/render/text.py`) are made safe piece by piece, before they are painted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from custumal.dsl.base.characters import printable, printable_json, shortened

LONGEST = 1_000
"""Characters of one sentence about what went wrong."""


def say(text: str) -> None:
    """Print a text."""
    sys.stdout.write(printable(text))


def say_lines(lines: Iterable[str]) -> None:
    """Print lines."""
    sys.stdout.writelines(f"{printable(line)}\n" for line in lines)


def say_data(data: object) -> None:
    """Print values as JSON."""
    say_json(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def say_json(text: str) -> None:
    """Print JSON."""
    sys.stdout.write(printable_json(text))


def say_painted(text: str) -> None:
    """Print what was made safe before it was painted."""
    sys.stdout.write(text)


def complain_lines(lines: Iterable[str]) -> None:
    """Lines on the standard error output, after all that has been printed."""
    sys.stdout.flush()
    sys.stderr.writelines(f"{printable(shortened(line, LONGEST))}\n" for line in lines)


def complain_painted(text: str) -> None:
    """The same of what was made safe before it was painted."""
    sys.stdout.flush()
    sys.stderr.write(text)
    sys.stderr.flush()


def clear() -> None:
    """An empty screen, where the standard output is one."""
    if sys.stdout.isatty():
        sys.stdout.write("\x1b[2J\x1b[H")
        sys.stdout.flush()
