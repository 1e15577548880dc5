"""Playing in the terminal: the questions, what is drawn, what is told to whom, taking back, and that no game is lost."""

import errno
import io
import json
import os
import re
import shutil
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from custumal.cli import run
from custumal.dsl.base.types import Pose
from custumal.dsl.check.paths import Base, check_paths
from custumal.interpreter.api import Game, load_game
from custumal.interpreter.keys.views import view
from custumal.interpreter.library import find, shipped
from custumal.interpreter.position.state import Position
from custumal.interpreter.program import ChoiceTuple
from custumal.ui.draw.boards import from_above, from_side
from custumal.ui.draw.position import scene
from custumal.ui.draw.sketch import sketch
from custumal.ui.scene.describe import Describer, slots_of
from custumal.ui.scene.display_hints import hints_of
from custumal.ui.scene.look import Look
from custumal.ui.story.session import HUMAN, Session
from custumal.ui.story.story import story
from custumal.ui.story.undo import undo
from custumal.ui.terminal.play import autosave
from custumal.ui.terminal.questions.menu import question
from custumal.ui.text.match import matching
from custumal.ui.text.phrases import COMMANDS, PHRASES
from custumal.ui.text.style import Line, Piece, broken, flow, folded, line, listed, paint, width
from tests.support.scale import FULL

pytestmark = pytest.mark.slow

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

GAMES = tuple(name for name, _ in shipped())
Play = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def loaded(home: Path) -> Iterator[Callable[[str], Game]]:
    """Games by id, loaded once."""
    patch = pytest.MonkeyPatch()
    patch.setenv("CUSTUMAL_HOME", str(home))
    games: dict[str, Game] = {}

    def load(name: str) -> Game:
        if name not in games:
            games[name] = load_game(name)
        return games[name]

    yield load
    patch.undo()


class Typing:
    """What is typed; where it ends somebody presses Ctrl-C."""

    def __init__(self, typed: str) -> None:
        self.lines = iter(typed.splitlines(keepends=True))

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        for typed in self.lines:
            return typed
        raise KeyboardInterrupt


