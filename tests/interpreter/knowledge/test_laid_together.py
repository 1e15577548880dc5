"""Of several things that are laid on a pile together who doesn't know all can't tell which lies where."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from custumal import Game, load_game
from custumal.interpreter.knowledge.course import Course
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.layout import PLACES

TOMBS = """\
custumal: 1
game: tombs
title: Tombs
players: 2
kinds: {card: {printed: {worth: 1 to 9}}, stone: {}}
components:
  cards: {kind: card, in: deck, for-each: {worth: 1 to 9}}
  stones: {kind: stone, in: purse of first(seats), copies: 4}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  tomb: {holds: card, shape: pile, seen-by: nobody}
  vault: {holds: card, shape: pile, seen-by: nobody}
  cave: {holds: card, seen-by: nobody}
  cells: {holds: one card, shape: {slots: 5}, seen-by: nobody}
  purse(seat): {holds: stone, seen-by: owner}
  shaft: {holds: stone, shape: pile, seen-by: nobody}
define:
  top-worth: worth of top of tomb
  bottom-worth: worth of bottom of tomb
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 3 from deck to hand of s}
play:
  turn: {rounds: seats, until: passes(turn) > 5, offer: turn}
actions:
  hand-over: {offered: turn, choose: {card: my hand}, do: move card to hand of next of me}
  entomb: {offered: turn, do: move my hand to tomb}
  below: {offered: turn, do: move my hand to bottom of tomb}
  exchange: {offered: turn, do: swap my hand with tomb}
  stack: {offered: turn, do: move tomb to vault}
  hide: {offered: turn, do: move my hand to cave}
  shelve: {offered: turn, do: move my hand to cells}
  drop: {offered: turn, do: move purse of first(seats) to shaft}
  show: {offered: turn, do: reveal my hand}
  idle: {offered: turn, do: []}
"""


@pytest.fixture(name="tombs")
def fixture_tombs(tmp_path: Path) -> Game:
    path = tmp_path / "game.yaml"
    path.write_text(TOMBS, encoding="utf-8")
    return load_game(str(path))


def begun(game: Game, seed: int = 3) -> tuple[Position, Course]:
    """Behind the set-up, with what has happened."""
    engine = game.engine(2)
    state = engine.start(seed)
    course = engine.course(state.copy(), whole=True)
    while state.kind == "chance":
        state = _played(game, course, state, engine.draw(state))
    return state, course


def _played(game: Game, course: Course, state: Position, choice: ChoiceTuple) -> Position:
    after = game.engine(2).after(state, choice)
    course.note(state, choice, after)
    return after


def reached(game: Game, *keys: str) -> tuple[Position, Course]:
    """Behind choices, each the first one whose key begins like this."""
    engine = game.engine(2)
    state, course = begun(game)
    for key in keys:
        found = next(choice for choice in engine.choices(state) if engine.key(state, choice).startswith(key))
        state = _played(game, course, state, found)
    return state, course


def known(game: Game, state: Position, seat: int, kind: str = "card") -> int:
    engine = game.engine(2)
    instance = engine.instance
    lying = [thing for thing in instance.things_of(kind) if instance.layout.zone_at[state.c[PLACES][thing]].name in UNSEEN_BY_ALL]
    return sum(sees_thing(engine.evaluator, state, seat, thing) for thing in lying)


UNSEEN_BY_ALL = ("tomb", "vault", "cave", "cells", "shaft")
KNOWN = [
    (("hand-over", "entomb"), (0, 4)),
    (("hand-over", "below"), (0, 4)),
    (("hand-over", "shelve"), (0, 4)),
    (("hand-over", "hide"), (1, 4)),
    (("hand-over", "show", "idle", "entomb"), (4, 4)),
    (("entomb", "exchange", "stack"), (0, 3)),
    (("entomb", "exchange"), (0, 3)),
    (("entomb", "idle", "stack"), (3, 0)),
]
"""What is done in turn, and of how many of the cards that nobody sees each seat knows which they are."""


@pytest.mark.parametrize(("keys", "expected"), KNOWN)
def test_who_knows_all_of_them_knows_them_where_they_lie_and_nobody_else(
    tombs: Game, keys: tuple[str, ...], expected: tuple[int, int]
) -> None:
    state, _ = reached(tombs, *keys)
    assert tuple(known(tombs, state, seat) for seat in (0, 1)) == expected


def test_where_all_are_alike_their_order_tells_nothing(tombs: Game) -> None:
    state, _ = reached(tombs, "drop")
    assert known(tombs, state, 0, "stone") == 4


@pytest.mark.parametrize("laid", ["entomb", "below", "shelve"])
def test_the_order_is_mixed_anew_and_what_is_among_them_stays_there(tombs: Game, laid: str) -> None:
    engine = tombs.engine(2)
    before, course = reached(tombs, "hand-over")
    hand = engine.instance.zones["hand"]
    given = next(thing for thing in before.piles[hand.piles + 1] if sees_thing(engine.evaluator, before, 0, thing))
    found = next(choice for choice in engine.choices(before) if engine.key(before, choice) == laid)
    after = _played(tombs, course, before, found)
    locations = set()
    for number in range(60):
        drawn = engine.possible(after, 0, course).draw(random.Random(number))
        zone = engine.instance.layout.zone_at[drawn.c[PLACES][given]]
        assert zone.name in UNSEEN_BY_ALL
        locations.add(drawn.c[PLACES][given] if zone.content >= 0 else drawn.piles[zone.piles].index(given))
    assert len(locations) == 4


@pytest.mark.parametrize("laid", ["entomb", "below"])
def test_what_lies_on_top_is_not_told_to_who_knows_one_of_them(tombs: Game, laid: str) -> None:
    for seed in range(4):
        state = tombs.start(players=2, seed=seed)
        state = state.play(state.choices()[0].key)
        state = state.play(laid)
        for name in ("top-worth", "bottom-worth"):
            assert state.explain(name, seat=1).value is None
            assert state.explain(name, seat=2).value is not None
