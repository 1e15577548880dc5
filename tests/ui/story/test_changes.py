"""What is told of a game beside the choices: what changed by itself, and nothing that the viewer may not know."""

from __future__ import annotations

import random
import re
from pathlib import Path
from textwrap import dedent

import pytest

from custumal.cli import run
from custumal.interpreter.api import load_game
from custumal.interpreter.keys.views import view
from custumal.interpreter.library import shipped
from custumal.interpreter.position.mutation import swap_things
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChanceStop
from custumal.interpreter.reference.visibility import sees_thing
from custumal.interpreter.setup.layout import BOX, PLACES
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.scene.phase import phase
from custumal.ui.story.changes import narrated
from custumal.ui.story.forced import Unasked, unasked
from custumal.ui.story.moves import moves
from custumal.ui.story.revealed import revelations
from custumal.ui.story.session import HUMAN, Event, Session
from custumal.ui.story.trails import Passed, trails
from custumal.ui.text.style import width

# Whoever takes an apple gets coins, makes a plan that nobody else sees, draws a card unseen and drives all wolves on. Then the
# seat gives an apple away, which is no choice while it has only one.
FAIR = """
    custumal: 1
    game: fair
    title: Fair
    players: 2
    languages: [en, fr]
    resources: {coin: {start: 3}}
    lists: {spot: [square, cloister]}
    kinds: {card: {}, fruit: {}, beast: {}}
    zones:
      stock: {holds: card, seen-by: nobody}
      hand(seat): {holds: card, seen-by: owner}
      stall: fruit
      basket(seat): fruit
      heap: fruit
      site(spot): beast
    components:
      cards: {kind: card, in: stock, rows: {crown: {copies: 4}, sword: {copies: 4}}}
      fruits: {kind: fruit, in: stall, rows: {apple: {copies: 4}, pear: {copies: 4}}}
      wolves: {kind: beast, in: site of square, rows: {wolf: {copies: 3}}}
    kept:
      plan(seat): {is: 0 to 99, until: end, seen-by: owner}
    play:
      day:
        repeat: 3
        do:
          turn:
            players: seats
            do:
              taking: {offer: market}
              giving: {say: "Throw away {fruit}", choose: {fruit: my basket}, do: move fruit to heap}
    actions:
      take:
        say: {en: "Take {fruit}", fr: "Prendre {fruit}"}
        offered: market
        choose: {fruit: stall}
        do:
          - move fruit to my basket
          - gain 2 coin
          - raise my plan by 7
          - move first(stock) to my hand
          - move site of square to site of cloister
    scoring: {fruits: count(my basket)}
    """


def session_of(text: str, folder: Path, players: int = 2, seed: int = 1) -> Session:
    path = folder / "game.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    session = Session(load_game(str(path)), [HUMAN] * players, seed)
    session.settle()
    return session


def do(session: Session, *keys: str) -> None:
    for key in keys:
        choice = session.engine.find(session.position, key)
        assert choice is not None, key
        session.play(choice)
        session.settle()


def lines(session: Session, viewer: int | None, language: str = "en", start: int = 0, columns: int = 200) -> list[str]:
    rows = narrated(session, Describer(session.engine, language), viewer, columns, start)
    return ["".join(piece.text for piece in row) for row in rows]


# ---------------------------------------------------------------- what changes


def test_what_a_choice_brings_is_told_to_whom_it_concerns(tmp_path: Path) -> None:
    session = session_of(FAIR, tmp_path)
    do(session, "take(apple)")
    first, *rest = lines(session, viewer=0)
    text = " ".join(row.strip() for row in rest)
    assert first == "player 1: Take apple"
    assert "coin 3 → 5" in text
    assert "plan 0 → 7" in text
    assert "3 x wolf: site square → site cloister" in text
    assert "crown: stock → hand" in text or "sword: stock → hand" in text


def test_what_is_hidden_is_not_told(tmp_path: Path) -> None:
    session = session_of(FAIR, tmp_path)
    do(session, "take(apple)")
    for viewer in (1, None):
        text = " ".join(lines(session, viewer))
        assert "coin 3 → 5" in text
        assert "hand +1" in text
        assert "stock -1" in text
        assert not any(word in text for word in ("plan", "crown", "sword", "7"))


def test_points_are_told_where_all_is_open(tmp_path: Path) -> None:
    # By the rules of reversi the first disc turns one over: 4 against 1.
    session = Session(load_game("reversi"), [HUMAN] * 2, 1)
    session.settle()
    session.play(session.engine.choices(session.position)[0])
    assert lines(session, 0)[1:] == ["    player 1: score 2 → 4; player 2: score 2 → 1"]
    # Here the own plan is a secret, so that points are no news before the end.
    hidden = session_of(FAIR, tmp_path)
    do(hidden, "take(apple)")
    assert "score" not in " ".join(lines(hidden, 0))


def test_a_choice_that_says_all_stands_alone() -> None:
    session = Session(load_game("tic-tac-toe"), [HUMAN] * 2, 1)
    do(session, "claim(at(board, 2, 2))", "claim(at(board, 1, 1))")
    assert len(lines(session, 0)) == len(session.events)


