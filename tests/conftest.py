"""What holds for all tests: tiers, the same examples in every run, nothing kept in the folders of whoever runs them, and figures told at
the end."""

import gc
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from custumal.cli import run
from custumal.dsl.base import cache_files
from tests.support import scale

Cli = Callable[..., tuple[int, str, str]]

BUSY = (HealthCheck.too_slow,)
"""What is only said of a machine that has other work to do."""

MOST_CACHED = 2_000
"""Files in the cache of a run: it has room for what all tests check and compile, so that no game is checked twice."""

settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=BUSY)
settings.register_profile("exploring", database=None, deadline=None, print_blob=True, suppress_health_check=BUSY)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="try everything, not a part (hours; see docs/testing.md)")


def pytest_configure(config: pytest.Config) -> None:
    """How much is tried, and one folder for caches and kept games for all processes of this run, empty at its start."""
    scale.FULL = config.getoption("--full")
    settings.load_profile("exploring" if scale.FULL else "repeatable")
    cache_files.MOST = MOST_CACHED
    if not hasattr(config, "workerinput"):  # a process of pytest-xdist takes over the one of the process that started it
        os.environ["CUSTUMAL_HOME"] = tempfile.mkdtemp(prefix="custumal-tests-")


def pytest_itemcollected(item: pytest.Item) -> None:
    """The quick tier is what is marked so, and whatever neither is marked as slow nor tries a game that takes long."""
    case = item.name.partition("[")[2]
    if item.get_closest_marker("slow") is None and not any(name in case for name in scale.NOT_QUICK):
        item.add_marker("quick")


def pytest_collection_finish() -> None:
    """What was read to collect the tests stays to the end: the garbage collector need not look at it, nor so often at what tests make."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop("CUSTUMAL_HOME"), ignore_errors=True)


def home_in(folder: Path) -> Path:
    """A home in which nothing is kept yet, with the cache of this run, so that a game is checked once for all tests."""
    home = folder / "home"
    home.mkdir()
    if sys.platform != "win32":  # there not everybody may make such links
        cache = Path(os.environ["CUSTUMAL_HOME"]) / "cache"
        cache.mkdir(mode=0o700, exist_ok=True)
        (home / "cache").symlink_to(cache)
    return home


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One home for all tests of a file."""
    return home_in(tmp_path_factory.mktemp("file"))


@pytest.fixture
def call(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command line: exit code, standard output, standard error."""
    monkeypatch.setenv("CUSTUMAL_HOME", str(home))

    def called(*arguments: str | Path, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return called


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of somebody who follows a guide."""
    monkeypatch.setenv("CUSTUMAL_HOME", str(home_in(tmp_path)))
    monkeypatch.setenv("COLUMNS", "80")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Says a figure at the end of the run, in whatever process it was found."""
    return lambda text: record_property("figure", text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    figures = [text for report in reports if report.when == "call" for name, text in report.user_properties if name == "figure"]
    if figures:
        terminalreporter.section("figures")
        for figure in sorted(map(str, figures)):
            terminalreporter.write_line(figure)
