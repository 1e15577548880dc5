"""A procedure may carry itself out behind a limit: a card that plays a card twice needs no stack of its author's."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal.dsl.check.game import check_game
from custumal.interpreter.codegen import flowing
from tests.support.compiled_twins import TwinMachine
from tests.support.small_games import Play

GAME = """\
custumal: 1
kinds: {card: {printed: {worth: number}}}
components:
  cards: {kind: card, in: hand of first(seats), rows: {mirror: {worth: 0, copies: 3}, gold: {worth: 2}, tin: {worth: 1}}}
zones: {hand(seat): card, table: card}
kept: {points(seat): {is: 0 to 99, until: end}, depth: {is: 0 to 99, until: end}}
play: {turn: {players: seats, offer: acts}}
actions:
  lay: {offered: acts, choose: {card: my hand}, do: resolve(card)}
procedures:
  resolve(card):
    do:
      gone: move card to table
      worth: raise points of me by worth of card
      again:
        if: card is mirror
        limit: 9 per turn
        choose: {other: my hand}
        do: [resolve(other), resolve(other), raise depth by worth of other + 1]
scoring: {p: my points + depth}
ranking: {p: {most: my total}}
"""


def play(text: str = GAME) -> Play:
    game = Play(text, players=1)
    game.machine = TwinMachine(game.machine.instance, game.machine.program)
    game.state = game.machine.start(1)
    return game


def test_a_card_is_played_twice() -> None:
    game = play().do("lay(mirror)", "again(gold)")
    assert (game.kept("points", 0), game.kept("depth")) == (4, 3)


def test_each_knows_its_own_card_when_it_goes_on() -> None:
    # mirror → mirror twice: → tin twice (1 + 1), → gold twice (2 + 2); and what was chosen outside is a mirror still, worth nothing.
    game = play().do("lay(mirror)", "again(mirror)", "again(tin)", "again(gold)")
    assert (game.kept("points", 0), game.kept("depth")) == (6, 2 + 3 + 1)


def test_the_limit_ends_it() -> None:
    game = play(GAME.replace("limit: 9 per turn", "limit: once per turn")).do("lay(mirror)", "again(mirror)")
    assert game.over
    assert game.kept("depth") == 1


def test_what_stands_behind_a_step_that_was_passed_over_knows_its_own_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever generated code is cut into functions: one that is gone on to is not one that is come back to."""
    monkeypatch.setattr(flowing, "LONGEST", 0)
    monkeypatch.setattr(flowing, "HEAVIEST", 0)
    once = GAME.replace("do: [resolve(other), resolve(other), raise depth by worth of other + 1]", "do: resolve(other)")
    behind = once.replace("scoring:", "      last: {if: card is not mirror, do: raise depth by 10 * worth of card}\nscoring:")
    assert play(behind).do("lay(gold)").kept("depth") == 20
    assert play(behind).do("lay(mirror)", "again(mirror)", "again(tin)").kept("depth") == 10


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        limit: 9 per turn\n", ""),
        (
            "do: [resolve(other), resolve(other), raise depth by worth of other + 1]",
            "do: raise depth by 1\n        else: resolve(card)",
        ),
        ("procedures:\n", "procedures:\n  other(card): {do: {now: resolve(card)}}\n"),
    ],
)
def test_what_no_limit_ends_is_refused(old: str, new: str, tmp_path: Path) -> None:
    assert old in GAME
    text = GAME.replace(old, new)
    if "other(card)" in new:  # a second way round, past the limit
        text = text.replace("gone: move card to table", "gone: move card to table\n      round: other(card)")
    (tmp_path / "game.yaml").write_text(f"game: small\ntitle: Small\nplayers: 1\n{text}", encoding="utf-8")
    errors = [found for found in check_game(tmp_path / "game.yaml", "game.yaml").diagnostics if found.is_error]
    assert [found.code for found in errors] == ["recursion"]
    assert "needs a `limit`" in errors[0].message
