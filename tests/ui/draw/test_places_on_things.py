"""What is told of places on things, where somebody can't see on which things they are."""

from pathlib import Path

from custumal import load_game
from custumal.ui.draw.detail import detail
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.text.style import paint

SEALED_CARDS = """\
custumal: 1
game: sealed-cards
title: Sealed cards
players: 2
kinds: {card: {printed: {worth: 1 to 4}}, seal: {owned: true}}
components:
  cards: {kind: card, in: hand of first(seats), for-each: {worth: 1 to 4}}
  seals: {kind: seal, in: pouch of owner, for-each: {owner: seat}, copies: 2}
zones:
  hand(seat): {holds: card, seen-by: owner}
  on(card): seal
  pouch(seat): seal
  table: card
play: {turn: {rounds: seats, until: passes(turn) > 3, offer: turn, pick: any}}
actions:
  seal-it: {offered: turn, choose: {card: my hand}, do: move first(my pouch) to on of card}
  lay: {offered: turn, choose: {card: my hand}, do: move card to table}
"""


def shown(folder: Path, *keys: str, seat: int) -> list[str]:
    """What a seat reads behind these choices when it asks for the places on cards."""
    path = folder / "game.yaml"
    path.write_text(SEALED_CARDS, encoding="utf-8")
    game = load_game(str(path))
    state = game.start(players=2, seed=1)
    for key in keys:
        state = state.play(key)
    look = Look(game.engine(2), hints_of(game.model.display), state.position, seat, "en")
    return [paint(row, color=False) for row in detail(look, "on")]


def test_who_knows_the_card_is_told_which_it_is(tmp_path: Path) -> None:
    assert shown(tmp_path, "seal-it(cards(2))", seat=0) == ["on - 1", "  -", "on - 2", "  seals", "on - 3", "  -", "on - 4", "  -"]


def test_others_are_told_what_lies_on_cards_where_they_see_it_but_not_on_which(tmp_path: Path) -> None:
    told = [shown(tmp_path, f"seal-it(cards({worth}))", seat=1) for worth in (1, 2, 3, 4)]
    assert told == [["on - an unseen card (hand - player 1)", "  seals"]] * 4


def test_an_open_card_is_told_of_beside_hidden_ones(tmp_path: Path) -> None:
    assert shown(tmp_path, "lay(cards(3))", seat=1) == ["on - 3", "  -"]


def test_where_nothing_lies_on_any_of_them_nothing_does(tmp_path: Path) -> None:
    assert shown(tmp_path, seat=1) == ["on", "  -"]
