"""`test`: the scenarios of a game, of its variants, or of a file of scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custumal.dsl.base.file_names import ACCEPTED
from custumal.dsl.diagnostics.diagnostic import RuleFileError, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.dsl.model import GameModel, Scenario
from custumal.interpreter.cache.models import game_alone
from custumal.interpreter.engine import Engine
from custumal.interpreter.explain.explanation import Fact
from custumal.interpreter.library import select
from custumal.interpreter.runs.processes import each_in_processes
from custumal.interpreter.runs.scenarios import Result, ScenarioFailure, run_scenarios
from custumal.interpreter.runs.shifts import DEAL, RECORD, with_shifts
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import complain_lines, say_data, say_lines
from custumal.ui.terminal.problems import UsageProblem, tell_diagnostics
from custumal.ui.terminal.progress import progress
from custumal.ui.terminal.scenario_files import game_of_scenarios, scenarios_in
from custumal.ui.terminal.wanted import Wanted, is_of_scenarios
from custumal.ui.text.style import folded

if TYPE_CHECKING:
    from custumal.ui.terminal.commands.accept import Loaded

_WIDTH = 100
_MOST_TOLD = 10
_WHY_NOT = {
    "players": "for other numbers of players",
    "unreadable": "as they name what is not there with the variant",
    "several": "which one of several variants breaks",
}
"""Why scenarios are not run, in words."""
_SHIFTED = {
    RECORD: "as the choices with which they start can't be made with the variant",
    DEAL: "as chance, on which they hang in the game too, brings something else with the variant",
}
"""Why scenarios say nothing of a variant, in words."""


@dataclass(frozen=True, slots=True)
class Run:
    """How scenarios are run: those alone that variants bring along (`own`), or that are called so (`only`); in how many processes; whether
    all is told (`verbose`), as JSON, and whether what a variant contradicts is accepted."""

    own: bool = False
    only: tuple[str, ...] = ()
    jobs: int = 1
    verbose: bool = False
    as_json: bool = False
    accepts: bool = False


def test_game(wanted: Wanted, how: Run) -> int:
    """Run the scenarios; those that fail are told, as they come, with what was found instead. With `accepts` what holds now in those of
    the game is then written into the file beside the variant.

    Returns:
        1 if one of them fails, and this is not accepted.
    """
    loaded = _accepting(wanted) if how.accepts else None
    game, scenarios = _scenarios(wanted) if loaded is None else (loaded.game, list(loaded.game.scenarios))
    scenarios = _chosen(game, scenarios, how)
    results = _run(wanted, game, scenarios, replace(how, jobs=1) if loaded is not None else how)
    failed = [result for result in results if not result.passed]
    if how.as_json:
        say_data(_data(game, results))
        return PROBLEMS if failed else DONE
    _tell_results(game, results, how.verbose)
    if loaded is not None:
        return _accept(loaded, results)
    _tell_what_to_do(wanted, game, failed, how.verbose)
    return PROBLEMS if failed else DONE


def _chosen(game: GameModel, scenarios: list[Scenario], how: Run) -> list[Scenario]:
    """Those that were asked for.

    Raises:
        UsageProblem: none is called so, or there is no variant.
    """
    if how.own and not game.variants:
        raise UsageProblem("--own runs the scenarios of a variant; name one.")
    known = {scenario.source.id for scenario in scenarios}
    for name in how.only:
        if name not in known:
            raise UsageProblem(f"There is no scenario `{name}`{did_you_mean(nearest(name, known))}")
    here = (s for s in scenarios if not how.own or s.source.span.file in game.variant_files)
    return [s for s in here if not how.only or s.source.id in how.only]


def _base(wanted: Wanted) -> GameModel:
    """The game that was asked for, without its variants."""
    path = Path(wanted.game)
    return game_alone(select(game_of_scenarios(path)) if is_of_scenarios(path) else wanted.selection())


def _accepting(wanted: Wanted) -> Loaded:
    """The game with the variant of which something is to be accepted.

    Raises:
        UsageProblem: there is none.
        RuleFileError: its rules have errors.
    """
    from custumal.ui.terminal.commands.accept import load  # noqa: PLC0415  # the checker is not needed where the cache has the game

    if is_of_scenarios(Path(wanted.game)):
        raise UsageProblem("--accept writes what a variant contradicts in its game; name the variant.")
    return load(wanted.selection())


def _accept(loaded: Loaded, results: list[Result]) -> int:
    """Write what holds now; 1 if something fails all the same."""
    from custumal.ui.terminal.commands.accept import accept  # noqa: PLC0415  # likewise

    leaves_some = accept(loaded, results)
    own = {variant.name for variant in loaded.combined.variants}
    failing = [r.scenario.source.id for r in results if not r.passed and r.scenario.source.span.file in own]
    if failing:
        complain_lines([f"Scenarios of the variant itself are not accepted but mended: {', '.join(failing)}."])
    return PROBLEMS if leaves_some or failing else DONE


def _tell_results(game: GameModel, results: list[Result], verbose: bool) -> None:
    """What is remarkable, and how many passed."""
    for result in results:
        for remark in result.remarks:
            _tell(result, remark)
    say_lines([*_lines(results, verbose), *_shifted(results, verbose), *_left_out(game, verbose)])


def _tell_all(result: Result, verbose: bool) -> None:
    """What failed in a scenario; without `verbose` only the first expectation."""
    told = result.failures if verbose else result.failures[:1]
    for failure in told:
        _tell(result, failure)
    left = len(result.failures) - len(told)
    if left:
        complain_lines([f"and {left} more expectation{'' if left == 1 else 's'} of {result.scenario.source.id}", ""])


def _tell_what_to_do(wanted: Wanted, game: GameModel, failed: list[Result], verbose: bool) -> None:
    """Where the rest can be read, and how it is said that a variant means what it does to the scenarios of its game."""
    if len(failed) > _MOST_TOLD and not verbose:
        complain_lines([f"{len(failed) - _MOST_TOLD} more failed; --verbose tells about all of them."])
    own = {name for name in game.variant_files if not name.endswith(ACCEPTED)}
    if any(result.scenario.source.span.file not in own for result in failed) and game.variants:
        complain_lines(["If the variant means this, what holds now is written down by", _to_accept(wanted)])


def _tell_of_unreadable(wanted: Wanted) -> None:
    """What to do where nothing is wrong with a variant but that scenarios of the game name what is not there any more."""
    with suppress(RuleFileError, UsageProblem):
        if wanted.selection().variants:
            _accepting(wanted)
            complain_lines(
                ["Only scenarios of the game are at odds with the variant. If it means this, they are told anew:", _to_accept(wanted)]
            )


def _to_accept(wanted: Wanted) -> str:
    named = " ".join([wanted.game, *(f"--variant {variant}" for variant in wanted.variants)])
    return f"    custumal test {named} --accept"


def _scenarios(wanted: Wanted) -> tuple[GameModel, list[Scenario]]:
    """The game with those of its scenarios that are to be run.

    Raises:
        UsageProblem: a file of scenarios does not say what it is about.
        RuleFileError: its rules or its scenarios have errors.
    """
    path = Path(wanted.game)
    if not is_of_scenarios(path):
        try:
            game = wanted.load().model
        except RuleFileError:
            _tell_of_unreadable(wanted)
            raise
        return game, list(game.scenarios)

    return scenarios_in(path, wanted.variants)


def _run(wanted: Wanted, game: GameModel, scenarios: list[Scenario], how: Run) -> list[Result]:
    """All results in the order of the files; a failure is told as soon as it is there, of many only the first ones."""
    results: list[Result] = []
    failed = 0
    with progress(len(scenarios)) as advance:
        for result in _results(wanted, game, scenarios, how.jobs):
            results.append(result)
            if advance is not None:
                advance(1)
            if result.passed or how.as_json:
                continue
            failed += 1
            if how.verbose or how.accepts or failed <= _MOST_TOLD:
                complain_lines([""] if advance is not None else [])
                _tell_all(result, how.verbose)
    places = {(s.source.id, s.source.span): place for place, s in enumerate(scenarios)}
    return sorted(results, key=lambda result: places[result.scenario.source.id, result.scenario.source.span])


def _results(wanted: Wanted, game: GameModel, scenarios: list[Scenario], jobs: int) -> Iterator[Result]:
    """The results as they come. Processes share the work so that scenarios of the same players and options stay together."""
    if jobs == 1 or len(scenarios) < 2:
        yield from _in_turn(wanted, game, scenarios)
        return
    alike = sorted(scenarios, key=lambda s: (s.players or 0, str(s.options)))
    spans = [scenario.source.span for scenario in alike]
    share = -(-len(spans) // jobs)
    tasks = [(wanted, tuple(spans[start : start + share])) for start in range(0, len(spans), share)]
    for found in each_in_processes(_share, tasks, jobs):
        yield from found


def _share(task: tuple[Wanted, tuple[Span, ...]]) -> list[Result]:
    wanted, spans = task
    game, scenarios = _scenarios(wanted)
    return list(_in_turn(wanted, game, [scenario for scenario in scenarios if scenario.source.span in spans]))


def _in_turn(wanted: Wanted, game: GameModel, scenarios: list[Scenario]) -> Iterator[Result]:
    engines: dict[object, Engine] = {}
    base = cache(lambda: _base(wanted))
    for scenario in scenarios:
        yield from with_shifts(run_scenarios(game, [scenario], engines), game, base)


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


def _shifted(results: list[Result], verbose: bool) -> list[str]:
    """The scenarios that say nothing of the variants, and why."""
    lines: list[str] = []
    for why, words in _SHIFTED.items():
        shifted = [result for result in results if result.shift == why]
        names = [result.scenario.source.id for result in shifted]
        lines += folded(f"{len(names)} begin elsewhere, {words}: {_some(names, verbose)}", _WIDTH, "  ") if names else []
        if verbose:
            told = (f"    {r.scenario.source.id}: {failure.message}" for r in shifted for failure in r.instead[:1])
            lines += [row for text in told for row in folded(text, _WIDTH, "      ")]
    return lines


def _some(names: list[str], verbose: bool) -> str:
    if verbose or len(names) <= _MOST_TOLD:
        return ", ".join(names)
    return f"{', '.join(names[:_MOST_TOLD])} and {len(names) - _MOST_TOLD} more"


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
        told = f"{len(names)} not run, {words}: {_some(names, verbose)}"
        lines += folded(told, _WIDTH, "  ") if names else []
    return lines


def _verdict(result: Result) -> str:
    if not result.passed:
        return "FAILED"
    return "shifted" if result.shift is not None else "ok" if result.broken is None else "changed"


def _count(results: list[Result]) -> str:
    counts = {"passed": "ok", "failed": "FAILED", "changed on purpose": "changed", "begin elsewhere": "shifted"}
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
        "shift": result.shift,
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
