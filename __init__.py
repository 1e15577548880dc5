"""Board-game rulebooks as data: load one, check it, play it.

The names below are all that a caller needs; each is fetched when first used, so that importing the package costs
next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from custumal.dsl.diagnostics.diagnostic import Diagnostic, RuleFileError
    from custumal.interpreter.api import Choice, Game, IllegalChoice, State, load_game
    from custumal.interpreter.engine import Engine
    from custumal.interpreter.position.state import Position

    __version__: str

__all__ = ["Choice", "Diagnostic", "Game", "IllegalChoice", "RuleFileError", "State", "__version__", "load_game"]

_HOME_OF = {
    "Choice": "custumal.interpreter.api",
    "Diagnostic": "custumal.dsl.diagnostics.diagnostic",
    "Game": "custumal.interpreter.api",
    "IllegalChoice": "custumal.interpreter.api",
    "RuleFileError": "custumal.dsl.diagnostics.diagnostic",
    "State": "custumal.interpreter.api",
    "load_game": "custumal.interpreter.api",
}


def _version() -> str:
    """The installed version, or "0+unknown" when the source is used without having been installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - costs 20 ms, and few callers ask

    try:
        return version("custumal")
    except PackageNotFoundError:
        return "0+unknown"


def _drawn(engine: Engine, position: Position, seat: int | None) -> str:
    from custumal.ui.svg.notebook import picture  # noqa: PLC0415  # few callers want pictures

    return picture(engine, position, seat)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from custumal.dsl.base.collector import held_back  # noqa: PLC0415 - see above
    from custumal.interpreter.pictures import let_draw  # noqa: PLC0415 - see above

    let_draw(_drawn)
    with held_back():
        return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
