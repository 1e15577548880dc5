"""What is printed says where it comes from: each value by a mark, each example in words."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from custumal.dsl.model import GameModel
from custumal.ui.rulebook.blocks import BookTable, NumberedRule, Paragraph
from custumal.ui.rulebook.components import components_chapter
from custumal.ui.rulebook.edition import Edition
from custumal.ui.rulebook.rules import rules_chapter
from custumal.ui.terminal.commands.list_games import provenance
from custumal.ui.terminal.wanted import Wanted
from custumal.ui.text.rulebook_words import MARKS, WORDS

pytestmark = pytest.mark.slow

GAMES = ("monolyth", "monastery", "kings-abbey")
SAID = [WORDS[f"example-{origin}"]["en"].partition("{text}")[0] for origin in ("rulebook", "completed", "ours")]


@cache
def edition(game: str) -> Edition:
    wanted = Wanted(game)
    return Edition(wanted.selection(), wanted.load(), "en")


def origin_of(model: GameModel, row: str, column: str) -> str:
    kind, found = next((k, r) for k in model.kinds.values() for r in k.rows if r.name == row)
    return found.provenance[[name for name, _ in kind.printed].index(column)]


@pytest.mark.parametrize("game", GAMES)
def test_each_printed_value_has_the_mark_of_its_origin(game: str) -> None:
    printed = edition(game)
    blocks = list(components_chapter(printed))
    shown = Counter(cell.mark for block in blocks if isinstance(block, BookTable) for row in block.rows for cell in row if cell.mark)
    model = printed.game.model
    of_cells = Counter(
        origin
        for table in model.components.values()
        for row in (model.kinds[table.kind].rows[number] for number in table.rows)
        for (column, _), value, origin in zip(model.kinds[table.kind].printed, row.values, row.provenance, strict=True)
        if value is not None and column not in [name for name, _, _ in table.for_each] and column in _printed_columns(model, table.name)
    )
    of_tables = Counter(origin for table in model.tables.values() for origin in table.provenance)
    assert shown == Counter({MARKS[origin]: count for origin, count in (of_cells + of_tables).items() if origin})
    legend = next(block.text for block in blocks if isinstance(block, Paragraph) and block.remark)
    assert all((mark in legend) == (shown[mark] > 0) for mark in MARKS.values())


def _printed_columns(model: GameModel, name: str) -> set[str]:
    """The columns of a table that say anything at all."""
    table = model.components[name]
    kind = model.kinds[table.kind]
    rows = [kind.rows[number] for number in table.rows]
    return {column for at, (column, _) in enumerate(kind.printed) if any(row.values[at] not in (None, ()) for row in rows)}


@pytest.mark.parametrize("game", GAMES)
def test_each_example_says_whose_it_is(game: str) -> None:
    examples = [block.example for block in rules_chapter(edition(game), {}) if isinstance(block, NumberedRule) and block.example]
    assert examples
    assert all(any(example.startswith(said) for said in SAID) for example in examples)
    assert any(example.startswith(SAID[0]) for example in examples)


def test_what_is_not_printed_is_not_said_to_be() -> None:
    monolyth, monastery, abbey = (edition(game).game.model for game in GAMES)
    assert origin_of(monolyth, "L4", "colour") == "deduced"  # the text names three of the five
    assert origin_of(monastery, "farm", "tones") == origin_of(monastery, "scriptum", "tones") == "deduced"
    darkness = dict(zip((key for key, _ in abbey.tables["darkness-at"].rows), abbey.tables["darkness-at"].provenance, strict=True))
    assert darkness.pop(1) == "rulebook"
    assert set(darkness.values()) == {"reconstructed"}


def test_tables_of_numbers_are_counted_with_the_components() -> None:
    model = edition("kings-abbey").game.model
    assert provenance(model)["reconstructed"] == 9 + sum(
        origin == "reconstructed" and value is not None
        for kind in model.kinds.values()
        for row in kind.rows
        for value, origin in zip(row.values, row.provenance, strict=True)
    )
