"""New files to begin with: a game, a variant, a file of scenarios."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from custumal.dsl.diagnostic import Report
from custumal.dsl.document import read_game
from custumal.dsl.overlay.diff import text_of
from custumal.dsl.templates import new_game, new_scenario, new_variant
from custumal.interpreter.library import Selection, select
from custumal.terminal.problems import Mistake
from custumal.terminal.writing import write_new

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*")


def start(kind: str, name: str, of: str | None, output: str | None, force: bool) -> int:
    """Write a new file and say where it is.

    Raises:
        Mistake: the name is no id, `--of` is missing, or the file is there already.
        UnknownGame: there is no game or variant `of`.
    """
    if not _ID.fullmatch(name):
        raise Mistake(f"`{name}` is no id; write small letters, digits and hyphens, such as `my-table`.")
    if kind == "game":
        path, text = Path(name) / "game.yaml", new_game(name, name.replace("-", " ").capitalize())
    else:
        if of is None:
            raise Mistake(f"Of which game? Write `custumal new {kind} {name} --of GAME`.")
        path, text = Path(f"{name}.yaml"), _of(kind, name, select(of), of)
    where = path if output is None else Path(output)
    write_new(where, text, force)
    sys.stdout.write(f"{where}\n")
    return 0


def _of(kind: str, name: str, chosen: Selection, of: str) -> str:
    game = read_game(chosen.game.path, Report(), {}, chosen.game.name)
    header = game.header.get("game")
    base = of if header is None else text_of(header.node)
    if kind == "scenario":
        return new_scenario(base)
    values = {entry.address: text_of(slot.node) for entry in game.section("values") if (slot := entry.slot("is")) is not None}
    return new_variant(name, base, values)
