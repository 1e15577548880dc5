"""Games by name, shipped ones and those that tests bring along."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from custumal import Game, load_game


def game_called(name: str, own: Mapping[str, str], folder: Path) -> Game:
    """A shipped game, or one of those whose rules are given, which is written to the folder."""
    if name not in own:
        return load_game(name)
    path = folder / f"{name}.yaml"
    path.write_text(own[name], encoding="utf-8")
    return load_game(str(path))
