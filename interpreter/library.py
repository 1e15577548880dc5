"""Where games are: the shipped ones by id, others by path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from custumal.dsl.base.file_names import VARIANTS, accepted_beside, is_of_accepted, leads_out, variant_beside
from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.open_texts import is_file, real_path, yaml_files
from custumal.dsl.documents.file_kinds import GAME_FILE as FILE
from custumal.dsl.documents.file_kinds import game_around, games_around, kind_of
from custumal.dsl.yaml.header import header, header_of

GAMES = Path(__file__).parent.parent / "games"
_ID = re.compile(r"[^\W_][\w-]*")


class UnknownGame(LookupError):
    """No game has this id and no file stands at this path. `nearest` is the id that was probably meant, or None.

    `variant` is the file that asks for it, where it was not typed.
    """

    def __init__(self, name: str, nearest: str | None, what: str = "game") -> None:
        help_ = f"; did you mean `{nearest}`?" if nearest else f"; `custumal list` shows the {what}s."
        super().__init__(f"There is no {what} `{name}`{help_}")
        self.name = name
        self.nearest = nearest
        self.variant: Path | None = None


class VariantCircle(UnknownGame):
    """Variants are built on each other, so that no game is at the end. `circle` are their ids, the first again at the end."""

    def __init__(self, circle: list[str]) -> None:
        super().__init__(circle[-1], None)
        self.args = (f"Variants can't be built on each other: {' → '.join(circle)}.",)


class NoGame(UnknownGame):
    """What stands at a path belongs to a game, but is none. `what`: a sentence about the file without its name."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(name, None)
        self.args = (f"{name} is {what}.",)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game file: its path and what messages call it."""

    path: Path
    name: str


def named_file(name: str) -> Path | None:
    """The file that messages call so: a path, or one from the folder above the shipped games; None if it is gone."""
    return next((path for path in (Path(name), GAMES.parent / name) if name and path.is_file()), None)


def shipped() -> Iterator[tuple[str, Path]]:
    """The shipped games, as (id, game file), in order of their ids."""
    found = {path.parent.name: path for path in GAMES.rglob(FILE)}
    yield from sorted(found.items())


def find(name: str) -> GameFile:
    """The game file that an id or path means.

    Raises:
        UnknownGame: there is none.
    """
    path = Path(name)
    if is_file(path):
        what = _belonging(path)
        if what is not None:
            raise NoGame(name, what)
        return GameFile(path, name)
    if os.path.lexists(path / FILE):
        _check_inside(path / FILE, path)
        return GameFile(path / FILE, str(path / FILE))
    if _ID.fullmatch(name) and (GAMES / name / FILE).is_file():
        return GameFile(GAMES / name / FILE, f"games/{name}/{FILE}")  # without a look at all the others
    games = dict(shipped())
    if name in games:
        return GameFile(games[name], f"games/{games[name].relative_to(GAMES).as_posix()}")
    owner = next((game for game, file in games.items() if name in shipped_variants(file)), None)
    if owner is not None:
        raise UnknownGame(name, f"{owner} --variant {name}")
    from custumal.dsl.diagnostics.suggest import nearest  # noqa: PLC0415  # only when something is wrong

    raise UnknownGame(name, _beside(name, "game", "variant") or nearest(name, games))


def _beside(name: str, *kinds: str) -> str | None:
    """The file that is probably meant by a path that leads nowhere: one in the same folder, perhaps without its ending."""
    from custumal.dsl.diagnostics.suggest import nearest  # noqa: PLC0415  # only when something is wrong

    folder = Path(name).parent
    there = [str(path) for path in yaml_files(folder) if kind_of(path) in kinds] if folder.is_dir() else []
    return f"{name}.yaml" if f"{name}.yaml" in there else nearest(name, there) or nearest(f"{name}.yaml", there)


def _belonging(path: Path) -> str | None:
    """What a file is that belongs to a game but is none; a variant may stand for its game."""
    kind, around = kind_of(path), game_around(path)
    if kind == "scenarios":
        return f"a file of scenarios, no game; `custumal test {path}` runs them"
    if kind == "accepted":
        return f"a file of accepted changes, no game; it belongs to {variant_beside(path)}"
    if kind is not None or (around is not None and around.samefile(path)):
        return None
    if "rulebook" in header_of(path):
        return "a rulebook, no game" if around is None else f"a rulebook, no game; it belongs to {around}"
    return None if around is None else f"in the folder of a game, but no game; that is {around}"


def _check_inside(file: Path, folder: Path) -> None:
    """Refuse a file that was found in a folder and leads out of it.

    Raises:
        RuleFileError: it does.
    """
    if leads_out(file, folder):
        from custumal.dsl.diagnostics.catalogue.files import outside_by_link  # noqa: PLC0415  # only when something is wrong
        from custumal.dsl.diagnostics.diagnostic import RuleFileError, Span  # noqa: PLC0415  # likewise

        raise RuleFileError([outside_by_link(str(file)).at(Span(str(file), 1, 1, 1, 1))])


@dataclass(frozen=True, slots=True)
class SelectedFiles:
    """A game with the variant files that are to be applied to it."""

    game: GameFile
    variants: tuple[Path, ...] = ()

    def own_files(self) -> dict[str, str]:
        """Where those of the files are that don't lie among the shipped ones, by the id of the game or variant."""
        own = [(path, key) for path, key in ((self.game.path, "game"), *((v, "variant") for v in self.variants)) if not _is_shipped(path)]
        return {name: real_path(path) for path, key in own if (name := header(path, key)) is not None}

    def files(self) -> list[Path]:
        """The variant files with those beside them that they may be built on, and what is accepted of each."""
        folders = {path.parent for path in self.variants}
        beside = {path for folder in folders for path in folder.glob("*.yaml") if kind_of(path) == "variant"}
        chosen = {*self.variants, *beside}
        return sorted({*chosen, *(file for path in chosen if (file := accepted_beside(path)).is_file())})


