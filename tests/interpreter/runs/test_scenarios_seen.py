"""Scenarios say who knows that something is so, and who can't."""

from __future__ import annotations

from pathlib import Path

from custumal import load_game
from custumal.interpreter.runs.scenarios import run_scenarios

LETTERS = """\
custumal: 1
game: letters
title: Letters
players: 3
kinds: {letter: {printed: {length: number}}}
components: {letters: {kind: letter, in: office, rows: {bill: {length: 1}, verse: {length: 9}, note: {length: 3}}}}
zones:
  office: {holds: letter, seen-by: nobody}
  drawer(seat): {holds: letter, seen-by: owner}
define:
  has-verse(s seat): verse is in drawer of s
play:
  turn: {rounds: seats, until: passes(turn) > 3, offer: t}
actions:
  send: {offered: t, choose: {letter: my drawer}, do: move letter to drawer of next of me}
  show: {offered: t, choose: {letter: my drawer}, do: reveal letter to next of me}
  wait: {offered: t, do: []}
scoring: {length: sum(length for my drawer)}
ranking: {most: {most: my total}}
scenarios:
  who-sent-it-knows:
    given: [move verse to drawer of p1, move bill to drawer of p1]
    when: [send(verse)]
    then:
      both: {that: has-verse(p2), sees: "[p1, p2]", unseen-by: p3}
      gone: {that: not has-verse(p1), sees: "[p1, p2]"}
  who-was-shown-it-knows:
    given: [move verse to drawer of p1]
    when: [show(verse)]
    then:
      shown: {that: has-verse(p1), sees: p2, unseen-by: p3}
  a-stranger-does-not:
    given: [move verse to drawer of p1, move bill to drawer of p1]
    when: [send(verse)]
    then:
      wrong: {that: has-verse(p2), sees: p3}
      wrong-too: {that: has-verse(p2), unseen-by: p1}
"""


def test_who_knows_what(tmp_path: Path) -> None:
    path = tmp_path / "letters.yaml"
    path.write_text(LETTERS, encoding="utf-8")
    found = {
        result.scenario.source.id: [failure.message for failure in result.failures] for result in run_scenarios(load_game(str(path)).model)
    }
    assert found == {
        "who-sent-it-knows": [],
        "who-was-shown-it-knows": [],
        "a-stranger-does-not": ["It is so, but p3 can't know it by what it sees.", "It is so, but p1 knows it by what it sees."],
    }
