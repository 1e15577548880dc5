"""The files that a command writes at its end: whether they can be written is asked before anything is played."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from custumal.interpreter.runs.cluster import Cluster
from custumal.interpreter.runs.series_parts import Jobs
from custumal.ui.report.rows import KINDS
from custumal.ui.terminal.new_files import make_room
from custumal.ui.terminal.problems import UsageProblem

PAGES = (".html", ".htm")
NEEDS = {".parquet": ("pyarrow", "Parquet needs"), ".html": ("matplotlib", "Plots need"), ".htm": ("matplotlib", "Plots need")}


def table_file(name: str | None, *, force: bool) -> Path | None:
    """Where a row for each game is written, if it is; see `page_file`."""
    return _free(name, KINDS, force=force)


def page_file(name: str | None, *, force: bool) -> Path | None:
    """Where a page is written, if it is; its folder is there from now on.

    Raises:
        UsageProblem: its name says nothing of this kind, it is there already, it can't be written, or what it needs is not installed.
    """
    return _free(name, PAGES, force=force)


def _free(name: str | None, kinds: tuple[str, ...], *, force: bool) -> Path | None:
    if name is None:
        return None
    path = Path(name)
    if path.suffix not in kinds:
        raise UsageProblem(f"The name of this file ends in {' or '.join(kinds)}; {name} does not.")
    if path.suffix in NEEDS:
        need(*NEEDS[path.suffix])
    make_room(path, force)
    return path


def workers(jobs: int, cluster: str | None, games: Iterable[tuple[str, tuple[str, ...]]]) -> Jobs:
    """Who plays: processes of this machine, or a cluster.

    Args:
        games: the games with their variants that a cluster has to have as they are here.

    Raises:
        UsageProblem: what speaks with clusters is not installed.
    """
    if cluster is None:
        return jobs
    need("distributed", "A cluster needs", "cluster")
    return Cluster(cluster, tuple(games))


def need(module: str, what: str, extra: str = "insight") -> None:
    """Say what to install where a module is not there.

    Raises:
        UsageProblem: it is not there.
    """
    if find_spec(module) is None:
        raise UsageProblem(f"{what} what is not installed: pip install 'custumal[{extra}]'.")