@pytest.fixture
def play(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Runs `play` with lines typed: exit code, standard output, standard error."""
    monkeypatch.setenv("CUSTUMAL_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "80")
    shutil.rmtree(home / "saves", ignore_errors=True)

    def played(*arguments: str | Path, typed: str = "", interrupt: bool = False) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", (Typing if interrupt else io.StringIO)(typed))
        code = run(["play", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return played


def saves(home: Path) -> list[Path]:
    return sorted((home / "saves").glob("*.json"))


def text_of(lines: list[Line]) -> list[str]:
    return [paint(one, color=False) for one in lines]


def look_at(session: Session, seat: int | None, language: str = "en") -> Look:
    engine = session.engine
    return Look(engine, hints_of(session.game.model.display), session.position, seat, language)


def at_random(game: Game, players: int, seed: int, decisions: int) -> Session:
    """A game after some random decisions."""
    session = Session(game, ["random"] * players, seed)
    session.settle()
    for _ in range(decisions):
        if session.is_over:
            break
        session.play_bot()
        session.settle()
    return session


# ---------------------------------------------------------------- whole games


LONG = ("backgammon", "belle-lucie", "breakthrough", "chess", "draughts", "go", "hex", "monolyth", "oware", "reversi", "spades")
"""Games that take bots which try every choice long."""


@pytest.mark.parametrize("game", [name for name in GAMES if FULL or name not in LONG])
def test_bots_play_to_the_end_and_the_same_game_twice(play: Play, home: Path, game: str) -> None:
    seats = ("--seat", "1=random", "--seat", "2=greedy")[: 2 * load_game(game).players[1]]
    first = play(game, *seats, "--seed", "4")
    assert first[0] == 0
    assert first[2] == ""
    assert "The game is over." in first[1]
    assert re.search(r"wins\.|share the win\.", first[1])
    assert play(game, *seats, "--seed", "4") == first
    assert saves(home) == []


@pytest.mark.slow
def test_monolyth_with_bots_runs_to_the_end(play: Play) -> None:
    code, out, err = play("monolyth", "--seat", "1=random", "--seat", "2=random", "--seed", "4")
    assert (code, err) == (0, "")
    assert "It ended because: " in out
    assert re.search(r"^Player [12] wins\.$", out, re.MULTILINE)


def test_two_people_play_by_numbers_names_and_keys(play: Play, home: Path) -> None:
    typed = "1,1\n2, 1\nclaim(at(board, 1, 2))\n5\n1,3\n"
    code, out, _ = play("tic-tac-toe", "--seat", "1=human", "--seat", "2=human", typed=typed)
    assert code == 0
    # Cells that are left when a number is typed: 3,1 and 2,2 to 3,3 - the fifth is 2,3.
    assert "1 X O .\n2 X . .\n3 X O ." in out
    assert "Player 1 wins." in out
    assert [file.name.endswith("-over.json") for file in saves(home)] == [True]


def test_without_seats_a_person_plays_against_a_bot(play: Play) -> None:
    code, out, _ = play("tic-tac-toe", typed="2,2\n", interrupt=False)
    assert code == 0
    assert out.count("player 1 X (you) to choose") == 2
    assert "player 2: Mark" in out


def test_languages(play: Play) -> None:
    code, out, _ = play("monolyth", "--lang", "fr", "--seed", "4", typed="quitter\n")
    assert code == 0
    assert "Que faites-vous ?" in out
    assert "Faire une prophétie" in out
    assert "joueur 1 (vous) choisit" in out
    code, _, err = play("monolyth", "--lang", "de", "--seed", "4", typed="quit\n")
    assert code == 2 and "is written in `en` and `fr`, not in `de`" in err


def test_a_game_offers_the_languages_it_is_written_in(play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By every command that speaks of it; where it has no English its first is the one it speaks by itself."""
    (tmp_path / "game.yaml").write_text(PEEK.replace("title: Peek", "title: Secret\nlanguages: [fr]"), encoding="utf-8")
    kept = tmp_path / "kept.json"
    code, out, _ = play(tmp_path, "--save", kept, typed="quitter\n")
    assert code == 0 and "Que faites-vous ?" in out
    for language in ("en", "de", "xx"):
        said = f"is written in `fr`, not in `{language}`"
        for command in (("play", tmp_path), ("draw", tmp_path), ("replay", kept)):
            assert run([*map(str, command), "--lang", language]) == 2
            assert said in capsys.readouterr().err
    assert run(["draw", str(tmp_path), "--lang", "fr"]) == 0


def test_every_phrase_exists_in_both_languages() -> None:
    holes = re.compile(r"{(\w+)}")
    for key, by_language in PHRASES.items():
        assert set(by_language) == {"en", "fr"}, key
        assert sorted(holes.findall(by_language["en"])) == sorted(holes.findall(by_language["fr"])), key


def test_no_word_means_two_commands() -> None:
    words = [word for command in COMMANDS.values() for word in command]
    assert len(words) == len(set(words))


# ---------------------------------------------------------------- commands


def test_why_names_the_rule(play: Play) -> None:
    _, out, _ = play(
        "tic-tac-toe", "--seat", "1=human", "--seat", "2=human", typed="1,1\nwhy 1,1\nwhy claim(at(board, 1, 1))\nwhy 2,2\nwhy claim\n"
    )
    reason = r"- This cell is already marked\.\n.*Mark - 1, 1: player 1\.\n  \[actions\.claim\.require\.unmarked]"
    assert len(re.findall(reason, out)) == 2
    assert out.count("You can: ") == 2
    _, out, _ = play("monolyth", "--seed", "4", "--lang", "fr", typed="pourquoi throw-away\n")
    assert "On peut placer une pierre à portée" in out
    assert "MLY-FORCED-01" in out


def test_why_of_what_is_not_offered_or_not_there(play: Play) -> None:
    _, out, _ = play("nine-mens-morris", typed="why remove\nwhy dance\nwhy\n")
    assert "[actions.remove.offered]" in out
    assert 'No action is called "dance". There are: ' in out
    assert "For example: why place" in out


def test_why_with_a_number_is_about_the_choice_with_this_number(play: Play) -> None:
    _, out, _ = play("monolyth", "--seed", "4", typed="why 1\nwhy 2\nwhy 3\n1\nwhy =3\nwhy 9\nwhy 99\n")
    assert "You can: Move the crystal and place a stone\n" in out
    assert "You can: Make a prophecy\n" in out
    assert "There is no choice 3 here, but 1-2." in out
    assert "You can: Move the crystal and place a stone: landing slot 3\n" in out
    assert "actions.place-stone.choose.landing" in out.partition("> why 9\n")[2].partition("> why 99\n")[0]
    assert 'Nothing here is called "99".' in out


def test_rules_are_shown_and_searched(play: Play) -> None:
    _, out, _ = play("monolyth", "--seed", "4", typed="rules mly-place-04\nrules reflected\nrules zzz\n")
    assert "A monolith may be 3 cubes high with 3-4 players" in out
    assert "actions.place-stone.require.height" in out
    assert "There is no rule zzz." in out
    assert "no numbered rules" in play("nim", typed="rules\n")[1]


def test_show_tells_places_things_and_players(play: Play) -> None:
    _, out, _ = play(
        "monolyth", "--seed", "4", "--set", "structure-choice=STR2", typed="show STR2\nshow ring\nshow player 2\nshow nothing\n"
    )
    core = out.partition("heights:\n")[2].splitlines()[:4]
    edge, inside = ["1"] * 4, ["1", "3+", "3+", "1"]
    assert [re.split("  +", row.strip()) for row in core] == [edge, inside, inside, edge]
    assert "straight" in out
    assert 'There is nothing called "nothing" to show.' in out


def test_show_draws_bodies_of_cubes(play: Play) -> None:
    _, out, _ = play("monolyth", "--seed", "4", typed="show T4K\nshow L4\n")
    black, corner = out.partition("> show T4K\n")[2].partition("> show L4\n")[::2]
    assert black == "  T of four black  (colour black)\n    ###\n     #\n"
    assert corner.count("    ###\n      #\n") == 5


def test_save_back_help_preview_and_filter(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    typed = f"help\nplace\nback\nplace\n\nlanding\n=2\ntake\nsave {file}\npreview 1\nzzz\n"
    code, out, _ = play("monolyth", "--seed", "4", typed=typed)
    assert code == 0
    assert "take back the last decision" in out
    assert out.count("What do you do?") == 2
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "monolyth"
    assert "After it (nothing has been played yet):" in out
    assert 'Nothing here is called "zzz".' in out


def test_typing_a_part_shows_what_matches(play: Play) -> None:
    _, out, _ = play("nine-mens-morris", typed="d\nd7\n")
    shown = out.partition('6 match "d":\n')[2].splitlines()[:6]
    assert [row.split()[-1] for row in shown] == ["d7", "d6", "d5", "d3", "d2", "d1"]
    assert "player 1: Place a man on d7" in out


# ---------------------------------------------------------------- taking back


def test_undo_takes_back_the_answer_of_a_bot_too(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("tic-tac-toe"), [HUMAN, "random"], 7)
    before = session.position
    first = session.engine.choices(session.position)[0]
    session.play(first)
    session.play_bot()
    answered = session.events[-1].key
    assert undo(session, 0) is None
    assert session.position == before
    assert session.events == []
    session.play(first)
    session.play_bot()
    assert session.events[-1].key == answered


def test_undo_never_crosses_chance(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("pig"), [HUMAN, HUMAN], 7)
    session.settle()
    assert undo(session, 0) == "undo-none"
    session.play(
        next(choice for choice in session.engine.choices(session.position) if session.engine.action(session.position, choice) == "roll-on")
    )
    session.settle()
    count = len(session.events)
    assert undo(session, 0) == "undo-chance"
    assert len(session.events) == count


def test_who_has_not_decided_yet_is_told_so_whatever_chance_has_done(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("monolyth"), [HUMAN, HUMAN], 4)
    session.settle()
    assert {event.seat for event in session.events} == {None}
    assert [undo(session, seat) for seat in (0, 1)] == ["undo-none", "undo-none"]


def test_undo_never_crosses_another_person(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("tic-tac-toe"), [HUMAN, HUMAN], 7)
    session.play(session.engine.choices(session.position)[0])
    assert undo(session, 1) == "undo-none"
    session.play(session.engine.choices(session.position)[0])
    assert undo(session, 0) == "undo-seat"


TWO = ("--seat", "1=human", "--seat", "2=greedy")


def test_people_at_one_keyboard_take_back_the_last_action_of_a_turn(loaded: Callable[[str], Game]) -> None:
    """Whoever made it, as long as nothing is secret."""
    session = Session(loaded("tic-tac-toe"), [HUMAN, HUMAN], 7)
    session.play(session.engine.choices(session.position)[0])
    assert (session.seat, undo(session, 1, shared=True), session.seat, session.events) == (1, None, 0, [])
    secret = Session(loaded("goofspiel"), [HUMAN, HUMAN], 7)
    secret.settle()
    secret.play(secret.engine.choices(secret.position)[0])
    assert secret.seat == 1
    assert undo(secret, 1, shared=True) in ("undo-none", "undo-seat")


def test_several_choices_of_one_action_are_typed_in_one_line(play: Play) -> None:
    """One after the other, as if each were typed, if each can be made; one that another has closed meanwhile ends them."""
    code, out, _ = play("kings-abbey", "--seed", "3", *TWO, typed="preach 1 2 3\nquit\n")
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("> ")] == ["> preach 1 2 3", "> preach 2", "> preach 3", "> quit"]
    assert out.count("player 1: Preach: die") == 3
    code, out, _ = play("kings-abbey", "--seed", "3", *TWO, typed="preach 1 6 2\nquit\n")
    assert [line for line in out.splitlines() if line.startswith("> ")] == ["> preach 1 6 2", "> quit"]
    assert "player 1: Preach: die" not in out
    code, out, _ = play("kings-abbey", "--seed", "3", *TWO, typed="preach 1 1 2\nquit\n")
    assert [line for line in out.splitlines() if line.startswith("> ")] == ["> preach 1 1 2", "> preach 1", "> quit"]
    assert out.count("player 1: Preach: die") == 1


def test_answers_to_several_questions_are_typed_in_one_line(play: Play) -> None:
    """Each as if it were typed when it is asked for; if one of them is not beyond doubt none is taken."""
    typed = "pass\npass\nfetch nowhere 5\nfetch field 9\nfetch field 5\nquit\n"
    _, out, _ = play("kings-abbey", "--seed", "3", *TWO, typed=typed)
    before, after = out.split("> fetch field 5\n")
    assert [f'Nothing here is called "{words}".' in before for words in ("fetch nowhere 5", "fetch field 9")] == [True, True]
    assert "player 1: Fetch" not in before and "Second die?" not in before
    assert "Second die?" in after, "what remains is asked"


def test_a_part_of_a_word_is_asked_about(play: Play) -> None:
    """Before anything is chosen by it; Enter takes it, anything else is another answer."""
    _, out, _ = play("pig", "--seed", "9", *TWO, typed="kee\nquit\n")
    assert "Enter takes it" in out and "saved 0 →" not in out
    _, out, _ = play("kings-abbey", "--seed", "3", *TWO, typed="clerg\n\nquit\n")
    assert "Enter takes it" in out and "Clergy - " in out


def test_undo_never_crosses_what_a_bot_chose_unseen(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("goofspiel"), ["random", HUMAN], 7)
    session.settle()
    session.play_bot()
    session.play(session.engine.choices(session.position)[0])
    assert undo(session, 1) == "undo-reveal"
    session.settle()
    assert undo(session, 1) == "undo-chance"


def test_undo_never_crosses_a_reveal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path / "home"))
    file = tmp_path / "game.yaml"
    file.write_text(PEEK, encoding="utf-8")
    session = Session(load_game(str(file)), [HUMAN, HUMAN], 1)
    session.settle()
    while session.events and session.events[-1].seat is None:  # what chance dealt does not matter here
        session.events.pop()
    keys = {session.engine.key(session.position, choice): choice for choice in session.engine.choices(session.position)}
    session.play(keys["wait"])
    assert session.seat == 0
    assert undo(session, 0) is None
    session.play(keys["peek"])
    assert undo(session, 0) == "undo-reveal"


