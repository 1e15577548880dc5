"""What is kept between runs gives the same games as what is made anew, and is never in the way."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from custumal.dsl.base import cache_files
from custumal.dsl.diagnostics.diagnostic import RuleFileError
from custumal.interpreter import library
from custumal.interpreter.api import Game, load_game
from custumal.interpreter.cache import apart, models
from custumal.interpreter.cache import instances as code
from custumal.interpreter.setup.found_out import found_out

pytestmark = pytest.mark.slow

GAMES = ("monolyth", "kuhn-poker", "nine-mens-morris")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path))
    # The program may be edited while its tests run.
    monkeypatch.setattr(cache_files, "code_stamp", lambda _: "this version")


def _files(home: Path, ending: str) -> list[Path]:
    return sorted((home / "cache").glob(f"*.{ending}"))


def _played(game: Game, seed: int) -> list[str]:
    """The keys of a random game, and the digest of its end."""
    state, dice, keys = game.start(seed=seed), Random(seed), []
    while not state.is_over:
        choice = dice.choice(state.choices())
        keys.append(choice.key)
        state = state.play(choice)
    return [*keys, state.position.digest()]


@pytest.mark.parametrize("name", GAMES)
def test_stored_games_play_as_fresh_ones(name: str, tmp_path: Path) -> None:
    fresh = load_game(name, cached=False)
    first, second = (load_game(name) for _ in range(2))
    assert isinstance(second.model, models.StoredGame)
    assert not isinstance(first.model, models.StoredGame)
    expected = _played(fresh, 3)
    assert not _files(tmp_path, "play")
    assert _played(first, 3) == expected
    assert len(_files(tmp_path, "play")) == 1
    assert _played(second, 3) == expected
    assert _played(load_game(name), 3) == expected


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_model_says_the_same(name: str) -> None:
    checked, stored = (load_game(name).model for _ in range(2))
    for part in checked.__match_args__:
        assert getattr(stored, part) == getattr(checked, part), part


def test_what_playing_does_not_need_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    load_game("monolyth").start(players=3)
    opened: list[str] = []
    later = models.StoredGame.__getattr__

    def spied(game: models.StoredGame, name: str) -> object:
        opened.append(name)
        return later(game, name)

    monkeypatch.setattr(models.StoredGame, "__getattr__", spied)
    game = load_game("monolyth")
    assert game.start(players=3).choices()
    assert not {"scenarios", "rulebook", "actions", "procedures", "definitions", "labels"} & {*opened}
    assert game.model.scenarios and opened.pop() == "scenarios"
    before = [*opened]
    assert game.model.scenarios and opened == before
    with pytest.raises(AttributeError):
        _ = game.model.no_such_part  # type: ignore[attr-defined]  # this is what is tested


@pytest.mark.parametrize("ending", ["model", "play"])
@pytest.mark.parametrize("data", [b"", b"x", b"\0" * 400, b"cos\nsystem\n"])
def test_damaged_files_are_made_again(ending: cache_files.Kind, data: bytes, tmp_path: Path) -> None:
    expected = _played(load_game("nim"), 1)
    (file,) = _files(tmp_path, ending)
    whole = file.read_bytes()
    for damaged in (data, whole[:-1], whole[: len(whole) // 2] + b"?" + whole[len(whole) // 2 + 1 :]):
        file.write_bytes(damaged)
        assert _played(load_game("nim"), 1) == expected
        assert cache_files.read(file.stem, ending) is not None


def test_other_things_under_the_right_sum_are_made_again(tmp_path: Path) -> None:
    expected = _played(load_game("nim"), 1)
    endings: tuple[cache_files.Kind, ...] = ("model", "play")
    for ending in endings:
        (file,) = _files(tmp_path, ending)
        cache_files.write(file.stem, ending, b"not what was stored")
    assert _played(load_game("nim"), 1) == expected


def test_a_file_that_reads_well_and_says_something_else_is_not_used(tmp_path: Path) -> None:
    title = load_game("nim").title()
    (file,) = _files(tmp_path, "model")
    data = file.read_bytes()
    assert title.encode() in data
    file.write_bytes(data.replace(title.encode(), title.swapcase().encode()))
    assert load_game("nim").title() == title


def test_players_and_options_are_told_apart(tmp_path: Path) -> None:
    for options in ({}, {"misere": True}, {"misere": False}):
        load_game("nim", options=options).start()
    load_game("monolyth").start(players=2)
    load_game("monolyth").start(players=3)
    assert load_game("monolyth").start(players=2).players == 2
    assert len(_files(tmp_path, "play")) == 5


def test_no_cache_is_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _played(load_game("nim"), 1)
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path / "file"))
    assert _played(load_game("nim"), 1) == expected


def test_a_game_of_unknown_origin_is_not_stored(tmp_path: Path) -> None:
    load_game("nim", cached=False).start()
    assert not (tmp_path / "cache").exists() or not _files(tmp_path, "play")


def test_the_code_of_the_program_is_part_of_the_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    load_game("nim").start()
    monkeypatch.setattr(cache_files, "code_stamp", lambda _: "another version")
    load_game("nim").start()
    assert len(_files(tmp_path, "model")) == len(_files(tmp_path, "play")) == 2
    assert code.prepared(load_game("nim").model, 2, {}, None).module.solo is not None


def test_a_file_deep_in_the_folder_is_part_of_the_game(tmp_path: Path) -> None:
    """What is included is known by its bytes, wherever in the folder of the game it lies."""
    folder = tmp_path / "game"
    shutil.copytree(library.GAMES / "classics" / "tic-tac-toe", folder)
    inner = folder / "parts" / "inner"
    inner.mkdir(parents=True)
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("scoring:\n  win: if victor is me then 1 else 0\n", "")
    game.write_text(text.replace("players: 2\n", "players: 2\nincludes: [parts/first.yaml]\n"), encoding="utf-8")
    (folder / "parts" / "first.yaml").write_text("custumal: 1\nincludes:\n  - parts/inner/second.yaml\n", encoding="utf-8")
    for points in (1, 5):
        (inner / "second.yaml").write_text(f"custumal: 1\nscoring:\n  win: if victor is me then {points} else 0\n", encoding="utf-8")
        state = load_game(str(folder)).start(seed=1)
        while not state.is_over:
            state = state.play(state.choices()[0])
        assert max(state.scores) == points


def test_what_is_no_file_does_not_matter(tmp_path: Path) -> None:
    """Editors leave locks beside the files that they have open: links that lead nowhere."""
    folder = tmp_path / "game"
    shutil.copytree(library.GAMES / "classics" / "tic-tac-toe", folder)
    (folder / "notes.yaml").mkdir()
    try:
        (folder / ".#game.yaml").symlink_to(tmp_path / "nowhere")
    except OSError:
        pytest.skip("this system makes no links")
    assert load_game(str(folder)).start(seed=1).choices()


def test_instructions_stay_closed_until_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    load_game("kuhn-poker").start()
    opened: list[str] = []
    later = code.StoredProgram.__getattr__

    def spied(program: code.StoredProgram, name: str) -> object:
        opened.append(name)
        return later(program, name)

    monkeypatch.setattr(code.StoredProgram, "__getattr__", spied)
    choices = load_game("kuhn-poker").start().choices()
    assert "code" not in opened
    assert choices[0].key and "code" in opened


def test_another_process_checks_what_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("CUSTUMAL_HOME", str(tmp_path))
    apart.check_apart("nim", ())
    (file,) = _files(tmp_path, "model")
    written = file.stat().st_ino
    apart.check_apart("nim", ())
    assert isinstance(load_game("nim").model, models.StoredGame)
    assert file.stat().st_ino == written, "a file that is written anew is another one"


def test_what_is_wrong_with_rules_is_told_by_who_asks_for_them(tmp_path: Path) -> None:
    shutil.copytree(library.find("nim").path.parent, tmp_path / "nim")
    file = tmp_path / "nim" / "game.yaml"
    file.write_text(file.read_text() + "\nno-such-section: 1\n")
    apart.check_apart(str(file), ())
    with pytest.raises(RuleFileError):
        load_game(str(file))


def test_what_was_found_out_is_found_again_by_its_question_players_and_options_alone(tmp_path: Path) -> None:
    found = iter(range(100))

    def ask(question: str, key: str | None, players: int, more: int) -> int:
        return found_out(int, question, key, players, {"more": more}, lambda: next(found))

    first = ask("how long", "a game", 2, 1)
    assert [ask("how long", "a game", 2, 1) for _ in range(3)] == [first] * 3
    others = [
        ask("how wide", "a game", 2, 1),
        ask("how long", "another", 2, 1),
        ask("how long", "a game", 3, 1),
        ask("how long", "a game", 2, 2),
    ]
    assert others == [1, 2, 3, 4]
    assert [ask("how long", None, 2, 1) for _ in range(2)] == [5, 6]
    assert len(_files(tmp_path, "found")) == 5
    for file in _files(tmp_path, "found"):
        file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert ask("how long", "a game", 2, 1) == 7
    assert found_out(str, "how long", "a game", 2, {"more": 1}, lambda: "a while") == "a while"
