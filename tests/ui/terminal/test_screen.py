"""The screen on which a game is played: what stands where, what is written anew, and that nobody sees what another may know."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custumal import load_game
from custumal.interpreter.program import PASS
from custumal.ui.draw.position import scene
from custumal.ui.scene.describe import Describer
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.changes import narrated
from custumal.ui.story.session import Session
from custumal.ui.terminal.play.commands import Commands
from custumal.ui.terminal.questions.prompts import Asking
from custumal.ui.terminal.screen.layout import Asked, Sheet, arranged, below_page, most_news, newest
from custumal.ui.terminal.screen.painter import Painter
from custumal.ui.terminal.screen.screen import Screen
from custumal.ui.text.style import Line, Piece, clipped, line, paint, width
from tests.conftest import home_in
from tests.support.scale import FULL, some

pyte = pytest.importorskip("pyte", reason="a terminal to look at is in the extra `test`")
unix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")

if sys.platform != "win32":
    from tests.support.terminals import CUT, PAGE_DOWN, PAGE_UP, STOP, UP, YANK, Emulator, Terminal

TAKEN, LEFT = b"\x1b[?1049h", b"\x1b[?1049l"
"""What takes a screen of its own on a terminal, and what gives it back."""


def text_of(lines: Sequence[Line]) -> list[str]:
    return [paint(one, color=False) for one in lines]


def asked(count: int) -> list[str]:
    return ["What do you do?", *(f"  {number}) answer" for number in range(1, count + 1)), "help"]


def sheet(position: int, told: int, others: int, own: int, answers: int) -> Sheet:
    def question(_columns: int, rows: int | None) -> Asked:
        lines = [line(text) for text in asked(answers)]
        return (
            Asked(lines) if rows is None or len(lines) <= rows else Asked([*lines[: max(rows - 1, 1)], lines[-1]][-rows:], is_whole=False)
        )

    moves = [line(f"player 2: move {number}") if number % 2 == 0 else line("    gains something") for number in range(others)]
    return Sheet(
        [line("title"), *(line(f"line {number}") for number in range(1, position))] if position else [],
        [line(f"told {number}") for number in range(told)], moves, [line(f"player 1: {number}") for number in range(own)], question,
    )  # fmt: skip


sizes = st.integers(0, 60)


@given(sizes, st.integers(0, 8), sizes, sizes, sizes, st.integers(10, 70))
def test_any_parts_stand_on_any_screen(position: int, told: int, others: int, own: int, answers: int, rows: int) -> None:
    """As many lines as the screen has, with the title, the last of what others did, what is told, and the question at the end."""
    of = sheet(position, told, others, own, answers)
    shown = text_of(arranged(of, 80, rows, "en"))
    assert len(shown) == rows
    assert shown[-1] == "help"
    assert shown[0] == "title" or not position or rows - told < 14
    last = f"player 2: move {(others - 1) // 2 * 2}"
    assert not others or any(row.startswith(last) for row in shown) or rows - told < 7
    assert all(f"told {number}" in shown for number in range(min(told, rows - 4)))


@given(sizes, sizes, sizes, sizes, sizes, st.integers(1, 9))
def test_a_window_that_became_tiny_is_filled_all_the_same(position: int, told: int, others: int, own: int, answers: int, rows: int) -> None:
    assert len(arranged(sheet(position, told, others, own, answers), 20, rows, "en")) == rows


@given(sizes, sizes, sizes, sizes)
def test_nothing_is_left_out_where_there_is_room(position: int, others: int, own: int, answers: int) -> None:
    of = sheet(position, 0, others, own, answers)
    shown = text_of(arranged(of, 80, 300, "en"))
    everything = text_of([*of.position, *of.others, *of.own])
    assert [row for row in shown if row] == [*everything, *asked(answers)]


def test_a_position_that_is_too_long_is_seen_through_a_window() -> None:
    of = sheet(40, 0, 0, 0, 3)
    shown = text_of(arranged(of, 80, 15, "en"))
    assert shown[:9] == ["title", *(f"line {number}" for number in range(1, 9))]
    assert shown[9] == "... lines 1-8 of 39; PgDn and PgUp (or > and <) show the others"
    last = text_of(arranged(Sheet(of.position, question=of.question, offset=99), 80, 15, "en"))
    assert last[:2] == ["title", "line 32"] and last[8] == "line 39"


def test_what_was_done_stays_in_sight_before_what_came_of_it() -> None:
    moves = [line("one"), line("  more of it"), line("two"), line("  and more"), line("  and more")]
    assert text_of(newest(moves, 5)) == ["one", "  more of it", "two", "  and more", "  and more"]
    assert text_of(newest(moves, 2)) == ["one …", "two …"]
    assert text_of(newest(moves, 1)) == ["two …"]
    assert text_of(newest(moves, 3)) == ["one …", "two", "  and more …"]
    assert text_of(newest(moves, 4)) == ["one …", "two", "  and more", "  and more"]
    assert text_of(newest([line("  chance: a"), line("    b")], 1)) == ["    b"]


@given(st.lists(st.text("ab漢é ", max_size=9), min_size=1, max_size=4), st.integers(0, 20))
def test_a_line_is_never_wider_than_the_screen(texts: list[str], columns: int) -> None:
    whole = line(*(Piece(text, "bold") for text in texts))
    cut = clipped(whole, columns)
    assert width(cut) <= columns
    assert "".join(texts).startswith("".join(piece.text for piece in cut))
    assert cut == whole or width(cut) >= columns - 1 or width(whole) > columns


rows_of_text = st.lists(st.sampled_from(["", "a", "bb", "ccc", "\x1b[1md\x1b[0m"]), min_size=4, max_size=4)


@unix
@given(st.lists(rows_of_text, min_size=1, max_size=5), st.booleans())
def test_painting_changes_the_screen_into_what_is_wanted(sheets: list[list[str]], touched: bool) -> None:
    """Whatever stood there; and rows that stand there already are not written again."""
    screen = Emulator(10, 4, history=100)
    stream, painter = pyte.Stream(screen), Painter()
    stream.feed(written_by(lambda: painter.open(4)))
    before: list[str] | None = None
    for wanted in sheets:
        if touched and before is not None:
            stream.feed("\x1b[4;1Hgarbage\r\n")
            painter.touch()
        written = written_by(lambda wanted=wanted: painter.paint(wanted))  # type: ignore[misc]
        stream.feed(written)
        assert [row.rstrip() for row in screen.display] == [re.sub(r"\x1b\[\d*m", "", row) for row in wanted]
        changed = 4 if before is None else sum(a != b or (touched and n > 1) for n, (a, b) in enumerate(zip(before, wanted, strict=True)))
        assert written.count("\x1b[K") == changed
        before = wanted
    assert not screen.history.top


def written_by(do: Callable[[], None]) -> str:
    before, sys.stdout = sys.stdout, io.StringIO()
    try:
        do()
        return sys.stdout.getvalue()
    finally:
        sys.stdout = before


# ---------------------------------------------------------------- on a terminal

ABBEY = ("play", "kings-abbey", "--seed", "3", "--seat", "2=random")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return home_in(tmp_path_factory.mktemp("screen"))


@unix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "columns", "rows"),
    [("kings-abbey", 80, 24), ("kings-abbey", 132, 50), ("kings-abbey", 40, 12), ("monastery", 80, 24), ("monolyth", 100, 30)],
)
def test_the_question_stays_at_the_bottom_with_the_position_above(home: Path, game: str, columns: int, rows: int) -> None:
    with Terminal(home, "play", game, "--seed", "3", "--seat", "2=random", columns=columns, rows=rows) as terminal:
        for typed in ("", "why 1", "1", "zzz", "back", "rules", "q", "help", "q", "show", "q"):
            shown = terminal.answer(typed) if typed else terminal.wait("player 1")
            assert len(shown) == rows
            assert terminal.screen.cursor.y == rows - 1
            assert terminal.saved == [], "nothing is ever scrolled away"
            if "question" not in shown[-1]:
                assert "player 1" in shown[0] + shown[1], "the title stays above"


@unix
@pytest.mark.slow
def test_only_what_has_changed_is_written(home: Path) -> None:
    with Terminal(home, *ABBEY) as terminal:
        terminal.wait("Pass")
        title = b"phase 3, abbey and crusades"
        shown = terminal.answer("zzz", "Nothing here is called")
        assert shown[0].startswith("King's Abbey - Turn 1, phase 3")
        is_anew = title in terminal.written or b"market" in terminal.written
        assert not is_anew
        terminal.answer("<>")
        is_anew = title in terminal.written
        assert is_anew, "everything is painted anew when that is asked for"


@unix
@pytest.mark.slow
def test_the_window_changes_its_size_while_somebody_types(home: Path) -> None:
    with Terminal(home, *ABBEY) as terminal:
        terminal.wait("Pass")
        terminal.type("pre")
        terminal.wait(at="> pre")
        for columns, rows in ((100, 40), (60, 16), (80, 24), (40, 12)):
            terminal.resize(columns, rows)
            shown = terminal.wait("What do you do?", at="> pre")
            assert shown[rows - 1] == "> pre"
            assert "player 1 (you) to choose" in shown[0] or columns == 40
            assert max(map(len, shown)) <= columns
        assert "Preach - Die?" in "\n".join(terminal.answer("ach", "Preach - Die?"))


@unix
@pytest.mark.slow
def test_a_long_position_is_turned_over_by_keys(home: Path) -> None:
    with Terminal(home, *ABBEY) as terminal:
        first = terminal.wait("... lines 1-")
        terminal.type(PAGE_DOWN)
        further = terminal.until(lambda: "... lines 1-" not in terminal.text and "... lines" in terminal.text)
        assert further[0] == first[0] and further[1] != first[1]
        assert below_window(further) == below_window(first) != [], "the question stays"
        terminal.type(PAGE_UP)
        assert terminal.wait("... lines 1-") == first


def below_window(rows: list[str]) -> list[str]:
    return rows[next(number for number, row in enumerate(rows) if row.startswith("... lines")) + 1 :]


@unix
@pytest.mark.slow
@pytest.mark.parametrize("game", ["hex", "nine-mens-morris", "reversi", "breakthrough", "monolyth"])
def test_a_position_that_fits_beside_its_question_is_seen_whole(home: Path, game: str) -> None:
    with Terminal(home, "play", game, "--seed", "4", "--seat", "2=random") as terminal:
        shown = terminal.wait("?")
        assert "... lines" not in terminal.text
        assert any("player 2" in row for row in shown), "the last that is drawn"


@unix
@pytest.mark.slow
def test_long_lists_come_page_by_page(home: Path) -> None:
    with Terminal(home, *ABBEY) as terminal:
        terminal.wait("Pass")
        terminal.type("rules\r")
        first = terminal.wait(at="q for the question ")
        terminal.type("\r")
        second = terminal.until(lambda: terminal.rows != first and "for the question" in terminal.rows[-1])
        pages = [{row[:10] for row in rows if row.startswith("KAB")} for rows in (first, second)]
        assert all(pages) and not pages[0] & pages[1]
        assert "What do you do?" in "\n".join(terminal.answer("q", "What do you do?"))
        terminal.type("rules\r")
        terminal.wait(at="q for the question ")
        assert "Preach - Die?" in "\n".join(terminal.answer("preach", "Preach - Die?")), "an answer ends the pages"


@unix
@pytest.mark.slow
def test_pass_stays_in_sight_beside_many_answers(home: Path) -> None:
    """Of some four hundred points of the board, and when some of them are looked for."""
    with Terminal(home, "play", "go", "--seed", "1", "--seat", "2=random") as terminal:
        terminal.wait("player 1")
        for typed in ("", "", "3", "zzz"):
            shown = terminal.answer(typed)
            assert any(re.search(r"\d\) .*[Pp]ass", row) for row in shown), shown


@unix
@pytest.mark.slow
def test_what_others_did_last_stays_in_sight_while_one_answers(home: Path) -> None:
    with Terminal(home, "play", "monolyth", "--seed", "4", "--seat", "1=random", "--seat", "2=human") as terminal:
        terminal.wait("player 2 (you) to choose")
        for typed in ("", "why 1", "1", "back", "zzz"):
            terminal.answer(typed)
            assert "player 1: Move the crystal" in terminal.text or "player 1: Make a prophecy" in terminal.text


@unix
@pytest.mark.slow
def test_below_a_page_stand_what_others_did_last_and_pass(home: Path) -> None:
    with Terminal(home, "play", "go", "--seed", "1", "--seat", "2=random") as terminal:
        terminal.wait("to choose")
        last = next(row for row in terminal.answer("place(at(board, 3, 3))", "player 2: ") if row.startswith("player 2: "))
        terminal.type("help\r")
        for _ in range(2):
            rows = terminal.wait(at="for the question ")
            assert last in rows and any(re.search(r"\d\) .*[Pp]ass", row) for row in rows), rows
            terminal.type("\r")


@given(sizes, sizes, sizes, st.integers(10, 70))
def test_below_a_page_there_is_what_stays_in_sight_and_no_more_than_fits(others: int, answers: int, own: int, rows: int) -> None:
    of = sheet(9, 40, others, own, answers)
    below = text_of(below_page(of, 80, rows))
    assert len(below) <= rows - 4
    assert not others or any(row.startswith(f"player 2: move {(others - 1) // 2 * 2}") for row in below)


@unix
@pytest.mark.slow
def test_what_the_seat_has_comes_first_where_not_all_fits(home: Path) -> None:
    """The dice of King's Abbey, of which one is asked; where there is room, boards come first."""
    with Terminal(home, *ABBEY) as terminal:
        first = terminal.wait("Pass")
        assert first[1].startswith("player 1 (you):") and first[2].startswith("  dice ")
    with Terminal(home, *ABBEY, rows=50) as terminal:
        assert terminal.wait("Pass")[1].startswith("market")


