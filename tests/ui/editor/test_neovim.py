"""A real editor: Neovim without a screen opens a variant, is told its problem, mends it, completes, renames and saves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from custumal.dsl.check.paths import check_paths
from custumal.interpreter.library import shipped

pytestmark = pytest.mark.slow
SCRIPT = Path(__file__).with_name("session.lua")
NEOVIM = shutil.which("nvim")


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed (apt-get install neovim)")
def test_a_session_in_neovim(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(dict(shipped())["monolyth"].parent, tmp_path / "monolyth"))
    variant = folder / "variants" / "gentle-giants.yaml"
    text = variant.read_text("utf-8")
    variant.write_text(text.replace("    set: values.height-limit", "    sett: values.height-limit"), "utf-8")
    done = subprocess.run(
        [str(NEOVIM), "--headless", "--clean", "-n", "-S", str(SCRIPT)],
        env={**os.environ, "SESSION_PYTHON": sys.executable, "SESSION_FILE": str(variant)},
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
