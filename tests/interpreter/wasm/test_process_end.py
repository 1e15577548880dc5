"""A process that still has modules when it ends says nothing of it."""

import subprocess
import sys

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

KEEPS = """
import ctypes
from custumal import load_game
from custumal.interpreter.cache import wasm_modules

engine = load_game("tic-tac-toe").engine(2)
wasm_modules.kept = wasm_modules.wasm_games(engine.instance, engine.program, engine.start(0), 100, {}, None)
assert wasm_modules.kept.play(1, range(3)) > 0
# A module of Python that something holds to the last is emptied only after those that were imported behind it.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(wasm_modules))
"""


@pytest.mark.slow
def test_a_process_that_keeps_modules_ends_in_silence() -> None:
    ended = subprocess.run([sys.executable, "-c", KEEPS], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