PEEK = """\
custumal: 1
game: peek
title: Peek
players: 2
kinds:
  card: {printed: {rank: number}}
components:
  cards:
    kind: card
    in: secret
    rows: {low: {rank: 1}, high: {rank: 2}}
zones:
  secret: {holds: card, seen-by: nobody}
kept:
  turns: {is: 0 to 9, until: end}
play:
  turn:
    repeat: 4
    do:
      act: {seat: first(seats), offer: acting}
actions:
  wait: {offered: acting, do: raise turns by 1}
  peek:
    offered: acting
    do: reveal first(secret) to me
scoring:
  turns: turns
ranking:
  turns: {most: my total}
"""


# ---------------------------------------------------------------- secrets


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_hidden_card_is_never_named(play: Play, seed: int) -> None:
    """Before the end nothing on the screen of player 1 tells the other's card, whatever it is."""
    out = play("kuhn-poker", "--seat", "2=random", "--seed", str(seed), typed="log\nshow\nshow hand\nshow player 2\nwhy call\n")[1]
    mine = re.search(r"hand (\d+)", out)
    assert mine is not None
    names = {"11": "jack", "12": "queen", "13": "king"}
    for rank, name in names.items():
        if rank != mine[1]:
            assert name not in out
            assert not re.search(rf"\b{rank}\b", out)
    assert "score" not in out


def test_an_unseen_bid_is_not_told_before_all_have_bid(play: Play) -> None:
    out = play("goofspiel", "--set", "ranks=5", "--seat", "1=random", "--seat", "2=human", "--seed", "5", typed="log\nundo\n")[1]
    assert out.count("player 1: has chosen unseen") == 2
    assert "Bid" not in out.replace("Bid ...", "").replace("Bid?", "")


def test_bids_are_told_when_all_have_bid(play: Play) -> None:
    out = play("goofspiel", "--set", "ranks=5", "--seat", "1=random", "--seat", "2=human", "--seed", "5", typed="3\nlog\n")[1]
    assert re.search(r"player 1: Bid \d", out)


