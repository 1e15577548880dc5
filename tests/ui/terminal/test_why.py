"""`why` as a player asks it: by the names of things, in both languages, and answered with numbered rules and no sentence of the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from custumal import load_game
from custumal.interpreter.engine import Engine
from custumal.ui.scene.describe import Describer
from custumal.ui.terminal.screen.console import Console
from custumal.ui.terminal.why.answer import Teller, Unknown
from custumal.ui.terminal.why.why import why

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def engines() -> dict[str, Engine]:
    return {name: load_game(name).engine(2) for name in ("monastery", "monolyth", "kings-abbey")}


def answer(engine: Engine, question: str, capsys: pytest.CaptureFixture[str], language: str = "en") -> str:
    """What is said at the first decision of a game, on one line."""
    state = engine.settled(engine.start(3))
    capsys.readouterr()
    why(Teller(Console(language, color=False, interactive=False), Describer(engine, language), state, state), question)
    return " ".join(capsys.readouterr().out.split())


ASKED = [
    # MON-PLACE-01: a tile comes from behind the own screen; the Kitchen lies in the bag or with another player
    ("monastery", "place kitchen", "Behind the screen: there is no Kitchen here.", "MON-PLACE-01"),
    ("monastery", "kitchen", "Behind the screen: there is no Kitchen here.", "MON-PLACE-01"),
    # MON-PRAY-01: monks are set praying in a Scoring
    ("monastery", "pray", "Set a monk praying is not offered now, but in Scoring.", "MON-PRAY-01"),
    ("monastery", "buy letter", "Buy a letter is not offered now, but in Scoring.", "MON-COLL-01"),
    # MON-ENC-01: the last thing in a Placement and movement, which has just begun
    ("monastery", "encourage", "at another time in Placement and movement.", "option “Only tiles with an empty box can be encouraged”"),
    ("monastery", "elect", "Call an election is possible only in Scoring.", "MON-ABBOTSH-01"),
    ("monastery", "movement points", "Movement points: 2.", "MON-MOVE-02"),
    # MLY-PLACE-05: this stone would lie outside the grid
    (
        "monolyth",
        "place-stone(at(ring, 2), take, pose-at(monolith of p1, I3, [[3, 1, 1], [4, 1, 1], [5, 1, 1]]))",
        "A stone stays on the grid; it may be turned, but not mirrored.",
        "MLY-PLACE-05",
    ),
    ("monolyth", "height", "Greatest height: 4.", "MLY-PLACE-04"),
    # KAB-P03-PRE-01: a die shows 1, 2 or 3; dice have one key, whatever they show
    ("kings-abbey", "preach 6", "Preaching needs a 1 or 2 or 3.", "KAB-P03-PRE-01"),
    # KAB-P07-BLD-01: building is phase 7, and the game begins in phase 3
    ("kings-abbey", "build", "Build a building is not offered now, but in phase 7", "KAB-P07-BLD-01"),
    # KAB-P06-MOV-01: moves of peasants are phase 6, and several actions begin with this word
    ("kings-abbey", "move", "Move a peasant one bench on is not offered now, but in phase 6", "KAB-P06-MOV-01"),
    ("kings-abbey", "market day", "nothing gives you that now.", "KAB-BLD-STA-02"),
]


@pytest.mark.parametrize(("game", "question", "fact", "rule"), ASKED)
def test_a_question_by_names_is_answered_with_a_fact_and_a_rule(
    engines: dict[str, Engine], capsys: pytest.CaptureFixture[str], game: str, question: str, fact: str, rule: str
) -> None:
    said = answer(engines[game], question, capsys)
    assert fact in said
    assert rule in said
    assert "`" not in said
    assert "pose-at(" not in said.replace(question, "")


@pytest.mark.parametrize(
    ("begun", "fact"),
    [
        ("place-stone(", "You can: Move the crystal and place a stone"),
        ("place-stone(at(ring, 4)", "You can: Move the crystal and place a stone (at(ring, 4), …)"),
        ("place-stone(at(ring, 4), take,", "You can: Move the crystal and place a stone (at(ring, 4), take, …)"),
        ("place-stone(at(ring, 9)", "9 can't be chosen for “landing slot”."),
    ],
)
def test_a_key_that_breaks_off_stands_for_all_that_begin_so(
    engines: dict[str, Engine], capsys: pytest.CaptureFixture[str], begun: str, fact: str
) -> None:
    said = answer(engines["monolyth"], begun, capsys)
    assert fact in said
    assert (said == fact) == fact.startswith("You can")


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("place-stone 9, take it", "9 can't be chosen for “landing slot”."),
        ("place-stone landing slot 9", "9 can't be chosen for “landing slot”."),
        ("place-stone swap 9", "9 can't be chosen for “landing slot”."),
        ("place-stone 9 take it", "9 can't be chosen for “landing slot”."),
        ("place-stone landing slot 4, take it", "You can: Move the crystal and place a stone (landing slot 4 take it)"),
        ("prophesy prophecy 9, north", "You can: Make a prophecy (prophecy 9 north)"),
    ],
)
def test_values_are_asked_about_as_the_screen_shows_them(
    engines: dict[str, Engine], capsys: pytest.CaptureFixture[str], question: str, fact: str
) -> None:
    assert fact in answer(engines["monolyth"], question, capsys)


WORDED = """
custumal: 1
game: worded
players: 2
lists: {suit: [moon, star]}
kinds: {card: {printed: {suit: suit, rank: 1 to 3}}}
components: {cards: {kind: card, in: deck, for-each: {suit: suit, rank: 1 to 3}}}
zones:
  deck: card
  hand(seat): {holds: card, seen-by: owner}
