"""Files that hold nothing but scenarios of some game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.documents.file_kinds import game_around
from custumal.dsl.model import GameModel, Scenario
from custumal.dsl.yaml.header import header
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.interpreter.library import base_near, select
from custumal.ui.terminal.exit_codes import PROBLEMS
from custumal.ui.terminal.problems import UsageProblem


def scenarios_in(path: Path, variants: Iterable[str] = ()) -> tuple[GameModel, list[Scenario]]:
    """The scenarios of a file, with the game that they are about.

    Raises:
        UsageProblem: it does not say what it is about.
        RuleFileError: the rules or the scenarios have errors.
    """
    from custumal.dsl.check.loose_scenarios import check_scenarios  # noqa: PLC0415  # the reader is not needed where the cache has the game

    chosen = select(game_of_scenarios(path), variants)
    checked = check_scenarios(chosen.game.path, chosen.game.name, chosen.variants, path, try_setup)
    if checked.game is None:
        raise RuleFileError([d for d in checked.diagnostics if d.is_error])
    names = [name for name, source in checked.sources.items() if source.path.exists() and source.path.samefile(path)]
    return _of_file(checked.game, names)


def _of_file(game: GameModel, names: Iterable[str]) -> tuple[GameModel, list[Scenario]]:
    """The scenarios of one file, as variants may tell them, and the game with no more of what is left out than this file has."""
    ids = {s.source.id for s in game.scenarios if s.source.span.file in names}
    files = {*names, *game.variant_files}
    left = tuple(each for each in game.left_out if each[2] in names)
    return replace(game, left_out=left), [s for s in game.scenarios if s.source.id in ids and s.source.span.file in files]


def game_of_scenarios(path: Path) -> str:
    """The game that a file of scenarios is about: the one that it names, else the one in whose folder it lies.

    Raises:
        UsageProblem: there is neither.
    """
    of = header(path, "of")
    around = game_around(path)
    if of is None and around is not None:
        return str(around)
    if of is None:
        raise UsageProblem(f"{path} does not say which game it is about; write `of: GAME`.", PROBLEMS)
    base = base_near(path, of)
    return of if base is None else str(base)
