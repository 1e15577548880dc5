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
    engine = load_game(str(tmp_path), cached=False).engine(1, compiled=compiled)
    state = engine.start(1)
    assert len(engine.choices(state)) == 3  # the painted house, one of the two others, one of the two boats


SALES = """\
custumal: 1
game: sales
players: 1
resources: {coin: {start: 9}}
kinds:
  house: {printed: {price: bundle}}
  boat: {printed: {price: bundle}}
components:
  houses: {kind: house, in: land, rows: {hut: {price: {coin: 2}}, hall: {price: {coin: 6}}}}
  boats: {kind: boat, in: harbour, rows: {raft: {price: {coin: 3}}, ship: {price: {coin: 7}}}}
zones: {land: house, harbour: boat, mine: house, afloat: boat}
actions:
  build: {offered: trade, choose: {thing: land}, cost: price of thing, do: move thing to mine}
  launch: {offered: trade, choose: {thing: harbour}, cost: price of thing, do: move thing to afloat}
standing:
  cheap: {offer: [actions.build, actions.launch], offered: trade, cost: price of thing - 1 coin, limit: once per turn}
play: {turn: {repeat: 2, do: {once: {players: seats, offer: trade}}}}
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_terms_for_two_deeds_with_things_of_two_kinds(tmp_path: Path, compiled: bool) -> None:
    (tmp_path / "game.yaml").write_text(SALES, encoding="utf-8")
    engine = load_game(str(tmp_path), cached=False).engine(1, compiled=compiled)
    coin = engine.machine.instance.game.resources.index("coin")
    for choice, left in (("cheap-launch(ship)", 9 - 6), ("cheap-build(hut)", 9 - 1), ("launch(raft)", 9 - 3)):
        state = engine.start(1)
        raw = engine.find(state, choice)
        assert raw is not None
        engine.apply(state, raw)
        assert engine.evaluator.kept(engine.machine.instance.kept_of_resource[coin], (0,), state) == left