setup: {deal: move (deck where rank < 3) to hand of first(seats)}
play: {turn: {players: seats, offer: turn}}
actions:
  lay:
    offered: turn
    choose: {card: my hand}
    require: {low: {that: rank of card < 2, because: Too high.}}
    do: discard card
  rest: {offered: turn}
ranking: {most: {most: count(my hand)}}
display: {things: {card: {text: "{rank} of {suit}"}}}
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [("lay 1 of moon", "You can: Lay"), ("2 of star", "Too high."), ("lay 3 of moon", "Hand: there is no")],
)
def test_the_words_of_a_thing_on_the_screen_are_understood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], question: str, told: str
) -> None:
    (tmp_path / "worded.yaml").write_text(WORDED)
    assert told in answer(load_game(str(tmp_path / "worded.yaml")).engine(2), question, capsys)


def test_only_what_forbids_all_that_was_meant_is_told(engines: dict[str, Engine], capsys: pytest.CaptureFixture[str]) -> None:
    """Of a slot that is out of reach nothing is told that forbids some ways to place its stone only."""
    said = answer(engines["monolyth"], "place-stone(at(ring, 9), swap)", capsys)
    assert "9 can't be chosen" in said
    assert "actions.place-stone.require" not in said
    other = answer(engines["monolyth"], "prophesy(prophecy-five, at(notches of p1, north))", capsys)
    assert "`at(notches of p1, north)` can't be chosen for “notch”. It can be north, east, south, west." in other


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("cuisine", "Derrière l'écran : « Cuisine » n'y est pas."),
        ("placer réfectoire", "Derrière l'écran : « Réfectoire » n'y est pas."),
        ("passer", "C'est possible : Passer"),
        ("déplacer", "rien ne peut être choisi pour « vers »"),
    ],
)
def test_the_same_in_french(engines: dict[str, Engine], capsys: pytest.CaptureFixture[str], question: str, fact: str) -> None:
    assert fact in answer(engines["monastery"], question, capsys, "fr")


def test_an_unknown_word_is_met_with_what_can_be_chosen(engines: dict[str, Engine], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Unknown) as said:
        answer(engines["monolyth"], "dance", capsys)
    assert str(said.value) == 'No action is called "dance". There are: Move the crystal and place a stone · Make a prophecy'


