"""What sort of rule file a file is, by the keys at its top: the one answer for all commands.

A file says so by `game`, `variant` or `scenarios`. Where it says none of these it is taken for what it was probably meant to be, so that
its reader names the key that is misspelt or missing.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from custumal.dsl.base.file_names import SCENARIOS, VARIANTS, is_of_accepted
from custumal.dsl.base.frozen import dataclass
from custumal.dsl.base.open_texts import is_file, real_path
from custumal.dsl.yaml.header import header_of

GAME_FILE = "game.yaml"
KINDS = ("game", "variant", "scenarios")
_DEPTH = 3


@dataclass(frozen=True, slots=True)
class FileKind:
    """`kind` is one of `KINDS`, or "accepted"; `key` is the key at the top that says so, "" where only the other keys or the folder do."""

    kind: str
    key: str = ""

    @property
    def is_said(self) -> bool:
        """Whether the file says it by the right key."""
        return self.key == self.kind


def kind_of(path: Path) -> str | None:
    """What a file says that it is, or is taken for; None for anything else."""
    found = file_kind(path)
    return None if found is None else found.kind


def file_kind(path: Path) -> FileKind | None:
    """The same with what says so. The file beside a variant says it by its name."""
    if is_of_accepted(path):
        return FileKind("accepted", "accepted")
    keys = header_of(path)
    said = next((FileKind(kind, kind) for kind in KINDS[:2] if kind in keys), None)
    if said is not None:
        return said
    if is_among_variants(path):
        return _misspelt(keys, ("variant",)) or FileKind("variant")
    found = _by_keys(tuple(keys))
    return FileKind("scenarios") if found is None and is_among_scenarios(path) else found


@lru_cache(maxsize=64)
def _by_keys(keys: tuple[str, ...]) -> FileKind | None:
    """What a file is by the names of its keys; known for a while, as the files of a game are read again and again."""
    return _misspelt(keys, KINDS[:2]) or _by_other_keys(keys)


def is_among_variants(path: Path) -> bool:
    """Whether a file lies in the folder in which a game has its variants."""
    return _is_in(VARIANTS, path)


def is_among_scenarios(path: Path) -> bool:
    """Whether a file lies in the folder in which a game has further scenarios."""
    return _is_in(SCENARIOS, path)


def _is_in(name: str, path: Path) -> bool:
    folder = Path(real_path(path)).parent
    return folder.name == name and is_file(folder.parent / GAME_FILE)


def game_around(path: Path) -> Path | None:
    """The game file in whose folder, or in a folder of whose folder, a file lies."""
    return next(games_around(path), None)


def games_around(path: Path) -> Iterator[Path]:
    """The same for each of the folders, from within."""
    folder = path.parent
    for _ in range(_DEPTH):
        if is_file(folder / GAME_FILE):
            yield folder / GAME_FILE
        folder = folder.parent if folder.name not in {"", ".."} else folder / ".."


def nearly_a_kind(keys: Iterable[str], meant: tuple[str, ...]) -> str | None:
    """The first of the keys that stands at the top of no file and is near to one that is meant."""
    from custumal.dsl.diagnostics.suggest import nearest  # noqa: PLC0415  # only when something is wrong

    known = _known()
    return next((key for key in keys if key not in known and nearest(key, meant) is not None), None)


def _misspelt(keys: Collection[str], meant: tuple[str, ...]) -> FileKind | None:
    from custumal.dsl.diagnostics.suggest import nearest  # noqa: PLC0415  # likewise

    if not keys or "rulebook" in keys:
        return None
    key = nearly_a_kind(keys, meant)
    kind = None if key is None else nearest(key, meant)
    return None if key is None or kind is None else FileKind(kind, key)


def _by_other_keys(keys: Collection[str]) -> FileKind | None:
    """What a file is that says it by no key: a variant has keys that stand in no other file."""
    from custumal.dsl.keys import FILES, FORMS  # noqa: PLC0415  # likewise

    variant, game, scenario = (FILES[kind].keys for kind in ("variant", "game", "scenario"))
    entries = [form.keys for form in FORMS.values() if form not in FILES.values()]  # out of one of which a key may have come
    own = [key for key in keys if key in variant and key not in scenario and ("of" in keys or key not in game)]
    own = [key for key in own if not any(key in form for form in entries)]
    if own:
        return FileKind("variant")
    if any(key in game and key not in scenario for key in keys):
        return None
    if "scenarios" in keys:
        return FileKind("scenarios", "scenarios")
    return _misspelt(keys, ("scenarios",)) or FileKind("scenarios") if "of" in keys else None


def _known() -> Container[str]:
    from custumal.dsl.keys import FILES  # noqa: PLC0415  # likewise

    return {key for form in FILES.values() for key in form.keys}
