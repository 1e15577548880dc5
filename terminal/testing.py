"""`test`: the scenarios of a game."""

from __future__ import annotations

import sys

from custumal.dsl.diagnostic import Diagnostic, Severity
from custumal.interpreter.scenarios import Failure, run_scenarios
from custumal.terminal.problems import PROBLEMS, tell_diagnostics
from custumal.terminal.wanted import Wanted

PASSED = 0


def test_game(name: str) -> int:
    """Run the scenarios; those that fail are told with what was found instead."""
    results = run_scenarios(Wanted(name).load().model)
    failed = [result for result in results if not result.passed]
    tell_diagnostics(_diagnostic(failure) for result in failed for failure in result.failures)
    for result in results:
        sys.stdout.write(f"{'ok    ' if result.passed else 'FAILED'} {result.scenario.source.id}\n")
    sys.stdout.write(f"{len(results) - len(failed)} passed, {len(failed)} failed\n")
    return PROBLEMS if failed else PASSED


def _diagnostic(failure: Failure) -> Diagnostic:
    facts = ", ".join(f"{fact.what} = {fact.value}" for fact in failure.facts)
    message = f"{failure.message} ({facts})" if facts else failure.message
    return Diagnostic("failed-scenario", Severity.ERROR, failure.source.span, message)
