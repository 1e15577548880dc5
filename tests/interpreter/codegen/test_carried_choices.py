"""An action that a thing offers, with few choices: what stands for a choice is looked up by the thing too."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.runs.coverage_runs import measure

GAME = """\
custumal: 1
game: levers
players: 2
kinds: {lever: {owned: true, active: this is in desk of owner}}
components:
  spares: {kind: lever, in: shelf, for-each: {owner: seat}, copies: 3}
  levers:
    kind: lever
    in: desk of owner
    for-each: {owner: seat}
    rows:
      small: {abilities: {pull: {any-time: turn, limit: once per turn, choose: {who: seats, n: 1 to 2}, do: set score of who to n}}}
zones: {desk(seat): lever, shelf: lever}
kept: {score(seat): {is: 0 to 2, until: end}}
play: {turn: {repeat: 1, do: {go: {players: seats, offer: free}}}}
scoring: {score: my score}
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_every_choice_is_the_one_of_its_thing(tmp_path: Path, compiled: bool) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    engine = load_game(str(tmp_path), cached=False).engine(2, compiled=compiled)
    state = engine.start(1)
    keys = {engine.key(state, choice) for choice in engine.choices(state)}
    assert keys == {f"pull(small(p1), {who}, {n})" for who in ("p1", "p2") for n in (1, 2)} | {"pass"}


def test_what_no_thing_offers_has_no_candidates_to_look_at(tmp_path: Path) -> None:
    text = GAME.replace("limit: once per turn", "limit: copies per turn").replace("in: desk of owner", "in: shelf")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    coverage = measure(load_game(str(tmp_path), cached=False).model, games=1, seed=1)
    assert any("pull" in address for address in coverage.never())
