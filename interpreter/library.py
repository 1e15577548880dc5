"""Where games are: the shipped ones by id, others by path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from custumal.dsl.frozen import dataclass

GAMES = Path(__file__).parent.parent / "games"
FILE = "game.yaml"


class UnknownGame(LookupError):  # noqa: N818  # the name says what is wrong
    """No game has this id and no file stands at this path. `nearest` is the id that was probably meant, or None."""

    def __init__(self, name: str, nearest: str | None, what: str = "game") -> None:
        help_ = f"; did you mean `{nearest}`?" if nearest else f"; `custumal list` shows the {what}s."
        super().__init__(f"There is no {what} `{name}`{help_}")
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


@dataclass(frozen=True, slots=True)
class Selection:
    """A game with the variant files that are to be applied to it."""

    game: Found
    variants: tuple[Path, ...] = ()


def select(name: str, variants: Iterable[str] = ()) -> Selection:
    """The files that a game and variants mean; the game may be given as a variant file, which then counts as chosen.

    Raises:
        UnknownGame: the game or a variant is not there.
    """
    path = Path(name)
    chosen: list[Path] = []
    if path.is_file() and _header(path, "variant") is not None:
        chosen.append(path)
        game = _game_of(path, ())
    else:
        game = find(name)
    for variant in variants:
        found = _variant(game.path, variant)
        if found not in chosen:
            chosen.append(found)
    return Selection(game, tuple(chosen))


def _variant(game: Path, name: str) -> Path:
    """A variant file by its path, or by its id beside the game."""
    path = Path(name)
    if path.is_file():
        return path
    beside = game.parent / "variants" / f"{name}.yaml"
    if beside.is_file():
        return beside
    from custumal.dsl.suggest import nearest  # noqa: PLC0415  # only when something is wrong

    known = [file.stem for file in (game.parent / "variants").glob("*.yaml")]
    raise UnknownGame(name, nearest(name, known), "variant")


def _game_of(variant: Path, seen: tuple[Path, ...]) -> Found:
    """The game at the end of the chain of variants."""
    of = _header(variant, "of") or ""
    beside = variant.parent / f"{of}.yaml"
    if beside.is_file() and beside not in seen and _header(beside, "variant") is not None:
        return _game_of(beside, (*seen, variant))
    if (variant.parent.parent / FILE).is_file() and _header(variant.parent.parent / FILE, "game") == of:
        return find(str(variant.parent.parent / FILE))
    for _, game in shipped():
        other = game.parent / "variants" / f"{of}.yaml"
        if other.is_file() and other not in seen:
            return _game_of(other, (*seen, variant))
    return find(of)


def _header(path: Path, key: str) -> str | None:
    """The value of a key at the top of a file, read without parsing the whole of it."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    found = next((line for line in lines if line.startswith(f"{key}:")), None)
    return None if found is None else found.partition(":")[2].partition(" #")[0].strip().strip("'\"")


def shipped_variants(game: Path) -> list[str]:
    """The ids of the variants that lie beside a game."""
    return sorted(file.stem for file in (game.parent / "variants").glob("*.yaml"))
