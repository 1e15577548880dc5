"""`fmt`: rule files in canonical form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from custumal.dsl.base.file_names import RULEBOOK, is_of_accepted, leads_out
from custumal.dsl.diagnostics.catalogue.files import outside_by_link
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.fmt.formatting import format_text
from custumal.dsl.yaml.load import load_file
from custumal.dsl.yaml.source import SourceText, file_span
from custumal.interpreter.cache.atomic_write import write_atomically
from custumal.ui.terminal.exit_codes import DONE, PROBLEMS
from custumal.ui.terminal.output import say
from custumal.ui.terminal.problems import UsageProblem, tell_diagnostics

_MODELINE = re.compile(r"\A\ufeff?#\s*yaml-language-server:[^\n]*?\$schema=(\S*)")
_SCHEMA = re.compile(r"(?<![a-z])([a-z]+)\.schema\.json")
_FOLDERS = {"scenarios": "scenario", "variants": "variant"}
_FORMATTED = ("game", "components", "variant", "scenario", "accepted", "rulebook")


def format_files(paths: Sequence[str], only_check: bool) -> int:
    """Rewrite the files whose layout is not canonical, or only tell which these are. What can't be read is told and left alone."""
    odd = unread = 0
    for path, within in ((file, Path(each)) for each in paths for file in _files(Path(each))):
        text = _readable(path, within)
        if text is None:
            unread += 1
            continue
        new = format_text(text, kind_of(path, text), str(path))
        if new == text:
            continue
        odd += 1
        if not only_check:
            write_atomically(path, new)
        say(f"{'would change' if only_check else 'changed'} {path}\n")
    return PROBLEMS if unread or (only_check and odd) else DONE


def _readable(path: Path, within: Path) -> str | None:
    """The text of a file, or None if YAML can't read it, or a link leads out of where it was found, which is told."""
    report, sources = Report(), dict[str, SourceText]()
    if leads_out(path, within):
        report.tell(file_span(str(path)), outside_by_link(str(path), "the folder"))
    else:
        load_file(path, str(path), report, sources)
    errors = [found for found in report.sorted() if found.is_error]
    if errors:
        tell_diagnostics(errors)
        return None
    return path.read_text(encoding="utf-8")


def _files(path: Path) -> list[Path]:
    """The rule files that a path stands for.

    Raises:
        UsageProblem: there is nothing at this path.
    """
    if path.is_dir():
        return sorted(file for file in path.rglob("*.yaml") if not any(part.startswith(".") for part in file.relative_to(path).parts))
    if not path.is_file():
        raise UsageProblem(f"{path} is neither a file nor a folder." if path.exists() else f"There is no file {path}.", PROBLEMS)
    return [path]


def kind_of(path: Path, text: str) -> str:
    """What kind of rule file this is: what its first line says, else what its name, its folder or its keys say."""
    modeline = _MODELINE.match(text)
    schema = _SCHEMA.search(modeline[1]) if modeline else None
    if schema is not None and schema[1] in _FORMATTED:
        return schema[1]
    if path.name == RULEBOOK:
        return "rulebook"
    if is_of_accepted(path):
        return "accepted"
    if path.parent.name in _FOLDERS:
        return _FOLDERS[path.parent.name]
    for key, kind in (("game", "game"), ("variant", "variant"), ("scenarios", "scenario")):
        if re.search(rf"^{key}\s*:", text, re.MULTILINE):
            return kind
    return "components"
