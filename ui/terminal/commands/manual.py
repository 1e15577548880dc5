"""`explain CODE`: what the manual says about a diagnostic."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from custumal.dsl.diagnostics.suggest import did_you_mean, nearest
from custumal.interpreter.library import UnknownGame, find
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.problems import UsageProblem

DIAGNOSTICS = Path(__file__).parents[3] / "docs" / "diagnostics.md"
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+)$", re.MULTILINE)
_CODE = re.compile(r"[a-z][a-z0-9-]*")


def explain_code(code: str) -> int:
    """Print what a diagnostic means.

    Raises:
        UsageProblem: there is no such code.
    """
    sections = _sections()
    if code not in sections:
        if _is_game(code):
            raise UsageProblem(f"Which rule of {code}? Name a rule id or an address; `custumal show {code}` lists them.")
        raise UsageProblem(f"There is no diagnostic `{code}`{did_you_mean(nearest(code, sections))}")
    sys.stdout.write(sections[code])
    return DONE


def _is_game(name: str) -> bool:
    try:
        find(name)
    except UnknownGame:
        return False
    return True


def _sections() -> dict[str, str]:
    """The sections of the manual of diagnostics whose heading is a code; each reaches to the next heading of its rank."""
    try:
        text = DIAGNOSTICS.read_text(encoding="utf-8")
    except OSError:
        return {}
    headings = [(found.start(), len(found[1]), found[2]) for found in _HEADING.finditer(text)]
    sections = {}
    for number, (start, rank, title) in enumerate(headings):
        end = next((later for later, other, _ in headings[number + 1 :] if other <= rank), len(text))
        code = title.strip().strip("`")
        if _CODE.fullmatch(code):
            sections[code] = text[start:end].rstrip() + "\n"
    return sections
