"""A printed column may name a row of another kind, such as the token that a card brings."""

from __future__ import annotations

from pathlib import Path

from custumal.dsl.check.game import check_game
from custumal.interpreter.api import load_game

GAME = """\
custumal: 1
game: quest
players: 1
kinds:
  token: {printed: {value: number}}
  card: {printed: {prize: maybe type of token}}
components:
  tokens: {kind: token, in: shelf, rows: {cup: {value: 1}, crown: {value: 5}}}
  cards: {kind: card, in: hand, rows: {walk: {}, hunt: {prize: cup}, siege: {prize: crown}}}
zones: {shelf: token, hand: card, won: token}
actions:
  go: {offered: turn, choose: {card: hand}, do: ["move (shelf where type of it is prize of card) to won", discard card]}
play: {turn: {repeat: 3, do: {one: {players: seats, offer: turn}}}}
scoring: {won: sum(value for won)}
"""


def test_a_card_brings_the_token_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    state = load_game(str(tmp_path), cached=False).start(1).play("go(siege)")
    assert state.scores == (5,)
    assert state.play("go(walk)").scores == (5,)


def test_a_row_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("prize: crown", "prize: corwn"), encoding="utf-8")
    (found,) = check_game(tmp_path / "game.yaml").diagnostics
    assert (found.code, found.suggestion) == ("unknown-symbol", "crown")


def test_nothing_printed_is_called_like_a_key_of_rows(tmp_path: Path) -> None:
    text = GAME.replace("prize: maybe type of token}", "prize: maybe type of token, text: text}")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (found,) = check_game(tmp_path / "game.yaml").diagnostics
    assert found.code == "clashing-keys" and "`text`" in found.message
