"""The questions of the terminal: what their answers tell, what typed numbers and names mean, and what is settled already."""

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from custumal.interpreter.api import load_game
from custumal.interpreter.program import ChoiceTuple
from custumal.ui.draw.position import scene
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.story.story import story
from custumal.ui.terminal.play.result import result
from custumal.ui.terminal.questions.amounts import in_words
from custumal.ui.terminal.questions.extra_words import extra_words
from custumal.ui.terminal.questions.menu import Answer
from custumal.ui.terminal.questions.prompts import Asking, is_whole
from custumal.ui.terminal.screen.console import Console
from custumal.ui.text.match import numerals, place_in_list
from custumal.ui.text.style import paint

GAME = """\
custumal: 1
game: sample
title: {en: Sample, fr: Exemple}
players: 2
resources:
  wood: {limit: none}
  gold: {limit: none}
kinds:
  tile: {printed: {price: bundle, points: number}}
  die: {printed: {pips: number}, say: "die {pips of this}"}
  crane: {}
components:
  tiles:
    kind: tile
    in: yard
    rows:
      mill: {price: {wood: 2}, points: 3}
      barn: {price: {}, points: 4}
  dice: {kind: die, in: cup, rows: {five: {pips: 5}, two: {pips: 2}, three: {pips: 3}}}
  cranes: {kind: crane, in: shed, rows: {old-crane: {}}}
zones:
  yard: tile
  cup: die
  shed: crane
kept:
  guess(seat): {is: 0 to 9, start: 0, until: end}
play:
  turn:
    repeat: 4
    do:
      act: {seat: first(seats), offer: acting}
actions:
  build-tile:
    say: {en: "Build {card} for {price of card}: {points of card} points", fr: "Construire {card} : {price of card}"}
    offered: acting
    choose: {card: yard}
    do: discard card
  build-wall:
    say: Raise a wall
    offered: acting
    do: raise guess of me by 1
  guess-number:
    say: "{amount}"
    offered: acting
    choose: {amount: 1 to 3}
    do: raise guess of me by amount
  spend-die:
    say: "Spend {die}"
    offered: acting
    choose: {die: cup}
    do: discard die
  lift-tile:
    offered: acting
    choose: {crane: shed, what: yard}
    do: discard what
scoring:
  guess: my guess
ranking:
  guess: {most: my total}
"""


class Told:
    """Writes down what is asked besides answers."""

    def __call__(self, name: str, rest: str) -> str:
        sys.stdout.write(f"[{name} {rest}]\n")
        return ""

    def closed_by(self, choice: ChoiceTuple) -> list[str]:
        sys.stdout.write(f"[closed by {choice}]\n")
        return []

    def preview(self, choice: ChoiceTuple) -> None:
        sys.stdout.write(f"[preview {choice}]\n")

    def why_offered(self, choices: Sequence[ChoiceTuple]) -> None:
        sys.stdout.write(f"[why {len(choices)} offered]\n")

    def why_refused(self, choices: Sequence[ChoiceTuple], name: str) -> None:
        sys.stdout.write(f"[why not {name} of {len(choices)}]\n")


def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, language: str = "en") -> tuple[str | None, str]:
    """Lines typed at the first decision of the sample: the key of what was chosen, if anything, and what was shown."""
    file = tmp_path / "game.yaml"
    file.write_text(GAME, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys, "stdout", shown := io.StringIO())
    session = Session(load_game(str(file)), [HUMAN, HUMAN], 1)
    session.settle()
    engine = session.engine
    look = Look(engine, hints_of(session.game.model.display), session.position, 0, language)
    console = Console(language, color=False, interactive=False)
    asked = Asking(console, Describer(engine, language), look, engine.choices(session.position)).ask(Told())
    return None if asked.choice is None else engine.key(session.position, asked.choice), shown.getvalue()


