"""The printed rulebook of a small game: its examples lie open, and what a variant lifts is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import cli

GAME = """\
custumal: 1
game: dealt
title: Dealt
players: 2
lists: {hue: [red, blue]}
kinds: {card: {printed: {value: number}}, die: {}}
components:
  cards: {kind: card, in: deck, for-each: {value: 1 to 9}}
  dice: {kind: die, in: cup, copies: 2}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  cup: die
  hand(seat): {holds: card, seen-by: owner}
  lane(seat, hue): {shape: {track: 4}}
kept:
  shows(die): 1 to 6
  crossed(cell of lane): {is: truth, until: end}
define:
  number-of(c cell of lane): index of c + 1
play:
  turn: {repeat: 2, do: {act: {players: seats, offer: acting}}}
actions:
  cross:
    say: Cross {number-of(cell)} {hue of cell}
    offered: acting
    choose:
      cell: cells of lane(me, red)
    require:
      right: {that: index of cell > 1, because: The first is never crossed.}
    do: set crossed of cell to true
  drop:
    say: Drop {card}
    offered: acting
    choose: {card: my hand}
    do: discard card
scoring:
  crosses: count(c in cells of lane(me, blue) where crossed of c)
ranking: {most: {most: my total}}
scenarios:
  both-drop:
    given:
      - set shows of cup to 6
      - move (deck where value is in [2, 5]) to hand of p1
      - move (deck where value is in [3, 7]) to hand of p2
    when: [drop(cards(2)), drop(cards(3))]
    then: {gone: count(hand of p1) is 1}
"""
VARIANT = """\
custumal: 1
variant: all-crossed
of: dealt
title: All are crossed
standing:
  lifted: {waive: actions.cross.require.right}
"""


@pytest.fixture
def book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    (tmp_path / "variants").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "variants" / "all-crossed.yaml").write_text(VARIANT, encoding="utf-8")
    assert cli.run(["rulebook", str(tmp_path), "--variant", "all-crossed"]) == 0
    return capsys.readouterr().out


def test_hands_and_dice_of_an_example_are_shown_to_its_reader(book: str) -> None:
    before, after = book.partition("*Position:*")[2].split("*Afterwards:*")
    assert "cup dice=6 x2" in before
    assert "hand - player 1 2  5\nhand - player 2 3  7" in before
    assert "hand - player 1 5\nhand - player 2 7" in after


def test_the_sentence_of_an_action_names_what_is_chosen_as_people_do(book: str) -> None:
    assert "Cross (number of cell) (hue of cell)." in book


def test_what_a_variant_lifts_is_told(book: str) -> None:
    assert "- Lifted - new: does not hold: The first is never crossed." in book


def test_numbers_without_a_gap_are_told_by_the_first_and_the_last(book: str) -> None:
    assert "value: each of 1 to 9" in book
