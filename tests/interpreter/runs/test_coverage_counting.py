"""Coverage counts what happens however it was lowered: written in place, called, known beforehand, or read when the table is made."""

from __future__ import annotations

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.runs.coverage import Coverage
from custumal.interpreter.runs.coverage_runs import measure

GAME = """\
custumal: 1
game: counted
players: 2
kinds:
  crate: {}
components:
  crates: {kind: crate, in: yard, copies: copies-of-crates}
zones:
  yard: {holds: crate}
  shed: {holds: crate, room: shed-room}
resources:
  coin: {}
  gem: {}
kept:
  pot: {is: 0 to 90, until: end}
  gems-found: {is: 0 to 90, until: end}
values:
  copies-of-crates: 2
  shed-room: 2
  unread: 3
play:
  turn:
    repeat: 3
    do:
      act: {players: seats, offer: turn}
      fine: raise pot by 1
actions:
  fill:
    offered: turn
    do: tidy
  sell:
    offered: stall
    require:
      early: {that: pot < 50, because: Too late.}
    do: gain 1 gem
  treat: {offered: turn, cost: {coin: 1}, do: raise pot by 1}
procedures:
  tidy: {do: empty-out}
  empty-out:
    do: [raise pot by 2, gain 1 gem]
  unused-corner: {do: raise pot by 3}
standing:
  counted-gems: {after: gain, if: resource is gem, do: raise gems-found by 1}
  counted-coins: {after: gain, if: resource is coin, do: raise gems-found by 1}
  no-fine: {waive: play.turn.fine}
  gems-pay: {accept: gem, as: coin, up-to: my gem}
  open-market: {offer: actions.sell, offered: turn}
invariants:
  pot-is-small: pot < 90
scoring: {pot: pot}
ranking: {pot: {most: my total}}
"""


@pytest.fixture(scope="module")
def coverage(tmp_path_factory: pytest.TempPathFactory) -> Coverage:
    folder = tmp_path_factory.mktemp("counted")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return measure(load_game(str(folder), cached=False).model, games=4, seed=1)


def test_what_is_written_in_place_is_counted(coverage: Coverage) -> None:
    """A procedure that only carries out another one reads nothing itself, and both are written into the action."""
    assert coverage.counts["procedures.tidy"].evaluated
    assert coverage.counts["procedures.empty-out"].evaluated


def test_a_rule_whose_condition_is_known_beforehand_is_counted_where_it_acts(coverage: Coverage) -> None:
    assert coverage.counts["standing.counted-gems"].evaluated


def test_rules_that_take_away_and_rules_that_offer_are_counted(coverage: Coverage) -> None:
    assert coverage.counts["standing.no-fine"].evaluated
    assert coverage.counts["standing.open-market"].evaluated


def test_a_purse_is_counted_when_it_is_looked_into(coverage: Coverage) -> None:
    assert coverage.counts["standing.gems-pay"].evaluated


def test_what_is_read_when_the_table_is_made_is_counted(coverage: Coverage) -> None:
    assert coverage.counts["values.copies-of-crates"].evaluated
    assert coverage.counts["values.shed-room"].evaluated


def test_invariants_are_asked(coverage: Coverage) -> None:
    assert coverage.counts["invariants.pot-is-small"].true


def test_what_never_happens_is_still_told(coverage: Coverage) -> None:
    assert coverage.never() == ["values.unread", "procedures.unused-corner", "standing.counted-coins"]