def test_the_set_up_is_no_news() -> None:
    session = Session(load_game("goofspiel"), [HUMAN] * 2, 1)
    session.settle()
    assert session.events
    assert [row for row in lines(session, 0) if "→" in row] == []


def test_where_the_course_of_play_has_come_to_is_told_while_others_play() -> None:
    session = Session(load_game("monastery"), [HUMAN, "random"], 3)
    session.settle()
    while session.seat == 0:
        session.play(session.engine.choices(session.position)[-1])
        session.settle()
    while session.seat == 1:
        session.play_bot()
        session.settle()
    # What the display names is told below the choice that led there, and above the position that is shown.
    now = phase(session.engine, hints_of(session.game.model.display), session.position, "en")
    assert now
    assert now not in " ".join(row.strip() for row in lines(session, 0, start=len(session.events) - 1))
    bots = Session(load_game("monastery"), ["random"] * 2, 3)
    bots.settle()
    arrows = 0
    while not bots.is_over and len(bots.events) < 40:
        bots.play_bot()
        bots.settle()
        arrows += " ".join(lines(bots, 0, start=len(bots.events) - 1)).count("→ Day")
    assert arrows


@pytest.mark.slow
def test_it_stays_short_and_in_the_screen() -> None:
    session = Session(load_game("monastery"), ["random"] * 3, 2)
    session.settle()
    while not session.is_over and len(session.events) < 60:
        session.play_bot()
        session.settle()
    rows = narrated(session, Describer(session.engine, "en"), 0, 60)
    run = 0
    for row in rows:
        run = run + 1 if row[0].style == "dim" else 0
        assert run <= 3
        assert width(row) <= 60


LOTTERY = """
    custumal: 1
    game: lottery
    title: Lottery
    players: 2
    kinds: {card: {}}
    zones: {sack: {holds: card, shape: bag, seen-by: nobody}, hand(seat): {holds: card, seen-by: owner}}
    components: {cards: {kind: card, in: sack, rows: {crown: {copies: 4}, sword: {copies: 4}}}}
    play: {turn: {players: seats, offer: market}}
    actions: {pull: {offered: market, do: draw 1 from sack to my hand}}
    """


def test_what_chance_did_unseen_is_counted(tmp_path: Path) -> None:
    session = session_of(LOTTERY, tmp_path)
    do(session, "pull")
    drawn = next(name for name in ("crown", "sword") if name in " ".join(lines(session, 0)))
    # Whoever drew is told by chance itself; the others see a hand that has grown.
    assert len(lines(session, 0)) == 2
    assert lines(session, 1)[1:] == ["    sack -1; player 1: hand +1"]
    assert drawn not in " ".join(lines(session, 1))


DECK = """
    custumal: 1
    game: deck
    title: Deck
    players: 2
    kinds: {card: {}}
    zones: {heap: card, deck: {holds: card, shape: pile, seen-by: nobody, refill: heap}, hand(seat): {holds: card, seen-by: owner}}
    components: {cards: {kind: card, in: heap, rows: {crown: {copies: 5}, sword: {copies: 2}}}}
    play: {turn: {players: seats, offer: market}}
    actions: {pull: {offered: market, do: draw 3 from deck to my hand}}
    """


def test_of_a_deck_whose_cards_are_known_only_the_number_that_went_is_told(tmp_path: Path) -> None:
    session = session_of(DECK, tmp_path)
    do(session, "pull")
    # All know what was shuffled: how the five and the two are shared out between deck and hand only the hand's owner does.
    assert "hand +3" in lines(session, 1)[-1] and "deck -3" in lines(session, 1)[-1]
    assert "→ hand" not in " ".join(lines(session, 1))
    told = re.search(r"(?:(\d) x )?crown(?:, (?:(\d) x )?sword)?: deck → hand", lines(session, 0)[-1])
    assert told is not None
    hand = session.engine.instance.zones["hand"]
    crowns = sum(session.engine.instance.things[thing].row == 0 for thing in session.position.piles[hand.piles])
    assert int(told[1] or 1) == crowns


# ---------------------------------------------------------------- what nobody was asked


def test_a_single_choice_that_was_taken_silently_is_told(tmp_path: Path) -> None:
    session = session_of(FAIR, tmp_path)
    do(session, "take(apple)")
    assert "player 1: Throw away apple (the only choice)" in " ".join(lines(session, 0))
    assert "joueur 1 : Throw away apple (seul choix)" in " ".join(lines(session, 0, "fr"))
    # What a seat holds is its secret here, and so is whether it had a choice.
    assert "player 1: Throw away apple;" in " ".join(lines(session, 1))


def test_the_last_bids_are_told_when_they_are_open() -> None:
    session = Session(load_game("goofspiel", options={"ranks": 3}), [HUMAN] * 2, 1)
    session.settle()
    do(session, "bid(cards(p1, 1))", "bid(cards(p2, 2))", "bid(cards(p1, 3))", "bid(cards(p2, 1))")
    assert session.is_over
    text = " ".join(lines(session, None))
    assert "player 1: Bid 2 (the only choice)" in text
    assert "player 2: Bid 3 (the only choice)" in text