def test_a_part_of_a_name_filters_and_a_whole_key_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(tmp_path, monkeypatch, "build\n")[0] is None
    assert ask(tmp_path, monkeypatch, "build-wall\n")[0] == "build-wall"
    assert ask(tmp_path, monkeypatch, "build-tile(mill)\n")[0] == "build-tile(mill)"


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("guess-number 3", "guess-number(3)"),
        ("Guess-Number, 3", "guess-number(3)"),
        ("build-tile mill", "build-tile(mill)"),
        ("lift-tile old-crane barn", "lift-tile(old-crane, barn)"),
        # what it is called, where no answer has such a name
        ("build barn", "build-tile(barn)"),
        ("spend die 5", "spend-die(five)"),
        ("lift tile mill", "lift-tile(old-crane, mill)"),
        # behind a question the same
        ("guess\nguess-number 2", "guess-number(2)"),
        # nothing, or more than one
        ("guess-number 4", None),
        ("guess-number", None),
        ("build for", None),
        ("2 3", None),
        ("build mill 2", None),
    ],
)
def test_a_whole_choice_may_be_typed_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, key: str | None) -> None:
    assert ask(tmp_path, monkeypatch, f"{typed}\n")[0] == key


DICE = "\n  1) die 2\n  2) die 3\n  3) die 5\n"


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("5", "spend-die(five)"),  # no place has this number
        ("die 5", "spend-die(five)"),
        ("=2", "spend-die(two)"),
        ("=3", "spend-die(three)"),
        ("1)", "spend-die(two)"),
        ("3)", "spend-die(five)"),
        ("2", None),  # the second is die 3
        ("3", None),
        ("1", None),  # nothing is called so: Enter takes the first
        ("1\n", "spend-die(two)"),
        ("2\n\n", None),  # which of the two, Enter can't say
        ("2\n=2", "spend-die(two)"),
        ("2\n2)", "spend-die(three)"),
        ("=1", None),
        ("4)", None),
        ("0)", None),
        ("4", None),
    ],
)
def test_a_number_never_means_another_thing_than_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, key: str | None
) -> None:
    """Things that are called by numbers stand at other places of the list."""
    chosen, shown = ask(tmp_path, monkeypatch, f"spend\n{typed}\n")
    assert DICE in shown
    assert chosen == key


@pytest.mark.parametrize(
    ("typed", "label", "whole"),
    [
        ("farm", "Convert Farm", True),
        ("far", "Convert Farm", False),
        ("die 2", "die 2", True),
        ("die", "die 2", True),
        ("die 2", "die 2 as 6", False),
        ("die 6", "die 2 as 6", False),
        ("die 2 6", "die 2 as 6", True),
        ("die 2 as 6", "die 2 as 6", True),
        ("2", "die 2", False),
    ],
)
def test_a_part_of_a_name_is_not_all_of_it(typed: str, label: str, whole: bool) -> None:
    """Of a name with numbers all are needed, or none."""
    assert is_whole(typed, Answer(label, ())) is whole


def test_what_a_number_may_mean_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ask(tmp_path, monkeypatch, "spend\n2\n")[1]
    assert shown.rpartition("type one of these:\n")[2].splitlines()[:2] == ["  =2 die 2", "  2) die 3"]


def test_amounts_are_asked_for_and_typed_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, shown = ask(tmp_path, monkeypatch, "guess\n3\n")
    assert shown.endswith("Guess number - Amount? 1 to 3\n> 3\n"), "no list of them"
    assert chosen == "guess-number(3)"


@pytest.mark.parametrize("typed", ["4", "0", "-1", "2)"])
def test_what_is_none_of_the_amounts_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    """There is no second of a list where there is no list."""
    chosen, shown = ask(tmp_path, monkeypatch, f"guess\n{typed}\n")
    assert chosen is None
    told = shown.rpartition(f"> {typed}\n")[2].splitlines()[0]
    assert told == (
        'Nothing here is called "2)".' if typed == "2)" else f"{typed} is none of these: 1 to 3. For the reason type: why {typed}"
    )