@unix
@pytest.mark.slow
def test_a_choice_that_closes_what_was_begun_is_asked_about(home: Path) -> None:
    """KAB-Q-22: whoever works on crusades and does something else can't go on with them. Passing goes without saying."""
    with Terminal(home, *ABBEY) as terminal:
        terminal.wait("Send a peasant")
        terminal.answer("send", "Crusade: a die on a card")
        terminal.answer("preach 1", "Preach: die 1 - after this you can't go on")
        assert "You have done something else since you worked on crusades." in " ".join(terminal.text.split())
        terminal.answer("back", "What do you do?")
        assert "after this" not in terminal.text and "Crusade: a die on a card" in terminal.text
        terminal.answer("preach 1 2", "after this you can't go on")
        terminal.answer("", "player 1: Preach: die 2")
        assert "after this" not in terminal.text and "Crusade: a die on a card" not in terminal.text
        terminal.answer("undo", "Taken back.")
        terminal.answer("undo", "Crusade: a die on a card")


@unix
@pytest.mark.slow
def test_what_was_taken_back_is_told_no_more(home: Path) -> None:
    """Neither the own move nor the answer to it; what was done before is."""
    with Terminal(home, "play", "tic-tac-toe", "--seed", "1", "--seat", "2=random") as terminal:
        terminal.wait("player 1 X (you) to choose")
        first = move_of_other(terminal.answer("2,2", "player 2: Mark"))
        second = move_of_other(terminal.answer("1)", "player 2: Mark"))
        assert first != second
        shown = terminal.answer("undo", "Taken back.")
        assert move_of_other(shown) == first
        assert "player 2: Mark" not in "\n".join(terminal.answer("undo", "Taken back."))


