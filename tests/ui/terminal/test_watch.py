"""`check --watch`: after each change of a file it is checked again, and what is mended is told."""

from __future__ import annotations

import queue
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from custumal.interpreter.library import shipped
from custumal.ui.terminal.exit_codes import INTERRUPTED

pytestmark = pytest.mark.slow
HEARS_INTERRUPTS = (
    "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); runpy.run_module('custumal', run_name='__main__')"
)
"""Runs a command so that it can be interrupted also where this process, begun in the background, can't be."""


def lines_of(process: subprocess.Popen[str]) -> queue.Queue[str]:
    """What the process prints, line by line, as soon as it does."""
    found: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in process.stdout or ():
            found.put(line.rstrip("\n"))

    threading.Thread(target=read, daemon=True).start()
    return found


def test_what_is_mended_is_told_until_it_is_interrupted(tmp_path: Path) -> None:
    pytest.importorskip("watchfiles", reason="what watches files is not installed")
    path = Path(shutil.copytree(dict(shipped())["tic-tac-toe"].parent, tmp_path / "game")) / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("that: mark of cell is none", "that: marc of cell is none"), "utf-8")
    command = [sys.executable, "-c", HEARS_INTERRUPTS, "check", str(path.parent), "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8") as process:
        told = lines_of(process)
        try:
            assert told.get(timeout=60).startswith("1 error")
            said = ""
            while "mended" not in said:  # a change may come before watching begins
                path.write_text(text, "utf-8")
                try:
                    said = told.get(timeout=2)
                except queue.Empty:
                    path.write_text(text + "\n", "utf-8")
            assert "marc" in said
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == INTERRUPTED
            assert process.stderr is not None
            assert process.stderr.read().rstrip().endswith("^^^^")
        finally:
            process.kill()
