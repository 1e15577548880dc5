"""The scenarios of the shipped games hold."""

from __future__ import annotations

import pytest

from custumal import load_game
from custumal.dsl.model import GameModel, Scenario
from custumal.interpreter.library import shipped
from custumal.interpreter.runs.scenarios import run_scenarios

GAMES = [name for name, _ in shipped()]


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_hold(name: str) -> None:
    model = load_game(name).model
    assert_hold(model, model.scenarios)


@pytest.mark.quick
@pytest.mark.parametrize("name", GAMES)
def test_the_first_scenario_of_every_game_holds(name: str) -> None:
    model = load_game(name).model
    assert_hold(model, model.scenarios[:1])


def assert_hold(model: GameModel, scenarios: tuple[Scenario, ...]) -> None:
    results = run_scenarios(model, scenarios)
    assert results
    failed = [f"{r.scenario.source.id}.{f.source.id}: {f.message} {f.facts}" for r in results for f in r.failures]
    assert not failed, "\n".join(failed)