def move_of_other(rows: list[str]) -> str:
    (found,) = (row for row in rows if row.startswith("player 2: Mark"))
    return found


@unix
@pytest.mark.slow
def test_nothing_of_another_person_is_left_behind_the_curtain(home: Path) -> None:
    """Not on the screen, not in what was scrolled away, not in what can be fetched back by the arrow keys."""
    people = ("--seat", "1=human", "--seat", "2=human", "--seed", "4")
    with Terminal(home, "play", "goofspiel", "--set", "ranks=5", *people) as terminal:
        terminal.wait("player 1: press Enter", at="screen. ")
        terminal.answer("", "player 1 (you) to choose")
        terminal.type("bid 5")
        terminal.wait(at="> bid 5")
        terminal.type(f"{CUT}4\r\r\r")  # one Enter too many, and another
        curtain = terminal.wait("player 2: press Enter", at="screen. ")
        assert len([row for row in curtain if row]) == 2, curtain
        assert terminal.saved == []
        terminal.answer("", "player 2 (you) to choose")
        assert "Bid 4" not in terminal.text and "player 1: has chosen unseen" in terminal.text
        for key in (UP, YANK):
            terminal.type(key)
            assert terminal.wait()[-1] == ">", "nothing was typed or cut by this person yet"


@unix
@pytest.mark.slow
def test_behind_the_curtain_all_is_told_since_ones_own_decision(home: Path) -> None:
    """Also what was told another person, from whose screen it is gone."""
    seats = ("--seat", "1=human", "--seat", "2=random", "--seat", "3=human", "--seed", "1")
    with Terminal(home, "play", "liars-dice", *seats) as terminal:
        terminal.wait("player 1: press Enter", at="screen. ")
        terminal.answer("", "player 1 (you) to choose")
        terminal.answer("1", "Number?")
        terminal.type("1\r")
        terminal.wait("player 3: press Enter", at="screen. ")
        terminal.answer("", "player 3 (you) to choose")
        assert re.search(r"^player 1: Bid .*\n(.*\n)*player 2: Bid ", terminal.text, re.MULTILINE), terminal.text