def test_a_preview_shows_nothing_hidden(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(PEEK, encoding="utf-8")
    out = play(file, "--seat", "1=human", typed="preview 1\npreview peek\n")[1]
    assert "After it (nothing has been played yet):" in out
    assert "This choice shows something hidden, so it can't be tried out." in out
    assert "low" not in out
    assert "high" not in out


# ---------------------------------------------------------------- never losing a game


def test_the_end_of_the_input_keeps_the_game(play: Play, home: Path) -> None:
    code, out, _ = play("tic-tac-toe", "--seed", "3", typed="2,2\n")
    assert code == 0
    assert "Go on with: custumal play tic-tac-toe --resume" in out
    (file,) = saves(home)
    kept = json.loads(file.read_text(encoding="utf-8"))["choices"]
    assert kept[0] == "claim(at(board, 2, 2))"
    assert len(kept) == 2
    code, resumed, _ = play("tic-tac-toe", "--resume")
    assert code == 0
    assert "The game goes on after 2 choices." in resumed
    assert resumed.partition("board\n")[2].splitlines()[:4] == out.rpartition("board\n")[2].splitlines()[:4]


@pytest.mark.parametrize("game", ["nim", "pig", "goofspiel", "nine-mens-morris"])
def test_ctrl_c_keeps_the_game_at_every_decision(play: Play, home: Path, game: str) -> None:
    code, out, _ = play(game, "--seed", "3", "--seat", "2=greedy", typed="1\n" * 6, interrupt=True)
    assert code == 130
    assert "The game is kept." in out
    (file,) = saves(home)
    before = json.loads(file.read_text(encoding="utf-8"))
    code, _, _ = play(game, "--resume", interrupt=True)
    assert code == 130
    assert json.loads(file.read_text(encoding="utf-8"))["choices"] == before["choices"]


def test_a_resumed_game_has_the_same_chance(play: Play, tmp_path: Path) -> None:
    """Gone on with or not, the dice fall alike."""
    whole = play("pig", "--seat", "2=human", "--seed", "9", "--save", tmp_path / "whole.json", typed="roll\nroll\nroll\nroll\n")
    part = play("pig", "--seat", "2=human", "--seed", "9", "--save", tmp_path / "part.json", typed="roll\nroll\n")
    rest = play("pig", "--resume", tmp_path / "part.json", typed="roll\nroll\n")
    assert whole[0] == part[0] == rest[0] == 0
    one, two = (json.loads((tmp_path / name).read_text(encoding="utf-8"))["choices"] for name in ("whole.json", "part.json"))
    assert one == two


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--players", "3"), "the number of players is 2, not 3"),
        (("--seed", "9"), "the seed is 4, not 9"),
        (("--set", "refill-after-discard=no"), "the option `refill-after-discard` is true, not false"),
        (("--set", "structure-choice=STR1"), "the option `structure-choice` is none, not STR1"),
    ],
)
def test_a_kept_game_is_not_gone_on_with_in_another_way(play: Play, tmp_path: Path, asked: tuple[str, str], said: str) -> None:
    file = tmp_path / "kept.json"
    assert play("monolyth", "--seed", "4", "--save", file)[0] == 0
    kept = file.read_bytes()
    code, out, err = play("monolyth", "--resume", file, *asked)
    assert (code, out) == (2, "")
    assert err == f"custumal: In the kept game {said}.\n"
    assert file.read_bytes() == kept
    same = ("--players", "2", "--seed", "4", "--set", "refill-after-discard=yes", "--set", "structure-choice=none")
    assert play("monolyth", "--resume", file, *same)[0] == 0


def test_what_can_not_be_resumed_is_told(play: Play, tmp_path: Path) -> None:
    assert play("nim", "--resume")[0] == 1
    assert play("nim", "--resume", tmp_path / "none.json")[0] == 1
    play("pig", "--save", tmp_path / "pig.json", typed="1\n")
    code, _, err = play("nim", "--resume", tmp_path / "pig.json")
    assert code == 1
    assert "pig" in err


CHANGED = """
custumal: 1
game: counting
title: Counting
players: 2
kept: {n: {is: 0 to 20, until: end}}
play: {turn: {rounds: seats, until: n > 9, offer: turn}}
actions:
  add: {offered: turn, choose: {part: 1 to 3}, do: raise n by part}
  add-all: {offered: turn, require: {early: {that: n < MOST, because: Only early.}}, do: raise n by 4}
scoring: {points: n}
ranking: {most: {most: my total}}
"""


def changed_since(play: Play, tmp_path: Path) -> tuple[Path, Path]:
    """A game and a record of it, in which the third choice has been forbidden since."""
    game, kept = tmp_path / "game.yaml", tmp_path / "kept.json"
    game.write_text(CHANGED.replace("MOST", "9"), encoding="utf-8")
    assert play(game, "--seat", "1=human", "--seat", "2=human", "--save", kept, typed="add 1\nadd 2\nadd-all\nadd 1\n")[0] == 0
    game.write_text(CHANGED.replace("MOST", "2"), encoding="utf-8")
    return game, kept


def test_where_a_step_can_not_be_played_any_more_one_may_go_on_before_it(play: Play, tmp_path: Path) -> None:
    game, kept = changed_since(play, tmp_path)
    before, further = kept.read_bytes(), tmp_path / "further.json"
    said = [
        "step 3, `add-all`: this can't be chosen here.",
        "  Only early. [actions.add-all.require.early]",
        "  Here can be chosen add(1), add(2), add(3).",
    ]
    for answer in ("no\n", ""):
        code, out, err = play(game, "--resume", kept, typed=answer)
        assert code == 1
        assert all(line in err for line in said), err
        assert "Go on from before step 3?" in out
    code, out, _ = play(game, "--resume", kept, "--save", further, typed="yes\nadd 3\n")
    assert code == 0
    assert "goes on after 2 choices" in out
    assert json.loads(further.read_text(encoding="utf-8"))["choices"] == ["add(1)", "add(2)", "add(3)"]
    assert kept.read_bytes() == before
    code, _, err = play(game, "--resume", further, typed="quit\n")
    assert (code, err) == (0, "")


def test_what_is_typed_as_a_key_is_that_choice_or_none(play: Play, tmp_path: Path) -> None:
    """`add-all` can't be chosen, and `add 12` is none: neither a longer name nor a part of a number is taken for it."""
    game, kept = tmp_path / "game.yaml", tmp_path / "kept.json"
    game.write_text(CHANGED.replace("MOST", "0").replace("add-all", "ad").replace("1 to 3", "[2, 3, 21]"), encoding="utf-8")
    code, out, _ = play(
        game, "--seat", "1=human", "--seat", "2=human", "--save", kept, typed="ad\nad(1)\nadd 1\nadd(1)\nadd 12\nadd(2\nadd 2\n"
    )
    assert code == 0
    assert "Only early." in out
    assert json.loads(kept.read_text(encoding="utf-8"))["choices"] == ["add(2)"]


