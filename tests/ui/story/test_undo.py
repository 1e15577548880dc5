"""What can't be taken back: whatever has looked at something hidden, however that came out."""

from pathlib import Path

import pytest

from custumal import load_game
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.story.undo import behind, no_undo, undo
from tests.support.secret_games import SMUGGLERS

GUESSES = """\
custumal: 1
game: guesses
players: 2
kinds:
  card: {printed: {v: 1 to 9}}
components:
  cards: {kind: card, in: deck, for-each: {v: 1 to 9}}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  heap: {holds: card, shape: pile, seen-by: nobody}
  sack: {holds: card, shape: bag, seen-by: nobody}
kept:
  secret: {is: 1 to 5, start: 2, seen-by: nobody}
  own(seat): {is: 0 to 5, start: 3, seen-by: owner}
  told: {is: 0 to 5}
  point(seat): 0 to 99
define:
  top-value: v of top of deck otherwise 0
  lucky: 1
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 2 from deck to hand of s}
play:
  turn: {rounds: seats, until: passes(turn) > 5, offer: turn, pick: up to 2}
actions:
  guess: {offered: turn, choose: {n: 1 to 9}, do: raise my point by 1 if top-value > n}
  by-a-rule: {offered: turn, do: raise my point by lucky}
  open: {offered: turn, do: set told to secret}
  compare: {offered: turn, do: raise my point by 1 if own(next of me) > 2}
  by-a-step: {offered: turn, do: {ask: {if: secret > 2, do: raise my point by 1, else: {no: lower my point by 1}}}}
  draw-one: {offered: turn, do: draw 1 from deck to my hand}
  bury: {offered: turn, choose: {card: my hand}, do: move card to heap}
  stow: {offered: turn, choose: {card: my hand}, do: move card to sack}
  give-away: {offered: turn, choose: {card: my hand}, do: move card to hand of next of me}
  show-own: {offered: turn, choose: {card: my hand}, do: reveal card}
  count-own: {offered: turn, do: raise my point by own(me)}
  write-own: {offered: turn, choose: {n: 0 to 5}, do: set own(me) to n}
  write-unseen: {offered: turn, choose: {n: 1 to 5}, do: set secret to n}
  rest: {offered: turn, do: []}
standing:
  luck: {if: secret > 2, modify: define.lucky, add: 1}
scoring: {point: my point}
ranking: {most: {most: my total}}
"""
LOOKING = ("guess", "by-a-rule", "open", "compare", "by-a-step", "draw-one")
OWN = ("bury", "stow", "give-away", "show-own", "count-own", "write-own", "write-unseen", "rest")


def begun(text: str, folder: Path, seed: int) -> Session:
    file = folder / "game.yaml"
    file.write_text(text, encoding="utf-8")
    session = Session(load_game(str(file)), [HUMAN, HUMAN], seed)
    session.settle()
    return session


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", [*LOOKING, *OWN])
def test_what_looks_at_something_hidden_is_not_taken_back(name: str, seed: int, tmp_path: Path) -> None:
    session = begun(GUESSES, tmp_path, seed)
    for choice in session.engine.choices(session.position):
        if choice[0] < 0 or session.engine.action(session.position, choice) != name:
            continue
        before = session.position
        session.play(choice)
        assert (undo(session, 0) is None) == (name in OWN), session.engine.key(before, choice)
        session.position = before
        session.events.clear()


def test_what_preview_does_not_try_out_is_not_taken_back_and_the_other_way_round(tmp_path: Path) -> None:
    for seed in range(12):
        session = begun(SMUGGLERS, tmp_path, seed)
        for _ in range(20):
            before = session.position
            if session.is_over or session.sealed.step(before) is not None:
                break
            assert before.seat is not None
            look = Look(session.engine, hints_of(session.game.model.display), before, before.seat, "en")
            choices = session.engine.choices(before)
            for choice in choices[:6]:
                shown = behind(session, look, choice)
                session.play(choice)
                assert (no_undo(session, before.seat) is None) == (shown is not None), session.engine.key(before, choice)
                session.return_to(len(session.events) - 1)
            session.play(choices[seed * 7 % len(choices)])
            session.settle()


SUITS = """\
custumal: 1
game: suits
players: 2
lists:
  suit: [cup, coin]
kinds:
  card: {printed: {suit: suit, v: 1 to 6}}
components:
  cards: {kind: card, in: deck, for-each: {suit: suit, v: 1 to 6}}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  table(seat): card
kept:
  led: {is: maybe suit, until: trick}
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 2 from deck to hand of s}
play:
  trick: {repeat: 2, do: {card: {players: seats, offer: turn}, extra: {players: seats, offer: more}}}
actions:
  follow:
    offered: turn
    choose: {card: my hand}
    require: {same: {that: led is none or suit of card is led or no c in my hand where suit of c is led, because: Follow suit.}}
    do: [set led to suit of card if led is none, move card to table of me]
  add:
    offered: more
    choose: {card: my hand}
    require: {same: {that: suit of card is led, because: No.}}
    do: move card to table of me
scoring: {held: count(my hand)}
ranking: {least: {least: my total}}
"""


@pytest.mark.parametrize("seed", range(6))
def test_whoever_chooses_next_tells_nothing_where_it_surely_has_something(seed: int, tmp_path: Path) -> None:
    """To follow suit there is always a card; to add one of the suit there need not be, so that it would be told who has none."""
    session = begun(SUITS, tmp_path, seed)
    session.play(session.engine.choices(session.position)[0])
    assert no_undo(session, 0) is None
    session.play(session.engine.choices(session.position)[0])
    assert no_undo(session, 1) == "undo-reveal"
