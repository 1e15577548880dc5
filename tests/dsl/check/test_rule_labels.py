"""What a rule offers, as an action of its own or at other terms, may show in its sentence what is chosen."""

from __future__ import annotations

from pathlib import Path

from custumal.interpreter.api import load_game

GAME = """\
custumal: 1
game: purse
players: 1
languages: [en, fr]
resources: {coin: {start: 2}}
actions:
  give: {choose: {gift: 1 to my coin}, do: lose gift * coin}
standing:
  spend: {any-time: round, say: {en: "Spend {amount}", fr: "Payer {amount}"}, choose: {amount: 1 to my coin}, do: lose amount * coin}
  alms: {offer: actions.give, any-time: round, say: "Give {gift} of {most}", choose: {most: [my coin]}}
play:
  round: {repeat: 1, do: {now: {players: seats, offer: free}}}
"""


def test_sentences_of_rules_show_what_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    choices = load_game(str(tmp_path), cached=False).start(1).choices()
    assert {"Spend 1", "Spend 2", "Give 1 of 2", "Give 2 of 2"} <= {choice.label("en") for choice in choices}
    assert {"Payer 1", "Payer 2"} <= {choice.label("fr") for choice in choices}
