"""What could stand at the cursor, though the sentence there does not parse, or not even the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.library import shipped
from custumal.ui.editor.features.completing.completion import complete
from custumal.ui.editor.features.completing.item import Item
from custumal.ui.editor.workspace import Workspace

pytestmark = pytest.mark.slow

FILES = dict(shipped())
GAME = FILES["tic-tac-toe"]
HERE = "‸"
"""Stands in these tests where the cursor is."""


def offered(path: Path, old: str, new: str) -> dict[str, Item]:
    """What is offered where the first text was and the second stands now."""
    text = path.read_text("utf-8")
    assert old in text
    workspace = Workspace({path: text})
    for unit in workspace.units(path):
        workspace.check(unit)
    changed = text.replace(old, new, 1)
    before = changed[: changed.index(HERE)]
    workspace.put(path, changed.replace(HERE, ""))
    found = complete(workspace, path, before.count("\n") + 1, len(before) - before.rfind("\n"))
    return {} if found is None else {item.label: item for item in found.items}


@pytest.mark.parametrize(
    ("old", "new", "among", "not_among"),
    [
        ("that: mark of cell is none", "that: ‸", {"mark", "cell", "victor", "me"}, {"line"}),
        ("that: mark of cell is none", "that: mark of cell is ‸", {"me", "none"}, {"where"}),
        ("that: mark of cell is none", "that: mark of ‸", {"cell"}, {"move"}),
        ("that: mark of cell is none", "that: cell.‸", {"mark", "neighbours", "column"}, {"victor", "if"}),
        ("that: mark of cell is none", "that: count(cells of board where ma‸", {"mark"}, {"cell"}),
        ("that: mark of cell is none", "that: if mark of cell is none ‸", {"then"}, {"mark"}),
        ("every c in line has mark of c is me", "every c in line has mark of ‸", {"c", "line"}, set()),
        ("mark: set mark of cell to me", "mark: ‸", {"set", "move", "gain"}, {"mark"}),
        ("mark: set mark of cell to me", "mark: set mark of cell ‸", {"to"}, {"mark"}),
        ("mark(cell of board): maybe seat", "mark(cell of board): maybe ‸", {"seat", "number"}, {"set"}),
        ("    offered: turn ", "    ‸\n    offered: turn ", {"limit", "cost"}, {"offered", "holds"}),
        ("unmarked:\n        that", "unmarked:\n        ‸\n        that", {"unless", "rule"}, {"that"}),
        ("rounds: seats", "rounds: ‸", {"seats"}, set()),
        ('{en: "Mark {cell}"', '{en: "Mark {‸}"', {"cell", "me", "mark"}, set()),
        ('{en: "Mark {cell}"', '{en: "Mark {cell.‸}"', {"column", "mark"}, {"victor"}),
        ('{en: "Mark {cell}", fr: "Marquer {cell}"}', '{en: "Mark {cell} or {count(cells of board where ‸', {"cell", "column"}, set()),
        ('{en: "Mark {cell}"', '{en: "Mark ‸{cell}"', set(), {"cell", "mark"}),
        ("\nplay:", "\n‸\nplay:", {"resources", "setup"}, {"actions"}),
    ],
)
def test_what_is_offered(old: str, new: str, among: set[str], not_among: set[str]) -> None:
    found = offered(GAME, old, new)
    assert among <= set(found)
    assert not not_among & set(found)


def test_names_come_with_their_types() -> None:
    found = offered(GAME, "that: mark of cell is none", "that: ‸")
    assert found["cell"].detail == "cell of board"
    assert found["mark"].detail == "(cell of board) maybe seat"


def test_keys_come_with_their_sentence_and_example() -> None:
    found = offered(GAME, "    offered: turn ", "    ‸\n    offered: turn ")
    assert "```yaml" in found["limit"].told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "among"),
    [
        ("kings-abbey/variants/quick-game.yaml", "set: ", "set: ‸", {"values.altar-cost", "actions.build"}),
        ("kings-abbey/building.yaml", "rule: KAB-P07-ALT-01", "rule: KAB-P07-ALT‸", {"KAB-P07-ALT-01"}),
        (
            "kings-abbey/variants/auction.accepted.yaml",
            "  what-every-player-starts-with:",
            "  ‸:\n  what-every-player-starts-with:",
            {"what-every-player-starts-with"},
        ),
        (
            "monolyth/variants/gentle-giants.yaml",
            "set: values.height-limit",
            "set: values.‸",
            {"values.longest-walk", "values.height-limit"},
        ),
    ],
)
def test_addresses_rules_and_scenarios(file: str, old: str, new: str, among: set[str]) -> None:
    path = FILES[file.split("/", 1)[0]].parent / file.split("/", 1)[1]
    assert among & set(offered(path, old, new))


def test_a_variant_that_was_never_sound_knows_its_game(tmp_path: Path) -> None:
    """As it is while one writes its first edit."""
    path = tmp_path / "mine.yaml"
    head = "custumal: 1\nvariant: mine\nof: monolyth\ntitle: {en: Mine, fr: Mienne}\nedits:\n  taller:\n"
    for line, among in (("    set: values.h", "values.height-limit"), ("    s", "set")):
        path.write_text(head + line, "utf-8")
        workspace = Workspace({path: head + line})
        for unit in workspace.units(path):
            workspace.check(unit)
        found = complete(workspace, path, 7, len(line) + 1)
        assert found is not None
        assert among in {item.label for item in found.items}