def test_a_folder_that_can_not_be_written_is_told_each_time(play: Play, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    code, out, _ = play("tic-tac-toe", "--save", blocked / "game.json", typed="1\n1\n")
    assert code == 1, "what was asked for was not done"
    assert out.count("could not be saved") == 5, "after each choice, of the person and of the bot, and when it is left"
    assert "is lost" in out.splitlines()[-1]


@pytest.mark.parametrize("typed", ["1\n1\n", "1\n1\n1\n1\n1\n1\n1\n1\n1\n"], ids=["left", "over"])
def test_a_disk_that_becomes_full_is_told_at_the_end(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    saves, replace, game = [], Path.replace, tmp_path / "game.json"

    def full_after_one(new: Path, path: Path) -> Path:
        if path != game:  # what is kept of rules, where nothing is yet
            return replace(new, path)
        saves.append(path)
        if len(saves) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(new, path)

    monkeypatch.setattr(Path, "replace", full_after_one)
    code, out, _ = play("tic-tac-toe", "--save", game, typed=typed)
    assert code == 1
    assert out.count("could not be saved") == len(saves) - 1
    end = out.split("is lost")[-1]
    assert os.strerror(errno.ENOSPC) in end
    assert "The position before is kept." in end
    assert "--resume" in end


def test_a_kept_game_is_not_overwritten_by_a_new_one(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert play("nim", "--save", file, typed="1\n")[0] == 0
    before = file.read_bytes()
    code, _, err = play("nim", "--save", file, typed="1\n")
    assert code == 2
    assert "--resume" in err
    assert file.read_bytes() == before


def test_going_on_in_another_file_overwrites_nothing(play: Play, tmp_path: Path) -> None:
    first, second, other = (tmp_path / f"{name}.json" for name in ("first", "second", "other"))
    for file in (first, second):
        assert play("nim", "--save", file, typed="1\n")[0] == 0
    before = second.read_bytes()
    code, _, err = play("nim", "--resume", first, "--save", second, typed="1\n")
    assert (code, second.read_bytes()) == (2, before)
    assert "is there already" in err
    assert play("nim", "--resume", first, "--save", first, typed="1\n")[0] == 0
    assert play("nim", "--resume", first, "--save", other, typed="1\n")[0] == 0
    assert other.exists()


def test_a_record_with_strange_players_is_told(play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    assert play("nim", "--save", file, typed="1\n")[0] == 0
    file.write_text(file.read_text(encoding="utf-8").replace('"normal"', '"an elephant"'), encoding="utf-8")
    before = file.read_bytes()
    code, _, err = play("nim", "--resume", file)
    assert (code, file.read_bytes()) == (1, before)
    assert "`an elephant`" in err
    assert play("nim", "--resume", file, "--seat", "1=random", "--seat", "2=random")[0] == 0
    file.write_bytes(before)
    assert run(["replay", str(file)]) == 1
    assert "`an elephant`" in capsys.readouterr().err


def test_saving_overwrites_only_what_the_game_has_saved(play: Play, tmp_path: Path) -> None:
    rules, mine = tmp_path / "rules.yaml", tmp_path / "mine.json"
    rules.write_text("game: mine\n", encoding="utf-8")
    _, out, _ = play("nim", "--seed", "1", typed=f"save {rules}\nsave {mine}\n1\nsave {mine}\n")
    assert rules.read_text(encoding="utf-8") == "game: mine\n"
    said = " ".join(out.split())
    assert said.count("is there already; choose another name") == 1
    assert said.count("Saved as") == 2
    assert json.loads(mine.read_text(encoding="utf-8"))["choices"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_fits_into_80_columns(play: Play, language: str) -> None:
    _, out, _ = play("nim", "--lang", language, typed="help\n")
    assert max(map(len, out.splitlines())) <= 80


def test_the_last_game_of_an_id_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path))
    assert autosave.unfinished("nim") == []
    first, second = autosave.new_file("nim"), autosave.new_file("nim-two")
    for file in (first, second):
        file.parent.mkdir(exist_ok=True)
        file.write_text("{}", encoding="utf-8")
    assert autosave.unfinished("nim")[0] == first
    third = autosave.new_file("nim")
    third.write_text("{}", encoding="utf-8")
    assert autosave.unfinished("nim")[0] == third
    autosave.finished(third)
    assert autosave.unfinished("nim")[0] == first


# ---------------------------------------------------------------- questions


@pytest.mark.parametrize("name", GAMES)
def test_questions_lead_to_every_choice_once(loaded: Callable[[str], Game], name: str) -> None:
    game = loaded(name)
    describer = None
    for decisions in (0, 3, 9):
        session = at_random(game, min(max(2, game.players[0]), game.players[1]), 11, decisions)
        if session.is_over:
            continue
        describer = describer or Describer(session.engine, "en")
        choices = session.engine.choices(session.position)
        assert sorted(leaves(describer, look_at(session, session.seat), choices)) == sorted(choices)


def leaves(describer: Describer, look: Look, choices: list[ChoiceTuple]) -> list[ChoiceTuple]:
    """All choices that answering questions leads to; on the way the answers of each question are told apart by their words."""
    asked = question(describer, look, choices)
    labels = [answer.label for answer in asked.answers]
    assert len(labels) == len(set(labels)), labels
    if len(choices) == 1:
        return list(choices)
    assert len(asked.answers) > 1
    return [choice for answer in asked.answers for choice in leaves(describer, look, list(answer.choices))]


def test_what_typed_words_mean() -> None:
    labels = ["Bataille d'été", "2, 1", "2, 11", "green card"]
    assert matching("ete", labels) == [0]
    assert matching("2,1", labels) == [1]
    assert matching("2,", labels) == [1, 2]
    assert matching("card gre", labels) == [3]
    assert matching("", labels) == [0, 1, 2, 3]


# ---------------------------------------------------------------- drawing


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_positions_fit_into_80_columns_and_are_text(loaded: Callable[[str], Game], name: str, language: str) -> None:
    game = loaded(name)
    for players in {min(max(2, game.players[0]), game.players[1]), game.players[1]}:
        session = at_random(game, players, 5, 14)
        for seat in (None, *range(players)):
            shown = scene(look_at(session, seat, language), 80)
            assert all(width(one) <= 80 for one in shown), [paint(one, color=False) for one in shown if width(one) > 80]
            assert not any("\x1b" in one for one in text_of(shown))


@pytest.mark.parametrize("name", ["monolyth", "monastery", "kings-abbey", "tic-tac-toe", "backgammon", "spades", "goofspiel"])
def test_what_the_seat_has_may_come_first_and_nothing_is_lost_by_it(loaded: Callable[[str], Game], name: str) -> None:
    session = Session(loaded(name), [HUMAN] * loaded(name).players[0], 5)
    session.settle()
    look = look_at(session, session.seat)
    usual, own = text_of(scene(look, 80)), text_of(scene(look, 80, own_first=True))
    assert Counter(" ".join(own).split()) == Counter(" ".join(usual).split())
    assert "(you)" in own[0]


@pytest.mark.slow
def test_tiles_that_are_held_stand_below_the_board_on_which_they_are_laid(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("monastery"), [HUMAN, HUMAN], 5)
    session.settle()
    look = look_at(session, session.seat)
    rows = [row.partition(" - ")[0] for row in text_of(scene(look, 80, own_first=True))]
    assert rows.index("monastery") < rows.index("behind the screen") < rows.index("letter grid")


def test_monolyth_for_two_fits_beside_its_question_on_24_lines(loaded: Callable[[str], Game]) -> None:
    session = at_random(loaded("monolyth"), 2, 5, 20)
    assert len(scene(look_at(session, 0), 80)) <= 24 - 5


@pytest.mark.parametrize("seed", range(4))
def test_a_pile_is_drawn_from_above_and_from_each_side(loaded: Callable[[str], Game], seed: int) -> None:
    """Compared with the cells that the view of a seat lists, which knows nothing of drawings."""
    session = at_random(loaded("monolyth"), 2, seed, 24)
    look = look_at(session, 0)
    zone = session.engine.instance.zones["monolith"]
    seen = view(session.engine.evaluator, session.position, 0)["zones"]["monolith"]["p1"]["things"]
    cubes = {tuple(cell): thing["thing"] for thing in seen for cell in thing["cells"]}
    letters = {"turquoise": "T", "orange": "O", "white": "W", "blue": "B", "black": "K"}
    letter = {cell: next(sign for colour, sign in letters.items() if colour in name) for cell, name in cubes.items()}
    rows = [row[2:] for row in text_of(from_above(look, zone, 0))[1:]]
    for x in range(1, 5):
        for y in range(1, 5):
            top = max((z for cx, cy, z in cubes if (cx, cy) == (x, y)), default=0)
            assert rows[y - 1].split()[x - 1] == (f"{letter[x, y, top]}{top}" if top else ".")
    near, far = range(1, 5), range(4, 0, -1)
    sights = {  # for each place from left to right the columns behind one another
        "north": [[(x, y) for y in near] for x in far],
        "east": [[(x, y) for x in far] for y in far],
        "south": [[(x, y) for y in far] for x in near],
        "west": [[(x, y) for x in near] for y in near],
    }
    for side, sight in sights.items():
        drawn = text_of(from_side(look, zone, 0, side, 4))
        for level in range(1, 5):
            for i in range(4):
                columns = sight[i]
                first = (*columns[0], level)
                behind = any((*column, level) in cubes for column in columns)
                assert drawn[4 - level].ljust(4)[i] == (letter[first] if first in cubes else ":" if behind else ".")


def test_a_hexagonal_board_is_a_rhombus(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("hex"), [HUMAN, HUMAN], 1)
    session.play(
        next(r for r in session.engine.choices(session.position) if session.engine.key(session.position, r) == "claim(at(board, 3, 2))")
    )
    shown = text_of(scene(look_at(session, 0), 80))
    heads, rows = shown[1:3], shown[3:14]
    columns = ["".join(head.ljust(30)[3 + 2 * column] for head in heads).strip() for column in range(11)]
    assert columns == [str(number) for number in range(1, 12)], "each above its cell, also those of two digits"
    assert [len(row) - len(row.lstrip()) for row in rows[:9]] == list(range(1, 10))
    assert rows[1].split()[1:] == [".", ".", "X", *["."] * 8]


def test_points_and_lines_are_drawn_where_their_names_say(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("nine-mens-morris"), [HUMAN, HUMAN], 1)
    session.play(
        next(r for r in session.engine.choices(session.position) if session.engine.key(session.position, r) == "place(at(board, d7))")
    )
    rows = text_of(scene(look_at(session, 0), 80))[1:15]
    assert rows[0] == "7 .-----------W-----------."
    assert rows[6] == "4 .---.---.       .---.---."
    assert rows[-1].split() == list("abcdefg")


def test_plans_of_placements_show_the_cells(loaded: Callable[[str], Game]) -> None:
    session = at_random(loaded("monolyth"), 2, 3, 10)
    position: Position = session.position
    describer = Describer(session.engine, "en")
    checked = 0
    for choice in session.engine.choices(position):
        choosing = describer.choosing(position, choice)
        assert choosing is not None
        for slot, value in zip(slots_of(choosing), choice[1:], strict=True):
            if isinstance(slot.type, Pose):
                rows = text_of(sketch(session.engine, value, slot.type))
                drawn = {(x + 1, y + 1) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}
                named = {tuple(map(int, found)) for found in re.findall(r"(\d+),(\d+)\(", describer.value(value, slot.type))}
                assert drawn == named
                checked += 1
    assert checked


# ---------------------------------------------------------------- lines


def test_lines_are_wrapped_between_items() -> None:
    items = [line("aaaa"), line("bbbb"), line("cccc")]
    assert text_of(listed("x:", items, 13)) == ["x: aaaa  bbbb", "   cccc"]
    assert text_of(listed("x:", items, 12)) == ["x: aaaa", "   bbbb", "   cccc"]
    assert text_of(listed("", [line("a" * 30), line("b")], 10)) == ["a" * 30, "b"]
    assert folded("  one two three", 9, "    ") == ["  one two", "    three"]


def test_blocks_flow() -> None:
    blocks = [[line("aa"), line("aa")], [line("bb")], [line("cc")]]
    assert text_of(flow(blocks, 8, gap=2)) == ["aa  bb", "aa", "", "cc"]


def test_a_long_line_is_broken_at_blanks_and_keeps_its_styles() -> None:
    said = line("  ", Piece("12) ", "bold"), "take it and", Piece(" put it down", "dim"))
    assert broken(said, 40) == [said]
    assert text_of(broken(said, 14, "      ")) == ["  12) take it", "      and put", "      it down"]
    assert Piece("12)", "bold") in broken(said, 14)[0]
    assert Piece("down", "dim") in broken(said, 14)[-1]
    assert text_of(broken(line("unbreakable"), 4)) == ["unbreakable"]
    assert text_of(listed("all:", [line("one"), line("two and three")], 12)) == ["all: one", "    two and", "      three"]


def test_colours_only_where_they_are_wanted_and_nothing_that_moves_the_cursor() -> None:
    piece = line(Piece("a\x1b[2Jb", "red"), Piece("c", "on white"))
    assert paint(piece, color=False) == "a\ufffd[2Jbc"
    painted = paint(piece, color=True)
    assert painted == "\x1b[31ma\ufffd[2Jb\x1b[0m\x1b[30;107mc\x1b[0m"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 40)])
