"""Ctrl-C ends the program without a traceback, also while it is still being loaded."""

from __future__ import annotations

import signal
import subprocess
import sys

import click
import pytest

from custumal.ui.terminal.process import run_command

_PROGRAM = """
import os, signal, sys
from importlib.abc import MetaPathFinder

awaited = sys.argv.pop(1)
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may have it ignored

class Interrupts(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == awaited:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
from custumal.__main__ import main
main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are a thing of Unix")
@pytest.mark.parametrize(
    "module", ["click", "custumal.cli", "custumal.ui.terminal.process", "custumal.ui.terminal.commands.check", "ruamel"]
)
def test_an_interruption_while_a_module_is_loaded_is_no_traceback(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM, module, "check", "pig"], capture_output=True, text=True, check=False)
    assert done.returncode in (-signal.SIGINT, 130), done.stdout
    assert done.stderr.strip() == ""


class _Interrupted:
    def __set_name__(self, of: type, name: str) -> None:
        raise KeyboardInterrupt


def test_an_interruption_while_a_class_is_made_is_no_bug(capfd: pytest.CaptureFixture[str]) -> None:
    def command() -> None:
        type("Made", (), {"field": _Interrupted()})

    assert run_command(click.Command("make", callback=command), "make", []) == 130
    assert capfd.readouterr().err.strip() == ""
