"""Corners and halves of edges of tiles, by a module of WebAssembly beside the reference."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from custumal.interpreter.position.state import OVER
from tests.interpreter.setup.test_joints import LARGE, SMALL, Point, kept_value, text_of
from tests.support.small_games import machine_for
from tests.support.wasm_twins import WasmTwin

pytestmark = pytest.mark.slow


LONG = SMALL | {"lane": ((1, 3), "bcab", ["a", "b", "abc", "bca", "c", "a", "cab", "bbc"])}


@pytest.mark.parametrize("tiles", [SMALL, LARGE, LONG], ids=["of one cell", "of six cells", "of three cells"])
def test_a_module_finds_what_meets_as_the_reference_does(tiles: dict[str, tuple[Point, str, list[str]]]) -> None:
    plain = machine_for(text_of(tiles))
    machine = WasmTwin(plain.instance, plain.program)
    assert machine.fast is not None
    for seed in range(2):
        chooser, state = random.Random(seed), machine.start(seed)
        while state.kind != OVER:
            machine.apply(state, chooser.choice(machine.choices(state)))
        assert kept_value(machine, state, "reached") > 8
        assert kept_value(machine, state, "touching") >= 2 * 5  # each of five tiles lies against another
