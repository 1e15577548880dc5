"""What the log tells of games that differ only in what somebody may not know: the same, and the true counts of what is seen."""

from __future__ import annotations

from pathlib import Path

from custumal import Game, load_game
from custumal.ui.scene.describe import Describer
from custumal.ui.story.changes import narrated
from custumal.ui.story.session import HUMAN, Session

PASSING_ON = """\
custumal: 1
game: passing-on
title: Passing on
players: 2
kinds: {card: {printed: {worth: 1 to 9}}}
components: {cards: {kind: card, in: deck, for-each: {worth: 1 to 9}}}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
  vault: {holds: card, seen-by: nobody}
  crypt: {holds: card, seen-by: nobody}
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 2 from deck to hand of s}
  hide: draw 2 from deck to vault
play: {turn: {rounds: seats, until: passes(turn) > 5, offer: turn, pick: any}}
actions:
  cycle:
    offered: turn
    choose: {card: my hand}
    do: [move card to vault, move (first(vault where worth < 7) otherwise first(vault)) to crypt]
"""

SACK = """\
custumal: 1
game: sack
title: Sack
players: 2
kinds: {card: {printed: {worth: 1 to 2}}}
components: {cards: {kind: card, in: deck, for-each: {worth: 1 to 2}, copies: 4}}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  sack: {holds: card, shape: bag, seen-by: nobody}
  bowl: {holds: card, shape: bag}
  hand(seat): {holds: card, seen-by: owner}
setup:
  mix: shuffle deck
  deal: {each: s in seats, do: draw 2 from deck to hand of s}
  hide: draw 1 from deck to sack
play: {turn: {rounds: seats, until: passes(turn) > 2, offer: turn}}
actions:
  exchange: {offered: turn, choose: {card: my hand}, do: [move card to sack, draw 1 from sack to my hand]}
  offer-up: {offered: turn, choose: {card: my hand}, do: [move card to bowl, draw 1 from bowl to my hand]}
"""


def loaded(folder: Path, text: str) -> Game:
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return load_game(str(path))


def told(session: Session, viewer: int, start: int) -> list[str]:
    rows = narrated(session, Describer(session.engine, "en"), viewer, 200, start)
    return ["".join(piece.text for piece in row).strip() for row in rows]


def begun(game: Game, seed: int) -> Session:
    session = Session(game, [HUMAN, HUMAN], seed)
    session.settle()
    return session


def test_what_takes_the_place_of_a_named_card_is_no_change_of_what_is_counted(tmp_path: Path) -> None:
    game, logs = loaded(tmp_path, PASSING_ON), set()
    for seed in range(1, 25):
        session = begun(game, seed)
        own = [session.engine.key(session.position, one) for one in session.engine.choices(session.position)]
        session.play(session.engine.choices(session.position)[0])
        assert told(session, 0, len(session.events) - 1)[1:] == ["crypt +1"]
        assert told(session, 1, len(session.events) - 1)[1:] == ["crypt +1; player 1: hand -1"]
        logs.add((own[0], tuple(session.position.piles[session.engine.instance.zones["crypt"].piles]) == session.events[-1].choice[1:]))
    # Sometimes it was the card itself that went on, and sometimes another one.
    assert {went_on for _, went_on in logs} == {True, False}


def test_that_chance_had_no_choice_is_not_told_to_who_may_not_know_it(tmp_path: Path) -> None:
    game, stops = loaded(tmp_path, SACK), set()
    for seed in range(1, 25):
        session = begun(game, seed)
        start = len(session.events)
        session.play(session.engine.choices(session.position)[0])
        stops.add(session.position.kind)
        session.settle()
        first, *rest = told(session, 0, start)
        assert first.startswith("player 1: Exchange: ")
        assert rest in (["chance: drew 1"], ["chance: drew 2"])
        assert told(session, 1, start) == ["player 1: exchange: an unseen card"]
    assert stops == {"chance", "decision"}


def test_where_all_see_that_there_is_only_one_nothing_is_told_of_chance(tmp_path: Path) -> None:
    session = begun(loaded(tmp_path, SACK), 1)
    start = len(session.events)
    choice = next(
        one for one in session.engine.choices(session.position) if session.engine.key(session.position, one).startswith("offer-up")
    )
    session.play(choice)
    session.settle()
    assert not any("chance" in row for viewer in (0, 1) for row in told(session, viewer, start))
