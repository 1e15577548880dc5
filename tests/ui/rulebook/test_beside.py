"""A change beside what a numbered rule tells of: a further action where its step offers actions, a further line of a list of which it
speaks, steps in another order; and rules with dots in their numbers, entries that are called like keys, values that a house prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.cli import run
from tests.ui.rulebook.test_rule_changes import told

GAME = """\
custumal: 1
game: fair
title: Fair
players: 2
kinds:
  ware: {printed: {cost: 0 to 9}}
components:
  wares: {kind: ware, in: stall, provenance: rulebook, rows: {title: {cost: 3, rule: "2.1"}, bread: {cost: 1, rule: "2.10"}}}
zones:
  stall: ware
  basket(seat): ware
values:
  title: {is: 2, rule: "1.1"}
  wages: {is: 4, rule: "1.2"}
kept:
  purse(seat): {is: 0 to 99, until: end}
play:
  turn:
    players: seats
    do:
      act: {offer: going, rule: "1.3"}
      pay: {do: raise my purse by wages, rule: "1.4"}
      rest: {do: raise my purse by title, rule: "1.5"}
      late: {offer: coming, rule: "1.6"}
actions:
  work: {offered: going, do: raise my purse by wages}
  fetch: {offered: [going, coming], choose: {ware: stall}, do: move ware to my basket}
scoring:
  coins: {points: my purse, rule: ["3.1", "3.2"]}
  wares: {points: sum(cost for my basket), rule: ["3.1", "3.3"]}
ranking:
  points: {most: my total, rule: "3.4"}
  thrift: {least: my purse, rule: "3.5"}
"""
RULES = ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.10", "3.1", "3.2", "3.3", "3.4", "3.5")
BOOK = "custumal: 1\nrulebook: fair\nrules:\n" + "".join(f'  "{rule}": {{section: Fair, text: Rule {rule}.}}\n' for rule in RULES)


def variant(folder: Path, text: str) -> Path:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    path = folder / "ours.yaml"
    path.write_text(f"custumal: 1\nvariant: ours\nof: fair\n{text}", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("actions: {idle: {offered: going, do: []}}", {"1.3"}),
        ("edits: {a: {remove: actions.work}}", {"1.3"}),
        ("edits: {a: {set: actions.work.offered, to: coming}}", {"1.3", "1.6"}),
        ("scoring: {turns: {points: passes(turn)}}", {"3.1"}),
        ("edits: {a: {remove: scoring.wares}}", {"3.1", "3.3"}),
        ("edits: {a: {move: ranking.thrift, before: points}}", {"3.4", "3.5"}),
        ("edits: {a: {move: play.turn.act, after: pay}}", {"1.3", "1.4"}),
        ("edits: {a: {move: play.turn.act, after: rest}}", {"1.3", "1.4", "1.5"}),
        ("edits: {a: {set: values.title, to: 3}}", {"1.1", "1.5"}),
        ("edits: {a: {set: components.wares.title.cost, to: 4}}", {"2.1"}),
        ("edits: {a: {set: values.wages, to: 5}}", {"1.2", "1.4"}),
    ],
)
def test_rules_are_marked_that_no_longer_hold(text: str, marked: set[str], tmp_path: Path) -> None:
    found = {rule for rule, texts in told(variant(tmp_path, text)).items() if any("(not reworded)" in each for each in texts)}
    assert found >= marked
    assert not found & (set(RULES[:6]) - marked)


def test_a_rule_with_dots_in_its_number_is_reworded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'stands: ["1.4"]\nedits: {a: {set: values.wages, to: 5}, b: {set: rulebook.rules.1.2.text, to: "Wages are 5."}}'
    file = variant(tmp_path, text)
    assert told(file)["1.2"] == ("Reworded by ours; before: “Rule 1.2.”",)
    assert run(["check", str(file)]) == 0
    assert "not-reworded" not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("edits: {a: {set: components.wares.bread.cost, to: 5}}", {"title": "rulebook", "bread": "variant"}),
        ("edits: {a: {add: components.wares.soap, with: {cost: 5}}}", {"title": "rulebook", "bread": "rulebook", "soap": "variant"}),
        ("edits: {a: {add: components.wares.soap, with: {cost: 5, provenance: public}}}", {"bread": "rulebook", "soap": "public"}),
        ("edits: {a: {set: components.wares.provenance, to: public}}", {"title": "public", "bread": "public"}),
    ],
)
def test_what_a_variant_prints_has_no_origin_that_the_game_gives(text: str, origins: dict[str, str], tmp_path: Path) -> None:
    rows = load_game(str(variant(tmp_path, text))).model.kinds["ware"].rows
    assert origins.items() <= {row.name: row.provenance[0] for row in rows}.items()