@unix
@pytest.mark.slow
def test_behind_the_curtain_the_last_decision_can_still_be_taken_back(home: Path) -> None:
    people = ("--seat", "1=human", "--seat", "2=human", "--seed", "4")
    with Terminal(home, "play", "goofspiel", "--set", "ranks=5", *people) as terminal:
        terminal.wait("player 1: press Enter", at="screen. ")
        assert "take back" not in terminal.text, "nothing has been decided"
        terminal.answer("", "player 1 (you) to choose")
        terminal.type("4\r")
        assert "player 1 may still take back" in "\n".join(terminal.wait("player 2: press Enter", at="screen. "))
        terminal.type("undo\r")
        terminal.wait("player 1: press Enter", at="screen. ")
        terminal.answer("", "player 1 (you) to choose")
        terminal.type("2\r")
        terminal.wait("player 2: press Enter", at="screen. ")
        terminal.answer("", "player 2 (you) to choose")
        terminal.answer("undo", "There is no decision of yours to take back.")


@unix
@pytest.mark.slow
@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="a shell that stops programs and lets them go on")
def test_who_stops_the_program_and_goes_on_finds_all_as_it_was(home: Path) -> None:
    with Terminal(home, PS1="shell$ ") as terminal:
        terminal.wait(at="$ ")
        terminal.type(f"{sys.executable} -m custumal {' '.join(ABBEY)}\r")
        before = terminal.wait("6) Pass")
        terminal.type("cle")
        terminal.wait(at="> cle")
        terminal.type(STOP)
        terminal.wait("Stopped", at="$ ")
        assert terminal.all.count(LEFT) == 1
        terminal.type("fg\r")
        assert terminal.wait("6) Pass", at="> cle")[:-1] == before[:-1]
        assert terminal.all.count(TAKEN) == 2
        terminal.answer("rgy", "Clergy - ")


