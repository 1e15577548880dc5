"""Which file an `includes` entry names: one inside the game's folder, whatever the entry says."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from custumal.dsl.base.characters import UNSAFE
from custumal.dsl.base.file_names import leads_out, leads_to_something
from custumal.dsl.base.open_texts import is_file, real_path
from custumal.dsl.diagnostics.catalogue.files import (
    divided_by_backslash,
    file_name_expected,
    missing_include,
    not_inside,
    outside_by_dots,
    outside_by_link,
)
from custumal.dsl.diagnostics.diagnostic import Problem, Report, Span
from custumal.dsl.diagnostics.suggest import nearest


def include_path(folder: Path, text: str, span: Span, report: Report, called: str = "the game's folder") -> Path | None:
    """The file that `text` names inside `folder`; None if it would leave the folder or is not there, which is reported at `span`.

    Names are written with `/` on every system. `called` is what messages call the folder.
    """
    problem = _refusal(text, called)
    if problem is not None:
        report.tell(span, problem)
        return None
    root = Path(real_path(folder))
    if leads_out(root / text, root):
        report.tell(span, outside_by_link(text, called))
        return None
    if is_file(root / text) or leads_to_something(root / text):  # what is there and no file is told by whoever reads it
        return root / text
    report.tell(span, missing_include(text, called, nearest(text, _names(root))))
    return None


def _refusal(text: str, called: str) -> Problem | None:
    """Why the name cannot be one of a file inside the folder, whichever system the file was written on."""
    if not text.strip() or UNSAFE.search(text) or "\n" in text or "\t" in text:
        return file_name_expected()
    windows = PureWindowsPath(text)
    if PurePosixPath(text).is_absolute() or windows.drive or windows.root or text.startswith("~"):
        return not_inside(text, called)
    if "\\" in text:
        return divided_by_backslash(text)
    if ".." in windows.parts:
        return outside_by_dots(text, called)
    return None


def _names(root: Path) -> list[str]:
    """The files of the folder and of the folders directly in it, as an entry would name them."""
    found: list[str] = []
    try:
        for path in (*root.glob("*"), *root.glob("*/*")):
            found.append(path.relative_to(root).as_posix())
            if len(found) >= 1000:
                break
    except OSError:
        return found
    return found
