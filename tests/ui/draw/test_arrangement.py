"""Positions told in the lines, tables and words that a display arranges, and things called by what is so of them."""

from pathlib import Path

import pytest

from custumal.interpreter.api import load_game
from custumal.ui.draw.position import scene
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.scene.phase import phase
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.terminal.questions.menu import question
from custumal.ui.text.style import paint, width

MILL = """\
custumal: 1
game: mill
players: 2
languages: [en, fr]
lists:
  field: [north, south]
resources:
  coin: {start: 3}
  flour: {}
kinds:
  die: {owned: true, say: {en: "die {shows of this}", fr: "dé {shows of this}"}}
  hut: {printed: {price: number}}
components:
  dice: {kind: die, in: secret of owner, for-each: {owner: seat}, copies: 4}
  huts:
    kind: hut
    rows:
      barn: {price: 2}
      forge: {price: 4}
    in: store
zones:
  store: hut
  cup(seat): die
  sown(field): die
  roof(hut): one die
  secret(seat): {holds: die, seen-by: owner}
  street: {holds: hut, shape: {grid: [2, 1]}}
  yard(seat): {holds: one die, shape: {grid: [3, 2]}}
kept:
  shows(die): {is: 1 to 6, until: end}
  wind: {is: 1 to 4, until: end}
define:
  rich(s seat): coin of s + 1
  hoard(s seat): count(d in secret of s where shows of d > 0)
setup:
  - set shows of secret of first(seats) to 4
  - set wind to 2
  - move first(store) to at(street, 2, 1)
  - each: s in seats
    do: move leading(3, secret of s) to cup of s
play:
  round:
    say: Round
    repeat: 2
    do:
      sow: {say: sowing, players: seats, offer: sowing}
      late: {if: passes(round) is 1, do: gain 1 coin for first(seats)}
actions:
  put:
    say: "Put {die} on {field}"
    offered: sowing
    choose: {die: my cup, field: all(field), extra: 1 to 2}
    do: move die to sown(field)
display:
  boards: {street: {cell: thing, columns: ["", ""]}}
  tracks: {wind: [calm, breeze, gale, storm]}
  things:
    die: {text: "{shows}"}
    hut: {text: "{name}({price}){roof:+|-}"}
  layout:
    now: [round, sow]
    tables:
      fields: {rows: field, columns: [sown]}
      goods: {rows: seat, columns: [coin, "flour?", rich, hoard]}
    common: [[wind]]
    mine: [[cup, "secret?"]]
    others: [[cup, yard]]
"""


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path / "home"))
    file = tmp_path / "game.yaml"
    file.write_text(MILL, encoding="utf-8")
    made = Session(load_game(str(file)), [HUMAN, HUMAN], 1)
    made.settle()
    return made


def look_at(session: Session, seat: int | None, language: str = "en") -> Look:
    engine = session.engine
    return Look(engine, hints_of(session.game.model.display), session.position, seat, language)


def shown(session: Session, seat: int | None, columns: int = 80) -> list[str]:
    return [paint(one, color=False) for one in scene(look_at(session, seat), columns)]


def chosen(session: Session, key: str) -> None:
    session.play(next(choice for choice in session.engine.choices(session.position) if session.engine.key(session.position, choice) == key))
    session.settle()


def test_a_track_has_the_present_value_in_brackets(session: Session) -> None:
    assert "wind calm [breeze] gale storm" in shown(session, 0)


def test_lines_tell_things_in_the_words_of_their_kind_and_nothing_twice(session: Session) -> None:
    rows = shown(session, 0)
    assert "  cup 4 4 4  secret 4" in rows
    assert sum("cup" in row for row in rows) == 2  # one line for each seat
    assert sum("secret" in row for row in rows) == 1


def test_the_cells_of_a_board_show_things_by_name(session: Session) -> None:
    assert any(row.split()[:3] == ["1", ".", "barn(2)-"] for row in shown(session, 0))


def test_a_board_of_another_seat_is_told_in_a_line_and_the_own_is_drawn(session: Session) -> None:
    rows = shown(session, 0)
    assert any(row.startswith("  cup 1 1 1  yard .. .. ..") for row in rows)
    assert sum("yard" in row for row in rows) == 2  # the title of the own board, and that line


def test_tables_have_a_row_for_each_word_and_leave_empty_columns_out(session: Session) -> None:
    rows = shown(session, 0)
    heads = next(row for row in rows if "goods" in row)
    assert heads.split("fields")[1].split() == ["sown", "goods", "coin", "rich", "hoard"]
    north, south = (next(row for row in rows if f" {word} " in row) for word in ("north", "south"))
    assert north.split(" north ")[1].split() == ["-", "player", "1", "3", "4", "1"]
    assert south.split(" south ")[1].split()[:4] == ["-", "player", "2", "3"]


def test_things_of_several_owners_in_one_place_are_told_with_their_owners(session: Session) -> None:
    chosen(session, "put(dice(p1), north, 1)")
    assert any(row.split(" north ")[-1].split()[0] == "p1:4" for row in shown(session, 1) if " north " in row)


@pytest.mark.parametrize(("seat", "ends"), [(0, ["1", "-"]), (1, ["-", "1"]), (None, ["-", "-"])])
def test_a_definition_that_reads_what_is_hidden_is_shown_to_its_owner_only(session: Session, seat: int | None, ends: list[str]) -> None:
    rows = [row for row in shown(session, seat) if "player 1  3" in row or "player 2  3" in row]
    assert [row.split()[-1] for row in rows] == ends


@pytest.mark.usefixtures("session")
def test_a_definition_that_reads_what_a_seat_saw_go_there_is_shown_to_it(tmp_path: Path) -> None:
    seen = MILL.replace("in: secret of owner", "in: cup of owner").replace("shows of secret of", "shows of cup of")
    seen = seen.replace("leading(3, secret of s) to cup", "first(cup of s) to secret")
    (tmp_path / "game.yaml").write_text(seen, encoding="utf-8")
    made = Session(load_game(str(tmp_path / "game.yaml")), [HUMAN, HUMAN], 1)
    made.settle()
    rows = [row for row in shown(made, 0) if "player 1  3" in row or "player 2  3" in row]
    assert [row.split()[-1] for row in rows] == ["1", "1"]


def test_what_is_under_way_is_named_with_the_number_of_the_pass(session: Session) -> None:
    assert phase(session.engine, look_at(session, 0).hints, session.position, "en") == "Round 1, sowing"
    chosen(session, "put(dice(p1), north, 1)")
    chosen(session, "put(dice(p2), north, 1)")
    assert phase(session.engine, look_at(session, 0).hints, session.position, "en") == "Round 2, sowing"


@pytest.mark.parametrize(("language", "words"), [("en", "die 4"), ("fr", "dé 4")])
def test_things_are_called_by_what_their_kind_says(session: Session, language: str, words: str) -> None:
    describer = Describer(session.engine, language)
    choice = session.engine.choices(session.position)[0]
    assert words in describer.choice(session.position, choice)
    assert describer.choice(session.position, choice).endswith("extra 1")  # what the sentence does not show stands behind it
    assert question(describer, look_at(session, 0, language), session.engine.choices(session.position)).answers


@pytest.mark.parametrize("columns", [30, 50, 80])
def test_tables_fit_into_narrow_screens(session: Session, columns: int) -> None:
    assert all(width(one) <= columns for one in scene(look_at(session, 0), columns) if not paint(one, color=False).startswith("player"))