@unix
@pytest.mark.slow
def test_the_screen_is_given_back(home: Path) -> None:
    with Terminal(home, *ABBEY) as terminal:
        terminal.wait("Pass")
        terminal.type("quit\r")
        terminal.until(lambda: "custumal play kings-abbey --resume" in terminal.text)
        times = terminal.all.count(TAKEN), terminal.all.count(LEFT)
        assert times == (1, 1)
        assert "What do you do?" not in terminal.text
    with Terminal(home, "play", "tic-tac-toe", "--seed", "1", "--seat", "2=random") as terminal:
        for _ in range(5):
            terminal.until(lambda: terminal.rows[-1] == ">" or "The game is over." in terminal.text)
            if "The game is over." in terminal.text:
                break
            terminal.type("1)\r")
        terminal.until(lambda: "The game is over." in terminal.text)
        assert "player 1 X (you):" in terminal.text, "the last position stays there"


@unix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "variables", "size"),
    [((), {"TERM": "dumb"}, (80, 24)), (("--plain",), {}, (80, 24)), ((), {}, (80, 11)), ((), {}, (39, 24))],
    ids=["dumb", "plain", "low", "narrow"],
)
def test_elsewhere_one_thing_is_printed_below_the_other(
    home: Path, arguments: tuple[str, ...], variables: dict[str, str], size: tuple[int, int]
) -> None:
    with Terminal(home, *ABBEY, *arguments, columns=size[0], rows=size[1], **variables) as terminal:
        terminal.wait("6) Pass")
        is_taken = TAKEN in terminal.all or bool(re.search(rb"\x1b\[\d+;1H", terminal.all))
        assert not is_taken