BIDS = """\
custumal: 1
game: bids
title: Bids
players: 2 to 3
resources: {coin: {start: 12}}
kept: {high: {is: 0 to 99, until: end}}
play: {turn: {players: seats, offer: bidding}}
actions:
  bid:
    say: Bid {amount}
    offered: bidding
    choose: {amount: high + 1 to my coin}
    do: set high to amount
scoring: {coins: my coin}
ranking: {most: {most: my total}}
"""
POSSIBLE = "It can be 1, 2, 3, 4, 5, 6, 7, 8, …. [actions.bid.choose.amount]"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("bid 50", f"You can't, because: - 50 can't be chosen for “amount”. {POSSIBLE}"),
        ("bid 0", f"You can't, because: - 0 can't be chosen for “amount”. {POSSIBLE}"),
        ("bid 2", "You can: Bid 2"),
    ],
)
def test_a_number_that_can_not_be_chosen_is_told_with_those_that_can(
    question: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.yaml").write_text(BIDS, encoding="utf-8")
    assert answer(load_game(str(tmp_path)).engine(3), question, capsys) == said


@pytest.mark.parametrize("game", ["nim", "connect-four", "hex", "nine-mens-morris", "reversi", "breakthrough", "kuhn-poker", "draughts"])
def test_what_the_screen_calls_a_choice_means_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its whole name, and the words of its key."""
    engine = load_game(game).engine(2)
    state = engine.settled(engine.start(3))
    describer = Describer(engine, "en")
    choices = engine.choices(state)
    names = [describer.choice(state, choice) for choice in choices]
    for choice, name in list(zip(choices, names, strict=True))[:12]:
        if names.count(name) == 1:
            assert answer(engine, name, capsys).startswith(f"You can: {name}"), name
        key = engine.key(state, choice)
        if "(" in key:
            assert answer(engine, key.replace("(", " ").replace(")", " ").replace(",", " "), capsys).startswith("You can: ")


def test_the_words_of_a_key_are_no_beginning_of_a_title(capsys: pytest.CaptureFixture[str]) -> None:
    """`drop a` is about column A, though the title of the action begins with `Drop a disc`."""
    assert answer(load_game("connect-four").engine(2), "drop a", capsys).startswith("You can: Drop a disc into column A")


ASK = """
custumal: 1
game: asking
title: Asking
players: 3
kinds: {card: {printed: {value: number}}}
components: {cards: {kind: card, in: deck, for-each: {value: 1 to 9}}}
zones:
  deck: {holds: card, shape: pile, seen-by: nobody}
  hand(seat): {holds: card, seen-by: owner}
kept: {asked: {is: 0 to 20, until: end}}
setup: {mix: shuffle deck, deal: {each: s in seats, do: draw 3 from deck to hand of s}}
play: {turn: {rounds: seats, until: passes(turn) > 5, offer: turn}}
actions:
  ask:
    offered: turn
    choose: {n: 1 to 9, m: 1 to 3}
    require:
      has: {that: some c in hand of next of me where c.value is n, because: They have none.}
      less: {that: m < 3, because: Less than three.}
    do: set asked to n + m
scoring: {p: sum(value for my hand) + asked}
ranking: {p: {most: my total}}
"""


@pytest.mark.parametrize(("question", "by_the_third", "by_the_first"), [
    ("ask", "You may not know whether", "You can"),
    ("ask(N)", "You may not know whether", "You can"),
    ("ask(N, 1)", "You may not know whether", "You can"),
    ("ask(N, 3)", "You can't, because: - Less than three.", "You can't, because: - Less than three."),
    ("ask(, 1)", "can't be read as a choice", "can't be read as a choice"),
])  # fmt: skip
def test_whether_something_can_be_chosen_may_be_hidden(
    question: str, by_the_third: str, by_the_first: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who may not know it is not told that it can't; who chooses is shown what can be chosen."""
    (tmp_path / "game.yaml").write_text(ASK, encoding="utf-8")
    engine = load_game(str(tmp_path)).engine(3)
    state = engine.settled(engine.start(3))
    asked = question.replace("N", engine.key(state, engine.choices(state)[0])[4])
    for seat, expected in ((2, by_the_third), (0, by_the_first)):
        seen = engine.eyes.seen(state, seat)
        why(Teller(Console("en", color=False, interactive=False), Describer(engine, "en"), seen, state if seat == 0 else seen), asked)
        assert expected in " ".join(capsys.readouterr().out.split())
