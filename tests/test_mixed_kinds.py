"""A choice among things of two kinds: each is offered once, and things that marks tell apart are all offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.api import load_game

GAME = """\
custumal: 1
game: sale
players: 1
kinds: {house: {}, boat: {}}
components:
  houses: {kind: house, in: land, copies: 3}
  boats: {kind: boat, in: harbour, copies: 2}
zones: {land: house, harbour: boat, sold: house, gone: boat}
kept: {painted(house): {is: truth, until: end}}
define: {first-house: "leading(1, land)"}
setup: {paint: {each: h in first-house, do: set painted of h to true}}
actions:
  sell: {offered: trade, choose: {thing: land + harbour}, do: discard thing}
play: {turn: {repeat: 5, do: {once: {players: seats, offer: trade}}}}
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_things_of_two_kinds(tmp_path: Path, compiled: bool) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    table = load_game(str(tmp_path), cached=False).table(1, compiled=compiled)
    state = table.start(1)
    assert len(table.choices(state)) == 3  # the painted house, one of the two others, one of the two boats
