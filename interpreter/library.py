"""Where games are: the shipped ones by id, others by path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

GAMES = Path(__file__).parent.parent / "games"
FILE = "game.yaml"


class UnknownGame(LookupError):  # noqa: N818  # the name says what is wrong
    """No game has this id and no file stands at this path. `nearest` is the id that was probably meant, or None."""

    def __init__(self, name: str, nearest: str | None) -> None:
        help_ = f"; did you mean `{nearest}`?" if nearest else "; `custumal list` shows the games."
        super().__init__(f"There is no game `{name}`{help_}")
        self.name = name
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Found:
    """A game file: its path and what messages call it."""

    path: Path
    name: str


def shipped() -> Iterator[tuple[str, Path]]:
    """The shipped games, as (id, game file), in order of their ids."""
    found = {path.parent.name: path for path in GAMES.rglob(FILE)}
    yield from sorted(found.items())


def find(name: str) -> Found:
    """The game file that an id or path means.

    Raises:
        UnknownGame: there is none.
    """
    path = Path(name)
    if path.is_file():
        return Found(path, name)
    if (path / FILE).is_file():
        return Found(path / FILE, str(path / FILE))
    games = dict(shipped())
    if name in games:
        return Found(games[name], f"games/{games[name].relative_to(GAMES).as_posix()}")
    from custumal.dsl.suggest import nearest  # noqa: PLC0415  # only when something is wrong

    raise UnknownGame(name, nearest(name, games))
