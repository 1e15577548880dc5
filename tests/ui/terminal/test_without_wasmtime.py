"""Where wasmtime can't be loaded the same games are played without it, and one line says so where that takes long."""

import sys
from collections.abc import Iterator

import pytest

from custumal.interpreter.cache import wasm_modules
from custumal.interpreter.runs import series
from custumal.ui.terminal.measuring import simulate
from tests.conftest import Cli


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    wasm_modules.missing.cache_clear()
    yield
    wasm_modules.missing.cache_clear()


SIMULATE = ("simulate", "tic-tac-toe", "--games", "40", "--seed", "1", "--json")


@pytest.mark.usefixtures("without")
def test_long_series_are_told_to_be_slow_once(call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "WARM", 100)
    monkeypatch.setattr(simulate, "WARM", 100)
    monkeypatch.setattr(series, "is_kept", lambda *_: True)
    code, out, err = call(*SIMULATE)
    assert (code, err.count("\n")) == (0, 1)
    assert err.startswith("custumal: WebAssembly can't be run here (wasmtime: ")
    assert '"games": 40' in out


@pytest.mark.usefixtures("without")
def test_short_ones_are_not(call: Cli) -> None:
    assert call(*SIMULATE)[2] == ""


def test_where_it_is_there_nothing_is_said(call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime", reason="wasmtime can't be loaded here")
    monkeypatch.setattr(simulate, "WARM", 100)
    assert call(*SIMULATE)[2] == ""