@pytest.mark.parametrize(
    ("amounts", "others", "english", "french"),
    [
        ([0, 1, 2, 3], [], "0 to 3", "0 à 3"),
        ([4, 6], [], "4 or 6", "4 ou 6"),
        ([5], [], "5", "5"),
        ([5, 1, 3], [], "1, 3 or 5", "1, 3 ou 5"),
        ([-2, -1, 0, 1, 4], [], "-2 to 1 or 4", "-2 à 1 ou 4"),
        ([1, 2, 3, 4, 6, 8, 9], [], "1 to 4, 6, 8 or 9", "1 à 4, 6, 8 ou 9"),
        ([1, 2], ["nothing"], "1, 2 or nothing", "1, 2 ou nothing"),
        ([*range(1, 99, 2)], [], "49 numbers from 1 to 97", "49 nombres, de 1 à 97"),
    ],
)
def test_amounts_in_words(amounts: list[int], others: list[str], english: str, french: str) -> None:
    assert [in_words(amounts, others, language) for language in ("en", "fr")] == [english, french]


def test_an_answer_that_leaves_one_choice_tells_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ask(tmp_path, monkeypatch, "build\n")[1]
    assert re.findall(r"\d\) mill.*", shown) == ["1) mill for 2 wood: 3 points"]
    assert re.findall(r"\d\) barn.*", shown) == ["2) barn for nothing: 4 points"], "an empty bundle is nothing"


def test_why_with_a_number_asks_about_the_answer_with_this_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ask(tmp_path, monkeypatch, "build\nwhy 2\nwhy 9\nback\nspend\nwhy =2\nwhy 4\nwhy tile\n")[1]
    answers = re.findall(r"> why .*\n(.*)", shown)
    assert answers == ["[why 1 offered]", "There is no choice 9 here, but 1-2.", "[why 1 offered]", "[why not die 4 of 3]", "[why tile]"]


def test_a_sentence_of_entries_alone_is_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ask(tmp_path, monkeypatch, "guess\n")[1]
    assert ") Guess number\n" in shown
    assert "Guess number - Amount?" in shown


def test_what_was_settled_silently_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Lift tile - old crane - What?" in ask(tmp_path, monkeypatch, "lift\n")[1]


def test_a_colon_stands_behind_a_blank_in_french(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(GAME, encoding="utf-8")
    session = Session(load_game(str(file)), [HUMAN, HUMAN], 1)
    choice = next(
        choice for choice in session.engine.choices(session.position) if session.engine.action(session.position, choice) == "lift-tile"
    )
    assert Describer(session.engine, "fr").choice(session.position, choice) == "Lift tile : old crane, mill"
    assert Describer(session.engine, "en").choice(session.position, choice) == "Lift tile: old crane, mill"


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ([("Inn", "Build Inn for 2: 3 points"), ("Mill", "Build Mill for 1: 2 points")], ["for 2: 3 points", "for 1: 2 points"]),
        ([("1,2", "Move to 1, 2"), ("3,4", "Move to 3, 4")], ["", ""]),
        ([("1,2", "Move from 1, 2 to 1, 1"), ("1,3", "Move from 1, 3 to 1, 4")], ["to 1, 1", "to 1, 4"]),
        ([("1,2", "Buy Inn"), ("1,3", "Buy Mill")], ["Buy Inn", "Buy Mill"]),
        ([("man (1,2)", "Lose man"), ("man (1,3)", "Lose man")], ["", ""]),
        ([("die 5", "Fight: die 5 as 6"), ("die 6", "Fight: die 6")], ["as 6", ""]),
        # the number that is chosen stands there twice, once as the number that is chosen already
        ([("3", "Bid 4 of 3"), ("4", "Bid 4 of 4")], ["", ""]),
        ([("1", "Buy 1 for 2"), ("2", "Buy 2 for 4")], ["for 2", "for 4"]),
        ([("Inn", "Lose: Inn, nothing"), ("nothing", "Lose: nothing, Mill")], [", nothing", ", Mill"]),
    ],
)
def test_what_a_choice_tells_more_than_its_answer(said: list[tuple[str, str]], more: list[str]) -> None:
    assert extra_words(said) == more


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("5", {5}),
        ("die 5", {5}),
        ("7 Inn", {7}),
        ("dice=5", {5}),
        ("2 of 3", {2, 3}),
        ("die 5 (lane 3)", {5}),
        ("Inn", set()),
        ("2,1", set()),
        ("A2", set()),
        ("5 wood + 2 grain", {5}),
    ],
)
def test_numbers_by_which_things_are_called(name: str, numbers: set[int]) -> None:
    assert numerals(name) == numbers


