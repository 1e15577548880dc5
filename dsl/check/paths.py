"""Any paths to check: games, variants, files of scenarios, folders, and files that belong to a game; each is checked once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from custumal.dsl.base.file_names import (
    ACCEPTED,
    RULEBOOK,
    SCENARIOS,
    VARIANTS,
    beginning,
    closed,
    files_below,
    is_of_accepted,
    leads_out,
    variant_beside,
    variants_in,
)
from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.base.open_texts import is_file, real_path
from custumal.dsl.check.build import Trial
from custumal.dsl.check.game import Checked, check_game
from custumal.dsl.check.grouped import cause
from custumal.dsl.check.incremental.cache import CheckCache
from custumal.dsl.check.inspection import Inspection
from custumal.dsl.diagnostics.catalogue.files import (
    MISSING_FILE,
    neither_file_nor_folder,
    no_file,
    no_game_in_folder,
    no_such_file,
    not_a_file,
    outside_by_link,
    unreadable_file,
)
from custumal.dsl.diagnostics.catalogue.names import is_unknown
from custumal.dsl.diagnostics.catalogue.variants import accepted_of_none, belongs_to_no_game, no_part_of_game
from custumal.dsl.diagnostics.diagnostic import Diagnostic, Problem, Severity
from custumal.dsl.diagnostics.suggest import nearest
from custumal.dsl.documents.file_kinds import (
    GAME_FILE,
    KINDS,
    FileKind,
    file_kind,
    game_around,
    is_among_scenarios,
    is_among_variants,
    kind_of,
    nearly_a_kind,
)
from custumal.dsl.yaml.header import header_of
from custumal.dsl.yaml.header_spans import base_span, key_span
from custumal.dsl.yaml.source import Sources, SourceText, file_span


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
"""Finds the base of a variant or of a file of scenarios; raises `NoBaseError`."""


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
    seen: set[str] = set()
    for path in paths:
        files = list(files_of(path))
        if not files:
            found.diagnostics.append(_nothing(path).at(file_span(str(path))))
        if any(file.kind == "variant" for file in files):
            caches |= {file.path: CheckCache() for file in files if file.kind == "game"}
        for file in files:
            meant = real_path(file.asked or file.path)
            if meant not in seen:
                seen.add(meant)
                check_file(found, file, base, caches, trial)
    return found


def check_file(
    found: Checks,
    file: RuleFile,
    find_base: FindBase | None,
    caches: Mapping[Path, CheckCache],
    trial: Trial | None = None,
    inspection: Inspection | None = None,
) -> Checked | None:
    """Check one file, and add to `found` what is new there; None where it belongs to no game.

    `caches` keep what was checked of games that are checked with variants too; the others are as in `check_paths`.
    """
    if not file.kind:
        name = str(file.path)
        found.add(Checks([_unread(file.path, name).at(file_span(name))]))
        return None
    if file.kind == "accepted":
        found.diagnostics.append(accepted_of_none(variant_beside(file.path).name).at(file_span(str(file.path))))
        return None
    if file.kind == "game":
        checked = check_game(file.path, str(file.path), caches.get(file.path), trial, inspection)
        found.add(checked)
        if file.asked is not None:
            tell_of_stranger(found, checked, file.asked, find_base, caches, trial)
        return checked
    try:
        base = base_of(file.path, find_base)
    except NoBaseError as error:
        source = SourceText(file.path, str(file.path), beginning(file.path) or "")
        found.sources.setdefault(source.name, source)
        found.diagnostics.append(without_base(source, str(error), error.nearest))
        return None
    if file.kind == "variant":
        from custumal.dsl.check.variants import check_variants  # noqa: PLC0415  # brings with it all about edits, which a game alone does without

        checked, _ = check_variants(base.game, base.name, (*base.variants, file.path), caches.get(base.game), trial, inspection)
    else:
        from custumal.dsl.check.loose_scenarios import check_scenarios  # noqa: PLC0415  # as above

        checked = check_scenarios(base.game, base.name, base.variants, file.path, trial, inspection)
    found.add(checked)
    return checked


def tell_of_stranger(
    found: Checks,
    checked: Checked,
    path: Path,
    find_base: FindBase | None,
    caches: Mapping[Path, CheckCache],
    trial: Trial | None = None,
) -> None:
    """Judge a file in the folder of a game that the game does not read: as what it is taken for, if it is like anything."""
    if any(_is_same(source.path, path) for source in checked.sources.values()):
        return
    kind = kind_of(path)
    if kind is None:
        _tell_of_no_part(found, path)
    else:
        check_file(found, RuleFile(kind, path), find_base, caches, trial)


def _unread(path: Path, name: str) -> Problem:
    """Why what was found is not read."""
    if path.is_file():
        return outside_by_link(name, "the folder")
    shut = closed(path) if path.is_dir() else None
    if shut is not None:
        return unreadable_file(name, shut.strerror)
    return not_a_file(name) if path.exists() else no_file(name)


def _is_same(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which may have gone since it was read."""
    return real_path(path) == real_path(other)


