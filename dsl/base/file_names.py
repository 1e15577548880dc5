"""Names of files and folders that mean something, where files really lie, and how they begin."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.base.limits import LIMITS
from custumal.dsl.base.open_texts import open_text, real_path, yaml_files

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


def found_in(folder: Path) -> list[Path]:
    """The rule files of a folder beside a game; the folder itself where it is a link out of the game's, so that this is told of it."""
    return [folder] if folder.is_dir() and leads_out(folder, folder.parent) else yaml_files(folder)


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
