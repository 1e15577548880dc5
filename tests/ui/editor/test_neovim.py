"""A real editor: Neovim without a screen opens a variant, is told its problem, mends it, completes, renames and saves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from custumal.dsl.check.paths import check_paths
from custumal.interpreter.library import shipped

pytestmark = pytest.mark.slow
SCRIPT = Path(__file__).with_name("session.lua")
DOCS = Path(__file__).parents[3] / "docs"
NEOVIM = shutil.which("nvim")


def configured(folder: Path) -> Path:
    """An `init.lua` as the page on editors has it for this Neovim, with `filetype.lua` in force as at home."""
    version = subprocess.run([str(NEOVIM), "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"NVIM v(\d+)\.(\d+)", version)
    assert found is not None
    new, old = re.findall(r"```lua\n(.*?)```", (DOCS / "editors.md").read_text("utf-8"), re.DOTALL)
    path = folder / "init.lua"
    path.write_text(new if (int(found[1]), int(found[2])) >= (0, 11) else old, "utf-8")
    return path


def called_by_name(folder: Path) -> str:
    """A search path on which the program is called `custumal`."""
    folder.mkdir()
    script = folder / "custumal"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m custumal "$@"\n', "utf-8")
    script.chmod(0o755)
    return os.pathsep.join((str(folder), os.environ["PATH"]))


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed (apt-get install neovim)")
def test_a_session_in_neovim(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(dict(shipped())["monolyth"].parent, tmp_path / "monolyth"))
    variant = folder / "variants" / "gentle-giants.yaml"
    text = variant.read_text("utf-8")
    variant.write_text(text.replace("    set: values.height-limit", "    sett: values.height-limit"), "utf-8")
    done = subprocess.run(
        [str(NEOVIM), "--headless", "-n", "-i", "NONE", "-u", str(configured(tmp_path)), "-S", str(SCRIPT)],
        env={**os.environ, "PATH": called_by_name(tmp_path / "bin"), "SESSION_FILE": str(variant)},
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    said = done.stdout.replace("\r", "")
    assert done.returncode == 0, said + done.stderr
    assert "did you mean `set`?" in said
    assert "quick fix: Write `set`" in said
    assert "problems left: 0" in said
    assert "values.height-limit" in said.partition("completed:")[2]
    assert "game.yaml" in said.partition("renamed in:")[2]
    assert variant.read_text("utf-8") == text.replace("height-limit", "highest")
    assert "height-limit" not in (folder / "game.yaml").read_text("utf-8")
    assert not [one for one in check_paths([folder]).diagnostics if one.is_error]
