"""A bar is drawn where somebody looks, and nothing anywhere else; what takes long is told, and is gone before anything is printed."""

import io
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from custumal.ui.terminal import progress as told
from custumal.ui.terminal.output import say
from custumal.ui.terminal.progress import progress, working
from tests.conftest import home_in


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


def looked_at(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal at which somebody looks who waits a hundredth of a second."""
    monkeypatch.setattr(told, "PATIENCE", 0.01)
    monkeypatch.setattr(told, "_TICK", 0.002)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", shown := Terminal())  # not in a fixture: pytest puts its own there behind these
    return shown


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.002)


def line_of(shown: Terminal) -> str:
    """What stands in the line at the end."""
    row = ""
    for part in re.findall(r"\r|[^\r]+", shown.getvalue()):
        row = row if part == "\r" else part + row[len(part) :]
    return row.rstrip()


def test_what_takes_long_is_told_and_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = looked_at(monkeypatch)
    with working("counting"):
        until(lambda: line_of(seen) == "counting … 0 s")
    assert line_of(seen) == ""


def test_what_is_quick_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = looked_at(monkeypatch)
    monkeypatch.setattr(told, "PATIENCE", 60.0)
    with working("counting"):
        time.sleep(0.02)
    assert seen.getvalue() == ""


def test_nothing_is_printed_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is gone before, and does not come back until something else begins."""
    seen = looked_at(monkeypatch)
    with working("counting"):
        until(lambda: line_of(seen) == "counting … 0 s")
        say("a result\n")
        assert line_of(seen) == ""
        written = len(seen.getvalue())
        time.sleep(0.05)
        assert len(seen.getvalue()) == written
        with working("drawing"):
            until(lambda: line_of(seen) == "drawing … 0 s")
        assert line_of(seen) == ""


def test_a_bar_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = looked_at(monkeypatch)
    with working("playing"):
        until(lambda: line_of(seen) == "playing … 0 s")
        with progress(2) as advance:
            assert advance is not None
            time.sleep(0.05)
            advance(2)
            assert "playing" not in line_of(seen) and "2/2" in seen.getvalue()
        until(lambda: line_of(seen).startswith("playing"))


def test_of_what_takes_long_nothing_is_told_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", shown := io.StringIO())
    with working("counting"):
        time.sleep(0.02)
    assert shown.getvalue() == ""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")
@pytest.mark.parametrize(("command", "doing"), [(("perft", "chess", "--depth", "9"), "counting"), (("test", "kings-abbey"), None)])
def test_a_command_on_a_terminal_says_what_it_does(tmp_path: Path, command: tuple[str, ...], doing: str | None) -> None:
    from tests.support.terminals import Terminal  # noqa: PLC0415  # there are none on Windows

    with Terminal(home_in(tmp_path), *command) as terminal:
        if doing is None:
            terminal.until(lambda: bool(re.search(r"\d+/\d+", terminal.text)))
        else:
            terminal.until(lambda: bool(re.fullmatch(rf"{doing} … \d+ s", terminal.text.strip())))
