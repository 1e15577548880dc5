"""From the text of a rule file to a tree of positioned nodes, or to diagnostics and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from custumal.dsl.base.limits import LIMITS, Limits
from custumal.dsl.base.open_texts import is_in_passing
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Report
from custumal.dsl.yaml.regrown import Regrown
from custumal.dsl.yaml.source import Sources, SourceText, check_text, normalised, read_source
from custumal.dsl.yaml.tree import Node


def load_text(text: str, name: str, report: Report, limits: Limits = LIMITS) -> Node | None:
    """The tree of a text; None if it cannot be read at all, which is reported. `name` is what messages call it."""
    return load_source(SourceText(Path(name), name, normalised(text)), report, limits)


def load_file(path: Path, name: str, report: Report, sources: Sources, limits: Limits = LIMITS) -> Node | None:
    """The tree of the file at `path`, which is entered into `sources` under `name`; None if it cannot be read, which is reported."""
    source = read_source(path, name, report, limits)
    if source is None:
        return None
    sources[name] = source
    return load_source(source, report, limits)


def load_source(source: SourceText, report: Report, limits: Limits = LIMITS) -> Node | None:
    """The tree of a source; None if it cannot be read at all, which is reported."""
    tree, found = _last_of(source.name)(source, limits)
    report.extend(found)
    if tree is not None and not is_in_passing():
        _LATEST.keep(source, tree)
    return tree


_LATEST = Regrown(256)


@lru_cache(maxsize=256)
def _last_of(_: str) -> Callable[[SourceText, Limits], tuple[Node | None, tuple[Diagnostic, ...]]]:
    """What loads a file and knows its last four texts: an editor has a new one with every letter."""
    return lru_cache(maxsize=4)(_loaded)


def _loaded(source: SourceText, limits: Limits) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The tree and what is wrong; known for a while, as a game's files are read again with each of its variants."""
    report = Report()
    if not check_text(source, report):
        return None, tuple(report.sorted())
    from custumal.dsl.yaml.parse import parse_yaml  # noqa: PLC0415  # slow to import, and a game that is remembered needs none of it

    tree = parse_yaml(source, report, limits)
    return None if tree is None else _LATEST.taken_over(source, tree), tuple(report.sorted())
