"""Actions that are chosen as one and carry themselves out: modules list the ways that the reference lists."""

from __future__ import annotations

from random import Random

import pytest

import tests.support.small_games
from custumal.interpreter.position.state import OVER
from tests.interpreter.machine.passes.test_once_more import GAME
from tests.support.small_games import machine_for

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from tests.support.wasm_twins import WasmTwin

pytestmark = pytest.mark.slow

CARDS = (
    GAME.replace("custumal: 1\n", "")
    .replace("zones: {hand(seat): card", "zones: {hand(seat): {holds: card}")
    .replace("lay: {offered: acts,", "lay: {offered: acts, as-one: true,")
)
TREE = """
    players: 2
    zones: {floor: {shape: {grid: [3, 2]}}}
    kept:
      taken(cell of floor): {is: maybe seat, until: end}
      grown: {is: 0 to 99, until: end}
    play: {turn: {rounds: seats, until: passes(turn) > 3, offer: turn}}
    actions:
      grow:
        offered: turn
        as-one: true
        choose: {root: cells of floor where taken is none}
        do: branch(root)
      rest: {offered: turn}
    procedures:
      branch(c cell of floor):
        do:
          take: set taken of c to me
          further:
            limit: 2 per turn
            choose: {next: neighbours of c where taken is none}
            do: [branch(next), raise grown by column of c]
          again:
            limit: once per turn
            choose: {other: neighbours of c where taken is none}
            do: [branch(other), raise grown by row of c]
    """


@pytest.mark.parametrize("game", [CARDS, TREE], ids=["cards", "tree"])
def test_ways_through_procedures_that_carry_themselves_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tests.support.small_games, "Machine", WasmTwin)
    machine = machine_for(game, 1 if game == CARDS else 2)
    assert isinstance(machine, WasmTwin)
    assert machine.fast is not None
    for seed in range(3):
        random, state = Random(seed), machine.start(seed)
        for _ in range(20):
            if state.kind == OVER:
                break
            machine.apply(state, random.choice(machine.choices(state)))
