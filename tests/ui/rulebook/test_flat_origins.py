"""Where a printed value comes from is told of one file as of the game and its variants: nothing of theirs is said to be printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from custumal.cli import run
from custumal.dsl.check.game import check_game
from custumal.dsl.check.house_values import origins_to_write
from custumal.dsl.check.variants import check_variants
from custumal.dsl.documents.document import Entry
from custumal.dsl.documents.game_files import read_files
from custumal.dsl.model import GameModel
from custumal.dsl.overlay.flatten import flat_tree, flatten
from custumal.dsl.yaml.tree import Data, Mapping, plain
from custumal.interpreter.library import select, shipped, shipped_variants

Origins = dict[str, tuple[str, ...]]

NOT_PRINTED = ("rule", "say", "text", "abilities", "provenance", "copies", "if")

GAME = """\
custumal: 1
game: fair
title: Fair
players: 2
kinds:
  ware: {printed: {cost: 0 to 9, worth: {is: 0 to 9, provenance: public}, hue: 0 to 9}}
  coin: {printed: {face: 0 to 9}}
components:
  wares:
    kind: ware
    in: stall
    provenance: rulebook
    rows:
      bread: {cost: 1, worth: 2, hue: 3}
      milk: {cost: 1, worth: 2, hue: 3, provenance: public}
      salt: {cost: 1, worth: 2, hue: 3, provenance: {hue: deduced}}
  coins: {kind: coin, in: purse, provenance: {face: rulebook}, for-each: {face: 1 to 3}}
zones: {stall: ware, purse: coin}
tables:
  pay: {rows: {0: 1, 3: 4, 6: 5}, provenance: rulebook}
  tax: {rows: {0: 1, 3: 4}, provenance: {0: rulebook, 3: deduced}}
