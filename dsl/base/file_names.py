"""Names of files and folders that mean something, where files really lie, and how they begin."""

from __future__ import annotations

import os
from pathlib import Path

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.base.open_texts import is_file, is_lock, open_text, real_path, yaml_files

VARIANTS = "variants"
"""The folder beside a game in which its variants lie."""

SCENARIOS = "scenarios"
"""The folder beside a game in which its further scenarios lie."""

ACCEPTED = ".accepted.yaml"
"""How the name of the file ends that stands beside a variant and says what its game's scenarios are with it."""

RULEBOOK = "rulebook.yaml"
"""The file beside a game with its numbered rules."""


def leads_out(path: Path, folder: Path) -> bool:
    """Whether what lies in a folder is really elsewhere, by a link."""
    return not Path(real_path(path)).is_relative_to(real_path(folder))


def is_there(path: Path) -> bool:
    """Whether anything has this name, a link that leads nowhere included, or is open under it."""
    return os.path.lexists(path) or is_file(path)


def leads_to_something(path: Path) -> bool:
    """Whether anything is found under this name, links followed."""
    try:
        path.stat()
    except OSError:
        return False
    return True


def found_in(folder: Path) -> list[Path]:
    """The rule files of a folder beside a game; the folder itself where it is none, can't be looked into or is a link out of the game's,
    so that this is told of it."""
    if not os.path.lexists(folder):
        return yaml_files(folder)
    return [folder] if leads_out(folder, folder.parent) or closed(folder) is not None else yaml_files(folder)


def closed(folder: Path) -> OSError | None:
    """Why a folder can't be looked into, if that is so."""
    try:
        os.scandir(folder).close()
    except OSError as error:
        return error
    return None


def files_below(folder: Path) -> list[Path]:
    """The rule files below a folder and the folders that can't be looked into; links are not followed."""
    shut: list[str] = []
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=lambda error: shut.append(error.filename)):
        found += [path for name in (*folders, *names) if name.endswith(".yaml") and not is_lock(path := Path(place, name))]
    return sorted({*found, *map(Path, shut)})


def variants_in(folder: Path) -> list[Path]:
    """The variants in a folder beside a game, as `found_in`."""
    return [file for file in found_in(folder) if not is_of_accepted(file)]


def is_of_accepted(path: Path) -> bool:
    """Whether a file is the one that stands beside a variant."""
    return path.name.endswith(ACCEPTED)


def accepted_beside(variant: Path) -> Path:
    """Where the file is that stands beside a variant, if there is one."""
    return variant.with_name(f"{variant.stem}{ACCEPTED}")


def variant_beside(accepted: Path) -> Path:
    """Where the variant is beside which a file stands."""
    return accepted.with_name(f"{accepted.name.removesuffix(ACCEPTED)}.yaml")


def beginning(path: Path) -> str | None:
    """The text of a file as far as a rule file may be long; None where it can't be read.

    A pipe or a device, which would keep the reader waiting or never end, is none.
    """
    try:
        opened = open_text(path)
        if opened is not None:
            return opened[: LIMITS.file_bytes + 1].decode("utf-8-sig", "ignore")
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(LIMITS.file_bytes + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError):
        return None
