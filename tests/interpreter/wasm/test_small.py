"""The cases of other tests once more, with a module of WebAssembly beside the reference: values, and small games step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tests.interpreter.machine.test_chance
import tests.interpreter.machine.test_evaluate
import tests.interpreter.machine.test_giving
import tests.interpreter.machine.test_hooks
import tests.interpreter.machine.test_machine
import tests.interpreter.machine.test_menus
import tests.interpreter.machine.test_simultaneous
import tests.interpreter.machine.test_steps
import tests.interpreter.machine.test_stop_game
import tests.interpreter.machine.test_turns
import tests.interpreter.machine.test_whole_choices
import tests.interpreter.machine.test_whole_loops
import tests.interpreter.position.test_positions
import tests.interpreter.setup.test_tiles
import tests.support.small_games
from tests.interpreter.codegen.test_codegen import SMALL, cases
from tests.support.scale import FULL

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from tests.support.wasm_twins import WasmEvaluator, WasmTwin

pytestmark = pytest.mark.slow


VALUES = [
    case
    for case in cases(tests.interpreter.machine.test_evaluate, tests.interpreter.setup.test_tiles)
    if FULL or not (hasattr(case.values[0], "hypothesis") or "however_deep" in case.id)
]
"""Each value takes a module of its own, so laws with many examples, and a very large game, are for a full run."""


@pytest.mark.parametrize(("function", "arguments"), VALUES)
def test_values_are_those_of_the_reference(
    function: Callable[..., None], arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (tests.interpreter.machine.test_evaluate, tests.interpreter.setup.test_tiles):
        monkeypatch.setattr(module, "Evaluator", WasmEvaluator)
    function(**arguments)


FURTHER = cases(
    tests.interpreter.machine.test_giving,
    tests.interpreter.position.test_positions,
    tests.interpreter.machine.test_stop_game,
    tests.interpreter.machine.test_turns,
    tests.interpreter.machine.test_whole_choices,
    tests.interpreter.machine.test_whole_loops,
)


@pytest.mark.parametrize(("function", "arguments"), [*SMALL, *FURTHER])
def test_small_games_go_as_with_the_reference(
    function: Callable[..., None], arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tests.support.small_games, "Machine", WasmTwin)
    function(**arguments)
