"""`explain CODE`: what the manual says about a diagnostic."""

from __future__ import annotations

from custumal.dsl.diagnostics.render.manual import entries, section
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.interpreter.library import UnknownGame, find
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.output import say
from custumal.ui.terminal.problems import UsageProblem


def explain_code(code: str) -> int:
    """Print what a diagnostic means.

    Raises:
        UsageProblem: there is no such code.
    """
    known = entries()
    if code not in known:
        if _is_game(code):
            raise UsageProblem(f"Which rule of {code}? Name a rule id or an address; `custumal show {code}` lists them.")
        raise UsageProblem(f"There is no diagnostic `{code}`{did_you_mean(nearest(code, known))}")
    say(section(known[code]))
    return DONE


def _is_game(name: str) -> bool:
    try:
        find(name)
    except UnknownGame:
        return False
    return True
