"""Where the variants of a game are looked for, and what messages call their files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from custumal.dsl.base.file_names import VARIANTS, is_of_accepted, leads_out
from custumal.dsl.base.open_texts import is_file, yaml_files
from custumal.dsl.documents.file_kinds import kind_of
from custumal.dsl.documents.parts import prefix_of


class VariantFiles:
    """The variants beside a game, and those beside the variants that were chosen.

    Args:
        game: the game file; name: what messages call it.
        chosen: the variant files that were chosen.
    """

    def __init__(self, game: Path, name: str, chosen: Iterable[Path] = ()) -> None:
        self.game = game
        self.prefix = prefix_of(game, name)
        self.folders = list(dict.fromkeys((game.parent / VARIANTS, *(path.parent for path in chosen))))

    def find(self, variant: str) -> Path | None:
        """The file of a variant by its id."""
        beside = (folder / f"{variant}.yaml" for folder in self.folders)
        return next((path for path in beside if is_file(path) and kind_of(path) != "game"), None)

    def is_outside(self, path: Path, *, chosen: bool) -> bool:
        """Whether a file of the game's folder, or one that was found beside a variant, leads out of its folder by a link."""
        if path.is_relative_to(self.game.parent):
            return leads_out(path, self.game.parent)
        return not chosen and leads_out(path, path.parent)

    def names(self) -> list[str]:
        """The ids of the variants that lie there."""
        beside = (path for folder in self.folders for path in yaml_files(folder))
        return sorted({path.stem for path in beside if not is_of_accepted(path) and kind_of(path) != "game"})

    def shown(self, path: Path) -> str:
        """What messages call a file: as the game where it lies in the game's folder, else its path."""
        return f"{self.prefix}{path.relative_to(self.game.parent).as_posix()}" if path.is_relative_to(self.game.parent) else str(path)
