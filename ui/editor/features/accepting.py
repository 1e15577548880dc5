"""What a variant contradicts in the scenarios of its game, written down beside it as `test --accept` writes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter.library import UnknownGame, select
from custumal.interpreter.runs.scenarios import run_scenarios
from custumal.ui.editor.view import View
from custumal.ui.terminal.commands.accept import load, write_accepted
from custumal.ui.terminal.problems import UsageProblem

ACCEPT = "custumal.accept"


@dataclass(frozen=True, slots=True)
class Offer:
    """A command that is offered as a fix; `about` is the file."""

    title: str
    command: str
    about: str


def offers(view: View, first: int, last: int) -> list[Offer]:
    """What can be done on some lines, from 1: where a variant says that it is one, what it contradicts can be written down."""
    slot = view.own.header.get("variant") if view.kind == "variant" else None
    if slot is None or not first <= slot.node.span.line <= last:
        return []
    return [Offer("Write down what holds now in the scenarios of the game", ACCEPT, str(view.path))]


def unsaved(texts: Mapping[Path, str]) -> list[str]:
    """The names of the open files that are not as they lie on the disk: what is written down is what the saved files give."""
    return [path.name for path, text in texts.items() if not path.is_file() or path.read_bytes() != text.encode("utf-8", "replace")]


def accept(path: Path) -> str:
    """Run all scenarios of a variant and write down what holds now where those of its game fail; what was done, as a sentence."""
    try:
        loaded = load(select(str(path)))
    except (UsageProblem, UnknownGame) as why:
        return str(why)
    except RuleFileError:
        return "the variant has errors"
    try:
        done = write_accepted(loaded, run_scenarios(loaded.game))
    except OSError as why:
        return f"can't be written: {why.strerror}"
    return " ".join([f"{done.path.name}: {done.said}.", *done.left])
