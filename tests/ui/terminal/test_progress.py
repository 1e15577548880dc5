"""A bar is drawn where somebody looks, and nothing anywhere else."""

import io
import sys

import pytest

from custumal.ui.terminal.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("total", [3, 1000, 1003])
def test_on_a_terminal_the_bar_fills(total: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    with progress(total) as advance:
        assert advance is not None
        for _ in range(total):
            advance(1)
    shown = seen.getvalue()
    assert f"0/{total}" in shown
    assert f"{total}/{total}" in shown
    assert shown.count("\r") <= 102


def test_elsewhere_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", seen)
    with progress(3) as advance:
        assert advance is None
    assert seen.getvalue() == ""
