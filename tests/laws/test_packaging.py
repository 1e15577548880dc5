"""What is installed is what is in the tree: a wheel built from it, unpacked and used from elsewhere."""

import os
import shutil
import subprocess
import sys
import tomllib
from email.parser import Parser
from pathlib import Path

import pytest

import custumal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NOT_INSTALLED = ("tests/", "bench/", "editors/", ".ci/", ".typing/", "docs/site.py", "docs/pictures/")
HEAVY = ("jsonschema", "lark", "ruamel")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    """The files of the tree that git knows, as paths with slashes."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("without git nothing tells the tree's files from what lies about")
    return [name for name in run("git", "ls-files", "-z", cwd=ROOT).split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def installed(tracked: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which a wheel of a clean copy of the tree was installed."""
    folder = tmp_path_factory.mktemp("packaging")
    for name in tracked:
        if not name.startswith(".typing/"):
            copy = folder / "tree" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, folder / "tree", cwd=folder)
    (wheel,) = folder.glob("*.whl")
    run(*pip, "install", "--no-deps", "--no-compile", "--target", folder / "site", wheel, cwd=folder)
    return folder / "site"


@pytest.mark.slow
def test_the_wheel_holds_exactly_the_trees_files(tracked: list[str], installed: Path) -> None:
    inside = installed / "custumal"
    found = {path.relative_to(inside).as_posix() for path in inside.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    at_root = {"__init__.py", "__main__.py", "cli.py", "py.typed"}
    expected = {name for name in tracked if not name.startswith(NOT_INSTALLED) and ("/" in name or name in at_root)}
    assert found == expected


def test_the_installed_package_names_itself(installed: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    show = "import custumal; print(custumal.__version__, custumal.__file__)"
    version, file = run(sys.executable, "-P", "-c", show, cwd=tmp_path, PYTHONPATH=str(installed)).split(maxsplit=1)
    assert version == project["version"]
    assert Path(file.strip()).parent == installed / "custumal"


def test_metadata(installed: Path) -> None:
    (folder,) = installed.glob("custumal-*.dist-info")
    metadata = Parser().parsestr((folder / "METADATA").read_text(encoding="utf-8"))
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    core = {needed.split(";")[0] for needed in metadata.get_all("Requires-Dist", []) if "extra ==" not in needed}
    names = {"".join(letter if letter.isalnum() or letter in "._-" else " " for letter in needed).split()[0] for needed in core}
    assert names == {"click", "jsonschema", "lark", "platformdirs", "ruamel.yaml", "ruamel.yaml.clib", "wasmtime"}
    assert "custumal = custumal.__main__:main" in (folder / "entry_points.txt").read_text(encoding="utf-8")


def test_importing_the_package_loads_none_of_its_libraries(tmp_path: Path) -> None:
    show = "import custumal, sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = run(sys.executable, "-c", show, cwd=tmp_path, PYTHONPATH=os.pathsep.join(sys.path)).split()
    assert "custumal" in loaded
    assert not set(HEAVY) & set(loaded)


def test_the_root_offers_its_names_and_no_others() -> None:
    assert {"Choice", "Diagnostic", "Game", "RuleFileError", "State", "load_game"} <= set(custumal.__all__)
    assert set(custumal.__all__) <= set(dir(custumal))
    for name in custumal.__all__:
        assert getattr(custumal, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'load_gane'"):
        _ = custumal.load_gane


def test_the_readme_gives_two_commands_of_one_line() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [line for line in text.splitlines() if line.startswith("python3 -m venv ")]
    assert len(commands) == 2
    assert commands[0].endswith("/custumal play monolyth")
    assert "[test]" in commands[1]
    assert "pytest" in commands[1]
