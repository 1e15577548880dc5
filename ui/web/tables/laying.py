"""Positions that an author sets up by hand: lines of effects, tried as a scenario of the game is."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from custumal.dsl.check.loose_scenarios import check_scenarios
from custumal.interpreter.api import Game
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.engine import Engine
from custumal.interpreter.position.state import Position
from custumal.interpreter.runs.scenarios import Unplayable, laid_out
from custumal.interpreter.setup.errors import PlayError
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.web.tables.reloading import diagnostics_told

NAME = "set-up-by-hand"


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A position with the engine that plays it, or (`problems`) why there is none; `text` is the scenario."""

    text: str
    problems: str = ""
    engine: Engine | None = None
    position: Position | None = None


def lay_out(wanted: Wanted, game: Game, lines: str) -> LaidOut:
    """Carry out lines of effects, such as `move knight to at(board, 2, 3)`, where a game begins."""
    text = scenario_text(lines)
    chosen = wanted.selection()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scenario.yaml"
        path.write_text(f"custumal: 1\nof: {game.id}\n{text}", encoding="utf-8")
        checked = check_scenarios(chosen.game.path, chosen.game.name, chosen.variants, path, try_setup)
        if checked.game is None:
            told = diagnostics_told([one for one in checked.diagnostics if one.is_error])
            return LaidOut(text, told.replace(str(path), path.name))
    scenario = next(one for one in checked.game.scenarios if one.source.id == NAME)
    try:
        engine, position = laid_out(checked.game, scenario, Game(checked.game, game.values, game.variants, game.files).engine)
    except Unplayable as error:
        return LaidOut(text, error.failure.message)
    except PlayError as error:
        return LaidOut(text, f"{error.message} [{error.code}]")
    return LaidOut(text, "", engine, position)


def scenario_text(lines: str) -> str:
    """The scenario, as it can be put into a rule file."""
    effects = [line.strip() for line in lines.splitlines() if line.strip()]
    given = "".join(f"\n      - {json.dumps(effect, ensure_ascii=False)}" for effect in effects) or " []"
    return f"scenarios:\n  {NAME}:\n    given:{given}\n    then:\n      everybody-is-here: count(seats) is players\n"