def _tell_of_no_part(found: Checks, path: Path) -> None:
    """A file in the folder of a game that the game does not read, and that does not say what else it is."""
    text = beginning(path)
    if text is not None:
        found.sources.setdefault(str(path), SourceText(path, str(path), text))
    key = nearly_a_kind(header_of(path), KINDS)
    near = None if key is None else nearest(key, KINDS)
    found.diagnostics.append(no_part_of_game(path.name, key, near).at(key_span(str(path), text or "", key or "")))


def base_of(path: Path, find_base: FindBase | None) -> Base:
    """The game that is found for a file; where nobody looks for it, and for what can't be read, the one in whose folder it lies.

    Raises:
        NoBaseError: there is none.
    """
    if find_base is not None and is_file(path):
        return find_base(path)
    own = game_around(path)
    if own is None:
        raise NoBaseError
    return Base(own, str(own))


# ---------------------------------------------------------------- what there is to check


def files_of(path: Path) -> Iterator[RuleFile]:
    """What a path stands for; nothing where it belongs to no game."""
    if path.is_dir():
        below = files_below(path)
        for game in (file for file in below if file.name == GAME_FILE):
            yield RuleFile("" if leads_out(game, path) else "game", game)
            yield from (RuleFile("variant", variant) for variant in variants_in(game.parent / VARIANTS))
            yield from (RuleFile("accepted", file) for file in _without_variant(game.parent / VARIANTS))
        for file in below:
            around = game_around(file)
            yield from _loose(file) if around is None else _astray(file, around)
    elif path.is_file():
        yield file_of(path)


def _loose(file: Path) -> Iterator[RuleFile]:
    """A rule file that belongs to no game."""
    kind = _kind_of_loose(file, file.parent)
    if kind in {"variant", "scenarios", "accepted", ""}:
        yield RuleFile(kind, file)


def _astray(file: Path, game: Path) -> Iterator[RuleFile]:
    """A rule file in the folder of a game, in none of the places in which the game looks for one: nobody else would judge it."""
    places = (game.parent / VARIANTS, game.parent / SCENARIOS)
    if file.name in {GAME_FILE, RULEBOOK} or file.parent in places:
        return
    kind = _kind_of_loose(file, game.parent)
    if kind in {"scenarios", "accepted"}:
        yield RuleFile("game", game, file)
    elif kind is not None:
        yield RuleFile(kind, file)


def _without_variant(folder: Path) -> list[Path]:
    """Files that stand beside a variant which is not there."""
    return [file for file in sorted(folder.glob(f"*{ACCEPTED}")) if not variant_beside(file).is_file()]


def file_of(path: Path) -> RuleFile:
    """What is checked for one file: itself, or the game to which it belongs."""
    if is_of_accepted(path):
        beside = variant_beside(path)
        return RuleFile("variant", beside) if is_file(beside) else RuleFile("accepted", path)
    kind, game = file_kind(path), game_around(path)
    if kind is not None and (game is None or is_among_variants(path) or _is_apart(kind, path)):
        return RuleFile(kind.kind, path)
    return RuleFile("game", path) if game is None else RuleFile("game", game, path)


def _is_apart(kind: FileKind, path: Path) -> bool:
    """Whether a file in the folder of a game is surely no part of it: parts of a game may have misspelt keys, too."""
    return kind.kind != "scenarios" and (kind.is_said or is_among_scenarios(path))


def _kind_of_loose(path: Path, folder: Path) -> str | None:
    """What a file is that lies in a folder, which may hold files of others; "" for what is no file, such as a pipe, leads out of the
    folder by a link, or is a folder that can't be looked into."""
    if path.is_dir():
        return None if closed(path) is None else ""
    if path.exists() and (not path.is_file() or leads_out(path, folder)):
        return ""
    if is_of_accepted(path):
        return None if variant_beside(path).is_file() else "accepted"
    found = file_kind(path)
    return found.kind if found is not None and (found.is_said or "custumal" in header_of(path)) else None


def without_base(source: SourceText, why: str, near: str | None) -> Diagnostic:
    """The problem of a file that is about no game."""
    return belongs_to_no_game(why, near).at(base_span(source.name, source.text))


def _nothing(path: Path) -> Problem:
    if path.is_dir():
        return no_game_in_folder()
    return neither_file_nor_folder() if path.exists() else no_such_file()
