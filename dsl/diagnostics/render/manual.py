"""The manual of diagnostics, made of the catalogue: docs/diagnostics.md, and the section that `explain CODE` prints."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

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


@cache
def codes() -> dict[str, Code]:
    """All codes by their ids, in the order of the manual."""
    return {code.id: code for modules in THEMES.values() for code in _codes_in(modules)}


def _codes_in(modules: tuple[ModuleType, ...]) -> list[Code]:
    return [value for module in modules for value in vars(module).values() if isinstance(value, Code)]


def write_page(folder: Path) -> None:
    """Writes the manual to `folder`."""
    (folder / PAGE).write_text(page(), encoding="utf-8", newline="\n")


def page() -> str:
    links = " · ".join(f"[{title}](#{title.lower().replace(' ', '-')})" for title in THEMES)
    head = ("# What the checker says\n", *map(_paragraph, (*_INTRODUCTION, f"Contents: {links}")))
    return f"{_MADE}\n" + "\n".join((*head, *(_theme(title, modules) for title, modules in THEMES.items())))


def _theme(title: str, modules: tuple[ModuleType, ...]) -> str:
    about = [_paragraph(_ABOUT[title])] if title in _ABOUT else []
    return "\n".join((f"## {title}\n", *about, *map(section, _codes_in(modules))))


def section(code: Code) -> str:
    """What the manual says about a code, as Markdown."""
    return f"### {code.id}\n{_paragraph(f'{code.severity.capitalize()}. {meaning(code)}')}" + "".join(_examples(code))


def meaning(code: Code) -> str:
    """What is wrong, why, and what to do about it."""
    return f"{code.summary} {code.reason}".rstrip()


def example(text: str) -> str:
    """An example without the indentation that it has in the catalogue."""
    return textwrap.dedent(text).removeprefix("\n")


def _examples(code: Code) -> Iterator[str]:
    blocks = [(f"file {name}", text) for name, text in code.files]
    form = "" if code.form == "part" else f"{code.form} "
    blocks += [(f"{form}{which}", text) for which, text in (("failing", code.failing), ("mended", code.mended)) if text]
    for number, (info, text) in enumerate(blocks):
        yield "\n" * (number == 0) + f"```yaml {info}\n{example(text)}```\n"


def _paragraph(text: str) -> str:
    """The text in lines that end at a blank, but not inside of code or a link."""
    whole = re.sub(r"`[^`]*`|\[[^]]*\]\([^)]*\)", lambda found: found[0].replace(" ", "\0"), text)
    return textwrap.fill(whole, _WIDTH, break_long_words=False, break_on_hyphens=False).replace("\0", " ") + "\n"
