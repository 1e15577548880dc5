"""Bots of one's own: a function of Python that is told what its seat sees and what it can choose, and answers one of the choices.

    --seat 2=my_module:my_bot        def my_bot(view, choices): return choices[0]

It is code that its user trusts as any other program of theirs; a rule file or a record can never name one to be run. What it is handed
holds nothing that its seat may not know: a view, and choices of the position as the seat sees it. It answers one of them, or its key.
"""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.interpreter.api import Choice, View
from custumal.interpreter.engine import Engine
from custumal.interpreter.keys.views import view
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.setup.errors import BotFailed

OwnBot = Callable[[View, Sequence[Choice]], Any]


class BadBot(ValueError):
    """A bot that is not there, or can't be called; the message is a sentence."""


@lru_cache(maxsize=64)
def own_bot(name: str) -> OwnBot:
    """The function of this name. Its module is looked for as `import` does, and then in the working folder.

    Args:
        name: `MODULE:NAME`.

    Raises:
        BadBot: there is no such module or function, or the module can't be imported.
    """
    place, _, called = name.partition(":")
    module = _imported(place, name)
    function = getattr(module, called, None)
    if function is None:
        raise BadBot(f"The module `{place}` has no `{called}`{did_you_mean(nearest(called, vars(module)))}")
    if not callable(function):
        raise BadBot(f"`{name}` is no function that could be asked for a choice.")
    bot: OwnBot = function
    return bot


def _imported(module: str, name: str) -> object:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # the last place to look, so that no file here takes the place of a module that something else needs
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise BadBot(f"There is no module `{error.name}` for the bot `{name}`, neither installed nor in {here}.") from None
        raise BadBot(_cant_be_imported(module, error)) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a module of the user's may fail in any way
        raise BadBot(_cant_be_imported(module, error)) from None


def _cant_be_imported(module: str, error: BaseException) -> str:
    return f"The module `{module}` can't be imported: {_told(error)}."


def asked(name: str, engine: Engine, state: Position, choices: Sequence[ChoiceTuple]) -> int:
    """The number of the choice that a bot takes where its seat decides.

    Raises:
        BotFailed: it fails, or what it answers is no choice.
        BadBot: as `own_bot`.
    """
    bot = own_bot(name)
    assert state.seat is not None
    seen = engine.seen(state, state.seat)
    offers = tuple(Choice(engine, seen, one) for one in choices)
    try:
        answer = bot(View(view(engine.evaluator, state, state.seat)), offers)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a bot of the user's may fail in any way
        raise BotFailed(f"The bot `{name}` in seat {state.seat + 1} failed: {_told(error)}.") from None
    number = next((at for at, one in enumerate(offers) if answer is one or answer == one.key), None)
    if number is not None:
        return number
    said = _shortened(answer)
    raise BotFailed(f"The bot `{name}` in seat {state.seat + 1} answered {said}, which is none of the {len(offers)} choices that it had.")


def _told(error: BaseException) -> str:
    """An error in a line, with the place where it arose."""
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    steps = traceback.extract_tb(error.__traceback__)
    name, line = (steps[-1].filename, steps[-1].lineno) if steps else (None, None)
    if isinstance(error, SyntaxError):
        name, line = error.filename, error.lineno
    return f"{said} ({Path(name).name}, line {line})" if name is not None and line is not None else said


def _shortened(answer: object) -> str:
    try:
        text = repr(answer)
    except Exception:  # noqa: BLE001  # what a bot answers may have a repr that fails
        text = f"something of the type {type(answer).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."