play: {turn: {players: seats, offer: waiting}}
actions: {wait: {offered: waiting, do: []}}
"""
CHANGES: dict[str, dict[str, Origins]] = {
    "edits: {a: {set: components.wares.bread.cost, to: 5}}": {"wares": {"bread": ("variant", "rulebook", "rulebook")}},
    "edits: {a: {set: components.wares.milk.cost, to: 5}}": {"wares": {"milk": ("variant", "public", "public")}},
    "edits: {a: {set: components.wares.salt.cost, to: 5}}": {"wares": {"salt": ("variant", "rulebook", "deduced")}},
    "edits: {a: {set: components.wares.salt.hue, to: 5}}": {"wares": {"salt": ("rulebook", "rulebook", "variant")}},
    "edits: {a: {add: components.wares.tea, with: {cost: 1, worth: 1, hue: 1}}}": {"wares": {"tea": ("variant",) * 3}},
    "edits: {a: {add: components.wares.tea, with: {cost: 1, worth: 1, hue: 1, provenance: {hue: deduced}}}}": {
        "wares": {"tea": ("variant", "variant", "deduced")}
    },
    "edits: {a: {set: components.wares.provenance, to: reconstructed}}": {"wares": {"bread": ("reconstructed",) * 3}},
    "edits: {a: {set: components.coins.for-each.face, to: 1 to 4}}": {"coins": {"coins": ("variant",)}},
    "edits: {a: {set: tables.pay.3, to: 5}}": {"tables": {"pay": ("rulebook", "variant", "rulebook")}},
    "edits: {a: {set: tables.tax.3, to: 5}}": {"tables": {"tax": ("rulebook", "variant")}},
    "edits: {a: {add: tables.tax.9, with: 9}}": {"tables": {"tax": ("rulebook", "deduced", "")}},
    "components: {more: {kind: ware, in: stall, rows: {tea: {cost: 1, worth: 1, hue: 1}}}}": {"more": {"tea": ("", "variant", "")}},
}


def origins_of(game: GameModel) -> dict[str, Origins]:
    """Where all printed values come from."""
    found: dict[str, Origins] = {name: {} for name in game.components}
    for row in (row for kind in game.kinds.values() for row in kind.rows):
        found[row.table][row.name] = row.provenance
    return {"tables": {name: table.provenance for name, table in game.tables.items()}, **found}


def told_apart_and_flat(game: Path, variants: tuple[Path, ...], folder: Path) -> tuple[dict[str, Origins], dict[str, Origins]]:
    """What is told of a game with variants, and of both as one file."""
    checked, combined = check_variants(game, game.name, variants)
    assert checked.game is not None, [one.message for one in checked.diagnostics if one.is_error]
    text = flatten(flat_tree(combined, origins_to_write(combined, checked.game)), {one.name: one.id for one in combined.variants})
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    flat = check_game(folder / "game.yaml").game
    assert flat is not None
    return origins_of(checked.game), origins_of(flat)


@pytest.mark.parametrize("text", CHANGES)
def test_each_way_of_writing_a_value(text: str, tmp_path: Path) -> None:
    game, variant = tmp_path / "game.yaml", tmp_path / "ours.yaml"
    game.write_text(GAME, encoding="utf-8")
    variant.write_text(f"custumal: 1\nvariant: ours\nof: fair\n{text}\n", encoding="utf-8")
    (tmp_path / "flat").mkdir()
    before = check_game(game).game
    assert before is not None
    apart, flat = told_apart_and_flat(game, (variant,), tmp_path / "flat")
    wanted = origins_of(before)
    for table, rows in CHANGES[text].items():
        wanted[table] = wanted.get(table, {}) | rows
    if "components.wares.provenance" not in text:
        assert apart == wanted
    assert flat == apart


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), [(game, variant) for game, path in shipped() for variant in shipped_variants(path)])
def test_a_shipped_variant_is_told_alike(game: str, variant: str, tmp_path: Path) -> None:
    chosen = select(game, [variant])
    apart, flat = told_apart_and_flat(chosen.game.path, chosen.variants, tmp_path)
    assert flat == apart


def other_values(game: Path) -> Iterator[tuple[str, Data]]:
    """For one column of each row that can have the value of the row before it: its address, and that value."""
    tables = [entry for entry in read_files(game, game.name).rules.section("components") if entry.slot("rows")]
    for table in tables:
        rows = table.entries("rows")
        for before, row in pairwise(rows):
            found = next(_other_cells(before, row), None)
            if found is not None:
                yield f"{row.address}.{found[0]}", found[1]


def _other_cells(before: Entry, row: Entry) -> Iterator[tuple[str, Data]]:
    for name, slot in row.slots.items():
        other = before.slot(name)
        if name in NOT_PRINTED or other is None or slot.sentence is not None or isinstance(slot.node, Mapping):
            continue
        if plain(slot.node) != plain(other.node):
            yield name, plain(other.node)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["monolyth", "monastery", "kings-abbey"])
def test_rows_with_values_of_others_are_told_alike(game: str, tmp_path: Path) -> None:
    path = select(game, []).game.path
    values = dict(other_values(path))
    edits = {f"e{number}": {"set": address, "to": value} for number, (address, value) in enumerate(values.items())}
    variant = tmp_path / "ours.yaml"
    variant.write_text(json.dumps({"custumal": 1, "variant": "ours", "of": game, "edits": edits}), encoding="utf-8")
    (tmp_path / "flat").mkdir()
    apart, flat = told_apart_and_flat(path, (variant,), tmp_path / "flat")
    assert flat == apart
    assert sum(origin == "variant" for rows in apart.values() for row in rows.values() for origin in row) >= len(values) > 0


# ---------------------------------------------------------------- examples

BOOK = """\
custumal: 1
rulebook: fair
rules:
  F-1: {section: Fair, text: Bread costs 1., example: Two loaves cost 2., example-from: rulebook}
"""


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ("{set: rulebook.rules.F-1.text, to: Bread is cheap.}", "Example of the printed rules: Two loaves cost 2."),
        ("{set: rulebook.rules.F-1.example, to: Two loaves cost 9.}", "Our example: Two loaves cost 9."),
    ],
)
def test_an_example_that_a_variant_words_is_not_of_the_printed_rules(
    edit: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "ours.yaml").write_text(f"custumal: 1\nvariant: ours\nof: fair\nedits: {{a: {edit}}}\n", encoding="utf-8")
    flat = tmp_path / "flat" / "game.yaml"
    assert run(["flatten", str(tmp_path / "ours.yaml"), "-o", str(flat)]) == 0
    for game in (tmp_path / "ours.yaml", flat):
        capsys.readouterr()
        assert run(["rulebook", str(game), "-o", "-", "--format", "md"]) == 0
        assert said in capsys.readouterr().out