@pytest.mark.parametrize("no_color", [False, True])
def test_on_a_terminal(tmp_path: Path, columns: int, rows: int, no_color: bool) -> None:
    environment = {**os.environ, "CUSTUMAL_HOME": str(tmp_path), "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("NO_COLOR", None)
    environment.pop("COLUMNS", None)
    if no_color:
        environment["NO_COLOR"] = "1"
    code, out = in_terminal(["play", "connect-four", "--seed", "1", "--plain"], b"D\rlog\rquit\r", columns, rows, environment)
    assert code == 0
    assert ("\x1b[1m" in out) is not no_color
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out)
    assert all(len(one) <= columns for one in re.split(r"[\r\n]", plain))
    assert "player 1 X (you) to choose" in plain
    assert "custumal play connect-four --resume" in plain


def in_terminal(arguments: list[str], typed: bytes, columns: int, rows: int, environment: dict[str, str]) -> tuple[int, str]:
    """Run the program on a pseudo-terminal of a size: exit code and everything that was written to it."""
    assert sys.platform != "win32"
    child, terminal = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, "-m", "custumal", *arguments], environment)  # noqa: S606  # our own program
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.write(terminal, typed)
    written = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        written += part
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), written.decode("utf-8").replace("\r\n", "\n")


def test_hints_about_edges_and_odd_ones() -> None:
    hints = hints_of(
        {"boards": {"field": {"columns": ["A", "B"], "rows": 3, "glyphs": {"p1": "X"}, "cell": ""}}, "hide": "all", "letters": [1]}
    )
    assert hints.edge("field", "columns", 2) == ["A", "B"]
    assert hints.edge("field", "columns", 3) == ["1", "2", "3"]
    assert hints.edge("field", "rows", 2) == ["1", "2"]
    assert hints.seat_sign("p1") == "X"
    assert hints.hidden == frozenset()
    assert hints_of(None).letters == hints_of(["x"]).letters == {}


