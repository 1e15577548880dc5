"""What is declared says itself how people call it."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.base.types import Symbol
from custumal.interpreter.api import load_game
from custumal.interpreter.keys.labels import Labels

GAME = """\
custumal: 1
game: dyes
title: Dyes
players: 2
languages: [en, fr]
lists:
  dye:
    red: {say: {en: crimson, fr: cramoisi}, hours: 2}
    blue: {hours: 1}
    green: {say: sap, hours: 3}
names:
  green: {en: moss, fr: mousse}
resources: {cloth: {say: {en: bolts of cloth, fr: rouleaux d'étoffe}}}
kept:
  vat(seat): {say: {en: full vat, fr: cuve pleine}, is: maybe dye, until: end}
play: {turn: {players: seats, offer: turn}}
actions:
  fill:
    say: {en: "Fill with {dye}", fr: "Remplir de {dye}"}
    offered: turn
    choose: {dye: all(dye)}
    do: set my vat to dye
scoring: {hours: {say: {en: long hours, fr: longues heures}, points: hours of my vat otherwise 0}}
ranking: {most: {most: my total}}
"""


def test_what_is_declared_is_called_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    engine = load_game(str(tmp_path), cached=False).engine(2)
    labels: Labels = engine.labels
    dyes = [[labels.value(dye, Symbol("dye"), language) for dye in range(3)] for language in ("en", "fr")]
    assert dyes == [["crimson", "blue", "moss"], ["cramoisi", "blue", "mousse"]]  # where `names` says something, that counts
    assert [labels.name(word, "en") for word in ("cloth", "vat", "hours")] == ["bolts of cloth", "full vat", "long hours"]
    assert [labels.name(word, "fr") for word in ("cloth", "vat", "hours")] == ["rouleaux d'étoffe", "cuve pleine", "longues heures"]


def test_a_sentence_without_its_values_has_gaps(tmp_path: Path) -> None:
    text = GAME.replace('en: "Fill with {dye}"', 'en: "Fill {hours of dye}{dye} with {dye}"')
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(str(tmp_path)).model
    assert game.actions["fill"].source.say.with_gaps("en", game.languages) == "Fill … with …"
