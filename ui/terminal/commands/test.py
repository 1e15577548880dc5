"""`test`: the scenarios of a game, of its variants, or of a file of scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from custumal.dsl.diagnostics.catalogue.scenarios import BREAKS_HOLDS
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.dsl.documents.file_kinds import game_around
from custumal.dsl.model import GameModel, Scenario
from custumal.dsl.yaml.header import header
from custumal.interpreter.cache.tried import try_setup
from custumal.interpreter.explain.explanation import Fact
from custumal.interpreter.library import base_near, select
from custumal.interpreter.runs.scenarios import Result, ScenarioFailure, run_scenarios
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import complain_lines, say_data, say_lines
from custumal.ui.terminal.problems import UsageProblem, tell_diagnostics
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.wanted import Wanted, is_of_scenarios
from custumal.ui.text.style import folded

_WIDTH = 100
_MOST_TOLD = 10
_WHY_NOT = {
    "players": "for other numbers of players",
    "unreadable": "broken on purpose: with the variant they can't even be read",
    "several": "which one of several variants breaks",
}
"""Why scenarios are not run, in words."""


def test_game(wanted: Wanted, verbose: bool, as_json: bool) -> int:
    """Run the scenarios; those that fail are told with what was found instead.

    Returns:
        1 if one of them fails.
    """
    game, scenarios = _scenarios(wanted)
    results = _run(game, scenarios)
    failed = [result for result in results if not result.passed]
    if as_json:
        say_data(_data(game, results))
        return PROBLEMS if failed else DONE
    for result in failed if verbose else failed[:_MOST_TOLD]:
        _tell_all(result, verbose)
    for result in results:
        for remark in result.remarks:
            _tell(result, remark)
    say_lines([*_lines(results, verbose), *_left_out(game, verbose)])
    _tell_what_to_do(wanted, game, failed, verbose)
    return PROBLEMS if failed else DONE


def _tell_all(result: Result, verbose: bool) -> None:
    """What failed in a scenario; without `verbose` only the first expectation."""
    told = result.failures if verbose else result.failures[:1]
    for failure in told:
        _tell(result, failure)
    left = len(result.failures) - len(told)
    if left:
        complain_lines([f"and {left} more expectation{'' if left == 1 else 's'} of {result.scenario.source.id}", ""])


def _tell_what_to_do(wanted: Wanted, game: GameModel, failed: list[Result], verbose: bool) -> None:
    """Where the rest can be read, and how a variant says which scenarios of its game it means to change."""
    if len(failed) > _MOST_TOLD and not verbose:
        complain_lines([f"{len(failed) - _MOST_TOLD} more failed; --verbose tells about all of them."])
    own = {str(path) for path in wanted.selection().variants} if game.variants else set()
    of_game = [r.scenario.source for r in failed if r.failures[0].problem.code != BREAKS_HOLDS.id and not _is_of(r.scenario, own)]
    if game.variants and of_game:
        complain_lines(["If these scenarios of the game are to fail with the variant, write into it:"])
        names = ", ".join(source.id for source in of_game)
        rows = folded(f"breaks: [{names}]", _WIDTH, "  ")
        complain_lines(rows)


def _is_of(scenario: Scenario, files: set[str]) -> bool:
    return any(file.endswith(scenario.source.span.file) for file in files)


def _scenarios(wanted: Wanted) -> tuple[GameModel, list[Scenario]]:
    """The game with those of its scenarios that are to be run.

    Raises:
        UsageProblem: a file of scenarios does not say what it is about.
        RuleFileError: its rules or its scenarios have errors.
    """
    path = Path(wanted.game)
    if not is_of_scenarios(path):
        game = wanted.load().model
        return game, list(game.scenarios)

    from custumal.dsl.check.loose_scenarios import check_scenarios  # noqa: PLC0415  # the reader is not needed where the cache has the game

    chosen = select(game_of_scenarios(path), wanted.variants)
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


def _run(game: GameModel, scenarios: list[Scenario]) -> list[Result]:
    results: list[Result] = []
    with progress(len(scenarios)) as advance:
        if advance is None:
            return run_scenarios(game, scenarios)
        for scenario in scenarios:
            results += run_scenarios(game, [scenario])
            advance(1)
    return results


def _tell(result: Result, failure: ScenarioFailure) -> None:
    """What was expected, what was found, and below the values inside."""
    found = failure.problem.at(failure.source.span)
    tell_diagnostics([replace(found, message=f"{result.scenario.source.id}: {found.message}")])
    for fact in _worth_saying(failure.facts):
        rows = folded(f"    {fact.what} = {fact.value}", _WIDTH, "        ")
        complain_lines(rows)
    complain_lines([""])


def _worth_saying(facts: Iterable[Fact]) -> list[Fact]:
    """Without those that are their own name."""
    return [fact for fact in facts if fact.what != fact.value]


# ---------------------------------------------------------------- results


def _lines(results: list[Result], verbose: bool) -> list[str]:
    """The scenarios by file, and what they add up to."""
    lines: list[str] = []
    files = list(dict.fromkeys(result.scenario.source.span.file for result in results))
    for file in files:
        here = [result for result in results if result.scenario.source.span.file == file]
        if verbose:
            lines += [f"{file}:", *(f"  {_verdict(result):<7} {result.scenario.source.id}" for result in here)]
        else:
            lines += [f"{file}: {_count(here)}", *(f"  FAILED {r.scenario.source.id}" for r in here if not r.passed)]
    return [*lines, f"in all: {_count(results)}"] if verbose or len(files) != 1 else lines


def _left_out(game: GameModel, verbose: bool) -> list[str]:
    """What is not run with the variants, and why."""
    lines: list[str] = []
    for why, words in _WHY_NOT.items():
        names = [name for name, reason, _ in game.left_out if reason == why]
        more = f" and {len(names) - _MOST_TOLD} more" if len(names) > _MOST_TOLD and not verbose else ""
        told = f"{len(names)} not run, {words}: {', '.join(names if verbose else names[:_MOST_TOLD])}{more}"
        lines += folded(told, _WIDTH, "  ") if names else []
    return lines


def _verdict(result: Result) -> str:
    return "FAILED" if not result.passed else "ok" if result.broken is None else "changed"


def _count(results: list[Result]) -> str:
    counts = {"passed": "ok", "failed": "FAILED", "changed on purpose": "changed"}
    numbers = {words: sum(_verdict(result) == verdict for result in results) for words, verdict in counts.items()}
    return ", ".join(f"{number} {words}" for words, number in numbers.items() if number or words == "passed")


def _data(game: GameModel, results: list[Result]) -> dict[str, Any]:
    return {
        "game": game.id,
        "variants": list(game.variants),
        "passed": sum(result.passed for result in results),
        "failed": sum(not result.passed for result in results),
        "scenarios": [_scenario(result) for result in results],
        "left_out": [{"id": name, "why": why} for name, why, _ in game.left_out],
    }


def _scenario(result: Result) -> dict[str, Any]:
    source = result.scenario.source
    return {
        "id": source.id,
        "file": source.span.file,
        "line": source.span.line,
        "passed": result.passed,
        "changed": result.broken is not None,
        "failures": [_told(failure) for failure in result.failures],
        "remarks": [_told(remark) for remark in result.remarks],
    }


def _told(failure: ScenarioFailure) -> dict[str, Any]:
    return {
        "code": failure.problem.code,
        "file": failure.source.span.file,
        "line": failure.source.span.line,
        "message": failure.message,
        "values": {fact.what: fact.value for fact in _worth_saying(failure.facts)},
    }
