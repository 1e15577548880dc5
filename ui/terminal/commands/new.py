"""`new`: files to begin with."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from custumal.dsl.documents.document import Document
from custumal.dsl.documents.file_kinds import kind_of
from custumal.dsl.documents.ids import is_id
from custumal.dsl.documents.templates import MOST_VALUES, new_game, new_scenario, new_variant
from custumal.dsl.overlay.diff import text_of
from custumal.dsl.overlay.target import find_target, value_of
from custumal.dsl.yaml.header import header
from custumal.interpreter.library import base_near, find, find_shipped_variant, shipped
from custumal.ui.terminal.commands.diff import combined
from custumal.ui.terminal.exit_codes import DONE
from custumal.ui.terminal.new_files import put
from custumal.ui.terminal.output import say
from custumal.ui.terminal.problems import UsageProblem
from custumal.ui.terminal.wanted import Wanted


def start(kind: str, name: str, of: str | None, output: str | None, force: bool) -> int:
    """Write a new file and tell what can be done with it.

    Args:
        kind: `game`, `variant` or `scenario`; name: its id.
        of: the game or the variant file that it is about; only a game has none.
        output: the file, if not that of the name; force: it may replace another.

    Raises:
        UsageProblem: the name can be no id, there is no game to it, or the file is there already.
    """
    if not is_id("id", name):
        raise UsageProblem(
            f"`{name}` can't be an id: it begins with a letter and has letters, digits and hyphens, a hyphen only before a letter."
        )
    if (of is None) != (kind == "game"):
        raise UsageProblem(
            f"A {kind} is of no game; leave out --of." if of else "Of which game? Say --of GAME; `custumal list` shows the games."
        )
    if kind == "game" and name in dict(shipped()):
        raise UsageProblem(f"`{name}` is a shipped game; a game of yours needs another id.")
    if kind == "scenario" and kind_of(Path(of or "")) == "variant":
        raise UsageProblem(f"A variant has its scenarios in its own file: write them into {of}, under `scenarios`.")
    file = output or (str(Path(name, "game.yaml")) if kind == "game" else f"{name}.yaml")
    text = _text(kind, name, of or "")
    if of is not None and file != "-":
        _check_that_it_is_found(Path(file), _id(of))
    put(file, text, force)
    if file != "-":
        say(f"next: custumal {'test' if kind == 'scenario' else 'check'} {quote(file)}\n")
    return DONE


def _check_that_it_is_found(path: Path, of: str) -> None:
    """A file names its game by the id, so that it must lie where this leads to it, whichever folder one works in."""
    if base_near(path, of) is None and of not in dict(shipped()) and find_shipped_variant(of) is None:
        raise UsageProblem(
            f"From {path} `{of}` is not found: put the file beside that of the game, beside its folder, or into a folder in it."
        )


def _text(kind: str, name: str, of: str) -> str:
    match kind:
        case "game":
            return new_game(name, name.replace("-", " ").capitalize())
        case "variant":
            return new_variant(name, _id(of), _values(of))
    return new_scenario(_id(of))


def _id(of: str) -> str:
    """The id of a game or of a variant file."""
    path = Path(of)
    own = header(path, "variant") if path.is_file() else None
    return own or header(find(of).path, "game") or of


def _values(of: str) -> dict[str, str]:
    """Some of what can be changed, with what stands there now: numbers first, then what options are without a word."""
    document = combined(Wanted(of)).document
    values = [f"values.{entry.id}" for entry in document.section("values")]
    defaults = [f"options.{entry.id}.default" for entry in document.section("options")]
    found = {address: text for address in (*values, *defaults) if (text := _now(document, address)) is not None}
    return dict(list(found.items())[:MOST_VALUES])


def _now(document: Document, address: str) -> str | None:
    target = find_target(document, address)
    node = None if target is None else value_of(target)
    return None if node is None else text_of(node)
