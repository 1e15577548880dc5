"""The scenarios of the shipped games hold."""

from __future__ import annotations

import pytest

from custumal import load_game
from custumal.interpreter.library import shipped
from custumal.interpreter.runs.scenarios import run_scenarios


@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_scenarios_hold(name: str) -> None:
    results = run_scenarios(load_game(name).model)
    assert results
    failed = [f"{r.scenario.source.id}.{f.source.id}: {f.message} {f.facts}" for r in results for f in r.failures]
    assert not failed, "\n".join(failed)
