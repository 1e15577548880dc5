"""Any paths to check: games, variants, files of scenarios, folders, and files that belong to a game; each is checked once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from custumal.dsl.base.file_names import ACCEPTED, VARIANTS, beginning, is_of_accepted, leads_out, variant_beside, variants_in
from custumal.dsl.check.build import Trial
from custumal.dsl.check.game import Checked, check_game
from custumal.dsl.check.grouped import cause
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.loose_scenarios import check_scenarios
from custumal.dsl.check.variants import check_variants
from custumal.dsl.check.watch import Watch
from custumal.dsl.diagnostics.catalogue.files import (
    MISSING_FILE,
    neither_file_nor_folder,
    no_game_in_folder,
    no_such_file,
    not_a_file,
    outside_by_link,
)
from custumal.dsl.diagnostics.catalogue.names import is_unknown
from custumal.dsl.diagnostics.catalogue.variants import accepted_of_none, belongs_to_no_game, no_part_of_game
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Severity, Span
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.yaml.source import Sources, SourceText, file_span

GAME_FILE = "game.yaml"
_DEPTH = 3
_KEYS = ("game", "variant", "scenarios")


@dataclass(frozen=True, slots=True)
class Base:
    """What a variant or a file of scenarios is about: a game file, what messages call it, and the variants in force."""

    game: Path
    name: str
    variants: tuple[Path, ...] = ()


class NoBaseError(LookupError):
    """There is no game to which a file belongs. `why` says more about that, `nearest` is the name that was probably meant."""

    def __init__(self, why: str = "", nearest: str | None = None) -> None:
        super().__init__(why)
        self.nearest = nearest


FindBase = Callable[[Path], Base]
"""Finds the base of a file that lies in no game's folder; raises `NoBaseError`."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """One file to check, and what it is: "game", "variant", "scenarios", or "accepted" without the variant beside which it should
    stand; "" for what was found and can't be read. `asked` is the file that stands for the game in whose folder it lies."""

    kind: str
    path: Path
    asked: Path | None = None


@dataclass(slots=True)
class Checks:
    """The result of checking several paths."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: Sources = field(default_factory=dict)

    @property
    def files(self) -> int:
        """How many files were looked at, those included that hold no text."""
        unread = {d.span.file for d in self.diagnostics if d.code != MISSING_FILE.id}
        return len(unread.union(self.sources))

    def count(self, severity: Severity) -> int:
        return sum(1 for d in self.diagnostics if d.severity is severity)

    def add(self, checked: Checked | Checks) -> None:
        """Take over what is new: a game and its variants have problems in common."""
        known = {_identity(d) for d in self.diagnostics}
        self.diagnostics += [d for d in checked.diagnostics if _identity(d) not in known]
        self.sources |= checked.sources


def _identity(one: Diagnostic) -> object:
    """What a problem of a game and of its variants have in common."""
    return cause(one) if is_unknown(one) else (one.code, one.span, one.message)


def check_paths(paths: list[Path], base: FindBase | None = None, trial: Trial | None = None) -> Checks:
    """Check everything that the paths are or belong to.

    Args:
        paths: a folder stands for all games below it with their variants, and for variants and scenarios that lie there alone.
        base: finds the game of those that lie alone.
        trial: tries a game without errors.
    """
    found, caches = Checks(), dict[Path, CheckCache]()
    seen: set[Path] = set()
    for path in paths:
        files = list(files_of(path))
        if not files:
            found.diagnostics.append(_nothing(path).at(file_span(str(path))))
        if any(file.kind == "variant" for file in files):
            caches |= {file.path: CheckCache() for file in files if file.kind == "game"}
        for file in files:
            if file.path.resolve() not in seen:
                seen.add(file.path.resolve())
                check_file(found, file, base, caches, trial)
    return found


def check_file(
    found: Checks,
    file: RuleFile,
    find_base: FindBase | None,
    caches: Mapping[Path, CheckCache],
    trial: Trial | None = None,
    watch: Watch | None = None,
) -> Checked | None:
    """Check one file, and add to `found` what is new there; None where it belongs to no game.

    `caches` keep what was checked of games that are checked with variants too; the others are as in `check_paths`.
    """
    if not file.kind:
        name = str(file.path)
        problem = outside_by_link(name, "the folder") if file.path.is_file() else not_a_file(name)
        found.diagnostics.append(problem.at(file_span(name)))
        return None
    if file.kind == "accepted":
        found.diagnostics.append(accepted_of_none(variant_beside(file.path).name).at(file_span(str(file.path))))
        return None
    if file.kind == "game":
        checked = check_game(file.path, str(file.path), caches.get(file.path), trial, watch)
        found.add(checked)
        if file.asked is not None:
            tell_of_stranger(found, checked, file.asked)
        return checked
    try:
        base = base_of(file.path, find_base)
    except NoBaseError as error:
        source = SourceText(file.path, str(file.path), beginning(file.path) or "")
        found.sources.setdefault(source.name, source)
        found.diagnostics.append(without_base(source, str(error), error.nearest))
        return None
    if file.kind == "variant":
        checked, _ = check_variants(base.game, base.name, (*base.variants, file.path), caches.get(base.game), trial, watch)
    else:
        checked = check_scenarios(base.game, base.name, base.variants, file.path, trial, watch)
    found.add(checked)
    return checked


def tell_of_stranger(found: Checks, checked: Checked, path: Path) -> None:
    """Say it of a file in the folder of a game if the game does not read it."""
    if not any(_is_same(source.path, path) for source in checked.sources.values()):
        _tell_of_no_part(found, path)


def _is_same(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which may have gone since it was read."""
    return os.path.realpath(path) == os.path.realpath(other)


