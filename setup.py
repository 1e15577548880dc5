"""Finds what is installed: the root folder is the package `custumal`; its code and data subfolders need no list to be kept."""

from pathlib import Path

from setuptools import find_packages, setup

ROOT = Path(__file__).parent
NOT_INSTALLED = ("bench", "bench.*", "tests", "tests.*")
# What the program reads at run time, beside its code.
DATA = {
    "dsl": ("*.lark", "*.json"),
    "docs": ("*.md",),
    "games": ("*.yaml", "*.json", "*.csv", "*.md"),
    "schemas": ("*.json",),
}


def packages() -> list[str]:
    """The import names of every package of the program, the root first."""
    found = find_packages(str(ROOT), exclude=NOT_INSTALLED)
    return ["custumal", *(f"custumal.{name}" for name in sorted(found))]


def data_files() -> list[str]:
    """Paths, relative to the root, of the data that belongs to the program."""
    found = (path for folder, patterns in DATA.items() for pattern in patterns for path in (ROOT / folder).rglob(pattern))
    return ["py.typed", *sorted(path.relative_to(ROOT).as_posix() for path in found)]


# Named here, because a build front end does not, this script is known for what it is and left out of the package.
setup(script_name="setup.py", packages=packages(), package_data={"custumal": data_files()})