def test_a_file_is_named_with_quotes_or_without(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    typed = "save \"my game.json\"\nsave 'my game.json'\nsave other game.json\nquit\n"
    code, out, _ = play("tic-tac-toe", "--seed", "1", typed=typed)
    assert code == 0
    assert out.count("Saved as my game.json") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my game.json", "other game.json"]


def test_one_thing_with_a_number_in_a_bag_is_counted_like_many(loaded: Callable[[str], Game]) -> None:
    session = Session(loaded("goofspiel"), ("random", "random"), 4)
    session.settle()
    counts = []
    while not session.is_over:
        session.play_bot()
        session.settle()
        counts += re.findall(r"stock of prizes: (\S+)", "\n".join(text_of(scene(look_at(session, None), 80))))
    assert list(dict.fromkeys(counts)) == [*map(str, range(12, 0, -1)), "-"]


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")
def test_the_first_of_several_with_secrets_is_called_to_the_screen_too(tmp_path: Path) -> None:
    environment = {**os.environ, "CUSTUMAL_HOME": str(tmp_path), "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    hotseat = ["play", "kuhn-poker", "--plain", "--seat", "1=human", "--seat", "2=human", "--seed", "4"]
    _, out = in_terminal(hotseat, b"\r1\r\r1\r", 80, 24, environment)
    first, second, third = out.split("press Enter when only you look at the screen.")
    assert first.endswith("player 1: ")
    assert "hand" not in first
    assert second.endswith("player 2: ")
    assert "The game is over." in third


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")
@pytest.mark.parametrize("name", ["hex", "nine-mens-morris", "reversi", "breakthrough", "monolyth"])
def test_a_position_and_its_question_stand_on_one_screen(tmp_path: Path, name: str) -> None:
    environment = {**os.environ, "CUSTUMAL_HOME": str(tmp_path), "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("COLUMNS", None)
    _, out = in_terminal(["play", name, "--seed", "1", "--plain"], b"quit\r", 80, 24, environment)
    screen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out).partition(" to choose\n")[2].partition("\n> ")[0]
    assert "?\n" in screen
    assert screen.count("\n") + 1 <= 22, "the title and what is typed have a line each"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of Unix")
def test_what_others_did_last_stands_between_the_position_and_the_question(tmp_path: Path) -> None:
    """Where the position alone fills the screen."""
    environment = {**os.environ, "CUSTUMAL_HOME": str(tmp_path), "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    for size in ("COLUMNS", "LINES"):
        environment.pop(size, None)
    _, out = in_terminal(["play", "reversi", "--seed", "1", "--seat", "2=random", "--plain"], b"1\rquit\r", 80, 12, environment)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out).replace("\r", "")
    assert re.search(r"\nplayer 2 O:  score \d\nplayer 2: Place a disc on .*\n    player 1: score .*\nPlace a disc on", plain)


TRICKS = """
custumal: 1
game: tricks
title: The last card of a trick
players: 2
kinds:
  card: {owned: true, printed: {rank: number}}
components:
  cards: {kind: card, in: hand of owner, for-each: {owner: seat, rank: 1 to 3}}
zones:
  hand(seat): {holds: card, seen-by: owner}
  played(seat): {holds: one card}
  won: {holds: card, seen-by: nobody}
play:
  trick:
    repeat: 3
    do:
      card: {players: seats, offer: playing}
      away: move played(seats) to won
actions:
  play-card:
    say: Play {card}
    offered: playing
    choose: {card: my hand}
    do: move card to played(me)
scoring:
  none: 0
ranking:
  none: {most: my total}
"""


def tricks(tmp_path: Path, seats: tuple[str, str]) -> Session:
    file = tmp_path / "tricks.yaml"
    file.write_text(TRICKS.lstrip(), encoding="utf-8")
    session = Session(load_game(str(file)), seats, 1)
    session.settle()
    return session


def test_what_lay_open_for_a_moment_is_known(tmp_path: Path) -> None:
    """The second card of a trick is taken away with it before anybody decides again."""
    session = tricks(tmp_path, ("random", "random"))
    for _ in range(4):
        session.play_bot()
    told = story(session, Describer(session.engine, "en"), 0)
    assert [line.partition(" ")[0] for line in told] == ["player"] * 4
    assert all(re.search(r"Play .*[123]", line) for line in told)
    assert told == story(session, Describer(session.engine, "en"), 1) == story(session, Describer(session.engine, "en"), None)


def test_nothing_is_taken_back_once_another_card_lay_open(tmp_path: Path) -> None:
    session = tricks(tmp_path, ("human", "random"))
    session.play(session.engine.choices(session.position)[0])
    assert undo(session, 0) is None, "nothing but the own card was shown"
    session.play(session.engine.choices(session.position)[0])
    session.play_bot()
    assert undo(session, 0) == "undo-reveal"


def test_a_scenario_is_taken_from_a_game_in_play(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins where the game stands, and holds; nothing is written over."""
    monkeypatch.chdir(tmp_path)
    typed = "roll\nscenario midway\nscenario midway\nscenario two words\nquit\n"
    code, out, _ = play("pig", "--seat", "2=human", "--seed", "9", typed=typed)
    assert code == 0
    assert "Saved as midway.yaml" in out and "midway.json is there already" in out and "scenario NAME" in out
    checked = check_paths([tmp_path / "midway.yaml"], lambda _: Base(find("pig").path, find("pig").name))
    assert checked.diagnostics == []
    text = (tmp_path / "midway.yaml").read_text(encoding="utf-8")
    assert "    record: midway.json\n" in text and "        allowed: roll-on\n" in text


# ---------------------------------------------------------------- from the position of a scenario

FEW = """\
custumal: 1
variant: few
of: nim
title: {en: Two at most, fr: Deux au plus}
edits:
  at-most-two:
    add: actions.take.require.at-most-two
    with: {that: taken <= 2, because: {en: Two at most., fr: Deux au plus.}}
"""
BOTH = ("--seat", "1=human", "--seat", "2=human")


def test_a_game_begins_where_a_scenario_makes_its_choices(play: Play) -> None:
    """Two marks in the row are there, as `given` says, and the choice of the scenario wins as its `then` says."""
    code, out, _ = play("tic-tac-toe", "--scenario", "three-in-a-row-wins", *BOTH, typed="claim(at(board, 3, 1))\n")
    assert code == 0
    assert "1 X X ." in out and "1 X X X" in out and "Player 1 wins." in out


def test_such_a_game_is_kept_and_goes_on(play: Play, tmp_path: Path) -> None:
    """Also when the scenario lays the position out otherwise by then, which is told; its record is none that a scenario can begin with."""
    kept, game = tmp_path / "kept.json", tmp_path / "game.yaml"
    game.write_text(dict(shipped())["tic-tac-toe"].read_text("utf-8"), "utf-8")
    asked = (game, "--scenario", "three-in-a-row-wins", *BOTH, "--save", kept)
    code, out, _ = play(*asked, typed="claim(at(board, 2, 2))\nscenario from-here\nquit\n")
    assert code == 0 and "began in the scenario three-in-a-row-wins" in out
    code, out, err = play(game, "--resume", kept, typed="quit\n")
    assert (code, err) == (0, "") and "1 X X ." in out and "2 . X ." in out
    assert run(["replay", str(kept)]) == 0
    game.write_text(game.read_text("utf-8").replace("at(board, 2, 1) to p1", "at(board, 2, 3) to p1", 1), "utf-8")
    code, out, err = play(game, "--resume", kept, typed="quit\n")
    assert code == 0 and "lays out another position now" in err and "1 X . ." in out
    begins = "  goes-on: {record: kept.json, then: {fine: victor is none}}\n"
    game.write_text(game.read_text("utf-8").replace("scenarios: ", f"scenarios:\n{begins}#", 1), "utf-8")
    assert [one.code for one in check_paths([game]).diagnostics] == ["bad-record"]


def test_in_a_variant_and_in_a_file_of_scenarios(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the rules of the variant: with two stones at most, a heap of three is no win any more."""
    monkeypatch.chdir(tmp_path)
    Path("few.yaml").write_text(FEW, "utf-8")
    heap = "  a-heap: {options: {h1: 9}, when: ['take(A, 9)'], then: {gone: stones of A is 0}}\n"
    Path("more.yaml").write_text(f"custumal: 1\nof: nim\nscenarios:\n{heap}", "utf-8")
    code, out, _ = play("few.yaml", "--scenario", "the-last-one-wins", *BOTH, typed="take(B, 2)\ntake(B, 1)\n")
    assert code == 0 and "Player 2 wins." in out
    code, out, _ = play("more.yaml", "--scenario", "a-heap", *BOTH, typed="take(A, 9)\nquit\n")
    assert code == 0 and "custumal play nim --resume" in out
    code, out, _ = play("nim", "--resume", *BOTH, typed="quit\n")
    assert code == 0


@pytest.mark.parametrize("further", [("--seed", "3"), ("--players", "2"), ("--resume",)])
def test_what_a_scenario_settles_is_not_asked_for(play: Play, further: tuple[str, ...]) -> None:
    code, _, err = play("tic-tac-toe", "--scenario", "three-in-a-row-wins", *further)
    assert code == 2 and "--scenario goes with none of these" in err


def test_a_scenario_that_is_not_there(play: Play) -> None:
    code, _, err = play("tic-tac-toe", "--scenario", "three-in-a-row-win")
    assert code == 1 and "did you mean `three-in-a-row-wins`?" in err


# ---------------------------------------------------------------- hints


@pytest.mark.slow
def test_a_hint_finds_what_wins_at_once(play: Play) -> None:
    """In a game without secrets it proves the victory; where there are secrets it says why there is no hint, or tells what it finds."""
    played = "1,1\n2,1\n2,2\n3,1\nhint\nquit\n"
    _, out, _ = play("tic-tac-toe", "--seat", "1=human", "--seat", "2=human", typed=played)
    first, *_ = out.split("What a short search finds best, of 100 (0: lost, 100: won):\n")[1].splitlines()
    assert first == "  100  Mark 3, 3  (proven)"
    _, out, _ = play("tic-tac-toe", "--seat", "1=human", "--seat", "2=human", "--lang", "fr", typed=played.replace("hint", "conseil"))
    assert "(prouvé)" in out


@pytest.mark.slow
def test_a_bot_that_fails_loses_no_game(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "failing_bot_of_test.py").write_text("def bot(view, choices):\n    return choices[99]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    code, out, err = play("tic-tac-toe", "--seat", "2=failing_bot_of_test:bot", "--save", "kept.json", typed="2,2\n")
    assert code == 1
    assert "Go on with: custumal play tic-tac-toe --resume kept.json" in out
    assert "in seat 2 failed: IndexError: tuple index out of range (failing_bot_of_test.py, line 2).\n" in err
    assert "claim(at(board, 2, 2))" in (tmp_path / "kept.json").read_text(encoding="utf-8")


def test_cells_are_called_as_the_board_is_drawn(play: Play) -> None:
    """Where letters and numbers stand at its edges; what is typed may be small."""
    code, out, _ = play("chess", "--seed", "1", "--seat", "2=random", typed="e2\nE4\nquit\n")
    assert code == 0
    assert re.search(r"^Move - Piece\?\n1\) A2   2\) B2 ", out, re.MULTILINE)
    assert "white pawn E2 to E4" in out
    assert not re.search(r"\d,\d", out.partition("player 2:")[0])


@pytest.mark.parametrize("name", ["monolyth", "monastery", "kings-abbey"])
def test_a_hint_names_three_choices_in_lines_that_fit(name: str, play: Play) -> None:
    code, out, _ = play(name, "--seed", "5", "--seat", "2=random", typed="hint\nquit\n")
    assert code == 0
    head, told = out[out.index("What a short search") :].split("> ")[0].split("\n", 1)
    assert head.endswith("of 100 (0: lost, 100: won):")
    assert max(map(len, told.splitlines())) <= 80
    first = re.findall(r"^  (\d+)  \S", told, re.MULTILINE)
    assert len(first) == 3 and all(0 <= int(value) <= 100 for value in first)
    assert len(re.findall(r"\(tries: \d+\)|\(proven\)", re.sub(r"\s+", " ", told))) == 3


@pytest.mark.parametrize("name", ["~nobody-of-this-name/game", "n" * 300, "no-folder\0/game", "no-folder\udc9b/\0"])
def test_a_name_that_no_file_can_have_ends_no_game(play: Play, name: str) -> None:
    code, out, err = play("tic-tac-toe", typed=f"save {name}\nlog\nquit\n")
    assert (code, err) == (0, "")
    assert "could not be saved" in out


def test_a_long_name_of_a_scenario_ends_no_game(play: Play) -> None:
    code, out, err = play("tic-tac-toe", typed=f"scenario {'n' * 300}\nlog\nquit\n")
    assert (code, err) == (0, "")
    assert "could not be saved" in out
