"""A bar is drawn where somebody looks, and nothing anywhere else; what takes long is told, and is gone before anything is printed."""

import io
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from custumal.cli import Told, cli
from custumal.ui.terminal import progress as told
from custumal.ui.terminal.output import say
from custumal.ui.terminal.progress import doing, progress, silent, thinking, working
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
    """It is gone before, and comes back when nothing more is printed for long."""
    seen = looked_at(monkeypatch)
    monkeypatch.setattr(sys, "stdout", Terminal())
    with working("counting"):
        until(lambda: line_of(seen) == "counting … 0 s")
        monkeypatch.setattr(told, "PATIENCE", 60.0)
        say("a result\n")
        assert line_of(seen) == ""
        monkeypatch.setattr(told, "PATIENCE", 0.01)
        until(lambda: line_of(seen) == "counting … 0 s")
        with working("drawing"):
            until(lambda: line_of(seen) == "drawing … 0 s")


def test_who_reads_what_is_printed_elsewhere_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a pager that has taken the screen."""
    seen = looked_at(monkeypatch)
    with working("counting"):
        until(lambda: line_of(seen) == "counting … 0 s")
        say("a result\n")
        written = len(seen.getvalue())
        time.sleep(0.05)
        assert len(seen.getvalue()) == written


@pytest.mark.slow
def test_while_somebody_is_asked_nothing_is_told_and_no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = looked_at(monkeypatch)
    with working("counting"):
        with silent():
            time.sleep(0.7)
            assert seen.getvalue() == ""
        until(lambda: line_of(seen) == "counting … 0 s")


def test_a_thought_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = looked_at(monkeypatch)
    monkeypatch.setattr(told, "PATIENCE", 60.0)
    with thinking("thinking"):
        assert line_of(seen) == "thinking …"
    assert line_of(seen) == ""


FOR_EDITORS = {"lsp"}
"""What speaks with a program over the standard streams."""


@pytest.mark.parametrize("name", sorted({*cli.commands} - FOR_EDITORS))
def test_every_command_says_what_it_does(name: str) -> None:
    assert isinstance(cli.commands[name], Told)


@pytest.mark.parametrize("name", sorted({*cli.commands} - FOR_EDITORS))
def test_what_a_command_does_is_said_in_the_language_that_is_asked_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every command that has languages, and of what is done in it before the rules are read."""
    command = cli.commands[name]
    asked = next((option.name for option in command.params if "--lang" in option.opts), None)
    seen = looked_at(monkeypatch)

    def callback(**_given: object) -> None:
        until(lambda: line_of(seen) != "")
        lines.append(line_of(seen))
        with doing("reads-rules"):
            until(lambda: line_of(seen) != "")
            lines.append(line_of(seen))

    lines: list[str] = []
    monkeypatch.setattr(command, "callback", callback)
    for language in ("en", "fr"):
        context = click.Context(command, info_name=name)
        context.params = {} if asked is None else {asked: language}
        with context:
            command.invoke(context)
    assert lines[1].startswith("reading the rules …")
    assert lines[3].startswith("reading the rules …" if asked is None else "lecture des règles …")
    assert (lines[0].split(" …")[0] == lines[2].split(" …")[0]) == (asked is None)


_SLOW = """
import time
from custumal.cli import run
from custumal.{module} import {owner}

def slow(*given, **named):
    time.sleep(1.6)
    return usual(*given, **named)

usual, {owner}.{name} = {owner}.{name}, slow
run(["play", "tic-tac-toe", "--seed", "1", "--seat", "2=random"])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")
@pytest.mark.parametrize(
    ("module", "owner", "name"),
    [("ui.terminal.play", "loop", "scene"), ("ui.story.changes", "Changes", "narrated"), ("ui.terminal.questions", "prompts", "question"),
     ("ui.story.session", "Session", "play"), ("ui.story.session", "Session", "settle"), ("ui.terminal.play.loop", "Play", "_keep"),
     ("ui.terminal.play.commands", "Commands", "closed_by"), ("ui.terminal.play.commands", "Commands", "preview"),
     ("ui.terminal.play.commands", "Commands", "why_offered")],
)  # fmt: skip
def test_nothing_in_play_takes_long_in_silence(tmp_path: Path, module: str, owner: str, name: str) -> None:
    """Whatever it is that takes its time: drawing, asking, telling, keeping, warning, looking ahead, explaining."""
    from tests.support.terminals import Terminal  # noqa: PLC0415  # there are none on Windows

    with Terminal(home_in(tmp_path), program=_SLOW.format(module=module, owner=owner, name=name)) as terminal:
        terminal.wait("to choose")
        for typed in ("preview 1", "why 1", "2,2"):
            terminal.answer(typed)
        assert "working … 1 s" in terminal.all.decode()
        assert "working" not in terminal.text


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