def _is_shipped(path: Path) -> bool:
    return Path(real_path(path)).is_relative_to(real_path(GAMES))


def select(name: str, variants: Iterable[str] = ()) -> SelectedFiles:
    """The files that a game and variants mean; the game may be given as a variant file, which then counts as chosen.

    Raises:
        UnknownGame: the game or a variant is not there.
    """
    path = Path(name)
    variants = (variants,) if isinstance(variants, str) else tuple(variants)  # one alone, which is a row of letters otherwise
    chosen: list[Path] = []
    given = [Path(variant) for variant in variants if is_file(Path(variant))]
    if is_file(path) and kind_of(path) == "variant":
        chosen.append(path)
        game = _game_of(path)
    else:
        game = find(name)
    for variant in variants:
        found = find_variant(game.path, variant, (*chosen, *given))
        if not any(found.samefile(other) for other in chosen):
            chosen.append(found)
    return SelectedFiles(game, tuple(chosen))


def find_variant(game: Path, name: str, chosen: Iterable[Path] = ()) -> Path:
    """A variant file by its path, or by its id beside the game or among or beside the variants that were chosen already.

    Raises:
        UnknownGame: there is none.
    """
    path = Path(name)
    if path.is_file():
        return path
    chosen = list(chosen)
    named = next((other for other in chosen if header(other, "variant") == name), None)
    if named is not None:
        return named
    folders = [game.parent / VARIANTS, *(other.parent for other in chosen)]
    found = next((file for folder in folders if os.path.lexists(file := folder / f"{name}.yaml")), None)
    if found is not None:
        return found
    from custumal.dsl.diagnostics.suggest import nearest  # noqa: PLC0415  # only when something is wrong

    raise UnknownGame(name, _beside(name, "variant") or nearest(name, shipped_variants(game)), "variant")


def _game_of(variant: Path, seen: tuple[Path, ...] = ()) -> GameFile:
    """The game at the end of the chain of variants; one of which nothing says whose it is belongs to the game in whose folder it lies,
    with which its reader tells what is wrong with `of`."""
    try:
        return _base_of(variant, seen)
    except UnknownGame as error:
        around = game_around(variant)
        if around is not None:
            return GameFile(around, str(around))
        error.variant = error.variant or variant
        raise


def _base_of(variant: Path, seen: tuple[Path, ...]) -> GameFile:
    of, chain = header(variant, "of") or "", (*seen, variant)
    if _ID.fullmatch(of) is None:  # a path, by which a variant could ask for any file
        raise UnknownGame(of, None)
    base = base_near(variant, of)
    if base in chain:
        raise VariantCircle([*(path.stem for path in chain[chain.index(base) :]), of])
    if base is None:
        base = find_shipped_variant(of)
    if base is None or base in chain:
        return _find_by_id(of)
    return _game_of(base, chain) if kind_of(base) == "variant" else find(str(base))


def _find_by_id(name: str) -> GameFile:
    """A shipped game, or one in a folder of this name, which says that it is this one."""
    found = find(name)
    if header(found.path, "game") != name:
        raise UnknownGame(name, None)
    return found


def base_near(path: Path, of: str) -> Path | None:
    """The game or variant with an id, as a file beside a path, as a folder beside it, or in whose folder that of the path lies."""
    folder = path.parent
    beside = folder / f"{of}.yaml"
    if is_file(beside) and (kind_of(beside) == "variant" or header(beside, "game") == of):
        return beside
    files = (*games_around(path), folder / of / FILE)
    return next((file for file in files if is_file(file) and header(file, "game") == of), None)


def find_shipped_variant(name: str) -> Path | None:
    """The file of a shipped variant, of whichever game."""
    files = (game.parent / VARIANTS / f"{name}.yaml" for _, game in shipped())
    return next((file for file in files if file.is_file()), None)


def shipped_variants(game: Path) -> list[str]:
    """The ids of the variants that lie beside a game."""
    return sorted(file.stem for file in (game.parent / VARIANTS).glob("*.yaml") if not is_of_accepted(file))