@unix
@pytest.mark.slow
def test_without_colour(home: Path) -> None:
    with Terminal(home, *ABBEY, NO_COLOR="1") as terminal:
        terminal.wait("Pass")
        is_coloured = bool(re.search(rb"\x1b\[\d[\d;]*m", terminal.all))
        assert not is_coloured


@pytest.mark.slow
@pytest.mark.parametrize("name", some(["monolyth", "monastery", "kings-abbey", "spades", "backgammon", "go", "liars-dice", "chess"], 4))
@pytest.mark.parametrize(("columns", "rows"), [(80, 23), (40, 11)])
def test_pass_and_what_others_did_last_are_in_sight_in_every_position(name: str, columns: int, rows: int) -> None:
    """Of random games: beside the position, and below a page that covers it."""
    session = Session(load_game(name), ["random"] * load_game(name).players[0], 7)
    session.settle()
    for _ in range(120 if FULL else 20):
        if session.is_over:
            break
        of = sheet_of(session, columns)
        assert arranged(fewer(of, session, columns, rows), columns, rows, "en") == arranged(of, columns, rows, "en")
        shown, below, passes = text_of(arranged(of, columns, rows, "en")), text_of(below_page(of, columns, rows)), words_of_pass(session)
        for part in (shown, below):
            assert passes is None or any(re.search(rf"\d\) {re.escape(passes[:20])}", row) for row in part), shown
            heads = [row for row in text_of(of.others) if not row.startswith(" ")]
            assert not heads or any(row.startswith(heads[-1][:20]) for row in part), shown
        session.play_bot()
        session.settle()


def fewer(of: Sheet, session: Session, columns: int, rows: int) -> Sheet:
    """A sheet on which what others did is told only as far as there is room for it."""
    own = max((number for number, event in enumerate(session.events) if event.seat == session.seat), default=-1) + 1
    room = most_news(of, rows)
    others = narrated(session, Describer(session.engine, "en"), session.seat, columns, own, room) if of.others else []
    return replace(of, others=others)


def sheet_of(session: Session, columns: int) -> Sheet:
    """What the seat to choose is shown."""
    look = Look(session.engine, hints_of(session.game.model.display), session.position, session.seat, "en")
    describer, console = Describer(session.engine, "en"), Unanswered("en", color=False, interactive=True, is_open=True)
    commands = Commands(console, session, describer, lambda: look)
    assert Asking(console, describer, look, session.engine.choices(session.position)).ask(commands).ended
    title = line(" - ".join([session.game.title("en"), "to choose"]))
    own = max((number for number, event in enumerate(session.events) if event.seat == session.seat), default=-1) + 1
    is_of_others = any(event.seat not in (None, session.seat) for event in session.events[own:])
    others = narrated(session, describer, session.seat, columns, own) if is_of_others else []
    usual, close = ([title, *scene(look, columns, own_first=own_first)] for own_first in (False, True))
    return Sheet(usual, [], others, [], console.sheet.question, 0, close)


class Unanswered(Screen):
    """A screen at which nobody answers."""

    def read(self, prompt: str = "> ") -> str | None:
        del prompt
        return None


def words_of_pass(session: Session) -> str | None:
    """What the choice to pass is called, if it is one."""
    choices = session.engine.choices(session.position)
    if PASS not in choices or len(choices) == 1:
        return None
    return Describer(session.engine, "en").choice(session.position, PASS)