def test_a_place_in_the_list() -> None:
    assert [place_in_list(text) for text in ("1)", "12)", "0)", "1", ")", "x)", "-1)", f"{'9' * 5000})")] == [0, 11, -1, *[None] * 5]


ALONE = """\
custumal: 1
game: alone
title: {en: Alone, fr: Seul}
players: 1
house-seats:
  bank: {say: {en: The Bank, fr: La banque}}
kinds:
  die: {owned: true}
  card: {}
components:
  dice: {kind: die, in: cup, for-each: {owner: [bank]}, copies: 2}
  cards: {kind: card, in: stock, rows: {ace: {}, king: {}}}
zones:
  cup: die
  stock: {holds: card, shape: bag, seen-by: nobody}
  open: card
kept:
  shows(d die): {is: 4 to 9, until: end}
  luck(seat): {is: 0 to 9, start: 0, until: end}
setup:
  chances: {do: [roll shows of cup, draw 1 from stock to open]}
play:
  turn: {seat: first(seats), offer: acting}
actions:
  wait: {offered: acting, do: raise luck of me by 3}
scoring:
  luck: my luck
ranking:
  luck: {most: my total}
display:
  things: {die: {text: "{shows}"}}
"""


def alone(tmp_path: Path) -> Session:
    file = tmp_path / "game.yaml"
    file.write_text(ALONE, encoding="utf-8")
    session = Session(load_game(str(file)), [HUMAN], 1)
    session.settle()
    return session


def test_the_log_tells_what_chance_did(tmp_path: Path) -> None:
    session = alone(tmp_path)
    english, french = (story(session, Describer(session.engine, language), 0) for language in ("en", "fr"))
    assert [re.sub(r"\d|ace|king", "N", text) for text in english] == ["  chance: rolled N, N, drew N"]
    assert [re.sub(r"\d|ace|king", "N", text) for text in french] == ["  hasard : a lancé N, N, a tiré N"]


def test_a_house_seat_goes_by_its_name_beside_its_things(tmp_path: Path) -> None:
    session = alone(tmp_path)
    engine = session.engine
    look = Look(engine, hints_of(session.game.model.display), session.position, 0, "en")
    assert any("The Bank:" in paint(row, color=False) for row in scene(look, 80))


def test_who_plays_alone_is_told_points(tmp_path: Path) -> None:
    session = alone(tmp_path)
    session.play(session.engine.choices(session.position)[0])
    session.settle()
    told = {language: paint(result(session.engine, session.position, language, 80)[-1], color=False) for language in ("en", "fr")}
    assert told == {"en": "Points: 3.", "fr": "Points : 3."}


def test_a_seat_stands_before_a_colon_of_its_language(tmp_path: Path) -> None:
    session = alone(tmp_path)
    engine = session.engine
    for language, said in (("en", "player 1 (you):"), ("fr", "joueur 1 (vous) :")):
        look = Look(engine, hints_of(session.game.model.display), session.position, 0, language)
        assert any(paint(row, color=False).startswith(said) for row in scene(look, 80))


@pytest.mark.parametrize(("note", "told"), [("", ""), ("T4W", " T4W"), (", take it", ", take it"), (": 3", ": 3")])
def test_a_note_stands_behind_its_label(note: str, told: str) -> None:
    assert Answer("5", (), note).after_label == told
