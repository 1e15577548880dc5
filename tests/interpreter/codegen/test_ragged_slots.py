"""Slots of a printed row: things with rows of different lengths, whose numbers generated code reads as the plain machine does."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.reference.scores import scores

RULES = """
custumal: 1
game: huts
players: 2
kinds:
  hut: {printed: {beds: row of number}}
  guest: {owned: true}
components:
  huts:
    kind: hut
    in: village
    rows:
      small: {beds: [5]}
      large: {beds: [1, 2, 3]}
  guests: {kind: guest, in: road of owner, for-each: {owner: seat}, copies: 2}
zones:
  village: hut
  road(seat): guest
  bed(hut): {holds: one guest, shape: {slots: beds of hut}}
actions:
  sleep:
    offered: evening
    choose: {hut: village, place: cells of bed of hut where empty}
    do: move leading(1, my road) to place
play:
  evening: {repeat: 2, do: {turn: {players: seats, offer: evening}}}
scoring:
  beds: {points: sum(number of c for c in union(cells of bed of h for h in village) where c is filled and c.guest.owner is me)}
ranking:
  most: {most: total of me}
"""


@pytest.fixture
def huts(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("compiled", [True, False])
def test_each_bed_has_its_own_number(huts: Path, compiled: bool) -> None:
    engine = load_game(str(huts), cached=False).engine(2, compiled=compiled)
    state = engine.start(1)
    assert len(engine.choices(state)) == 1 + 3
    for choice in (0, 2, 0, 0):  # the only bed of the small hut, the last of the large one, then what is left in order
        engine.apply(state, engine.choices(state)[choice])
    assert scores(engine.evaluator, state) == (5 + 1, 3 + 2)