SEALED = """
    custumal: 1
    game: sealed
    title: Sealed
    players: 3
    kinds: {card: {owned: true, printed: {value: number}}}
    zones: {hand(seat): card, shown(seat): card}
    components: {cards: {kind: card, in: hand of owner, for-each: {owner: seat, value: 1 to 2}}}
    setup: {short: discard first(hand of next of first(seats))}
    play:
      bid: {say: "Bid {card}", together: seats, choose: {card: my hand}, do: move card to my shown}
    """


def test_a_single_choice_made_unseen_is_told_when_all_have_chosen(tmp_path: Path) -> None:
    session = session_of(SEALED, tmp_path, players=3)
    assert session.seat == 0
    do(session, session.engine.key(session.position, session.engine.choices(session.position)[0]))
    # The second seat has one card; the third one still thinks.
    assert session.seat == 2
    assert "only choice" in " ".join(lines(session, viewer=1))
    for viewer in (0, 2, None):
        assert "only choice" not in " ".join(lines(session, viewer))
    do(session, session.engine.key(session.position, session.engine.choices(session.position)[0]))
    for viewer in (0, 1, 2, None):
        assert " ".join(lines(session, viewer)).count("player 2: Bid 2 (the only choice)") == 1


# ---------------------------------------------------------------- nothing leaks


@pytest.mark.parametrize(("name", "viewer"), [("kuhn-poker", 0), ("kuhn-poker", None), ("monastery", 0), ("monastery", 1)])
def test_moves_are_told_from_what_is_seen_alone(name: str, viewer: int | None) -> None:
    """Unseen things change places behind the viewer's back: as long as the view is the same, so are the words."""
    session = Session(load_game(name), ["random"] * 2, 5)
    rng, tried = random.Random(1), 0
    session.settle()
    while session.seat is not None and len(session.events) < 60:
        before = session.position
        session.play_bot()
        session.settle()
        after, other = session.position, session.position.copy()
        if not _swap_unseen(session, before, other, viewer, rng):
            continue
        looks = [_look(session, position, viewer) for position in (before, after, other)]
        if view(session.engine.evaluator, after, viewer) == view(session.engine.evaluator, other, viewer):
            tried += 1
            one, another = (trails(session.engine, [Passed(before), Passed(end)], viewer) for end in (after, other))
            assert moves(looks[0], looks[1], one, ()) == moves(looks[0], looks[2], another, ())
    assert tried


def _look(session: Session, position: Position, viewer: int | None) -> Look:
    engine = session.engine
    return Look(engine, hints_of(session.game.model.display), position, viewer, "en")


def _swap_unseen(session: Session, before: Position, after: Position, viewer: int | None, rng: random.Random) -> bool:
    """Two things of one kind that the viewer sees in neither position change places; whether there are such."""
    engine = session.engine
    unseen = [
        thing
        for thing, component in enumerate(engine.instance.things)
        if not any(sees_thing(engine.evaluator, position, viewer, thing) for position in (before, after))
        and BOX not in (before.c[PLACES][thing], after.c[PLACES][thing])
    ]
    pairs = [(a, b) for a in unseen for b in unseen if a < b and engine.instance.things[a].kind == engine.instance.things[b].kind]
    if pairs:
        swap_things(engine.instance.layout, after, *rng.choice(pairs))
    return bool(pairs)


# ---------------------------------------------------------------- at the table


def test_replay_tells_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(FAIR, tmp_path)
    do(session, "take(apple)")
    saved = tmp_path / "saved.json"
    session.record().save(saved)
    assert run(["replay", str(saved), "--game", str(tmp_path / "game.yaml")]) == 0
    assert "coin 3 → 5" in capsys.readouterr().out


Chances = list[tuple[object, ...]]


def found_alone(session: Session, event: Event) -> tuple[tuple[Unasked, ...], Chances]:
    """Who was not asked, and what chance could only bring, where an event is carried out with nothing known of where it leads."""
    found: Chances = []

    def at_chance(position: Position, stop: ChanceStop, asked: int) -> None:
        only = session.engine.reference.chances.only(stop, position)
        if only is not None:
            found.append((position.pc, [*map(list.copy, position.c)], only, asked))

    return unasked(session.engine, event.before, event.choice, at_chance), found


@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_what_is_noted_of_an_event_in_one_go_up_to_where_it_led_is_what_is_found_of_each_alone(name: str) -> None:
    game = load_game(name)
    session = Session(game, ["random"] * game.players[0], 5)
    for _ in range(60):
        session.settle()
        if not session.is_over:
            session.play_bot()
    for number, event in enumerate(session.events):
        assert session.revealed(number) == revelations(session.engine, event.before, event.choice)
        silent = [(one.position.pc, one.position.c, one.outcome, one.unasked) for one in session.silent(number)]
        assert (session.unasked(number), silent) == found_alone(session, event)
    assert name != "kings-abbey" or any(session.revealed(number) for number in range(len(session.events)))
