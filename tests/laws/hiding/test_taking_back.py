"""Whether a choice can be taken back, and what is behind one, is answered the same wherever only what the seat may not know differs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from custumal import Game
from custumal.interpreter.library import shipped
from custumal.interpreter.position.mutation import swap_things
from custumal.interpreter.position.state import Position
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.layout import BOX, PLACES
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import Session
from custumal.ui.story.undo import behind, no_undo
from tests.support.hiding.called import game_called
from tests.support.scale import FULL, LARGE
from tests.support.secret_games import DUEL, PEDLARS, SMUGGLERS
from tests.support.twins import session_at, twin, walk

# What the next seat can choose hangs on its hand: with one card of eighty it has nothing to answer, and without a pair nothing to lay down.
ANSWERS = """\
custumal: 1
game: answers
title: Answers
players: 2
lists: {suit: [cup, coin, leaf]}
kinds: {card: {printed: {worth: 1 to 40, suit: suit}}}
components:
  low: {kind: card, in: deck, rows: {fool: {worth: 1, suit: cup, copies: 1}, page: {worth: 2, suit: coin, copies: 39}}}
  high: {kind: card, in: deck, for-each: {worth: 3 to 40, suit: suit}}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  table: card
kept:
  led: {is: maybe suit, until: trick}
  luck(seat): {is: 0 to 9, start: 5, seen-by: owner}
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: [draw 2 from deck to hand of s, roll luck of s]}
play:
  trick:
    repeat: 3
    do:
      says: {players: seats, offer: saying}
      answers: {players: seats, offer: answering}
      follows: {players: seats, offer: following}
      pairs: {players: seats, offer: pairing}
      risks: {players: seats, offer: risking}
actions:
  say: {offered: saying, choose: {what: all(suit)}, do: set led to what}
  answer:
    offered: answering
    choose: {card: my hand}
    require: {enough: {that: worth of card > 1, because: Too little.}}
    do: raise my luck by 1
  follow:
    offered: following
    choose: {card: my hand}
    require:
      suit: {that: suit of card is led or led is none, unless: no c in my hand where suit of c is led, because: Follow suit.}
    do: lower my luck by 1
  pair:
    offered: pairing
    choose: {card: my hand}
    require: {two: {that: some c in my hand where suit of c is led, because: No pair.}}
    do: move card to table
  risk: {offered: risking, choose: {much: 1 to 9}, require: {has: {that: much <= my luck, because: Too much.}}, do: lower my luck by much}
"""
OWN = {"answers": ANSWERS, "smugglers": SMUGGLERS, "masked-duel": DUEL, "pedlars": PEDLARS}
MOST_CHOICES, MOST_TWINS = (8, 8) if FULL else (4, 4)
OF_LARGE, OF_OTHERS = (60, 150) if FULL else (12, 40)
"""So many positions of a game are tried."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [*OWN, *(name for name, _ in shipped())])
def test_what_is_hidden_changes_no_answer(name: str, tmp_path: Path) -> None:
    game, chance = game_called(name, OWN, tmp_path), random.Random(name)
    players = game.players[0]
    engine = game.engine(players)
    if not engine.eyes.has_secrets:
        return
    for seed in range(1 if name in LARGE and not FULL else 3):
        states = [session.position for session in walk(game, players, seed, chance)]
        for state in chance.sample(states, min(len(states), OF_LARGE if name in LARGE else OF_OTHERS)):
            assert state.seat is not None
            others = [twin(engine, state, state.seat, chance) for _ in range(MOST_TWINS)]
            _same_answers(game, state, [one for one in others if one is not None], chance)


def test_one_card_of_many_that_the_next_seat_may_hold_changes_none(tmp_path: Path) -> None:
    game, chance, asked = game_called("answers", OWN, tmp_path), random.Random(1), 0
    for seed in range(2):
        for session in walk(game, 2, seed, chance):
            state = session.position
            others = [*_with_another_card(session, state)]
            _same_answers(game, state, others, chance)
            asked += len(others)
    assert asked > 1_000


def _with_another_card(session: Session, state: Position) -> Iterator[Position]:
    """The position with every other card in the place of one in the hand of the other seat."""
    engine, seat = session.engine, state.seat
    assert seat is not None
    unseen = [thing for thing in range(len(engine.instance.things)) if not sees_thing(engine.evaluator, state, seat, thing)]
    hand = state.piles[engine.instance.zones["hand"].piles + 1 - seat]
    for other in unseen if hand else ():
        if other not in hand and state.c[PLACES][other] != BOX:
            found = state.copy()
            swap_things(engine.instance.layout, found, hand[0], other)
            found.known = state.known[:]
            yield found


def _same_answers(game: Game, state: Position, others: list[Position], chance: random.Random) -> None:
    engine = game.engine(game.players[0])
    keys = [engine.key(state, choice) for choice in engine.choices(state)]
    for key in chance.sample(keys, min(MOST_CHOICES, len(keys))):
        told = _answer(game, state, key)
        for other in others:
            assert _answer(game, other, key) == told, key


def _answer(game: Game, state: Position, key: str) -> tuple[str | None, bool]:
    """Why a choice can't be taken back once it is made, and whether it is told what is behind it."""
    session = session_at(game, game.players[0], state)
    choice = session.engine.find(state, key)
    assert choice is not None
    assert state.seat is not None
    shown = behind(session, Look(session.engine, hints_of(game.model.display), state, state.seat, "en"), choice)
    session.play(choice)
    return no_undo(session, state.seat), shown is not None
