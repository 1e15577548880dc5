"""The manual of diagnostics, made of the catalogue: docs/diagnostics.md, and the section that `explain CODE` prints.

Of each code the module of its theme has the summary, the YAML file beside the module its reason and examples.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from ruamel.yaml import YAML

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.catalogue import (
    actors,
    characters,
    edits,
    files,
    hidden,
    keys,
    names,
    numbers,
    play,
    scalars,
    scenarios,
    sentences,
    sources,
    standing,
    things,
    turns,
    types,
    values,
    variants,
    yaml,
)
from custumal.dsl.diagnostics.code import Code

THEMES: dict[str, tuple[ModuleType, ...]] = {
    "Files": (files,),
    "YAML": (yaml, characters, scalars),
    "Keys and entries": (keys,),
    "Sentences": (sentences,),
    "Names": (names,),
    "Types": (types, values),
    "Things and places": (things,),
    "Who acts": (actors,),
    "The course of play": (turns,),
    "Standing rules": (standing,),
    "What may be seen": (hidden,),
    "Numbers": (numbers,),
    "Sources and languages": (sources,),
    "Variants": (edits, variants),
    "Scenarios": (scenarios,),
    "While a game is played": (play,),
}
PAGE = "diagnostics.md"
_MADE = "<!-- Made of dsl/diagnostics/catalogue/ by write_page in dsl/diagnostics/render/manual.py. -->"
_INTRODUCTION = (
    (
        "Every problem has a stable code. This page says for each what it means, with an example that has the problem and the same example "
        "mended. `custumal explain CODE` prints a section of it."
    ),
    (
        "The examples are pieces of a small game: what a piece does not say stands in `tests/cases/frame.yaml`. All of them are run by the "
        "tests: the first gives the code of its section, the second gives nothing. What can show only "
        "[while a game is played](#while-a-game-is-played) has a whole small game, which passes `check` and is stopped by "
        "`simulate --check-invariants`."
    ),
    "An **error** keeps a game from being played. A **warning** does not, and counts with `check --strict`. A **note** informs.",
)
_ABOUT = {
    "While a game is played": (
        "These stop a game. `simulate` says after which choice and in the game with which seed, so that `play --seed` brings the same "
        "beginning; `play` keeps the game as it was before the choice."
    )
}
_WIDTH = 160


@dataclass(frozen=True, slots=True)
class Entry:
    r"""What the manual says about a code.

    Args:
        code: the code, with its severity and summary.
        reason: why that is a problem, and what to do about it.
        failing: an example that has the problem, and `mended` the same without it; none where no small example can show it.
        form: what the examples are. A `part` of the small game in tests/cases/frame.yaml, the `whole` of a file, a part with
            `escapes` (`\u0009`) for characters that nobody sees, a `variant` of the small game, or a whole game that is `played`.
        files: further files of both examples, by name.
    """

    code: Code
    reason: str
    failing: str
    mended: str
    form: str
    files: dict[str, str]

    @property
    def meaning(self) -> str:
        """What is wrong, why, and what to do about it."""
        return f"{self.code.summary} {self.reason}".rstrip()


@cache
def entries() -> dict[str, Entry]:
    """What the manual says of each code, by their ids, in its order."""
    return {entry.code.id: entry for modules in THEMES.values() for module in modules for entry in _entries_in(module)}


def _entries_in(module: ModuleType) -> list[Entry]:
    said = YAML(typ="safe").load(Path(str(module.__file__)).with_suffix(".yaml").read_text(encoding="utf-8"))
    return [_entry(code, said.get(code.id, {})) for code in vars(module).values() if isinstance(code, Code)]


def _entry(code: Code, said: dict[str, Any]) -> Entry:
    text = {key: said.get(key, "") for key in ("reason", "failing", "mended")}
    return Entry(code, form=said.get("form", "part"), files=said.get("files", {}), **text)


def write_page(folder: Path) -> None:
    """Writes the manual to `folder`."""
    (folder / PAGE).write_text(page(), encoding="utf-8", newline="\n")


def page() -> str:
    links = " · ".join(f"[{title}](#{title.lower().replace(' ', '-')})" for title in THEMES)
    head = ("# What the checker says\n", *map(_paragraph, (*_INTRODUCTION, f"Contents: {links}")))
    return f"{_MADE}\n" + "\n".join((*head, *(_theme(title, modules) for title, modules in THEMES.items())))


def _theme(title: str, modules: tuple[ModuleType, ...]) -> str:
    about = [_paragraph(_ABOUT[title])] if title in _ABOUT else []
    sections = [section(entry) for module in modules for entry in _entries_in(module)]
    return "\n".join((f"## {title}\n", *about, *sections))


def section(entry: Entry) -> str:
    """What the manual says about a code, as Markdown."""
    head = f"### {entry.code.id}\n{_paragraph(f'{entry.code.severity.capitalize()}. {entry.meaning}')}"
    return head + "".join(_examples(entry))


def _examples(entry: Entry) -> Iterator[str]:
    form = "" if entry.form == "part" else f"{entry.form} "
    blocks = [(f"file {name}", text) for name, text in entry.files.items()]
    blocks += [(f"{form}{which}", text) for which, text in (("failing", entry.failing), ("mended", entry.mended)) if text]
    for number, (info, text) in enumerate(blocks):
        yield "\n" * (number == 0) + f"```yaml {info}\n{text}```\n"


def _paragraph(text: str) -> str:
    """The text in lines that end at a blank, but not inside of code or a link."""
    whole = re.sub(r"`[^`]*`|\[[^]]*\]\([^)]*\)", lambda found: found[0].replace(" ", "\0"), text)
    return textwrap.fill(whole, _WIDTH, break_long_words=False, break_on_hyphens=False).replace("\0", " ") + "\n"
