"""What has to hold after a choice in the middle of a deed: modules try it as the reference does."""

from __future__ import annotations

from random import Random

import pytest

import tests.support.small_games
from custumal.interpreter.position.state import OVER
from tests.interpreter.lowering.test_trials_inside import GAME
from tests.support.small_games import machine_for

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from tests.support.wasm_twins import WasmTwin

pytestmark = pytest.mark.slow

AGAIN = """
    players: 2
    kept:
      sum: {is: 0 to 99}
      left: {is: 0 to 9, start: 5}
    actions:
      count: {offered: turn, choose: {n: 1 to 3}, do: climb(n)}
    procedures:
      climb(n number):
        do:
          one:
            if: n > 0
            limit: 4 per turn
            choose: {step: 1 to 4}
            ensure: {odd: {that: sum mod 2 is 1 or left < 3, because: It has to be odd.}}
            do:
              more: raise sum by step
              further: climb(n - 1)
          last: {if: n is 0, do: lower left by 1}
    play:
      turn: {rounds: seats, until: left is 0, offer: turn}
    """


@pytest.mark.parametrize("game", [GAME, AGAIN], ids=["of a card and a rule", "of a procedure that calls itself"])
def test_a_trial_in_the_middle_of_a_deed_is_that_of_the_reference(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tests.support.small_games, "Machine", WasmTwin)
    machine = machine_for(game)
    assert isinstance(machine, WasmTwin)
    assert machine.fast is not None
    for seed in range(3):
        random, state = Random(seed), machine.start(seed)
        for _ in range(40):
            if state.kind == OVER:
                break
            machine.apply(state, random.choice(machine.choices(state)) if state.kind != "chance" else machine.draw(state))
