"""`check`: all problems of rule files in one run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from custumal.dsl.check.paths import Base, Checks, NoBaseError, check_paths
from custumal.dsl.diagnostics.diagnostic import Severity
from custumal.dsl.documents.file_kinds import kind_of
from custumal.interpreter.cache.tried_setup import try_setup
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import complain_painted, say, say_json


def check_files(paths: Sequence[str], form: str, strict: bool) -> int:
    """Check what the paths stand for; a game's id stands for its folder. Machine formats are the result, on the standard
    output; as text, diagnostics go to the standard error output and what they add up to is the result."""
    found = check_paths([path_of(path) for path in paths], find_base, try_setup)
    match form:
        case "json":
            from custumal.dsl.diagnostics.render.json import render_json  # noqa: PLC0415  # each form is asked for seldom

            say_json(render_json(found.diagnostics, found.files))
        case "sarif":
            from custumal import __version__  # noqa: PLC0415  # the version is looked up in what is installed
            from custumal.dsl.diagnostics.render.sarif import render_sarif  # noqa: PLC0415

            say_json(render_sarif(found.diagnostics, __version__))
        case "github":
            from custumal.dsl.diagnostics.render.github import render_github  # noqa: PLC0415

            say(render_github(found.diagnostics))
        case _:
            _complain(found)
            say(summary(found) + "\n")
    bad = found.count(Severity.ERROR) or (strict and found.count(Severity.WARNING))
    return PROBLEMS if bad else DONE


def _complain(found: Checks) -> None:
    if found.diagnostics:
        from custumal.dsl.diagnostics.render.text import render_text, wants_color  # noqa: PLC0415  # most checks find nothing

        complain_painted(render_text(found.diagnostics, found.sources, wants_color(sys.stderr)))


def path_of(text: str) -> Path:
    """What is meant on the command line: a path, or the folder of the shipped game of this id."""
    path = Path(text)
    if not path.exists():
        from custumal.interpreter.library import shipped  # noqa: PLC0415  # paths need none of it

        return next((file.parent for name, file in shipped() if name == text), path)
    return path


def find_base(path: Path) -> Base:
    """The game that a variant or a file of scenarios is about, wherever it lies."""
    from custumal.interpreter.library import UnknownGame, select  # noqa: PLC0415  # a game alone does without

    try:
        chosen = select(str(path) if kind_of(path) == "variant" else _told_by(path))
    except UnknownGame as error:
        raise NoBaseError(str(error), error.nearest) from None
    return Base(chosen.game.path, chosen.game.name, tuple(v for v in chosen.variants if v != path))


def _told_by(scenarios: Path) -> str:
    """The game that a file of scenarios says it is about."""
    from custumal.ui.terminal.problems import UsageProblem  # noqa: PLC0415  # they bring records of games with them
    from custumal.ui.terminal.scenario_files import game_of_scenarios  # noqa: PLC0415

    try:
        return game_of_scenarios(scenarios)
    except UsageProblem as error:
        raise NoBaseError(str(error)) from None


def summary(found: Checks) -> str:
    """How many problems there are, in how many files."""
    counts = {"error": found.count(Severity.ERROR), "warning": found.count(Severity.WARNING)}
    said = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts.items() if count)
    return f"{said or 'no problems'} in {found.files} file{'' if found.files == 1 else 's'}"
