"""A definition says what it gives, where its sentence is narrower than what rules make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.interpreter.api import load_game

GAME = """\
custumal: 1
game: omens
title: Omens
players: 2
lists: {colour: [red, blue, green]}
kinds: {card: {printed: {colour: colour}}}
components: {cards: {kind: card, in: stock, for-each: {colour: colour}}}
zones: {stock: card, kept-by(seat): card}
define:
  lucky(s seat): {is: none, gives: maybe colour}
  wild: {is: [], gives: set of colour}
  worth: {is: 1, gives: 0 to 5}
standing:
  luck: {if: s is first(seats), modify: define.lucky, set: red}
  wilder: {modify: define.wild, also: green}
play: {turn: {players: seats, offer: acts}}
actions:
  take: {offered: acts, choose: {card: stock}, do: move card to kept-by(me)}
scoring: {cards: count(c in kept-by(me) where colour of c is lucky(me) or colour of c is in wild) * worth}
ranking: {most: {most: my total}}
"""


def errors(text: str, folder: Path) -> list[tuple[str, str]]:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return [(found.code, found.message) for found in check_game(folder / "game.yaml").diagnostics if found.is_error]


def test_rules_give_what_the_sentence_alone_could_not(tmp_path: Path) -> None:
    assert errors(GAME, tmp_path) == []
    state = load_game(str(tmp_path), cached=False).start(2).play("take(cards(red))").play("take(cards(green))")
    assert state.scores == (1, 1)
    state = load_game(str(tmp_path), cached=False).start(2).play("take(cards(blue))").play("take(cards(red))")
    assert state.scores == (0, 0)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("is: none, gives: maybe colour", "is: none", "type-mismatch"),
        ("is: [], gives: set of colour", "is: []", "type-mismatch"),
        ("is: none, gives: maybe colour", "is: 3, gives: maybe colour", "type-mismatch"),
        ("is: none, gives: maybe colour", "is: none, gives: colour", "may-be-none"),
        ("gives: 0 to 5", "gives: 2 to 5", "out-of-range"),
        ("gives: 0 to 5", "gives: maybe hue", "unknown-type"),
        ("set: red}", "set: 4}", "type-mismatch"),
    ],
)
def test_what_does_not_fit_is_told(old: str, new: str, code: str, tmp_path: Path) -> None:
    assert old in GAME
    found = errors(GAME.replace(old, new), tmp_path)
    assert found and {one for one, _ in found} == {code}
