"""What may be seen by whom."""

from __future__ import annotations

from custumal.dsl.diagnostics.code import ERROR, WARNING, Code
from custumal.dsl.diagnostics.diagnostic import Problem

LEAK = Code("leak", ERROR, "Candidates, labels and reasons that a seat is shown would tell it what it may not see.")


def leaks(hidden: str, where: str) -> Problem:
    return LEAK.says(f"A seat that may not see `{hidden}` would learn of it from {where}.")


OPEN_FROM_HIDDEN = Code("open-from-hidden", WARNING, "A value that everybody sees is set from something hidden.")


def open_from_hidden(kept: str, hidden: str) -> Problem:
    return OPEN_FROM_HIDDEN.says(f"Everybody sees `{kept}` and so learns something of `{hidden}`, which is hidden.")


MENU_TELLS = Code(
    "menu-tells",
    WARNING,
    "Which choices a seat has tells it something hidden: a restriction, a limit, a cost or a rule that grants something reads it.",
)


def menu_tells(hidden: str, what: str) -> Problem:
    return MENU_TELLS.says(f"Which choices there are tells a seat something of `{hidden}`, which it may not see: {what} reads it.")
