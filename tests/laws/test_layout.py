"""The rooms of the program: folders that one can look through, arrows one way, no circles."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("dsl", "interpreter", "insight", "ui")
MOST = 20
LARGE = {"interpreter/codegen": "a form of the language a file, and none of them is entered but by `core.py`"}
"""Folders with more modules, each with the reason."""
STOREYS = ("dsl", "interpreter", "insight", "ui", "cli")
"""From the ground up: nothing imports what stands above it."""

CIRCLES_OF_FILES: list[set[str]] = []
CIRCLES_OF_PACKAGES: list[set[str]] = []
"""What is still to be untied. The lists are exact: who unties a circle takes it out."""

Arrows = dict[str, set[str]]


def modules() -> dict[str, Path]:
    """The modules of the program by their names; a package has that of its folder."""
    files = [ROOT / "cli.py", *(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))]
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def imported(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a file imports, wherever in it and for whatever, also for types alone."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.split(".")[0] == "custumal":
            home = node.module.removeprefix("custumal").removeprefix(".")
            names = (f"{home}.{alias.name}".removeprefix(".") for alias in node.names)
            yield from (name if name in known else home for name in names)


@cache
def arrows() -> Arrows:
    """For each module the other modules that it imports."""
    known = modules()
    return {module: {other for other in imported(file, known) if other in known and other != module} for module, file in known.items()}


def package_of(module: str, known: Mapping[str, Path]) -> str:
    """The folder in which a module stands; those that lie directly in a room are entrances, each for itself."""
    folder = module if known[module].name == "__init__.py" else module.rpartition(".")[0]
    return module if folder in ROOMS else folder


def between_packages(found: Arrows) -> Arrows:
    known = modules()
    packages: Arrows = defaultdict(set)
    for module, others in found.items():
        here = package_of(module, known)
        packages[here] |= {package_of(other, known) for other in others} - {here}
    return packages


def reached(start: str, found: Arrows) -> set[str]:
    """Everything to which arrows lead from here."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = found.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def circles(found: Arrows, within: Iterable[str] = ROOMS) -> list[set[str]]:
    """The groups of which each leads to each, in the order of their names."""
    inside = tuple(within)
    own = {name: {other for other in others if other.startswith(inside)} for name, others in found.items() if name.startswith(inside)}
    far = {name: reached(name, own) for name in own}
    groups = {frozenset({name, *(other for other in far[name] if name in far[other])}) for name in far if name in far[name]}
    return sorted(map(set, groups), key=sorted)


def test_no_folder_has_more_modules_than_one_can_look_through() -> None:
    rooms = [ROOT / room for room in (*ROOMS, "tests")]
    sizes = Counter(file.parent.relative_to(ROOT).as_posix() for room in rooms for file in room.rglob("*.py") if file.name != "__init__.py")
    assert {folder for folder, size in sizes.items() if size > MOST} == set(LARGE)


def test_nothing_imports_what_stands_above_it() -> None:
    upwards = [
        f"{module} -> {other}"
        for module, others in arrows().items()
        for other in others
        if STOREYS.index(other.split(".")[0]) > STOREYS.index(module.split(".")[0])
    ]
    assert not upwards


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(arrows()) == CIRCLES_OF_FILES


def test_no_packages_import_each_other_in_a_circle() -> None:
    assert circles(between_packages(arrows())) == CIRCLES_OF_PACKAGES


def test_circles_are_found() -> None:
    found = {"ui.a": {"ui.b"}, "ui.b": {"ui.c", "dsl.d"}, "ui.c": {"ui.a"}, "dsl.d": {"dsl.e"}, "dsl.e": set[str]()}
    assert circles(found) == [{"ui.a", "ui.b", "ui.c"}]
    assert circles({"dsl.a": {"dsl.b"}, "dsl.b": {"dsl.a"}, "ui.c": {"dsl.a"}}) == [{"dsl.a", "dsl.b"}]


PACKAGES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("__init__.py"))


@pytest.mark.parametrize("file", PACKAGES, ids=lambda file: str(file.parent.relative_to(ROOT)))
def test_a_package_says_what_it_knows_and_where_to_enter_and_that_is_there(file: Path) -> None:
    said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    assert "Enter " in said
    assert not [name for name in re.findall(r"`([\w/]+\.py)`", said) if not any((home / name).is_file() for home in (file.parent, ROOT))]
