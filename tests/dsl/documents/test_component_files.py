"""Tables of components in files of their own: the same game as with the rows in YAML, and every mistake at its cell."""

import itertools
from pathlib import Path
from random import Random

import pytest

from custumal import load_game
from custumal.dsl.check.game import Checked, check_game
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.yaml.csv import read_rows
from custumal.dsl.yaml.source import SourceText

GAME = """
custumal: 1
game: cards
title: Cards
players: 2
lists:
  colour: [red, blue]
resources:
  coin: {start: 3}
kinds:
  card: {printed: {price: 0 to 9, cost: bundle, colour: maybe colour, marks: set of colour}}
components:
  cards: {kind: card, in: deck, provenance: public, ROWS}
zones:
  deck: {holds: card, shape: pile}
  hand(seat): card
actions:
  buy:
    offered: turn
    choose: {card: deck}
    cost: cost of card
    do: move card to my hand
play:
  turn: {rounds: seats, until: no deck, offer: turn, pass: leave turn}
scoring:
  price: sum(price + count(marks) for my hand where colour is not none)
ranking: {points: {most: my total}}
"""
CSV = """\
id,copies,price,cost,colour,marks,note
well,2,3,{coin: 1},red,"[red, blue]","A ""deep"" one, with water"

 mill ,,4,,,[],
"""
ROWS = """rows: {
    well: {copies: 2, price: 3, cost: {coin: 1}, colour: red, marks: [red, blue], note: 'A "deep" one, with water'},
    mill: {price: 4, marks: []}}"""


def write(folder: Path, csv: str | bytes = CSV, rows: str = "file: parts/cards.csv") -> Path:
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    (folder / "parts" / "cards.csv").write_bytes(csv if isinstance(csv, bytes) else csv.encode())
    (folder / "game.yaml").write_text(GAME.replace("ROWS", rows), encoding="utf-8")
    return folder / "game.yaml"


def check(folder: Path, csv: str | bytes = CSV) -> Checked:
    return check_game(write(folder, csv), "game.yaml")


def places(checked: Checked) -> list[tuple[str, str, int, int]]:
    return [(d.code, d.span.file, d.span.line, d.span.column) for d in checked.diagnostics]


@pytest.mark.parametrize(
    "csv",
    [CSV, "\ufeff" + CSV, CSV.replace("\n", "\r\n"), CSV.replace("red, blue", "BOTH").replace(",", ";").replace("BOTH", "red, blue")],
    ids=["plain", "byte order mark", "line ends", "semicolons"],
)
def test_a_table_says_what_rows_say(tmp_path: Path, csv: str) -> None:
    assert places(check(tmp_path / "one", csv)) == []
    games = [load_game(str(write(tmp_path / "one", csv))), load_game(str(write(tmp_path / "two", rows=ROWS)))]
    assert games[0].model.kinds["card"].rows[0].values == games[1].model.kinds["card"].rows[0].values
    states = [game.start(seed=5) for game in games]
    dice = Random(1)
    while not states[0].is_over:
        keys = [[choice.key for choice in state.choices()] for state in states]
        assert keys[0] == keys[1]
        key = dice.choice(keys[0])
        states = [state.play(key) for state in states]
    assert states[0].scores == states[1].scores
    assert states[1].is_over


def test_what_a_table_says_is_part_of_the_rules(tmp_path: Path) -> None:
    before = load_game(str(write(tmp_path)))
    after = load_game(str(write(tmp_path, CSV.replace(",4,", ",5,"))))
    assert [row.values[0] for row in after.model.kinds["card"].rows] == [3, 5]
    assert before.rules_hash != after.rules_hash


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        ("red,", "rde,", "unknown-symbol", 2, 20),
        ("[red, blue]", "[red, bleu]", "unknown-symbol", 2, 31),
        ("price", "prise", "unknown-column", 1, 11),
        (",4,", ",12,", "out-of-range", 4, 9),
        (",4,", ",04,", "odd-number", 4, 9),
        (",4,", ",4.5,", "fraction", 4, 9),
        ("id,", "name,", "bad-table", 1, 1),
        ("colour,", "price,", "bad-table", 1, 22),
        ("note", "", "bad-table", 1, 35),
        (" mill", "", "bad-table", 4, 2),
        (" mill", " well", "duplicate-key", 4, 2),
        ("[],", '[],,"more"', "bad-table", 4, 18),
        ("[],", '"[],', "bad-table", 4, 13),
        ('"[red', '"[red"x', "bad-table", 2, 24),
        ("{coin: 1}", "{coin: 1, coin: 2}", "bad-table", 0, 0),
        ("water", "wa\u202eter", "bidirectional-character", 2, 62),
        ("{coin: 1}", '"{coin: 1, coin: 2}"', "duplicate-key", 2, 21),
    ],
)  # fmt: skip
def test_mistakes_are_shown_in_their_cell(tmp_path: Path, old: str, new: str, code: str, line: int, column: int) -> None:
    assert old in CSV
    found = places(check(tmp_path, CSV.replace(old, new, 1)))
    if line:
        assert (code, "parts/cards.csv", line, column) in found
    else:
        assert code in {each[0] for each in found}
    assert not [each for each in found if each[1] == "game.yaml"]


def test_a_table_that_is_not_there_is_told_once(tmp_path: Path) -> None:
    game = write(tmp_path)
    (tmp_path / "parts" / "cards.csv").unlink()
    assert places(check_game(game, "game.yaml")) == [("missing-include", "game.yaml", 13, 59)]


@pytest.mark.parametrize("name", ["../cards.csv", "/etc/passwd", "C:/cards.csv"])
def test_a_table_lies_in_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "cards.csv").write_text(CSV, encoding="utf-8")
    game = write(tmp_path / "game", rows=f'file: "{name}"')
    assert [code for code, *_ in places(check_game(game, "game.yaml"))] == ["include-outside"]


def test_a_variant_has_tables_too_and_changes_rows_of_others(tmp_path: Path) -> None:
    write(tmp_path)
    variants = tmp_path / "variants"
    variants.mkdir()
    (variants / "more.csv").write_text("id,price\nbath,2\n", encoding="utf-8")
    variant = "custumal: 1\nvariant: rich\nof: cards\ntitle: Rich\ncomponents: {more: {kind: card, in: deck, file: more.csv}}\n"
    (variants / "rich.yaml").write_text(variant + "edits: {dear: {set: components.cards.well.price, to: 7}}\n", encoding="utf-8")
    game = load_game(str(tmp_path), variants=["rich"])
    assert {row.name: row.values[0] for row in game.model.kinds["card"].rows} == {"well": 7, "mill": 4, "bath": 2}


def test_any_cell_is_read_where_it_stands() -> None:
    """Cells written in the manner of spreadsheets come back, and every character is found at its place."""
    dice = Random(3)
    for _ in range(300):
        table = [["".join(dice.choices('ab ",;\n1', k=dice.randrange(6))) for _ in range(3)] for _ in range(3)]
        table[0] = ["id", "a", "b"]
        text = "".join(",".join(_written(cell) for cell in row) + "\n" for row in table)
        source, report = SourceText(Path("t.csv"), "t.csv", text), Report()
        found = read_rows(source, report)
        assert report.sorted() == []
        assert [[cell.text for cell in row] for row in found] == [row for row in table if any(row)]
        for cell in itertools.chain(*found):
            assert "".join(text[index] for index in cell.indexes[:-1]) == cell.text


def _written(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set(' ",;\n') else cell