def _tell_of_no_part(found: Checks, path: Path) -> None:
    """A file in the folder of a game that the game does not read, and that does not say what else it is."""
    text = beginning(path)
    if text is not None:
        found.sources.setdefault(str(path), SourceText(path, str(path), text))
    keys = _keys_at_top(path)
    slips = {key: near for key in keys if (near := nearest(key, _KEYS)) is not None}
    key = next(iter(slips), None)
    found.diagnostics.append(no_part_of_game(path.name, key, slips.get(key or "")).at(_span_of_key(str(path), text or "", key)))


def base_of(path: Path, find_base: FindBase | None) -> Base:
    """The game in whose folder a file lies; else the one that is found for it. Raises `NoBaseError` where there is none."""
    own = _game_around(path)
    if own is not None:
        return Base(own, str(own))
    if find_base is None:
        raise NoBaseError
    return find_base(path)


# ---------------------------------------------------------------- what there is to check


def files_of(path: Path) -> Iterator[RuleFile]:
    """What a path stands for; nothing where it belongs to no game."""
    if path.is_dir():
        games = sorted(path.rglob(GAME_FILE))
        for game in games:
            yield RuleFile("" if leads_out(game, path) else "game", game)
            yield from (RuleFile("variant", variant) for variant in variants_in(game.parent / VARIANTS))
            yield from (RuleFile("accepted", file) for file in _without_variant(game.parent / VARIANTS))
        loose = (file for file in sorted(path.rglob("*.yaml")) if _game_around(file) is None)
        yield from (RuleFile(kind, file) for file in loose if (kind := _kind_of_loose(file)) in ("variant", "scenarios", "accepted", ""))
    elif path.is_file():
        yield file_of(path)


def _without_variant(folder: Path) -> list[Path]:
    """Files that stand beside a variant which is not there."""
    return [file for file in sorted(folder.glob(f"*{ACCEPTED}")) if not variant_beside(file).is_file()]


def file_of(path: Path) -> RuleFile:
    """What is checked for one file: itself, or the game to which it belongs."""
    if is_of_accepted(path):
        beside = variant_beside(path)
        return RuleFile("variant", beside) if beside.is_file() else RuleFile("accepted", path)
    kind = kind_of(path)
    game = _game_around(path)
    if kind in ("game", "variant") or (game is None and kind is not None):
        return RuleFile(kind, path)
    if game is not None and path.parent.resolve() == (game.parent / VARIANTS).resolve():
        return RuleFile("variant", path)
    return RuleFile("game", path) if game is None else RuleFile("game", game, path)


def _game_around(path: Path) -> Path | None:
    """The game file in whose folder, or in a folder of whose folder, a file lies."""
    return next((folder / GAME_FILE for folder in list(path.parents)[:_DEPTH] if (folder / GAME_FILE).is_file()), None)


def _kind_of_loose(path: Path) -> str | None:
    """The same; "" for what is no file, such as a pipe, or leads out of its folder by a link."""
    is_something = path.exists() and not path.is_dir()  # an editor's lock is a link to nothing
    if is_of_accepted(path):
        return None if variant_beside(path).is_file() else "accepted"
    return "" if is_something and (not path.is_file() or leads_out(path, path.parent)) else kind_of(path)


def kind_of(path: Path) -> str | None:
    """What a file says that it is: "game", "variant" or "scenarios"; None for anything else."""
    keys = _keys_at_top(path)
    return next((key for key in _KEYS if key in keys), None)


def _keys_at_top(path: Path) -> list[str]:
    lines = (beginning(path) or "").splitlines()
    return [line.partition(":")[0].strip().strip("'\"") for line in lines if line[:1].strip() and line[:1] != "#" and ":" in line]


def without_base(source: SourceText, why: str, near: str | None) -> Diagnostic:
    """The problem of a file that is about no game."""
    return belongs_to_no_game(why, near).at(_span_of_base(source.name, source.text))


def _span_of_key(name: str, text: str, key: str | None) -> Span:
    """Where a key stands at the top of a file, else its beginning."""
    number = next((n for n, line in enumerate(text.splitlines(), start=1) if key and line.startswith(key)), None)
    return file_span(name) if number is None or key is None else Span(name, number, 1, number, 1 + len(key))


def _span_of_base(name: str, text: str) -> Span:
    """Where a file says what it is about, else its beginning."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("of:"):
            value = line.removeprefix("of:").partition(" #")[0].rstrip()
            start = 4 + len(value) - len(value.lstrip())
            return Span(name, number, start, number, start + len(value.strip()))
    return file_span(name)


def _nothing(path: Path) -> Problem:
    if path.is_dir():
        return no_game_in_folder()
    return neither_file_nor_folder() if path.exists() else no_such_file()
